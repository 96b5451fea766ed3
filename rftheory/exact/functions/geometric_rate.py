"""The best parameter of geometric features: the sign change of an increasing slope, enclosed by certified signs."""

from __future__ import annotations

from collections.abc import Sequence

from rftheory.exact import balls
from rftheory.exact.functions.ball_function import BallFunction, Printer, listed
from rftheory.exact.functions.common_law import Entries, MpEntries, overlaps
from rftheory.exact.numerics.positive_root import Function
from rftheory.exact.scalars import Ball, MpContext, MpNumber, Rational


class GeometricRate(BallFunction):
    """p*: the p in (0, 1) with the least log second moment of geometric features, for inputs that overlap."""

    nargs = 2

    @staticmethod
    def ball(x: Entries, y: Entries) -> Ball:
        """The only root of the increasing derivative, enclosed by its signs at both ends."""
        sizes = [size for size in overlaps(x, y) if size != 0]
        dimension = len(listed(x))
        wanted = balls.precision()
        return _root(lambda odds: geometric_slope(sizes, dimension, odds), wanted)

    @staticmethod
    def oracle(ctx: MpContext, x: MpEntries, y: MpEntries) -> MpNumber:
        """The root of the derivative by bisection in plain arithmetic."""
        pairs = list(zip(listed(x), listed(y), strict=True))
        sizes = [abs(ctx.mpf(a) * b) for a, b in pairs]

        def slope(p: MpNumber) -> MpNumber:
            root = ctx.sqrt(1 - p)
            total = ctx.fsum(
                t / root**3 * ctx.besseli(1, 2 * t / root) / ctx.besseli(0, 2 * t / root) for t in sizes
            )
            return total - len(sizes) / p

        low, high = ctx.mpf(10) ** -ctx.dps, 1 - ctx.mpf(10) ** (-ctx.dps // 2)
        for _ in range(4 * ctx.dps + 40):
            middle = (low + high) / 2
            low, high = (middle, high) if slope(middle) < 0 else (low, middle)
        return low

    def _latex(self, printer: Printer, *_: object) -> str:
        return rf"p^*({','.join(printer.doprint(a) for a in self.args)})"


def geometric_slope(sizes: Sequence[Rational], dimension: int, odds: Ball) -> Ball:
    """(1-p) psi'(p) at the odds p/(1-p): sum_l t (1-p)^(-1/2) I_1/I_0 - d/odds, increasing in the odds."""
    rest = 1 / (1 + odds)
    total = balls.arb(0)
    for size in sizes:
        argument = balls.ball(size) / rest.sqrt()
        square = argument * argument
        quotient = balls.hypergeometric([], [balls.fmpq(2)], square) / balls.hypergeometric(
            [], [balls.fmpq(1)], square
        )
        total = total + argument * argument * quotient
    return total - dimension / odds


def _root(slope: Function, wanted: int) -> Ball:
    """p = odds/(1+odds) at the certified sign change of an increasing function of the odds."""
    low, high = balls.arb(1), balls.arb(1)
    with balls.working_precision(128):
        while not slope(low) < 0:
            low = (low / 16).mid()
        while not slope(high) > 0:
            high = (high * 16).mid()
    bits = 64
    while True:
        with balls.working_precision(max(128, 2 * bits)):
            low, high = _narrowed(slope, low, high, bits)
            if bits > wanted + 8:
                odds = low.union(high)
                return odds / (1 + odds)
        bits = min(2 * bits, wanted + 16) if bits < wanted + 16 else wanted + 17


def _narrowed(slope: Function, low: Ball, high: Ball, bits: int) -> tuple[Ball, Ball]:
    """The bracket down to a relative width of 2^-bits: a secant step with a certified margin, or bisection."""
    goal = balls.arb(2) ** (-bits)
    while not (high - low) < goal * low:
        under, over = slope(low), slope(high)
        secant = (low + (high - low) * (-under) / (over - under)).mid()
        margin = ((high - low) * (high - low) / low).mid()
        for point in (secant - margin, secant + margin, ((low + high) / 2).mid()):
            inner = point.mid()
            if not (inner > low and inner < high):
                continue
            value = slope(inner)
            if value < 0:
                low = inner
            elif value > 0:
                high = inner
    return low, high
