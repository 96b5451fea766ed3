"""The covariance of two cosines along orthogonal directions given both mixing variables, for arguments of any size.

T = Gamma(n)/(2 pi i) int e^p p^n ((p + a)(p + b))^(-n) dp around the negative axis, n = d/2: for an integer n the residues at -a
and -b, which leave no large terms to cancel. Otherwise the integrand over e^p p^(-n) is bounded on the parabola of
`orthogonal_pair` like a square there.
"""

from __future__ import annotations

from rftheory.exact import balls
from rftheory.exact.functions.ball_function import BallFunction, Printer
from rftheory.exact.functions.radial.orthogonal_pair import on_parabola
from rftheory.exact.scalars import Ball, ComplexBall, MpContext, MpNumber, Rational, Real

_FAR = 200  # from where a parabola loses more bits than the residues take
_MOST = 2000  # order of a pole


class TwoScaleCovariance(BallFunction):
    """-ab int_0^1 t^(d/2) e^(-(a+b)t) 0F1(; 2; -ab t(1-t)) dt, d >= 2, a, b >= 0."""

    nargs = 3

    @staticmethod
    def ball(d: Rational, a: Rational, b: Rational) -> Real:
        """By residues or the trapezoidal rule on a parabola; exactly 0 where a or b is."""
        if not (d >= 2 and a >= 0 and b >= 0):
            return balls.arb("nan")
        if a == 0 or b == 0:
            return balls.fmpq(0)
        half = d / 2
        if half.q == 1 and half <= _MOST and min(a, b) > _FAR:
            mean = _residues(int(half.p), a, b)
        else:

            def transform(p: ComplexBall) -> ComplexBall:
                exponent = balls.acb(balls.ball(-half))
                value: ComplexBall = (1 + a / p).pow(exponent) * (1 + b / p).pow(exponent)
                return value

            mean = on_parabola(d, lambda _: transform, power=1)
        return mean - balls.ball(-a - b).exp()

    @staticmethod
    def oracle(ctx: MpContext, d: MpNumber, a: MpNumber, b: MpNumber) -> MpNumber:
        """The finite integral by plain quadrature."""
        half = ctx.mpf(d) / 2

        def at(t: MpNumber) -> MpNumber:
            value: MpNumber = t**half * ctx.exp(-(a + b) * t) * ctx.hyp0f1(ctx.mpf(2), -a * b * t * (1 - t))
            return value

        found: MpNumber = -a * b * ctx.quad(at, ctx.linspace(0, 1, 5))
        return found

    def _latex(self, printer: Printer, *_: object) -> str:
        d, a, b = (printer.doprint(argument) for argument in self.args)
        return rf"\mathrm{{Cov}}_{{{d}}}\left({a},{b}\right)"


def _residues(n: int, a: Rational, b: Rational) -> Ball:
    """Gamma(n) times the residues of e^p p^n ((p + a)(p + b))^(-n) at -a and -b."""
    places = [(a, n, b - a), (b, n, a - b)] if a != b else [(a, 2 * n, balls.fmpq(1))]
    total = balls.arb(0)
    for place, order, gap in places:
        product = _binomial(n, -place, order)
        if a != b:
            product = balls.multiplied(product, _binomial(-n, gap, order), order)
        factor, value = balls.arb(1), balls.arb(0)
        for k in range(order):  # of e^s, from the last coefficient down
            value = value + product[order - 1 - k] * factor
            factor = factor / (k + 1)
        total = total + value * balls.ball(-place).exp()
    return total * balls.gamma(balls.fmpq(n))


def _binomial(n: int, constant: Rational, count: int) -> list[Ball]:
    """The first coefficients of (constant + s)^n."""
    factor = balls.power(balls.ball(constant), balls.fmpq(n))
    found = []
    for k in range(count):
        found.append(factor)
        factor = factor * balls.fmpq(n - k, k + 1) / constant
    return found
