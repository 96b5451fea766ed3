"""Covariances of orthogonal rational quadratic pairs by series: near c = 0 and far away, c = z^2/(2 alpha l^2), h = d/2.

Near: Pfaff's transformation of Cov = -alpha^2 c^2 int t^h (1+ct)^(-2 alpha-2) 2F1(alpha+1, alpha+1; 2; ..) dt is
-alpha^2 c^2 int t^h (1+Ct)^(-alpha-1) 2F1(alpha+1, 1-alpha; 2; c^2 t(1-t)/(1+Ct)) dt, C = c(c+2): a sum over j of
(alpha+1)_j (1-alpha)_j/((2)_j j!) c^(2j) I_j, I_j = int t^(h+j) (1-t)^j (1+Ct)^(-alpha-1-j) dt. As t(1-t)/(1+Ct) is at most
1/(c+2)^2, so is I_(j+1)/I_j; the I_j have a recurrence of three terms.

Far: L(q) = q^alpha U(alpha, alpha+1-h, q), q = p/c, is a sum of q^(alpha+n) and q^(h+n), with a logarithm where h - alpha
is an integer; Hankel's integral of q^s is c^(-s) Gamma(h)/Gamma(h-s). Coefficients are at most K theta^n/n!, so those of a
product (2 theta)^m K^2/m!, and terms of T fall like (2 theta/c)^m.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from rftheory.exact import balls
from rftheory.exact.numerics.enclosing import enclose
from rftheory.exact.scalars import Ball, Rational

_MOST = 20_000  # terms
_FAR = balls.fmpq(9, 2)  # c from which the far series is the shorter one
_STEEP = 64  # of h beyond which the recurrence loses too much, and few terms are needed


def covariance(h: Rational, alpha: Rational, c: Rational) -> Ball | None:
    """Cov = T - (1+c)^(-2 alpha); None where both series are too long."""
    whole = alpha.q == 1  # the near series ends
    if c < _FAR or (whole and alpha < balls.precision() // 4):
        return _near(h, alpha, c)
    pair = _far(h, alpha, c)
    return _near(h, alpha, c) if pair is None else pair - balls.power(1 + c, -2 * alpha)


def _near(h: Rational, alpha: Rational, c: Rational) -> Ball | None:
    bits, far = balls.precision(), balls.to_float(c)
    rate, shape, lost = (far / (far + 2)) ** 2, balls.to_float(alpha), 0.0
    if h.q == alpha.q == 1:  # the value is about as small as the kernel: measured
        lost = shape * (1.15 * math.log2(1 + far) + 0.35 * far / (far + 0.2))
    count = (
        int(
            (bits + lost) * math.log(2) / (2 * math.log1p(2 / balls.to_float(c)))
            + 4 * shape * math.sqrt(rate)
        )
        + 8
    )
    if alpha.q == 1:
        count = min(count, int(alpha.p))
    if h > _STEEP:  # far fewer
        count = min(count, _MOST)
    if count > _MOST:
        return None
    one, two = 1 + rate, 4 * rate
    growth = math.log2((one + math.sqrt(one * one + two)) / 2) if h <= _STEEP else 0.0  # of radii, a step
    with balls.working_precision(bits + 24 + int(growth * count + lost)):
        total, factor, small = balls.arb(0), balls.arb(1), balls.arb(2) ** (-bits - 8)
        for n, place in enumerate(_integrals(h, alpha, c * (c + 2), count), 1):
            balls.spend()
            term = factor * place
            total = total + term
            factor = factor * (n * n - alpha * alpha) / (n * (n + 1)) * (c * c)
            if n % 8 == 0 or n == count:
                ratio = (
                    max(balls.fmpq(1), (alpha * alpha - n * n) / balls.fmpq(n * (n + 1))) * (c / (c + 2)) ** 2
                )
                rest = abs(term) * (ratio / (1 - ratio)) if ratio < 1 else balls.arb("inf")
                if rest < small * abs(total):
                    break
        if n != alpha:  # where the sum does not end by itself
            total = enclose(total, rest)
        return -(alpha**2) * c**2 * total


def _integrals(h: Rational, alpha: Rational, big: Rational, count: int) -> Iterator[Ball]:
    """I_0 .. I_(count-1), C = big."""
    gap = alpha - h
    direct = h > _STEEP
    before, last = balls.arb(0), balls.arb(0)
    for j in range(count if direct else min(count, 2)):
        before, last = last, _integral(h, alpha, big, j)
        yield last
    for j in range(count - 2) if not direct else ():
        if gap == j + 2:  # the recurrence divides by 0
            before, last = last, _integral(h, alpha, big, j + 2)
            yield last
            continue
        below = big**2 * (alpha + j + 2) * (h + 2 * j + 2) * (h - alpha + j + 2)
        first = (j + 1) * (h + j + 1) * (h + 2 * j + 4)
        middle = (h + 2 * j + 3) * (
            big * (h * (h - alpha) + (2 * h * j + 3 * h + 2 * j * j + 6 * j + 4))
            + h * h
            + 4 * h * j
            + 6 * h
            + 4 * j * j
            + 12 * j
            + 8
        )
        before, last = last, last * (middle / below) - before * (first / below)
        yield last


def _integral(h: Rational, alpha: Rational, big: Rational, j: int) -> Ball:
    """B(h+j+1, j+1) (1+C)^(-alpha-1-j) 2F1(alpha+1+j, j+1; h+2j+2; C/(1+C))."""
    above, below, z = (alpha + 1 + j, balls.fmpq(j + 1)), h + 2 * j + 2, big / (1 + big)
    series = _positive(*above, below, z) if h > _STEEP else balls.hypergeometric(above, [below], z)
    front = balls.power(balls.ball(1 + big), -alpha - 1 - j)
    beta = balls.gamma(balls.ball(h + j + 1)) * balls.gamma(balls.fmpq(j + 1))
    return beta * balls.reciprocal_gamma(h + 2 * j + 2) * front * series


def _positive(a: Rational, b: Rational, below: Rational, z: Rational) -> Ball:
    """2F1(a, b; below; z) for 0 < z < 1 term by term, which takes few terms where `below` is large."""
    total = term = balls.arb(1)
    small = balls.arb(2) ** (-balls.precision() - 4)
    for n in range(1, _MOST):
        term = term * ((a + n - 1) * (b + n - 1) / ((below + n - 1) * n) * z)
        total = total + term
        if n % 8 == 0:
            rest = term * _following(a, b, below, z, n)
            if rest < small * total:
                return enclose(total, rest)
    return balls.arb("nan")


def _following(a: Rational, b: Rational, below: Rational, z: Rational, n: int) -> Ball:
    """A bound of all terms after the n-th over that one, the smaller of two.

    Ratios are at most max(1, (a+n)/(below+n)) max(1, (b+n)/(n+1)) z. They are at most 1 - s/(below+m), m >= n, too, with s the
    smaller of S = below+1-a-b and (n S + below - ab)/(n+1); then terms add up to (below+n)/(s-1) times the n-th.
    """
    most = max(balls.fmpq(1), (a + n) / (below + n)) * max(balls.fmpq(1), (b + n) / (n + 1)) * z
    bound = balls.ball(most / (1 - most)) if most < 1 else balls.arb("inf")
    slope = below + 1 - a - b
    s = min(slope, (n * slope + below - a * b) / (n + 1))
    return bound.min(balls.ball((below + n) / (s - 1))) if s > 1 else bound


def _far(h: Rational, alpha: Rational, c: Rational) -> Ball | None:
    """T by both families, the smaller exponent first: q^a U(a, a+1-b, q) is the same for (a, b) and (b, a)."""
    a, b = min(alpha, h), max(alpha, h)
    bits = balls.precision()
    count = int(bits * math.log(2) / math.log(balls.to_float(c) / 2) + 2 * balls.to_float(b)) + 48
    if count > _MOST:
        return None
    off = abs((b - a) - round(balls.as_fraction(b - a)))
    lost = 0 if off == 0 else 2 * (int(off.q).bit_length() - int(off.p).bit_length() + 1)
    with balls.working_precision(bits + lost + int(3.2 * balls.to_float(b)) + 64):
        one, two = _logarithmic(a, int((b - a).p), count) if off == 0 else _apart(a, b, count)
        theta, largest = _majorant(one, two, a, b, count)
        total, value = balls.arb(0), 1 / balls.ball(c)
        products = (
            balls.multiplied(one, one, count),
            balls.multiplied(one, two, count),
            balls.multiplied(two, two, count),
        )
        if off == 0:
            weights = _reciprocals(h - 2 * a, count)
            logarithm = -balls.ball(c).log()
            for (r0, r1, r2), p, q, r, m in zip(weights, *products, range(count), strict=True):
                linear, square = logarithm * r0 + r1, logarithm * (logarithm * r0 + 2 * r1) + r2
                total = total + (p * r0 + 2 * q * linear + r * square) * value**m
            total = total * balls.power(value, 2 * a)
            rests = [2 * a]
        else:
            rests = [2 * a, a + b, 2 * b]
            for offset, product, times in zip(rests, products, (1, 2, 1), strict=True):
                part = balls.arb(0)
                for (r0, _, _), p, m in zip(
                    _reciprocals(h - offset, count), product, range(count), strict=True
                ):
                    part = part + p * r0 * value**m
                total = total + times * part * balls.power(value, offset)
        rest = balls.arb(0)
        for offset in rests:
            rest = rest + _rest(h, c, offset, theta, largest, count)
        return enclose(total, rest) * balls.gamma(h)


def _apart(a: Rational, b: Rational, count: int) -> tuple[list[Ball], list[Ball]]:
    """u_n and w_n of L = sum u_n q^(a+n) + w_n q^(b+n): Gamma(b-a)/Gamma(b) (a)_n/((a+1-b)_n n!), and a, b exchanged."""
    both = []
    for first, other in ((a, b), (b, a)):
        factor = balls.gamma(balls.ball(other - first)) * balls.reciprocal_gamma(other)
        found = []
        for n in range(count):
            found.append(factor)
            factor = factor * (first + n) / ((first + 1 - other + n) * (n + 1))
        both.append(found)
    return both[0], both[1]


def _logarithmic(a: Rational, n: int, count: int) -> tuple[list[Ball], list[Ball]]:
    """P_i and Q_i of L = sum q^(a+i) (P_i + Q_i log q), b = a + n (DLMF 13.2.9)."""
    b = a + n
    plain, logarithmic = [], [balls.arb(0)] * min(n, count)
    front = balls.reciprocal_gamma(b)
    factor = balls.gamma(balls.fmpq(n)) * front if n else balls.arb(0)
    for i in range(min(n, count)):
        plain.append(factor)
        if i < n - 1:
            factor = -factor * (a + i) / ((i + 1) * balls.fmpq(n - 1 - i))
    factor = (
        balls.arb(-1 if n % 2 == 0 else 1)
        * balls.reciprocal_gamma(balls.fmpq(n + 1))
        * balls.reciprocal_gamma(a)
    )
    euler = balls.arb.const_euler()
    harmonic = (
        balls.ball(b).digamma() + 2 * euler - sum((balls.fmpq(1, k) for k in range(1, n + 1)), balls.fmpq(0))
    )
    for k in range(count - n):
        logarithmic.append(factor)
        plain.append(factor * harmonic)
        factor = factor * (b + k) / balls.fmpq((n + 1 + k) * (k + 1))
        harmonic = harmonic + 1 / (b + k) - balls.fmpq(1, k + 1) - balls.fmpq(1, n + k + 1)
    return plain, logarithmic


def _majorant(one: list[Ball], two: list[Ball], a: Rational, b: Rational, count: int) -> tuple[Ball, Ball]:
    """theta and K with |one_n| + |two_n| <= K theta^n/n! for all n; ratios beyond the last are at most theta/(n+1).

    A ratio of powers times n+1 is at most (b+n)/(n+1+a-b), which falls; the factor of a logarithm, with 1 added, grows by
    1 + 3/(n+1-(b-a)) at most. Both are taken at half the length.
    """
    with balls.working_precision(64):
        n = count // 2
        gap = n + 1 + a - b
        theta = balls.ball(max(balls.fmpq(1), (b + n) / gap) * (1 + 3 / gap))
        largest, weight = balls.arb(0), balls.arb(1)
        for k, (u, w) in enumerate(zip(one, two, strict=True)):
            largest = largest.max((abs(u) + abs(w)) * weight)
            weight = weight * (k + 1) / theta
        return theta, largest.upper()


def _reciprocals(x: Rational, count: int) -> list[tuple[Ball, Ball, Ball]]:
    """1/Gamma(x - m) with its first two derivatives in -x, m = 0 .. count-1: R(m+1) = (x-1-m) R(m)."""
    series = balls.taylor("rgamma", balls.ball(x), 2)
    r0, r1, r2 = series[0], -series[1], 2 * series[2]
    if x.q == 1 and x <= 0:
        r0 = balls.arb(0)
    found = []
    for m in range(count):
        found.append((r0, r1, r2))
        factor = x - 1 - m
        r0, r1, r2 = factor * r0, factor * r1 - r0, factor * r2 - 2 * r1
    return found


def _rest(h: Rational, c: Rational, offset: Rational, theta: Ball, largest: Ball, count: int) -> Ball:
    """Terms from the last on: |1/Gamma(h-s)| = Gamma(y) |sin|/pi, y = 1+s-h, and its derivatives by psi(y) + pi."""
    with balls.working_precision(64):
        y = balls.ball(1 + offset + count - h)
        size = (2 * theta / c) ** count * largest**2 * balls.gamma(y) / balls.gamma(balls.fmpq(count + 1))
        size = size * balls.power(balls.ball(c), -offset)
        far = balls.ball(c).log() + abs(y.digamma()) + balls.arb.pi() + 1
        ratio = 2 * theta / c * (y / (count + 1)).max(balls.arb(1)) * (1 + 1 / y) ** 2
        return size * far**2 / (1 - ratio) if ratio < 1 and y > 2 else balls.arb("inf")
