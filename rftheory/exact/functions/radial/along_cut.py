"""Covariances of far orthogonal Matern pairs in even dimensions d = 2n: Hankel's integral drawn together along its cut.

T = Gamma(n)/(2 pi i) int e^p p^(-n) L(p)^2 dp, L = E (1 + y/(G p))^(-n); at p = -s +- i0 and w = y/s, (-1)^n L = A +- iB with
B = -pi e^(-w) w^nu U(1-n, 1+nu, w)/(Gamma(nu) Gamma(n)) (DLMF 13.2.41), U a polynomial. So
T = (-1)^n (2/Gamma(nu)) int_R e^(-s-w) s^(1-n) w^nu A(w) U(1-n, 1+nu, w) du, s = sqrt(y) e^u: nothing oscillates, and what is
small, is so by the factor e^(-s-w). Both A, along G = e^(t - iv), and T are found by the trapezoidal rule, which errs by at
most 2N/(exp(2 pi a/h) - 1), N a bound of the integral over |Im| = a (Trefethen and Weideman, SIAM Review 56, 2014, Theorem 5.1).
There |1 - (w/g) e^(ib)| >= (w/g) sin b, so |A| is at most (sin b)^(-n) (cos v)^(-nu-n) Gamma(nu+n)/(Gamma(nu) |w|^n), b = v - |arg w|.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from rftheory.exact import balls
from rftheory.exact.numerics.bessel_integral import bessel_integral
from rftheory.exact.numerics.enclosing import enclose, short
from rftheory.exact.scalars import Ball, ComplexBall, Rational

_MOST = 20_000  # nodes of the inner rule
_LONGEST = 2_000  # terms of the polynomial
_TINY = 1000  # nats
_ROUGH = 96  # bits of bounds
_WIDEST = 1.5  # of angles, below pi/2
_ANGLES = tuple(1.4 * 0.8**k for k in range(60))


def suits(d: Rational, nu: Rational, y: Rational) -> bool:
    """Whether other ways would lose hundreds of digits: the largest e^(-s-w) w^nu is so far below that at s = 0."""
    if d.q != 1 or int(d.p) % 2:
        return False
    order, size = balls.to_float(nu), balls.to_float(y)
    s = 2 * size / (order + math.sqrt(order * order + 4 * size))
    return 2 * s - order * math.log1p(s / order) > _TINY


def pair(n: Rational, nu: Rational, y: Rational) -> Ball | None:
    """T for an integer n = d/2; None where it takes too many terms."""
    if n > _LONGEST:
        return None
    bits = balls.precision() + int(n.p)  # by about as much the bound of A exceeds it
    nats = bits * math.log(2) + 20
    guard = 40 + 4 * int(math.log2(balls.to_float(y + nu + n) + 2))
    with balls.working_precision(_ROUGH):
        terms = _CutTerms(n, nu, y, _coefficients(n, nu))
        theta = min(_ANGLES, key=lambda each: (nats + terms.lost(each)) / each)
        step = short(2 * math.pi * theta / (nats + terms.lost(theta)))
        middle, small = terms.middle(), terms.bound(balls.fmpq(0)) * balls.arb(-nats).exp()
    with balls.working_precision(bits + guard):
        mean = _mean(n, nu, nats)
        if mean is None:
            return None
        total, beyond = terms.at(balls.ball(middle), mean), balls.arb(0)
        for direction in (1, -1):
            u, rest = middle + direction * step, None
            while rest is None:
                balls.spend()
                value = terms.at(balls.ball(u), mean)
                total = total + value
                if abs(value) < abs(total) / 2**64:
                    with balls.working_precision(_ROUGH):
                        rest = terms.beyond(u, direction, small)
                u = u + direction * step
            beyond = beyond + rest
        with balls.working_precision(_ROUGH):
            error = 2 * terms.bound(short(theta)) / ((2 * balls.arb.pi() * short(theta) / step).exp() - 1)
        value = enclose(step * total, error + beyond) * 2 * balls.reciprocal_gamma(nu)
    return value if int(n.p) % 2 == 0 else -value


def shared(d: Rational, nu: Rational, y: Rational) -> Ball:
    """E 1F1(d; d/2; -y/G) for an even d: 1F1(2n; n; -a) = e^(-a) 1F1(-n; n; a), and E G^(-j) e^(-y/G) is a Bessel function."""
    n, total, factor = d / 2, balls.arb(0), balls.reciprocal_gamma(nu)
    for j in range(int(n.p) + 1):
        total = total + factor * y**j * bessel_integral(nu - j, y)
        factor = factor * (j - n) / ((n + j) * (j + 1))
    return total


def _coefficients(n: Rational, nu: Rational) -> list[Rational]:
    """c_k >= 0 of U(1-n, 1+nu, w) = (-1)^(n-1) sum_k c_k (-w)^k: binom(n-1, k) (nu+1+k)_(n-1-k)."""
    found, factor = [], balls.fmpq(1)
    for k in range(int(n.p) - 1, -1, -1):
        found.append(factor)
        factor = factor * k * (nu + k) / (n - k)
    return found[::-1]


@dataclass(frozen=True)
class _CutMean:
    """A(w) w^n to an absolute error: nodes 1/G on a line below the real one, and their weights."""

    n: int
    nodes: list[ComplexBall]
    weights: list[ComplexBall]
    error: Ball

    def at(self, w: Ball) -> Ball:
        """A(w) for w > 0."""
        total = balls.acb(0)
        for node, weight in zip(self.nodes, self.weights, strict=True):
            balls.spend()
            total = total + weight / (1 - w * node) ** self.n
        value = total.real if self.n % 2 == 0 else -total.real
        return enclose(value, self.error / w**self.n)


def _log_bound(n: float, nu: float, b: float, v: float) -> float:
    """Nats of the bound of A beside Gamma(nu+n)/(Gamma(nu) |w|^n)."""
    return -n * math.log(math.sin(b)) - (nu + n) * math.log(math.cos(v))


def _mean(n: Rational, nu: Rational, nats: float) -> _CutMean | None:
    """The rule along G = e^(t - iv) with a strip of half-width delta < v; None where it takes too many nodes."""
    size, order = balls.to_float(n), balls.to_float(nu)
    lost, v, delta = min(
        (
            ((nats + _log_bound(size, order, v - part, v + part)) / part, v, part)
            for v in _ANGLES
            for part in (v / 4, v / 2, 0.75 * v, 0.9 * v)
            if v + part < _WIDEST
        ),
    )
    h, line, width = short(2 * math.pi / lost), short(v), short(delta)
    turn = balls.acb(0, -balls.ball(line))
    rise = balls.gamma(balls.ball(nu + n)) * balls.reciprocal_gamma(nu)
    small = rise * balls.arb(2) ** (-balls.precision())
    start = short(math.log((order + size) / math.cos(v)))
    scale, nodes, weights, beyond = balls.reciprocal_gamma(nu) * h, [], [], balls.arb(0)
    cosine = balls.ball(line).cos()
    for direction in (1, -1):
        t, last = start if direction == 1 else start - h, None
        for _ in range(_MOST):
            u = balls.acb(balls.ball(t)) + turn
            g = u.exp()
            nodes.append(1 / g)
            weights.append((nu * u - g).exp() * scale)
            height = ((nu + n) * t - cosine * balls.ball(t).exp()).exp() * scale
            ratio, last = balls.arb(1) if last is None else height / last, height
            if ratio < 1 and height * ratio < small * (1 - ratio):
                beyond = beyond + height * ratio / (1 - ratio)
                break
            t = t + direction * h
        else:
            return None
    with balls.working_precision(_ROUGH):
        wide = balls.power(balls.ball(line - width).sin(), -n) * balls.power(
            balls.ball(line + width).cos(), -nu - n
        )
        error = 2 * rise * wide / ((2 * balls.arb.pi() * width / h).exp() - 1)
        error = error + beyond * balls.power(balls.ball(line).sin(), -n)
    return _CutMean(int(n.p), nodes, weights, error.upper())


@dataclass(frozen=True)
class _CutTerms:
    """The integrand over u, and sums of bounds C c_k y^((1+nu+k)/2 - n) exp((1-nu-k) u - 2 cos(theta) sqrt(y) cosh u)."""

    n: Rational
    nu: Rational
    y: Rational
    coefficients: list[Rational]
    lasting: int | None = None  # how many of the last coefficients a rough bound takes

    def at(self, u: Ball, mean: _CutMean) -> Ball:
        s = balls.ball(self.y).sqrt() * u.exp()
        w = self.y / s
        polynomial = balls.arb(0)
        for value in reversed(self.coefficients):
            polynomial = value - polynomial * w
        if int(self.n.p) % 2 == 0:
            polynomial = -polynomial
        height = (self.nu * w.log() - s - w).exp() * balls.power(s, 1 - self.n)
        return height * mean.at(w) * polynomial

    def peak(self, k: int, cosine: Ball) -> Ball:
        """e^u where the k-th bound is largest, its rounded middle."""
        half = (1 - self.nu - k) / (2 * cosine * balls.ball(self.y).sqrt())
        return (1 / ((half * half + 1).sqrt() - half)).mid()

    def middle(self) -> Rational:
        """A place near the largest values."""
        return short(balls.to_float(self.peak(int(self.n.p) - 1, balls.arb(1)).log()))

    def front(self, theta: Rational) -> Ball:
        """C: the bound of A |w|^n for |arg w| <= theta."""
        size, order, turned = balls.to_float(self.n), balls.to_float(self.nu), balls.to_float(theta)
        _, v = min(
            (_log_bound(size, order, v - turned, v), v)
            for v in (turned + share for share in _ANGLES)
            if v < _WIDEST
        )
        line = short(v)
        rise = balls.gamma(balls.ball(self.nu + self.n)) * balls.reciprocal_gamma(self.nu)
        return (
            rise
            * balls.power(balls.ball(line - theta).sin(), -self.n)
            * balls.power(balls.ball(line).cos(), -self.nu - self.n)
        )

    def height(self, k: int, u: Ball, cosine: Ball) -> Ball:
        """The k-th bound at u, without C."""
        powers = balls.power(balls.ball(self.y), (1 + self.nu + k) / 2 - self.n)
        inner = (1 - self.nu - k) * u - 2 * cosine * balls.ball(self.y).sqrt() * u.cosh()
        return self.coefficients[k] * powers * inner.exp()

    def bound(self, theta: Rational) -> Ball:
        """Of int |f(u + i theta)| du: a log-concave bound of curvature at least c = 2 cos(theta) sqrt(y) is at most e^(slope^2/(2c)) above its value anywhere."""
        cosine, total = balls.ball(theta).cos(), balls.arb(0)
        curvature = 2 * cosine * balls.ball(self.y).sqrt()
        count = len(self.coefficients)
        for k in range(0 if self.lasting is None else count - self.lasting, count):
            top = self.peak(k, cosine).log()
            slope = (1 - self.nu - k) - curvature * top.sinh()
            total = total + self.height(k, top, cosine) * (slope * slope / (2 * curvature)).exp()
        return total * self.front(theta) * (2 * balls.arb.pi() / curvature).sqrt()

    def lost(self, theta: float) -> float:
        """Nats by which the bound at the height theta exceeds that of the real line, about."""
        if theta >= _WIDEST - 0.01:
            return math.inf
        few = replace(self, lasting=1)
        found = balls.to_float((few.bound(short(theta)) / few.bound(balls.fmpq(0))).log())
        return math.inf if math.isnan(found) else found

    def beyond(self, u: Rational, direction: int, small: Ball) -> Ball | None:
        """What the values after u add up to at most, times the step; None while that is not below `small`."""
        place, root = balls.ball(u), balls.ball(self.y).sqrt()
        total = balls.arb(0)
        for k in range(len(self.coefficients)):
            slope = direction * ((1 - self.nu - k) - 2 * root * place.sinh())
            if not slope < 0:
                return None
            total = total + self.height(k, place, balls.arb(1)) / -slope
        total = total * self.front(balls.fmpq(0))
        return total if total < small else None
