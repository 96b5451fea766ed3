"""The tails of one positive exponential projection Z about the kernel K: tails of the noncentral chi-square law."""

from __future__ import annotations

from rftheory.errors import PrecisionError
from rftheory.exact import balls
from rftheory.exact.functions.ball_function import BallFunction, Printer
from rftheory.exact.functions.noncentral.chi_square import noncentral_lower, noncentral_upper
from rftheory.exact.functions.noncentral.projection import GUARD, half_noncentrality, kernel, largest, levels
from rftheory.exact.functions.noncentral.quadrature import lower_by_rule, upper_by_rule
from rftheory.exact.scalars import MpContext, MpNumber, Rational, Real

_WIDE = 10**6  # half a noncentrality, from which quadrature beats the sum
_WIDEST = 10**10  # half a noncentrality whose window of about 20 sqrt(half) terms is the longest sum


def _level_tail(d: Rational, A: Rational, v2: Rational, n2: Rational, eps: Rational, side: int) -> Real:
    """P[Z >= K + eps] (side 1), a lower tail of R, or P[Z <= K - eps] (side -1), an upper one; 0 where no Z is there."""
    with balls.working_precision(balls.precision() + GUARD):
        top, level, half = largest(d, A, v2, n2), kernel(v2, n2) + side * eps, half_noncentrality(A, v2)
        positive, inside = balls.sign(level), balls.sign(top - level)
        if positive is None or inside is None:
            return balls.arb("nan")
        if positive <= 0 or inside <= 0:
            return balls.fmpq(0)
        y = (balls.ball(top) / level).log() / (-4 * A)
        if half > _WIDE:
            value = lower_by_rule(d, half, y) if side > 0 else upper_by_rule(d, half, y)
            if balls.is_finite(value):
                return value
        if half > _WIDEST:
            raise PrecisionError("the noncentrality is too large for a sum of Poisson weights")
        return noncentral_lower(d, half, y) if side > 0 else noncentral_upper(d, half, y)


def _below(ctx: MpContext, d: MpNumber, A: MpNumber, v2: MpNumber, radius: MpNumber) -> MpNumber:
    """P[R <= radius] by quadrature over the component along x + y, and a chi-square law across it."""
    shift = ctx.sqrt((1 - 4 * A) * v2) / (-4 * A)

    order, root = (d - 1) / ctx.mpf(2), ctx.sqrt(radius)

    def body(angle: MpNumber) -> MpNumber:
        normal = (
            ctx.exp(-((root * ctx.sin(angle) - shift) ** 2) / 2)
            / ctx.sqrt(2 * ctx.pi)
            * root
            * ctx.cos(angle)
        )
        if d == 1:
            return normal
        rest = radius * ctx.cos(angle) ** 2 / 2
        series = ctx.hyp1f1(1, order + 1, rest) * ctx.exp(-rest)
        return normal * rest**order / ctx.gamma(order + 1) * series

    return ctx.quad(body, ctx.linspace(-ctx.pi / 2, ctx.pi / 2, 5))


class ProjectionUpperTail(BallFunction):
    """P[Z - K >= eps] of one positive projection for the Gaussian kernel, real A < 0; arguments d, A, |x+y|^2, n2, eps."""

    nargs = 5

    @staticmethod
    def ball(d: Rational, A: Rational, v2: Rational, n2: Rational, eps: Rational) -> Real:
        """A lower tail of the noncentral chi-square law, 0 from Z_max on."""
        value = _level_tail(d, A, v2, n2, eps, 1)
        return value if isinstance(value, balls.fmpq) else +value

    @staticmethod
    def oracle(
        ctx: MpContext, d: MpNumber, A: MpNumber, v2: MpNumber, n2: MpNumber, eps: MpNumber
    ) -> MpNumber:
        """Quadrature."""
        high, _, top = levels(ctx, d, A, v2, n2, eps)
        return _below(ctx, d, A, v2, ctx.log(top / high) / (-2 * A)) if high < top else ctx.mpf(0)

    def _latex(self, printer: Printer, *_: object) -> str:
        return rf"\Pr\left[Z-K\ge {printer.doprint(self.args[4])}\right]"


class ProjectionTail(BallFunction):
    """P[|Z - K| >= eps]; arguments as ProjectionUpperTail."""

    nargs = 5

    @staticmethod
    def ball(d: Rational, A: Rational, v2: Rational, n2: Rational, eps: Rational) -> Real:
        """Both tails."""
        value = sum((_level_tail(d, A, v2, n2, eps, side) for side in (1, -1)), balls.fmpq(0))
        return value if isinstance(value, balls.fmpq) else +value

    @staticmethod
    def oracle(
        ctx: MpContext, d: MpNumber, A: MpNumber, v2: MpNumber, n2: MpNumber, eps: MpNumber
    ) -> MpNumber:
        """Quadrature."""
        high, low, top = levels(ctx, d, A, v2, n2, eps)
        total = _below(ctx, d, A, v2, ctx.log(top / high) / (-2 * A)) if high < top else ctx.mpf(0)
        return total + (1 - _below(ctx, d, A, v2, ctx.log(top / low) / (-2 * A)) if low > 0 else 0)

    def _latex(self, printer: Printer, *_: object) -> str:
        return rf"\Pr\left[|Z-K|\ge {printer.doprint(self.args[4])}\right]"
