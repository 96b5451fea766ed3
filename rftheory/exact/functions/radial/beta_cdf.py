"""The regularised incomplete Beta function by a series of positive terms, at shapes of any size."""

from __future__ import annotations

import math

from rftheory.exact import balls
from rftheory.exact.functions.ball_function import BallFunction, Printer
from rftheory.exact.numerics.enclosing import enclose
from rftheory.exact.scalars import Ball, MpContext, MpNumber, Real

_MOST = 2_000_000  # terms: some seconds
_LONG = 100_000  # so many that what the complement loses is nothing beside them


class BetaCdf(BallFunction):
    """I_x(a, b), the distribution function of the Beta law with shapes a, b > 0 at 0 <= x <= 1."""

    nargs = 3
    plain = """\
def BetaCdf(a, b, x):
    return betainc(a, b, 0, x, regularized=True)
"""

    @staticmethod
    def ball(a: Real, b: Real, x: Real) -> Real:
        """The series from 0, or beyond the mean the complement of that from 1 where it is the shorter one; a very long one by Pfaff's transformation."""
        if isinstance(x, balls.fmpq) and x in (0, 1):
            return x
        if not (a > 0 and b > 0 and 0 < x < 1):
            return balls.arb("nan")
        long = _terms(a, b, x)
        shorter = _terms(b, a, 1 - x) < long
        if long > _LONG:
            series = balls.pfaff(a + b, balls.fmpq(1), a + 1, balls.ball(x))
            if balls.is_finite(series):
                return series * _front(a, b, x)
        if shorter and (long > _LONG or x * (a + b + 2) > a + 1):
            return 1 - _lower(b, a, 1 - x)
        return _lower(a, b, x)

    @staticmethod
    def oracle(ctx: MpContext, a: MpNumber, b: MpNumber, x: MpNumber) -> MpNumber:
        """Quadrature of the density along the logarithm of the odds."""
        if x in (0, 1):
            return ctx.mpf(x)
        middle, width = ctx.log(ctx.mpf(a) / b), ctx.sqrt(ctx.mpf(a + b) / a / b)
        end, peak = (
            ctx.log(x / (1 - ctx.mpf(x))),
            a * ctx.log(ctx.mpf(a) / (a + b)) + b * ctx.log(ctx.mpf(b) / (a + b)),
        )
        steps = [end] + [
            p for k in (10, 4, 1, -1, -4, -10, -30, -90, -200) if (p := middle + k * width) < end
        ]
        slope = ctx.mpf(1) / a
        steps += [steps[-1] - k * slope for k in (10, 40, 100)]

        def height(u: MpNumber) -> MpNumber:
            up, down = -ctx.log1p(ctx.exp(-u)), -ctx.log1p(ctx.exp(u))
            return ctx.exp(a * up + b * down - peak)

        mass = ctx.exp(peak - ctx.loggamma(a) - ctx.loggamma(b) + ctx.loggamma(a + b))
        return ctx.quad(height, steps[::-1]) * mass

    def _latex(self, printer: Printer, *_: object) -> str:
        a, b, x = (printer.doprint(argument) for argument in self.args)
        return rf"I_{{{x}}}\left({a},{b}\right)"


def _terms(a: Real, b: Real, x: Real) -> float:
    """About how many terms the series has: up to its peak, and from there on."""
    one, two, place = (balls.to_float(value) for value in (a, b, x))
    if not 0 < place < 1:
        return math.inf
    peak = max(0.0, ((one + two) * place - one - 1) / (1 - place))
    return 2 * peak - 0.7 * balls.precision() / math.log(place)


def _lower(a: Real, b: Real, x: Real) -> Ball:
    """x^a (1-x)^b/(a B(a, b)) 2F1(a+b, 1; a+1; x): ratios of terms tend to x monotonically."""
    total, term, small = balls.arb(1), balls.arb(1), balls.arb(2) ** (-balls.precision() - 4)
    for k in range(_MOST):
        ratio = balls.ball((a + b + k) * x / (a + 1 + k))
        largest = ratio.max(balls.ball(x))
        if largest < 1 and term * largest < small * (1 - largest):
            break
        term = term * ratio
        total = total + term
    else:
        return balls.arb("nan")
    balls.spend(k // 100 + 1)
    rest = (term * largest / (1 - largest)).upper()
    return enclose(total, rest) * _front(a, b, x)


def _front(a: Real, b: Real, x: Real) -> Ball:
    """x^a (1-x)^b/(a B(a, b))."""
    front = balls.power(balls.ball(x), a) * balls.power(balls.ball(1 - x), b) / a
    return front * balls.gamma(balls.ball(a + b)) * balls.reciprocal_gamma(a) * balls.reciprocal_gamma(b)
