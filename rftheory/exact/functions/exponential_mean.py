"""The mean of exponentials over given rows, the estimate of a complex exponential map: parts that cancel are exactly 0."""

from __future__ import annotations

from fractions import Fraction

from rftheory.exact import balls
from rftheory.exact.balls import Gaussian
from rftheory.exact.functions.ball_function import BallFunction, Printer
from rftheory.exact.functions.complex_vectors import Dot, MpRows, MpVector, Rows, Vector, inner
from rftheory.exact.scalars import ComplexBall, MpContext, MpNumber, Real


class ExponentialMean(BallFunction):
    """(1/m) sum_i exp(c + w_i.z) over the rows of W: equal and conjugate exponents are gathered before summing."""

    nargs = 3

    @staticmethod
    def ball(W: Rows, z: Vector, c: Gaussian) -> Real | ComplexBall:
        """Parts that cancel exactly come out as 0."""
        terms: dict[tuple[Fraction, Fraction], list[int]] = {}
        for row in W:
            real, imaginary = (balls.as_fraction(part) for part in balls.parts(c + inner(row, z)))
            counts = terms.setdefault((real, abs(imaginary)), [0, 0])
            counts[0] += 1
            counts[1] += (imaginary > 0) - (imaginary < 0)
        total: list[Real] = [balls.fmpq(0), balls.fmpq(0)]
        for (real, imaginary), (number, signed) in terms.items():
            size, angle = balls.ball(balls.exact(real)).exp(), balls.ball(balls.exact(imaginary))
            total[0] = total[0] + number * size * angle.cos()
            if signed:
                total[1] = total[1] + signed * size * angle.sin()
        real_mean, imaginary_mean = (part / len(W) for part in total)
        if isinstance(imaginary_mean, balls.fmpq):
            return real_mean
        return balls.acb(real_mean, imaginary_mean)

    @staticmethod
    def oracle(ctx: MpContext, W: MpRows, z: MpVector, c: MpNumber) -> MpNumber:
        """The plain mean."""
        return ctx.fsum(ctx.exp(c + Dot.oracle(ctx, row, z)) for row in W) / len(W)

    def _latex(self, printer: Printer, *_: object) -> str:
        W, z, c = (printer.doprint(a) for a in self.args)
        return rf"\frac1m\sum_ie^{{{c}+{W}_i\cdot {z}}}"
