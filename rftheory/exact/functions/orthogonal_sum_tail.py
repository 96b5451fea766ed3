"""The tail of the sum of the projections of orthogonal Gaussian rows: a finite sum of Tricomi functions."""

from __future__ import annotations

from rftheory.exact import balls
from rftheory.exact.functions.ball_function import BallFunction, Printer
from rftheory.exact.scalars import MpContext, MpNumber, Rational, Real


class OrthogonalSumTail(BallFunction):
    """P[s_1 + .. + s_m > v sqrt(2 y)], s_i = omega_i.z for m orthogonal Gaussian rows, |z| = v; m d even, y >= 0.

    The sum is v R u_1 with R^2 of the chi-square law with m d degrees of freedom and u uniform on the sphere.
    """

    nargs = 3

    @staticmethod
    def ball(d: Rational, m: Rational, y: Real) -> Real:
        """Half of exp(-y) Gamma(d/2)/sqrt(pi) sum_k y^k/k! U((d-1)/2, k+1/2, y) over k < m d/2; d = 1: a normal tail."""
        if isinstance(y, balls.fmpq) and y == 0:
            return balls.fmpq(1, 2)
        x = balls.ball(y)
        if d == 1:
            return x.sqrt().erfc() / 2
        half, count = balls.fmpq(1, 2), m * d / 2
        if count.q != 1:
            return balls.arb("nan")
        order, total, weight = balls.ball((d - 1) / 2), balls.arb(0), balls.arb(1)
        for k in range(int(count.p)):
            total = total + weight * x.hypgeom_u(order, balls.ball(half + k))
            weight = weight * x / (k + 1)
        return total * (-x).exp() * balls.gamma(d / 2) / balls.arb.pi().sqrt() / 2

    @staticmethod
    def oracle(ctx: MpContext, d: MpNumber, m: MpNumber, y: MpNumber) -> MpNumber:
        """The chi-square tail of R^2 averaged over the angle."""
        if d == 1:
            return ctx.erfc(ctx.sqrt(y)) / 2
        weight = ctx.gamma(d / 2) / (ctx.sqrt(ctx.pi) * ctx.gamma((d - 1) / 2))

        def body(f: MpNumber) -> MpNumber:
            share = ctx.cos(f) ** 2
            tail = ctx.gammainc(m * d / 2, y / share, regularized=True) if share > ctx.eps else ctx.mpf(0)
            return ctx.sin(f) ** (d - 2) * tail

        return weight * ctx.quad(body, ctx.linspace(0, ctx.pi / 2, 9))

    def _latex(self, printer: Printer, *_: object) -> str:
        d, m, y = (printer.doprint(a) for a in self.args)
        return rf"\Pr\left[R_{{{m}{d}}}\,u_1>\sqrt{{2\cdot{y}}}\right]"
