"""How many ordered pairs of projections share a block: full blocks of d rows and one rest block."""

from __future__ import annotations

from rftheory.exact import balls
from rftheory.exact.functions.ball_function import BallFunction, Printer
from rftheory.exact.scalars import MpContext, MpNumber, Rational


class BlockPairs(BallFunction):
    """sum_k b_k (b_k - 1) over the block sizes b_k of m projections in R^d."""

    nargs = 2

    @staticmethod
    def ball(d: Rational, m: Rational) -> Rational:
        """Exact, from the quotient and the rest of m by d."""
        full, rest = divmod(int(m.p), int(d.p))
        return balls.fmpq(full) * d * (d - 1) + rest * (rest - 1)

    @staticmethod
    def oracle(ctx: MpContext, d: MpNumber, m: MpNumber) -> MpNumber:
        """Row by row: each has its block's rows less itself for company."""
        size, count = int(d), int(m)
        blocks = [min(size, count - start) for start in range(0, count, size)]
        return ctx.mpf(sum(block - 1 for block in blocks for _ in range(block)))

    def _latex(self, printer: Printer, *_: object) -> str:
        d, m = (printer.doprint(a) for a in self.args)
        return rf"\textstyle\sum_k b_k(b_k-1)\big|_{{{m}={{\lfloor {m}/{d}\rfloor}}\,{d}+b}}"
