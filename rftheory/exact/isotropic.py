"""The mean over chi_d lengths of the root of a sphere average: the least second moment of isotropic samplers. By quadrature.

With F(x) = 0F1(; d/2; x^2/4) the integrand f(r) = r^(d-1) e^(-r^2/2) sqrt(F(2vr)) has the logarithmic slope
(d-1)/r - r + v q(2vr), q = I_(d/2)/I_(d/2-1) <= 1. So beyond R it falls at least like exp(-(R - v - (d-1)/R)(r-R)). As
q(x)/x falls (its continued fraction), the slope is nonnegative on all of (0, l] where it is so at l: f <= f(l) there.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from rftheory.errors import BudgetError
from rftheory.exact import balls
from rftheory.exact.special import BallFunction

LARGEST = 4096
_KEPT: dict[tuple[Fraction, Fraction, int], Any] = {}
_MOST = 1024


class IsotropicRoot(BallFunction):
    """E sqrt(0F1(; d/2; t r^2)), r ~ chi_d."""

    nargs = 2

    @staticmethod
    def ball(d: Any, t: Any) -> Any:
        """The definition, integrated where the density counts."""
        return _kept(d, t)

    @staticmethod
    def oracle(ctx: Any, d: Any, t: Any) -> Any:
        """Plain quadrature of the definition."""
        peak = _peak(float(d), float(t))
        scale = 2 ** (1 - d / ctx.mpf(2)) / ctx.gamma(d / ctx.mpf(2))
        cuts = sorted({max(0, peak + step) for step in (-14, -6, -3, -1, 0, 1, 3, 6, 14)} | {0})
        return scale * ctx.quad(
            lambda r: (
                r ** (d - 1) * ctx.exp(-r * r / 2) * ctx.sqrt(ctx.hyp0f1(d / ctx.mpf(2), t * r * r))
            ),
            cuts,
        )

    def _latex(self, printer: Any, *_: Any) -> str:
        d, t = (printer.doprint(argument) for argument in self.args)
        return rf"\mathbb E\sqrt{{{{}}_0F_1(;{d}/2;{t}\,r^2)}}"


def _peak(d: float, t: float) -> float:
    """Near the maximum of the integrand, by the bound x/(n + sqrt(n^2+x^2)) of the Bessel quotient, n = d/2."""
    v, half = math.sqrt(t), d / 2
    low, high = 0.0, v + math.sqrt(d) + 1.0
    for _ in range(200):
        r = (low + high) / 2
        x = 2 * v * r
        slope = (d - 1) / r - r + v * x / (half + math.hypot(half, x))
        low, high = (r, high) if slope > 0 else (low, r)
    return max(low, 0.5)


def _kept(d: Any, t: Any) -> Any:
    """The value at exact arguments, kept because several formulas ask for it."""
    if not all(isinstance(argument, balls.fmpq) for argument in (d, t)):
        return balls.arb("nan")
    if t == 0:
        return balls.fmpq(1)
    if d > LARGEST:
        raise BudgetError(f"the mean over isotropic samplers is computed for d up to {LARGEST}")
    bits = balls.precision()
    key = (balls.as_fraction(d), balls.as_fraction(t), bits)
    if key not in _KEPT:
        if len(_KEPT) > _MOST:
            _KEPT.clear()
        extra = 60 + 2 * max(0, int(math.log2(balls.to_float(t) + 1)))
        with balls.working_precision(bits + extra):
            _KEPT[key] = _value(d, t, bits)
    return +_KEPT[key]


def _value(d: Any, t: Any, bits: int) -> Any:
    v, half, degree = balls.ball(t).sqrt(), d / 2, int(d.p) - 1
    start = _peak(balls.to_float(d), balls.to_float(t))
    peak = balls.fmpq(int(1024 * start) or 1, 1024)
    top = (-balls.ball(peak) ** 2 / 2 + v * peak).exp() * balls.ball(peak) ** degree  # keeps numbers near 1

    def density(r: Any, analytic: bool) -> Any:
        size = (-r * r / 2).exp() / top * r**degree
        average = balls.acb(t * r * r).hypgeom_0f1(balls.ball(half))  # one algorithm: wide balls need no better
        return size * balls.power(average, balls.fmpq(1, 2), analytic)

    def height(r: Any) -> Any:
        return abs(balls.acb(density(balls.acb(r), False)))

    def slope(r: Any) -> Any:
        at = t * r * r
        quotient = balls.hypergeometric([], [half + 1], at) / balls.hypergeometric([], [half], at)
        return degree / balls.ball(r) - r + v * v * r / half * quotient

    small = height(peak) * balls.arb(2) ** (-bits - 8)
    reach = math.sqrt(1.4 * bits) + 2
    for _ in range(20):
        low = balls.fmpq(int(64 * (start - reach)), 64)
        high = balls.fmpq(int(start + reach) + 1)
        drop = high - v - degree / balls.ball(high)
        whole = low <= 0
        before = balls.arb(0) if whole else low * height(low)
        if (whole or (before < small and slope(low) > 0)) and drop > 0 and height(high) / drop < small:
            value = balls.integrate(density, balls.fmpq(0) if whole else low, high)
            scale = top * balls.power(balls.ball(2), 1 - half) / balls.gamma(half)
            return (value + balls.arb(0, (before + height(high) / drop).upper())) * scale
        reach *= 1.25
    return balls.arb("nan")
