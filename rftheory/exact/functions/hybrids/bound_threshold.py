"""Where the printed bound of the angular hybrid's largest error stops to hold, and a cover of everything else.

The bound (27) of hrf says r^2 F(r) <= C_n (1 - e^(-4r^2))^2, F = 2m eps^2 e^(-4r^2) at the worst angle and
C_n = 1/pi - 1/(n pi) + 1/(n sqrt(pi)). It holds up to `safe(n)` and fails from `hopeless(n)` on: both are proved
by hand (statements of `beyond`), and every n has its change of sign between them.
"""

from __future__ import annotations

from fractions import Fraction

from rftheory.errors import BudgetError, PrecisionError
from rftheory.exact import balls
from rftheory.exact.functions.ball_function import BallFunction, Printer
from rftheory.exact.functions.hybrids.angular_maximum import LargestError, two_radii
from rftheory.exact.numerics.root_bracketing import crossing
from rftheory.exact.scalars import Ball, MpContext, MpNumber, Rational, Real

_BOXES = 2000  # each a maximum over the angle
# as c0 + c1 n, rounded to the side on which they are proved
SAFE = (Fraction("1.0021"), Fraction("0.3133"))
HOPELESS = (Fraction("2.03"), Fraction("2.11"))


def safe(n: Rational) -> Rational:
    """A radius up to which the bound holds: 1.0021 + 0.3133 n."""
    return balls.exact(SAFE[0]) + balls.exact(SAFE[1]) * n


def hopeless(n: Rational) -> Rational:
    """A radius from which on the bound fails: 2.03 + 2.11 n."""
    return balls.exact(HOPELESS[0]) + balls.exact(HOPELESS[1]) * n


class BoundThreshold(BallFunction):
    """r*(n): where the largest relative error of the angular hybrid crosses the bound (27) of hrf."""

    nargs = 1

    @staticmethod
    def ball(n: Real) -> Ball:
        """Secants between certified signs, from the proved bracket."""
        if not (isinstance(n, balls.fmpq) and n >= 1):
            return balls.arb("nan")
        wanted = balls.precision()
        try:
            with balls.working_precision(2 * wanted + 40):
                return crossing(lambda r: excess(n, r), safe(n), hopeless(n), wanted)
        except PrecisionError:
            return balls.arb("nan")

    @staticmethod
    def oracle(ctx: MpContext, n: MpNumber) -> MpNumber:
        """Bisection of the plain excess."""
        n = ctx.mpf(n)
        constant = 1 / ctx.pi - 1 / (n * ctx.pi) + 1 / (n * ctx.sqrt(ctx.pi))
        low, high = (ctx.mpf(float(c[0] + c[1] * int(n))) for c in (SAFE, HOPELESS))
        for _ in range(int(ctx.prec) // 2):
            middle = (low + high) / 2
            excess = middle**2 * LargestError.oracle(ctx, n, middle)
            low, high = (
                (low, middle) if excess > constant * ctx.expm1(-4 * middle**2) ** 2 else (middle, high)
            )
        return (low + high) / 2

    def _latex(self, printer: Printer, *_: object) -> str:
        return rf"r^*\left({printer.doprint(self.args[0])}\right)"


def constant(n: Rational) -> Ball:
    """C_n."""
    return (1 - 1 / n) / balls.arb.pi() + 1 / n / balls.arb.pi().sqrt()


def excess(n: Rational, r: Rational) -> Ball:
    """r^2 F(r) - C_n (1 - e^(-4r^2))^2 at a rational r: positive where the bound fails."""
    return r * r * LargestError.ball(n, r) - constant(n) * balls.ball(-4 * r * r).expm1() ** 2


def cover(n: int, low: Fraction, high: Fraction, *, holds: bool) -> int:
    """How many boxes prove that the bound holds (or fails) for every r in [low, high]; BudgetError beyond 2000."""
    count, size = balls.exact(n), 0
    stack = [(balls.exact(low), balls.exact(high))]
    with balls.working_precision(90):
        while stack:
            a, b = stack.pop()
            size += 1
            if size > _BOXES:
                raise BudgetError(f"more than {_BOXES} boxes between {float(low)} and {float(high)}")
            inner, outer = (b, a) if holds else (a, b)
            error = inner * inner * two_radii(count, outer, inner)
            room = constant(count) * balls.ball(-4 * outer * outer).expm1() ** 2
            if not (error < room if holds else error > room):
                middle = (a + b) / 2
                stack += [(a, middle), (middle, b)]
    return size
