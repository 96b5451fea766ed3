"""The exact maximum over the angle of the error of the hybrid with lambda = (1 - cos theta)/2."""

from __future__ import annotations

from fractions import Fraction

from rftheory.errors import PrecisionError
from rftheory.exact import balls
from rftheory.exact.functions.ball_function import BallFunction, Printer
from rftheory.exact.numerics.maximisation import Jet, Peak, Smooth, greatest, peaks
from rftheory.exact.scalars import Ball, MpContext, MpNumber, Rational, Real

_NEAREST = 400  # equally spaced s of the oracle, before its search


class LargestLinear(BallFunction):
    """max over s in [0, 1] of 4 e^(-4r^2) (s^2 sinh^2(2r^2 (1-s)) + (1-s)^2 sinh^2(2r^2 s)), s = sin^2(theta/2)."""

    nargs = 1

    @staticmethod
    def ball(r: Real) -> Ball:
        """Over s <= 1/2: the error is symmetric about 1/2."""
        if not (isinstance(r, balls.fmpq) and r > 0):
            return balls.arb("nan")
        try:
            return greatest(_error(r), _peaks(balls.as_fraction(r)))
        except PrecisionError:
            return balls.arb("nan")

    @staticmethod
    def oracle(ctx: MpContext, r: MpNumber) -> MpNumber:
        """A scan that is finer near 0 for large r, then golden-section search."""
        r = ctx.mpf(r)

        def error(s: MpNumber) -> MpNumber:
            parts = ((s, 1 - s), (1 - s, s))
            return 4 * ctx.exp(-4 * r * r) * sum(w * w * ctx.sinh(2 * r * r * t) ** 2 for w, t in parts)

        grid = [ctx.mpf(i) / (2 * _NEAREST) for i in range(_NEAREST + 1)]
        grid = sorted({*grid, *(min(grid[-1], 4 * s / (r * r)) for s in grid)})
        values = [error(s) for s in grid]
        best = values.index(max(values))
        low, high = grid[max(0, best - 1)], grid[min(len(grid) - 1, best + 1)]
        ratio = (ctx.sqrt(5) - 1) / 2
        for _ in range(int(ctx.prec * 0.8) + 20):
            left, right = high - ratio * (high - low), low + ratio * (high - low)
            low, high = (low, right) if error(left) > error(right) else (left, high)
        return max(error((low + high) / 2), values[best])

    def _latex(self, printer: Printer, *_: object) -> str:
        return rf"\max_\theta 2m\,e^{{-4r^2}}\epsilon^2\big|_{{r={printer.doprint(self.args[0])}}}"


@balls.kept(maxsize=1024)
def _peaks(r: Fraction) -> tuple[Peak, ...]:
    return peaks(_error(balls.exact(r)), balls.fmpq(0), balls.fmpq(1, 2), flat=True)


def _error(r: Rational) -> Smooth:
    """s^2 e^(-4r^2 s) (1 - e^(-4r^2 (1-s)))^2 and its mirror image."""
    size = -4 * r * r

    def half(s: Jet) -> Jet:
        decay: Jet = s * size
        lost: Jet = (1 - s) * size
        return s.squared() * decay.exp() * lost.expm1().squared()

    return lambda s: half(s) + half(1 - s)
