"""The mean over chi_d lengths of the root of a sphere average: the least second moment of isotropic samplers.

F(x) = 0F1(; d/2; x^2/4) is the mean of e^(x u_1) over the sphere, so |F(x+iy)| <= F(x), and it has no zero with Re x > 0.
With r = e^u the integrand g(u) = r f(r), f(r) = r^(d-1) e^(-r^2/2) sqrt(F(2vr)), is analytic for |Im u| < pi/4, where the
trapezoidal rule of step h errs by at most 2N/(exp(2 pi a/h) - 1), N bounding the integrals of |g| along |Im u| = b < a
(Trefethen and Weideman, SIAM Review 56, 2014). Turned by a, F and the Gaussian give N <= cos(2a)^(-d/2) M(t cos(a)^2/cos(2a)),
M(t) any bound of the integral itself: by Cauchy and Schwarz e^t, by F(x) <= e^x the mean of e^(sqrt(t) r), over the weight's
constant. f has the slope (d-1)/r - r + v q(2vr) in its logarithm, q = I_(d/2)/I_(d/2-1) <= 1: g falls beyond R at least like
r^-(R^2-vR-d); and as q(x)/x falls (its continued fraction), f <= f(l) on (0, l] where the slope at l is nonnegative.
"""

from __future__ import annotations

import math
from fractions import Fraction

from rftheory.errors import BudgetError
from rftheory.exact import balls
from rftheory.exact.functions.ball_function import BallFunction, Printer
from rftheory.exact.scalars import Ball, ComplexBall, MpContext, MpNumber, Rational, Real

LARGEST = 1_000_000  # no dimension of an input is larger; the nodes of the rule grow with sqrt(d)
_KEPT: dict[tuple[Fraction, Fraction, int], Ball] = {}
_MOST = 1024  # values kept


class IsotropicRoot(BallFunction):
    """E sqrt(0F1(; d/2; t r^2)), r ~ chi_d."""

    nargs = 2

    @staticmethod
    def ball(d: Real, t: Real) -> Real:
        """The definition, integrated where the density counts."""
        return _kept(d, t)

    @staticmethod
    def oracle(ctx: MpContext, d: MpNumber, t: MpNumber) -> MpNumber:
        """Plain quadrature of the definition."""
        peak = _peak(float(d), float(t))
        scale = 2 ** (1 - d / ctx.mpf(2)) / ctx.gamma(d / ctx.mpf(2))
        cuts = sorted({max(0, peak + step) for step in (-14, -6, -3, -1, 0, 1, 3, 6, 14)} | {0})
        return scale * ctx.quad(
            lambda r: r ** (d - 1) * ctx.exp(-r * r / 2) * ctx.sqrt(ctx.hyp0f1(d / ctx.mpf(2), t * r * r)),
            cuts,
        )

    def _latex(self, printer: Printer, *_: object) -> str:
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


def _kept(d: Real, t: Real) -> Real:
    """The value at exact arguments, kept because several formulas ask for it."""
    if not (isinstance(d, balls.fmpq) and isinstance(t, balls.fmpq)):
        return balls.arb("nan")
    if t == 0:
        return balls.fmpq(1)
    if d > LARGEST:
        raise BudgetError(
            f"d = {d} is above {LARGEST}, up to which the mean over isotropic samplers is integrated: the steps of its rule "
            "grow with sqrt(d)"
        )
    bits = balls.precision()
    key = (balls.as_fraction(d), balls.as_fraction(t), bits)
    if key not in _KEPT:
        if len(_KEPT) > _MOST:
            _KEPT.clear()
        extra = 60 + 2 * max(0, int(math.log2(balls.to_float(t) + 1)))
        with balls.working_precision(bits + extra):
            _KEPT[key] = _value(d, t, bits)
    return +_KEPT[key]


def _value(d: Rational, t: Rational, bits: int) -> Ball:
    v, half, degree = balls.ball(t).sqrt(), d / 2, int(d.p) - 1
    start = _peak(balls.to_float(d), balls.to_float(t))
    peak = balls.fmpq(int(1024 * start) or 1, 1024)
    top = (-(balls.ball(peak) ** 2) / 2 + v * peak).exp() * balls.ball(peak) ** degree  # keeps numbers near 1

    def height(r: Ball) -> Ball:
        average = balls.hypergeometric([], [half], t * r * r)
        return (-r * r / 2).exp() / top * r**degree * balls.ball(average).sqrt()

    def slope(r: Ball) -> Ball:
        at = t * r * r
        quotient = balls.hypergeometric([], [half + 1], at) / balls.hypergeometric([], [half], at)
        return degree / r - r + t * r / half * quotient

    small = height(balls.ball(peak)) * balls.arb(2) ** (-bits - 8)
    reach = math.sqrt(1.4 * bits) + 2
    low, high = balls.ball(peak), balls.ball(peak)
    for _ in range(40):
        steep = high * high - v * high - d
        if steep > 0 and height(high) * high * (1 + 1 / steep) < small:
            break
        high, reach = balls.ball(peak) + balls.fmpq(int(16 * reach), 16), reach * 1.2
    gap = 1.0
    for _ in range(4000):
        if slope(low) > 0 and height(low) * low < small:
            break
        gap *= 1.05
        low = (
            (balls.ball(peak) - balls.fmpq(int(64 * gap), 64)).mid() if gap < start / 2 else (low * 0.8).mid()
        )
    steep = high * high - v * high - d
    angle = min(
        0.6, math.sqrt(0.7 * bits / balls.to_float(d + t))
    )  # turning costs about (d + t) angle^2 nats
    bound = _turned(d, t, balls.arb(angle)) / (top * balls.power(balls.ball(2), 1 - half) / balls.gamma(half))
    needed = float(((bound / small).log() + 3).upper().mid())
    step = balls.fmpq(1, int(needed / (6.28 * angle)) + 1)
    error = 2 * bound / ((2 * balls.arb.pi() * angle / step).exp() - 1)
    first = int(float((low.log() / step).floor().mid()))
    last = int(float((high.log() / step).ceil().mid()))
    total, factor = balls.arb(0), (balls.ball(step)).exp()
    r = (balls.ball(step) * first).exp()
    for _ in range(first, last + 1):
        total = total + height(r) * r
        r = r * factor
    before = height(low) * low / (1 - (-balls.ball(step)).exp()) * step
    after = height(high) * high * (step + 1 / steep)
    rest = error + before + after
    if not rest.is_finite():
        return balls.arb("nan")
    value = total * step + balls.arb(0, rest.upper())
    return value * top * balls.power(balls.ball(2), 1 - half) / balls.gamma(half)


def _turned(d: Rational, t: Rational, angle: Ball) -> Ball:
    """A bound of the mean of |g| along the turned lines."""
    cosine = (2 * angle).cos()
    size = t * angle.cos() ** 2 / cosine
    v, half, one = size.sqrt(), d / 2, balls.fmpq(1, 2)
    with balls.working_precision(128):
        shift = balls.gamma(half + one) / balls.gamma(half) * v * balls.arb(2).sqrt()
        by_length = balls.hypergeometric([half], [one], size / 2) + shift * balls.hypergeometric(
            [half + one], [3 * one], size / 2
        )
    bounds = [value for value in (size.exp(), by_length) if value.is_finite()]
    return min(bounds, key=lambda value: float(value.log().mid())).upper() * balls.power(cosine, -half)


class IsotropicRootByIntegral(BallFunction):
    """The same from 0 to a point beyond which it is negligible, by FLINT's adaptive quadrature: for short vectors."""

    nargs = 2

    @staticmethod
    def ball(d: Rational, t: Rational) -> Ball:
        """The rest is at most f(R)/(R - v - (d-1)/R)."""
        v, half, degree = balls.ball(t).sqrt(), d / 2, int(d.p) - 1
        end = balls.fmpq(
            int(_peak(balls.to_float(d), balls.to_float(t)) + math.sqrt(1.4 * balls.precision()) + 3)
        )

        def density(r: ComplexBall, analytic: bool) -> ComplexBall:
            average = balls.acb(t * r * r).hypgeom_0f1(balls.ball(half))
            return (-r * r / 2).exp() * r**degree * balls.power(average, balls.fmpq(1, 2), analytic)

        drop = end - v - degree / balls.ball(end)
        if not drop > 0:
            return balls.arb("nan")
        rest = (abs(density(balls.acb(end), False)) / drop).upper()
        value = balls.integrate(density, balls.fmpq(0), end) + balls.arb(0, rest)
        return value * balls.power(balls.ball(2), 1 - half) / balls.gamma(half)

    @staticmethod
    def oracle(ctx: MpContext, d: MpNumber, t: MpNumber) -> MpNumber:
        """As the other form."""
        return IsotropicRoot.oracle(ctx, d, t)

    def _latex(self, printer: Printer, *_: object) -> str:
        d, t = (printer.doprint(argument) for argument in self.args)
        return rf"\mathbb E\sqrt{{{{}}_0F_1(;{d}/2;{t}\,r^2)}}"
