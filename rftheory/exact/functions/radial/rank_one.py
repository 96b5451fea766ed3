"""The pair moment of orthogonal rows whose map differs from the identity along one line, in every dimension.

P = s e^(-v^2) E h(t_1^2) h(t_2^2), h(q) = kappa^(-d/2) 1F1(d/2; 1/2; s v^2 q/(2 kappa)), kappa = 1 + (s-1) q, for two coordinates of
a uniform vector. Their squares are of a Dirichlet law: E t_1^(2i) t_2^(2j) = (1/2)_i (1/2)_j/(d/2)_(i+j). So for a polynomial p
in the place of h the mean is a sum over the square of the series of p_i (1/2)_i. p interpolates h at Chebyshev's points of
[0, 1]; within the ellipse of parameter rho it errs by at most 4 M/(rho^N (rho - 1)), M a bound of |h| there (Trefethen,
Approximation Theory and Approximation Practice, Theorem 8.2). There |kappa| >= (s+1)/2 - |s-1| (rho + 1/rho)/4.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

import flint

from rftheory.exact import balls
from rftheory.exact.functions.ball_function import BallFunction, Printer
from rftheory.exact.functions.radial.rank_one_simplex import by_simplex
from rftheory.exact.functions.radial.rank_one_taylor import by_few_taylor, by_taylor
from rftheory.exact.functions.radial.rank_one_ways import by_contour, by_few_powers, by_powers
from rftheory.exact.numerics.enclosing import enclose, short
from rftheory.exact.scalars import Ball, MpContext, MpNumber, Rational, Real

_MOST = 5000  # points
_MOST_BITS = 100  # of s or 1/s
_ROUGH = 64
_FEW = 100  # points that are fewer than what any other way takes
_FINE = 1000  # bits from which rules in two directions take too many nodes
_FLAT = 16  # h up to which the simplex takes fewer nodes than a contour
_STEEPEST = 2000  # and to which it takes few enough
_WIDE = balls.fmpq(3, 2)  # s from which it loses little
_HALF = balls.fmpq(1, 2)
_LOST = 5  # bits a point that powers of q lose against Chebyshev's polynomials, with what interpolation costs
Way = Callable[[Rational, Callable[[], Real], Rational], Ball | None]
_SHARES = (0.005, 0.01, 0.02, 0.05, *(1 - 0.9**k for k in range(1, 40)))


class RankOnePair(BallFunction):
    """P for Sigma with the eigenvalue s along v and 1 across, at v2 = |v|^2; d >= 2, s > 0, v2 >= 0."""

    nargs = 3

    @staticmethod
    def ball(d: Rational, s: Real, v2: Rational) -> Ball:
        """By a polynomial in the place of the row function, its error proved; nan where it would take too many points."""
        if not (d >= 2 and s > 0 and v2 >= 0):
            return balls.arb("nan")
        return _pair(d / 2, lambda: s, v2)

    @staticmethod
    def oracle(ctx: MpContext, d: MpNumber, s: MpNumber, v2: MpNumber) -> MpNumber:
        """The mean over the angle by the trapezoidal rule, over b by quadrature."""
        half = ctx.mpf(d) / 2

        def row(q: MpNumber) -> MpNumber:
            kappa = 1 + (s - 1) * q
            value: MpNumber = kappa**-half * ctx.hyp1f1(half, ctx.mpf(1) / 2, s * v2 * q / (2 * kappa))
            return value

        def mean(b: MpNumber) -> MpNumber:
            angles = [ctx.pi * k / 192 for k in range(96)]
            return ctx.fsum(row(b * ctx.cos(x) ** 2) * row(b * ctx.sin(x) ** 2) for x in angles) / 96

        front = s * ctx.exp(-v2)
        if d == 2:
            return front * mean(ctx.mpf(1))
        return front * (d - 2) * ctx.quad(lambda w: w ** (d - 3) * mean(1 - w * w), [0, 1])

    def _latex(self, printer: Printer, *_: object) -> str:
        d, s, v2 = (printer.doprint(argument) for argument in self.args)
        return rf"P\left({d},{s},{v2}\right)"


class BestRankOnePair(BallFunction):
    """P for the log-optimal s = (3 + 2 v2 + (4 v2^2 + 12 v2 + 1)^(1/2))/4."""

    nargs = 2

    @staticmethod
    def ball(d: Rational, v2: Rational) -> Ball:
        """As `RankOnePair`, s at the precision that it takes."""
        if not (d >= 2 and v2 >= 0):
            return balls.arb("nan")
        return _pair(d / 2, lambda: (3 + 2 * v2 + balls.ball(4 * v2 * v2 + 12 * v2 + 1).sqrt()) / 4, v2)

    @staticmethod
    def oracle(ctx: MpContext, d: MpNumber, v2: MpNumber) -> MpNumber:
        """The oracle of `RankOnePair` at that s."""
        best = (3 + 2 * v2 + ctx.sqrt(4 * ctx.mpf(v2) ** 2 + 12 * v2 + 1)) / 4
        return RankOnePair.oracle(ctx, d, best, v2)

    def _latex(self, printer: Printer, *_: object) -> str:
        d, v2 = (printer.doprint(argument) for argument in self.args)
        return rf"P\left({d},\Sigma({v2}),{v2}\right)"


def _pair(half: Rational, width: Callable[[], Real], v2: Rational) -> Ball:
    """P, d = 2 half, s = width() at any precision, by the way that suits; nan where all would take too long."""
    bits = balls.precision()
    with balls.working_precision(_ROUGH):
        s = balls.ball(width())
        found = _plan(half, s, v2, bits)
        wide = s > _WIDE
    if found is None or found[0] > _FEW:
        for way in _ways(half, bits, wide):
            value = way(half, width, v2)
            if value is not None and balls.is_finite(value):
                return value
    return balls.arb("nan") if found is None else _by_polynomial(half, width, v2, *found)


def _ways(half: Rational, bits: int, wide: bool) -> Iterator[Way]:
    """The ways other than a polynomial, the fastest first."""
    if half == 1:
        yield by_simplex
    if bits > _FINE:  # nodes in two directions are too many
        yield by_powers
        yield by_taylor
        if wide:
            yield by_contour
        return
    yield by_few_powers
    yield by_few_taylor
    if half <= _FLAT:
        yield by_simplex
    if wide:
        yield by_contour
    if _FLAT < half <= _STEEPEST:
        yield by_simplex
    yield by_powers
    yield by_taylor


def _by_polynomial(half: Rational, width: Callable[[], Real], v2: Rational, count: int, error: Ball) -> Ball:
    """The mean of the polynomial of that many points, off by `error` from the row function."""
    bits = balls.precision()
    with balls.working_precision(bits + _LOST * count + 64):
        s = width()
        polynomial = _interpolated(half, s, v2, count)
        weighted, mean, weight, share = [], balls.arb(0), balls.arb(1), balls.arb(1)
        for i in range(count):
            weighted.append(polynomial[i] * weight)
            mean = mean + polynomial[i] * share
            weight, share = weight * (_HALF + i), share * ((_HALF + i) / (half + i))
        total, factor = balls.arb(0), balls.arb(1)
        for m, value in enumerate(balls.multiplied(weighted, weighted, 2 * count - 1)):
            total = total + value * factor
            factor = factor / (half + m)
        total = enclose(total, error * (2 * abs(mean) + 3 * error))  # h >= 0, and |p| <= h + error
        return s * balls.ball(-v2).exp() * total


def _row(half: Rational, s: Real, v2: Rational, q: Real) -> Ball:
    kappa = 1 + (s - 1) * balls.ball(q)
    return balls.power(kappa, -half) * balls.hypergeometric([half], [_HALF], s * v2 * q / (2 * kappa))


def _plan(half: Rational, s: Ball, v2: Rational, bits: int) -> tuple[int, Ball] | None:
    """How many points, and the error of the polynomial of that many: of the ellipses tried the one of the fewest."""
    if not 2**-_MOST_BITS < s < 2**_MOST_BITS:
        return None  # the ellipse is so thin that its points would be far too many
    root = math.sqrt(balls.to_float(s))
    wider = (
        min(2 / abs(root - 1), 63.0) if root > 1 else min(2 * root / (1 - root), 63.0) if root < 1 else 63.0
    )
    best: tuple[int, Ball] | None = None
    for share in _SHARES:
        rho = 1 + short(wider * share)
        axis = (rho + 1 / rho) / 2
        kappa = ((s + 1) / 2 - abs(s - 1) * axis / 2).lower()
        if not kappa > 0:
            break
        reach = balls.ball((1 + axis) / 2) / kappa  # of |q/kappa|, which is |1 - 1/kappa|/|s - 1| too
        if not (s - 1).contains(0):
            reach = reach.min((1 + 1 / kappa) / abs(s - 1))
        argument = s * v2 / 2 * reach
        largest = balls.power(kappa, -half) * balls.hypergeometric([half], [_HALF], argument.upper())
        if not (balls.is_finite(largest) and largest > 0):
            continue  # the bound cannot be taken at this precision
        nats = (
            bits * math.log(2)
            + 8
            + balls.to_float(balls.ball(largest).log())
            - math.log(balls.to_float(rho - 1))
        )
        degree = max(4, math.ceil(nats / math.log1p(balls.to_float(rho - 1))))
        if degree < _MOST and (best is None or degree + 1 < best[0]):
            best = degree + 1, (4 * largest / (balls.ball(rho) ** degree * (rho - 1))).upper()
    return best


def _interpolated(half: Rational, s: Real, v2: Rational, count: int) -> Any:
    """The polynomial in q of degree count - 1 through h at (1 + cos((2k+1) pi/(2 count)))/2."""
    places, values = [], []
    for k in range(count):
        balls.spend()
        place = (1 + (balls.arb.pi() * balls.fmpq(2 * k + 1, 2 * count)).cos()) / 2
        places.append(place)
        values.append(_row(half, s, v2, place))
    return flint.arb_poly.interpolate(places, values, algorithm="barycentric")
