"""Means over a Gamma variable or its inverse, by certified quadrature: no Bessel function is used."""

from __future__ import annotations

from rftheory.exact import balls
from rftheory.exact.functions.ball_function import BallFunction, Printer
from rftheory.exact.numerics.log_concave import GammaCurve
from rftheory.exact.scalars import Ball, MpContext, MpNumber, Real


class GammaIntegral(BallFunction):
    """int_0^oo t^(a-1) exp(-(1+q) t - p/t) dt for real a and p, q >= 0, with a > 0 or p > 0."""

    nargs = 3
    plain = """\
def GammaIntegral(a, p, q):
    peak = log((a + sqrt(a*a + 4*p*(1 + q)))/(2*(1 + q))) if a > 0 else log(2*p/(sqrt(a*a + 4*p*(1 + q)) - a))
    return quad(lambda u: exp(a*u - (1 + q)*exp(u) - p*exp(-u)), [-inf, peak - 8, peak - 1, peak, peak + 1, peak + 8, inf])
"""

    @staticmethod
    def ball(a: Real, p: Real, q: Real) -> Ball:
        """By the trapezoidal rule along t = e^u, with proved errors; nan outside its domain."""
        if not (p >= 0 and q >= 0 and (a > 0 or p > 0)):
            return balls.arb("nan")
        if isinstance(p, balls.fmpq) and p == 0:
            return _without_inverse(a, q)
        return GammaCurve(a, p, 1 + q).integral()

    @staticmethod
    def oracle(ctx: MpContext, a: MpNumber, p: MpNumber, q: MpNumber) -> MpNumber:
        """Plain quadrature along t = e^u, in pieces around the peak."""
        root, scale = ctx.sqrt(a * a + 4 * p * (1 + q)), 1 + q
        t = (a + root) / (2 * scale) if a > 0 else 2 * p / (root - a)
        width = 1 / ctx.sqrt(scale * t + p / t)
        left = ctx.log1p(300 * t / p) + 12 * width if p else 90 * width
        right = (
            ctx.log1p(300 / (scale * t)) + 12 * width
        )  # beyond both the exponential is far below the value
        steps = [ctx.log(t) - left, ctx.log(t) - width, ctx.log(t) + width, ctx.log(t) + right]
        peak = a * ctx.log(t) - scale * t - p / t

        def height(u: MpNumber) -> MpNumber:
            return ctx.exp(a * u - scale * ctx.exp(u) - p * ctx.exp(-u) - peak)

        return ctx.quad(height, steps) * ctx.exp(peak)

    def _latex(self, printer: Printer, *_: object) -> str:
        a, p, q = (printer.doprint(argument) for argument in self.args)
        return rf"\int_0^\infty t^{{{a}-1}}e^{{-(1+{q})t-({p})/t}}\,dt"


def _without_inverse(a: Real, q: Real) -> Ball:
    """The integral for p = 0, by parts from a larger exponent, where the integrand falls off sooner."""
    steps = max(0, balls.precision() // 8 - int(balls.to_float(a)))
    factor = balls.arb(1)
    for k in range(steps):
        factor = factor * (1 + q) / (a + k)
    return factor * GammaCurve(a + steps, balls.fmpq(0), 1 + q).integral()
