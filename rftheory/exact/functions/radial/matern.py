"""The Matern kernel in the exact parameter y = (x/2)^2, x = sqrt(2 nu) z/l, continued to 1 at y = 0."""

from __future__ import annotations

from rftheory.exact import balls
from rftheory.exact.functions.ball_function import BallFunction, Printer
from rftheory.exact.numerics.bessel_integral import bessel_integral
from rftheory.exact.scalars import MpContext, MpNumber, Real


class MaternKernel(BallFunction):
    """(2/Gamma(nu)) y^(nu/2) K_nu(2 sqrt y) = E exp(-y/G), G of the Gamma law of shape nu; nu > 0, y >= 0."""

    nargs = 2
    plain = """\
def MaternKernel(nu, y):
    return 2*y**(mpf(nu)/2)*besselk(nu, 2*sqrt(y))/gamma(nu) if y else mpf(1)
"""

    @staticmethod
    def ball(nu: Real, y: Real) -> Real:
        """By FLINT's Bessel function, at many digits and large orders by quadrature; exactly 1 at y = 0."""
        if isinstance(y, balls.fmpq) and y == 0:
            return balls.fmpq(1)
        if not (nu > 0 and y > 0):
            return balls.arb("nan")
        balls.spend()
        return bessel_integral(nu, y) * balls.reciprocal_gamma(nu)

    @staticmethod
    def oracle(ctx: MpContext, nu: MpNumber, y: MpNumber) -> MpNumber:
        """The mean over the Gamma variable, by plain quadrature."""
        if y == 0:
            return ctx.mpf(1)
        root = ctx.sqrt(nu * nu + 4 * y)
        t = (nu + root) / 2
        width, peak = 1 / ctx.sqrt(t + y / t), nu * ctx.log(t) - t - y / t
        left = ctx.log1p(300 * t / y) + 12 * width if y else 90 * width
        right = ctx.log1p(300 / (t)) + 12 * width  # beyond both the exponential is far below the value
        steps = [ctx.log(t) - left, ctx.log(t) - width, ctx.log(t) + width, ctx.log(t) + right]

        def height(u: MpNumber) -> MpNumber:
            return ctx.exp(nu * u - ctx.exp(u) - y * ctx.exp(-u) - peak)

        return ctx.quad(height, steps) * ctx.exp(peak - ctx.loggamma(nu))

    def _latex(self, printer: Printer, *_: object) -> str:
        nu, y = (printer.doprint(argument) for argument in self.args)
        return rf"\tfrac{{2}}{{\Gamma({nu})}}\left({y}\right)^{{{nu}/2}}K_{{{nu}}}\left(2\sqrt{{{y}}}\right)"
