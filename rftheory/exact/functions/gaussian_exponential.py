"""Means of exponentials of one Gaussian variable, of a linear or of a quadratic exponent, by rigorous quadrature."""

from __future__ import annotations

from rftheory.exact import balls
from rftheory.exact.balls import Scalar
from rftheory.exact.functions.ball_function import BallFunction, Printer
from rftheory.exact.functions.complex_vectors import MpVector, Vector
from rftheory.exact.scalars import Ball, ComplexBall, MpContext, MpNumber, Rational


class GaussianMoment(BallFunction):
    """prod_k E exp(g u_k), g ~ N(0, 1): by rigorous quadrature of every factor over the real line, entries exact."""

    nargs = 1

    @staticmethod
    def ball(u: Vector) -> Scalar:
        """Each factor is integrated where the density counts, the rest bounded by two normal tails."""
        total: Scalar = balls.fmpq(1)
        for entry in u:
            total = total * _factor(*balls.parts(entry))
        return total

    @staticmethod
    def oracle(ctx: MpContext, u: MpVector) -> MpNumber:
        """Plain quadrature of each factor."""
        bounds: list[MpNumber | float] = [-ctx.inf, -8, -2, 2, 8, ctx.inf]

        def factor(entry: MpNumber) -> MpNumber:
            return ctx.quad(lambda g: ctx.exp(g * entry) * ctx.npdf(g), bounds)

        return ctx.fprod(factor(entry) for entry in u)

    def _latex(self, printer: Printer, *_: object) -> str:
        return rf"\prod_k\int e^{{g\,({printer.doprint(self.args[0])})_k}}\varphi(g)\,dg"


class GaussianExponential(BallFunction):
    """E exp(a g^2 + b g), g ~ N(0, 1), for complex a and b with Re a < 1/2: by rigorous quadrature over the real line."""

    nargs = 2
    plain = """\
def GaussianExponential(a, b):
    middle, width = re(b)/(1 - 2*re(a)), 1/sqrt(mpf(1)/2 - re(a))
    cuts = [middle + width*k for k in (-14, -7, -3, -1, 0, 1, 3, 7, 14)]
    return quad(lambda g: exp(a*g*g + b*g)*npdf(g), cuts)
"""

    @staticmethod
    def ball(a: Scalar, b: Scalar) -> Ball | ComplexBall:
        """The integral where the density counts; both tails are at most those of exp(-p g^2 + q |g|)."""
        p, q = balls.fmpq(1, 2) - balls.parts(a)[0], abs(balls.ball(balls.parts(b)[0]))
        if not p > 0:
            return balls.arb("nan")
        width, push = balls.to_float(p), balls.to_float(q)
        waves = balls.to_float(abs(balls.ball(b))) ** 2 / width
        with balls.working_precision(int(balls.precision() + 0.8 * waves) + 40):
            half = push / (2 * width)
            reach = balls.fmpq(int(16 * (half + ((balls.precision() + 30) / width) ** 0.5)) + 1, 16)
            real = balls.parts(a)[1] == 0 and balls.parts(b)[1] == 0
            curve, slope = balls.ball(a) - balls.arb(balls.fmpq(1, 2)), balls.ball(b)
            value = balls.integrate(lambda g, _: ((curve * g + slope) * g).exp(), -reach, reach, real)
            root = balls.ball(p).sqrt()
            beyond = (q * q / (4 * p)).exp() / root * (root * (reach - q / (2 * p))).erfc()
            tail = balls.arb(0, (beyond * balls.arb.pi().sqrt()).upper())
            return (value + (tail if real else balls.acb(tail, tail))) / (2 * balls.arb.pi()).sqrt()

    @staticmethod
    def oracle(ctx: MpContext, a: MpNumber, b: MpNumber) -> MpNumber:
        """Plain quadrature around the peak of the modulus."""
        p = ctx.mpf(1) / 2 - ctx.re(a)
        middle, width = ctx.re(b) / (2 * p), 1 / ctx.sqrt(p)
        cuts = [middle + width * k for k in (-14, -7, -3, -1, 0, 1, 3, 7, 14)]
        return ctx.quad(lambda g: ctx.exp(a * g * g + b * g) * ctx.npdf(g), cuts)

    def _latex(self, printer: Printer, *_: object) -> str:
        a, b = (printer.doprint(argument) for argument in self.args)
        return rf"\int e^{{{a}g^2+{b}g}}\varphi(g)\,dg"


def _factor(real: Rational, imaginary: Rational) -> Ball | ComplexBall:
    """E exp(g (a + ib)); the tails beyond R are at most e^(a^2/2) erfc((R - |a|)/sqrt 2)."""
    size, waves = abs(balls.to_float(real)), balls.to_float(imaginary)
    with balls.working_precision(int(balls.precision() + 0.73 * waves * waves) + 40):
        reach = balls.fmpq(int(size + (1.4 * balls.precision() + 40) ** 0.5) + 1)
        exponent = balls.gauss(real, imaginary)
        value = balls.integrate(
            lambda g, _: (g * balls.ball(exponent) - g * g / 2).exp(), -reach, reach, imaginary == 0
        )
        a = balls.ball(real)
        rest = (a * a / 2).exp() * ((reach - abs(a)) / balls.arb(2).sqrt()).erfc()
        tail = balls.arb(0, rest.upper())
        value = value / (2 * balls.arb.pi()).sqrt()
        return value + (tail if imaginary == 0 else balls.acb(tail, tail))
