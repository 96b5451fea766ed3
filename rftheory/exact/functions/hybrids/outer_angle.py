"""Where theta sin(theta) comes down to a level, beyond pi/2: there the pieces of b_r have their inner minimum."""

from __future__ import annotations

import math

from rftheory.exact import balls
from rftheory.exact.functions.ball_function import BallFunction, Printer
from rftheory.exact.scalars import Ball, MpContext, MpNumber, Real

_FIRST, _LAST = 2.1, math.pi
"""theta sin(theta) falls between them, from 1.81 to 0: its slope sin + theta cos is negative from 2.03 on."""
_AROUND = 1e-9


class OuterAngle(BallFunction):
    """The largest root of theta sin(theta) = q below pi, for 0 < q <= 3/2."""

    nargs = 1

    @staticmethod
    def ball(q: Real) -> Ball:
        """A change of sign around a float's root, then Newton in balls."""
        target = balls.ball(q)
        if not (target > 0 and target <= balls.fmpq(3, 2)):
            return balls.arb("nan")
        wanted, near = balls.precision(), _near(balls.to_float(target))
        with balls.working_precision(wanted + 30):
            low, high = (balls.arb(near + side * _AROUND) for side in (-1, 1))
            if not (low * low.sin() > target and high * high.sin() < target):
                return balls.arb("nan")
            found = low.union(high)
            for _ in range(wanted):
                middle = found.mid()
                rest = middle * middle.sin() - target
                following = middle - rest / (found.sin() + found * found.cos())
                if not following.rad() < found.rad() / 2:
                    break
                found = following.intersection(found)
            return found

    @staticmethod
    def oracle(ctx: MpContext, q: MpNumber) -> MpNumber:
        """A root finder between 2.1 and pi."""
        level = ctx.mpf(q)
        return ctx.findroot(
            lambda t: t * ctx.sin(t) - level, (ctx.mpf(21) / 10, ctx.pi), solver="anderson", tol=ctx.eps**2
        )

    def _latex(self, printer: Printer, *_: object) -> str:
        return rf"\theta^{{**}}\left({printer.doprint(self.args[0])}\right)"


def _near(level: float) -> float:
    """The root as a float, by halving."""
    low, high = _FIRST, _LAST
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if middle * math.sin(middle) > level else (low, middle)
    return low
