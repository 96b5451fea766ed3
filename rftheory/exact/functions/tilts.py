"""The real A with the least second moment of generalised exponential features, for both signs s, and where the signs are equal.

With u = log(1-8A) the log second moment at s = 1 is d log cosh(u/2) + (1+e^-u) t, t = |x+y|^2, up to a constant; its
slope (d/2) tanh(u/2) - t e^-u rises. At s = -1 and r = 1/(1-8A) it is d log((1+r)/(2 sqrt r)) + log(1 + e^(-(1+r)z)),
z = |x-y|^2, whose slope has the sign of (d/2)(r-1)/(r+1) - z r/(1+e^((1+r)z)); with q = (1+r)z the stationary
points are r = d(1+e^q)/(d(1+e^q)-2q), one for every q >= 0. The quotient of the two terms of the slope rises in r up
to 1+sqrt(2), and beyond 2.2571 the first exceeds the second (x/(1+e^x) < 0.27847), so there is one, between 1 and 2.2571.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from rftheory.exact import balls
from rftheory.exact.functions.ball_function import BallFunction, Printer
from rftheory.exact.numerics.positive_root import Function, positive_root
from rftheory.exact.scalars import Ball, MpContext, MpNumber, Rational, Real

_TOP = balls.fmpq(22571, 10000)  # 1/(1-8A) is below it at the minimum for s = -1: see above


class PositiveTilt(BallFunction):
    """log(1-8A) at the real A < 1/8 with the least second moment for s = 1, in dimension d at t = |x+y|^2."""

    nargs = 2

    @staticmethod
    def ball(d: Rational, t: Real) -> Real:
        """The only root of a rising slope, between two points with certified signs."""
        if t == 0:
            return balls.fmpq(0)

        def slope(u: Ball) -> Ball:
            return d * (u / 2).tanh() / 2 - t * (-u).exp()

        def curve(u: Ball) -> Ball:
            return d / (u / 2).cosh() ** 2 / 4 + t * (-u).exp()

        return _kept_root("positive", slope, curve, d, t, balls.ball(4 * t / (d + t)))

    @staticmethod
    def oracle(ctx: MpContext, d: MpNumber, t: MpNumber) -> MpNumber:
        """Bisection of the slope, which at t = 0 has its root at 0."""
        if t == 0:
            return ctx.mpf(0)
        return _bisected(ctx, lambda u: d * ctx.tanh(u / 2) / 2 - t * ctx.exp(-u))

    def _latex(self, printer: Printer, *_: object) -> str:
        d, t = (printer.doprint(argument) for argument in self.args)
        return rf"\operatorname{{argmin}}_u\left({d}\log\cosh\tfrac u2+(1+e^{{-u}}){t}\right)"


class NegativeTilt(BallFunction):
    """1/(1-8A) - 1 at the real A < 1/8 with the least second moment for s = -1, in dimension d at z = |x-y|^2."""

    nargs = 2

    @staticmethod
    def ball(d: Rational, z: Real) -> Real:
        """The only root h = r - 1 in (0, 1.2571): the slope is certified negative before it and positive after."""
        if z == 0:
            return balls.fmpq(0)

        def slope(h: Ball) -> Ball:
            return d * h * (1 + ((2 + h) * z).exp()) - 2 * z * (1 + h) * (2 + h)

        def curve(h: Ball) -> Ball:
            growth = ((2 + h) * z).exp()
            return d * (1 + growth) + d * h * z * growth - 2 * z * (3 + 2 * h)

        return _kept_root(
            "negative", slope, curve, d, z, 4 * z / (d * (1 + balls.ball(2 * z).exp())), _TOP - 1
        )

    @staticmethod
    def oracle(ctx: MpContext, d: MpNumber, z: MpNumber) -> MpNumber:
        """Bisection of the slope, which at z = 0 has its root at 0."""
        if z == 0:
            return ctx.mpf(0)
        return _bisected(ctx, lambda h: d * h * (1 + ctx.exp((2 + h) * z)) - 2 * z * (1 + h) * (2 + h))

    def _latex(self, printer: Printer, *_: object) -> str:
        d, z = (printer.doprint(argument) for argument in self.args)
        return rf"h^*\left({d},{z}\right)"


def _kept_root(
    name: str, slope: Function, curve: Function, d: Rational, t: Real, near: Ball, top: Rational | None = None
) -> Ball:
    """The root: kept at exact arguments, where a statement asks for it several times; as sharp as a ball t allows."""
    if not isinstance(t, balls.fmpq):
        with balls.working_precision(max(8, min(balls.precision(), balls.accuracy_bits(t) - 24))):
            return positive_root(slope, curve, near, top)
    key = (name, balls.as_fraction(d), balls.as_fraction(t), balls.precision())
    if key not in _ROOTS:
        if len(_ROOTS) > _MOST:
            _ROOTS.clear()
        _ROOTS[key] = positive_root(slope, curve, near, top)
    return _ROOTS[key]


_ROOTS: dict[tuple[str, Fraction, Fraction, int], Ball] = {}
_MOST = 4096  # roots kept: those of one run over all points of a statement


def _bisected(ctx: MpContext, slope: Callable[[MpNumber], MpNumber]) -> MpNumber:
    """A positive root by doubling and bisection."""
    low, high = ctx.mpf(0), ctx.mpf(1)
    while slope(high) < 0:
        low, high = high, 2 * high
    while low == 0 and slope(high / 2) > 0:
        high /= 2
    low = max(low, high / 2)
    for _ in range(int(ctx.prec) + 10):
        middle = (low + high) / 2
        low, high = (middle, high) if slope(middle) < 0 else (low, middle)
    return (low + high) / 2


class Crossover(BallFunction):
    """The z = |x-y|^2 at which the least variances over real A for s = 1 (at t = |x+y|^2) and s = -1 are equal.

    The logarithm of their quotient falls in z, by (1+r)/(1+e^((1+r)z)) - 1 < 0, from a positive value to -infinity:
    r(z) < e^((1+r)z), since r = d(1+e^q)/(d(1+e^q)-2q) is largest for d = 1 and there sinh q > q says so.
    """

    nargs = 2

    @staticmethod
    def ball(d: Rational, t: Real) -> Real:
        """The only root, between two points with certified signs."""
        with balls.working_precision(2 * balls.precision() + 128):
            tilt = PositiveTilt.ball(d, t)
            excess = d * (balls.ball(tilt) / 2).cosh().log() + (-balls.ball(tilt)).exp() * t

        def slope(z: Ball) -> Ball:
            return z - excess + negative_log(d, balls.ball(NegativeTilt.ball(d, z)), z)

        def curve(z: Ball) -> Ball:
            h = balls.ball(NegativeTilt.ball(d, z))
            return 1 - (2 + h) / (1 + ((2 + h) * z).exp())

        return positive_root(slope, curve, balls.ball(t).sqrt())

    @staticmethod
    def oracle(ctx: MpContext, d: MpNumber, t: MpNumber) -> MpNumber:
        """Bisection."""
        u = PositiveTilt.oracle(ctx, d, t)
        excess = d * ctx.log(ctx.cosh(u / 2)) + ctx.exp(-u) * t

        def slope(z: MpNumber) -> MpNumber:
            h = NegativeTilt.oracle(ctx, d, z)
            scale = d * ctx.log((2 + h) / (2 * ctx.sqrt(1 + h)))
            return z - excess + scale + ctx.log((1 + ctx.exp(-(2 + h) * z)) / 2)

        return _bisected(ctx, slope)

    def _latex(self, printer: Printer, *_: object) -> str:
        d, t = (printer.doprint(argument) for argument in self.args)
        return rf"z^*\left({d},{t}\right)"


def negative_log(d: Rational, h: Ball, z: Ball) -> Ball:
    """log E (Re Z)^2 for s = -1 at r = 1 + h."""
    scale = d * (1 + h * h / (4 * (1 + h))).log() / 2
    return scale + ((1 + (-(2 + h) * z).exp()) / 2).log()
