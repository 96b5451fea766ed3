"""The largest entry of a list of rational numbers."""

from __future__ import annotations

from rftheory.exact.functions.ball_function import BallFunction, Printer
from rftheory.exact.functions.complex_vectors import MpVector, RealVector
from rftheory.exact.scalars import MpContext, MpNumber, Rational


class LargestEntry(BallFunction):
    """max_i a_i of a list."""

    nargs = 1

    @staticmethod
    def ball(a: RealVector) -> Rational:
        """Exact."""
        return max(a)

    @staticmethod
    def oracle(ctx: MpContext, a: MpVector) -> MpNumber:
        """In floating point."""
        return max(ctx.mpf(entry) for entry in a)

    def _latex(self, printer: Printer, *_: object) -> str:
        return rf"\max_i {printer.doprint(self.args[0])}_i"
