"""Covariances of orthogonal Matern pairs as sums of powers of y = nu z^2/(2 l^2): fast where sqrt y is moderate.

k(y) = E e^(-y/G) is a sum of y^n/(n! (1-nu)_n) and of Gamma(-nu)/Gamma(nu) y^(nu+n)/(n! (1+nu)_n); for an integer nu a
logarithm takes the place of a double pole. L(q) = E (1 + q/G)^(-c), c = d/2, has the same terms, that of exponent s times
(c)_s, and Hankel's integral of q^s is y^s/(c)_s. So Cov, which is the integral of (L-1)^2 less (k-1)^2, is a sum of powers,
found by products of power series. A coefficient of a product is at most M(R)^2/R^m, M(R) the sum of |coefficient| R^n.

For large nu the powers y^n alone suffice, n < N < nu: T is a mean of cosines and k^2 of e^(-y/G - y/G'), whose remainders of
Taylor's formula are at most the first term left out; the slope of a remainder in log y is at most N times that.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from rftheory.exact import balls
from rftheory.exact.numerics.enclosing import short
from rftheory.exact.scalars import Ball, Rational, Real

_MOST = 60_000  # terms of a family
_HELD, _HELD_OF_SHARED = 48, 8  # numbers a term, most of them where FLINT multiplies series: as measured
SMOOTHEST = 500  # from here on the powers y^n alone are enough, or too many are needed
_FARTHEST, _FARTHEST_OF_SMOOTH = 10**6, 400


def suits(nu: Rational, y: Rational) -> bool:
    """Whether the series are short enough to be the fastest way."""
    return bool(y < _FARTHEST if nu < SMOOTHEST else y < _FARTHEST_OF_SMOOTH * nu)


def swing(nu: Rational, y: Rational) -> int:
    """Bits by which terms exceed the sum: they reach e^(4 sqrt y), for large nu e^(2y/nu) where it is e^(-2y/nu)."""
    if nu < SMOOTHEST:
        return int(6 * math.sqrt(balls.to_float(y)))
    share = balls.to_float(y / nu)
    return int(6 * share * (1 + share / balls.to_float(nu)))


def lost(nu: Rational, y: Rational) -> int:
    """Bits that are lost: by the size of terms, and where two families almost cancel near an integer nu."""
    if nu >= SMOOTHEST:
        return swing(nu, y) + 64
    off = abs(nu - round(balls.as_fraction(nu)))
    pole = 0 if off == 0 else 2 * (int(off.q).bit_length() - int(off.p).bit_length() + 1)
    return swing(nu, y) + int(2 * math.log2(balls.to_float(nu) + 2)) + pole + 32


@dataclass(frozen=True)
class PowerFamily:
    """sum_n y^(offset + n) sum_j parts[j][n] (log y)^j."""

    offset: Rational
    parts: tuple[list[Ball], ...]


@dataclass(frozen=True)
class PowerSeries:
    """A sum of families of powers for 0 < y <= top, off by at most `rest`, which falls at least like y^`order` below top."""

    families: tuple[PowerFamily, ...]
    top: Rational
    rest: Ball
    order: int

    def at(self, y: Real) -> Ball:
        """The value at y <= top."""
        value = balls.ball(y)
        logarithm = value.log()
        total = balls.arb(0)
        for family in self.families:
            inner = balls.arb(0)
            for entries in zip(*(reversed(part) for part in family.parts), strict=True):
                coefficient = entries[-1]
                for entry in reversed(entries[:-1]):
                    coefficient = coefficient * logarithm + entry
                inner = inner * value + coefficient
            total = total + inner * balls.power(value, family.offset)
        return total + balls.arb(0, self.rest.upper())


def covariance(c: Rational, nu: Rational, top: Rational) -> PowerSeries | None:
    """Cov for 0 < y <= top, d = 2c; None where it would take too many terms."""
    if nu >= SMOOTHEST:
        return _smooth(c, nu, top)
    size, smooth = balls.to_float(top), balls.to_float(nu)
    small = balls.arb(2) ** (-balls.precision())
    goal = balls.power(balls.ball(top), 2 * nu if nu < 1 else balls.fmpq(2)) * small
    count = int(max(2 * smooth + 24, 5 * math.sqrt(size) + 16))
    while count < _MOST:
        balls.hold(_HELD * count)
        transform, kernel = _coefficients(c, nu, count), _coefficients(None, nu, count)
        rest = _rest(c, nu, top, transform, kernel)
        if rest < goal:
            return PowerSeries(_combined(c, nu, transform, kernel), top, rest, count)
        count = int(1.4 * count) + 8
    return None


def _smooth(c: Rational, nu: Rational, top: Rational) -> PowerSeries | None:
    """Cov for 0 < y <= top by the powers below nu; None where these are too few."""
    goal, count = balls.ball(top) ** 2 * balls.arb(2) ** (-balls.precision()), 32
    while count < nu - 1 and count < _MOST:
        balls.hold(_HELD * count)
        found = [_plain(above, nu, count + 1) for above in (c, None)]
        squares = [balls.multiplied(each, each, count + 1) for each in found]
        weight, mean = balls.arb(1), []
        for n, value in enumerate(squares[0]):
            mean.append(value * weight)
            weight = weight / (c + n)
        rest = (abs(mean[-1]) + abs(squares[1][-1])) * balls.ball(top) ** count
        if rest < goal:
            parts = [a - b for a, b in zip(mean[:-1], squares[1][:-1], strict=True)]
            return PowerSeries((PowerFamily(balls.fmpq(0), (parts,)),), top, rest.upper(), count)
        count = int(1.4 * count)
    return None


def _plain(c: Rational | None, nu: Rational, count: int) -> list[Ball]:
    """Of L - 1, or of k - 1 for c None: the coefficients beside y^n, n < count <= nu."""
    factor, found = balls.arb(1), [balls.arb(0)]
    for n in range(count - 1):
        factor = factor * (1 if c is None else c + n) / ((n + 1) * (n + 1 - nu))
        found.append(factor)
    return found


def _coefficients(c: Rational | None, nu: Rational, count: int) -> tuple[list[Ball], list[Ball]]:
    """Of L - 1, or of k - 1 for c None: u_n and w_n of sum u_n y^n + w_n y^(nu+n); y^n (u_n + w_n log y) for integer nu."""
    whole = nu.q == 1
    plain = _plain(c, nu, min(int(nu.p), count) if whole else count)
    if whole:
        return _logarithmic(c, int(nu.p), plain, count)
    value = balls.ball(nu)
    factor = balls.gamma(-value) * balls.reciprocal_gamma(value)
    if c is not None:
        factor = factor * balls.gamma(c + value) * balls.reciprocal_gamma(c)
    shifted = [factor]
    for n in range(count - 1):
        factor = factor * (1 if c is None else c + nu + n) / ((n + 1) * (nu + n + 1))
        shifted.append(factor)
    return plain, shifted


def _logarithmic(c: Rational | None, nu: int, plain: list[Ball], count: int) -> tuple[list[Ball], list[Ball]]:
    """The double pole at an integer nu: -alpha_n (log y + 2 gamma - H_n - H_(nu+n) + psi(c+nu+n)) (c)_(nu+n)."""
    logarithmic = [balls.arb(0)] * len(plain)
    harmonic = 2 * balls.arb.const_euler() - sum((balls.fmpq(1, k) for k in range(1, nu + 1)), balls.fmpq(0))
    factor = balls.arb(-1 if nu % 2 == 0 else 1) / (
        balls.gamma(balls.fmpq(nu)) * balls.gamma(balls.fmpq(nu + 1))
    )
    if c is not None:
        factor = factor * balls.gamma(c + nu) * balls.reciprocal_gamma(c)
        harmonic = harmonic + balls.ball(c + nu).digamma()
    for n in range(count - nu):
        logarithmic.append(factor)
        plain.append(factor * harmonic)
        factor = factor * (1 if c is None else c + nu + n) / balls.fmpq((n + 1) * (nu + n + 1))
        harmonic = harmonic - balls.fmpq(1, n + 1) - balls.fmpq(1, nu + n + 1)
        if c is not None:
            harmonic = harmonic + 1 / (c + nu + n)
    return plain, logarithmic


def _combined(
    c: Rational, nu: Rational, transform: tuple[list[Ball], list[Ball]], kernel: tuple[list[Ball], list[Ball]]
) -> tuple[PowerFamily, ...]:
    whole, count = nu.q == 1, len(transform[0])
    products = [_products(*pair, count) for pair in (transform, kernel)]
    if whole:
        turned = _turned(c, products[0])
        parts = tuple(
            [a - b for a, b in zip(*both, strict=True)] for both in zip(turned, products[1], strict=True)
        )
        return (PowerFamily(balls.fmpq(0), parts),)
    families = []
    for k, (one, two) in enumerate(zip(*products, strict=True)):
        offset = k * nu
        weight = balls.gamma(c) * balls.reciprocal_gamma(c + offset) if k else balls.arb(1)
        coefficients = []
        for n, (first, second) in enumerate(zip(one, two, strict=True)):
            coefficients.append(first * weight - second)
            weight = weight / (c + offset + n)
        families.append(PowerFamily(offset, (coefficients,)))
    return tuple(families)


def _products(one: list[Ball], two: list[Ball], count: int) -> tuple[list[Ball], ...]:
    """The squares of both and twice their product."""
    cross = balls.multiplied(one, two, count)
    return balls.multiplied(one, one, count), [2 * v for v in cross], balls.multiplied(two, two, count)


def _turned(c: Rational, parts: tuple[list[Ball], ...]) -> tuple[list[Ball], ...]:
    """Hankel's integral of q^m (P + Q log q + R log^2 q): derivatives of y^s/(c)_s at s = m."""
    weight, psi, slope = balls.arb(1), *balls.taylor_of_digamma(c)
    found: tuple[list[Ball], ...] = ([], [], [])
    for m, (p, q, r) in enumerate(zip(*parts, strict=True)):
        found[0].append(weight * (p - psi * q + (psi * psi - slope) * r))
        found[1].append(weight * (q - 2 * psi * r))
        found[2].append(weight * r)
        weight = weight / (c + m)
        psi = psi + 1 / (c + m)
        slope = slope - 1 / (c + m) ** 2
    return found


def _rest(
    c: Rational,
    nu: Rational,
    top: Rational,
    transform: tuple[list[Ball], list[Ball]],
    kernel: tuple[list[Ball], list[Ball]],
) -> Ball:
    """What the terms from the last index on add up to at most."""
    count = len(transform[0])
    half = count // 2
    with balls.working_precision(64):
        total = balls.arb(0)
        far = abs(balls.ball(top).log()) + 2
        for above, arrays in ((c, transform), (None, kernel)):
            slope = abs(half + 1 - nu) * (half + 1) / (1 if above is None else above + half)
            radius = short(balls.to_float(slope))
            whole = _size(arrays, radius, above, nu)
            for k in range(1 if nu.q == 1 else 3):
                offset = k * nu
                psi = balls.arb(0) if above is None else abs((balls.ball(above) + count).digamma())
                first = whole**2 * (balls.ball(top) / radius) ** count * balls.power(balls.ball(top), offset)
                ratio = balls.ball(top) / radius
                if above is not None:
                    first = (
                        first
                        * balls.gamma(balls.ball(above))
                        / balls.gamma(balls.ball(above + offset + count))
                    )
                    ratio = ratio / (above + offset + count) * (1 + 1 / (balls.ball(above) + count)) ** 2
                if not ratio < 1:
                    return balls.arb("inf")
                total = total + first * (far + psi) ** 2 / (1 - ratio)
        return total


def _size(
    arrays: tuple[list[Ball], list[Ball]], radius: Rational, above: Rational | None, nu: Rational
) -> Ball:
    """sum |coefficient_n| radius^n of both, with what follows: ratios fall beyond nu, the factor h of a logarithm grows little.

    |h + j/8| <= (|h| + 1) (9/8)^j, and both last coefficients add up to that factor times the other one.
    """
    total, power = balls.arb(0), balls.arb(1)
    last = balls.arb(0)
    for one, two in zip(*arrays, strict=True):
        last = (abs(one) + abs(two)) * power
        total = total + last
        power = power * radius
    n = len(arrays[0]) - 1
    ratio = radius * (1 if above is None else above + nu + n) / balls.ball((n + 1) * (n + 1 - nu)) * 9 / 8
    return total + last * ratio / (1 - ratio) if ratio < 1 else balls.arb("inf")


def shared(d: Rational, nu: Rational, y: Rational) -> Ball | None:
    """E 1F1(d; d/2; -y/G) by the same terms, times (d)_s/(d/2)_s each; None where that takes too many."""
    if nu >= SMOOTHEST:
        return _smooth_shared(d, nu, y)
    half, value, logarithm = d / 2, balls.ball(y), balls.ball(y).log()
    count = int(max(2 * balls.to_float(nu) + 24, 4 * math.sqrt(balls.to_float(y)) + 16))
    small = balls.arb(2) ** (-balls.precision())
    while count < _MOST:
        balls.hold(_HELD_OF_SHARED * count)
        one, two = _coefficients(d, nu, count)
        offset = balls.fmpq(0) if nu.q == 1 else nu
        first = second = balls.arb(0)
        weight, other = balls.arb(1), balls.gamma(half) * balls.reciprocal_gamma(half + offset)
        psi, last = balls.ball(half).digamma(), balls.arb(1)
        for n, (a, b) in enumerate(zip(one, two, strict=True)):
            if nu.q == 1:
                a = a - psi * b  # Hankel's integral of q^n log q
            first, second = first + a * weight, second + b * other
            last = abs(a * weight) + abs(b * other) * (1 + abs(logarithm))
            weight, other = weight * value / (half + n), other * value / (half + offset + n)
            psi = psi + 1 / (half + n)
        ratio = 2 * value * 9 / 8 / balls.ball(count * (count - nu))
        if ratio < 1 and last * ratio < small * (1 - ratio):
            total = 1 + first + second * (logarithm if nu.q == 1 else balls.power(value, nu))
            rest = last * ratio / (1 - ratio) * (1 + balls.power(value, nu))
            return total + balls.arb(0, rest.upper())
        count = int(1.4 * count) + 8
    return None


def _smooth_shared(d: Rational, nu: Rational, y: Rational) -> Ball | None:
    """The same, a mean of cosines, by the powers below nu; None where these are too few."""
    total = term = balls.arb(1)
    small = balls.arb(2) ** (-balls.precision())
    for n in range(min(math.ceil(balls.as_fraction(nu)) - 1, _MOST)):
        if abs(term) < small:
            return total - term + balls.arb(0, abs(term).upper())
        term = term * -y * (d + n) / ((d / 2 + n) * (n + 1) * (nu - n - 1))
        total = total + term
    return None
