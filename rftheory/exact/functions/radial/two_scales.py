"""The covariance of two cosines along orthogonal directions given both mixing variables, for arguments of any size.

T = Gamma(n)/(2 pi i) int e^p p^n ((p + a)(p + b))^(-n) dp around the negative axis, n = d/2: for an integer n the residues at -a
and -b, which leave no large terms to cancel. Otherwise the integrand over e^p p^(-n) is bounded on the parabola of
`orthogonal_pair` like a square there.
"""

from __future__ import annotations

import math

from rftheory.exact import balls
from rftheory.exact.functions.ball_function import BallFunction, Printer
from rftheory.exact.functions.radial.orthogonal_pair import on_parabola
from rftheory.exact.numerics.enclosing import enclose
from rftheory.exact.scalars import Ball, ComplexBall, MpContext, MpNumber, Rational, Real

_FAR = 200  # from where a parabola loses more bits than the residues take
_MANY = 32  # half dimensions from which the integrand is so steep that its mean is tiny
_MOST = 2000  # order of a pole


class TwoScaleCovariance(BallFunction):
    """-ab int_0^1 t^(d/2) e^(-(a+b)t) 0F1(; 2; -ab t(1-t)) dt, d >= 2, a, b >= 0."""

    nargs = 3

    @staticmethod
    def ball(d: Rational, a: Rational, b: Rational) -> Real:
        """By residues, the integral itself or the trapezoidal rule on a parabola; exactly 0 where a or b is."""
        if not (d >= 2 and a >= 0 and b >= 0):
            return balls.arb("nan")
        if a == 0 or b == 0:
            return balls.fmpq(0)
        half = d / 2
        if half.q == 1 and half <= _MOST and min(a, b) > _FAR:
            return _residues(int(half.p), a, b) - balls.ball(-a - b).exp()
        if half > _MANY:
            found = _by_integral(half, a, b)
            if balls.accuracy_bits(found) > balls.precision() // 2:
                return found

        def transform(p: ComplexBall) -> ComplexBall:
            exponent = balls.acb(balls.ball(-half))
            value: ComplexBall = (1 + a / p).pow(exponent) * (1 + b / p).pow(exponent)
            return value

        return on_parabola(d, lambda _: transform, power=1) - balls.ball(-a - b).exp()

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


def _by_integral(n: Rational, a: Rational, b: Rational) -> Ball:
    """The finite integral itself, t^n e^(-(a+b)t) over boxes by its logarithm; |0F1(; 2; -x)| <= 1 for x >= 0."""
    rate = a + b

    def height(t: ComplexBall) -> ComplexBall:
        value: ComplexBall = (n * t.log() - rate * t).exp()
        return value

    def at(t: ComplexBall, _: bool) -> ComplexBall:
        peaked = balls.steep(t, height, lambda t: n / t - rate, lambda t: -n / (t * t))
        wave = (-a * b * t * (1 - t)).hypgeom_0f1(balls.acb(2))
        value: ComplexBall = peaked * wave
        return value

    top = min(n / rate, balls.fmpq(1))
    with balls.working_precision(64):
        size = balls.to_float(n * balls.ball(top).log() - rate * top) - math.log(balls.to_float(n)) / 2
    start = top / (1 << 6 + 2 * balls.precision() // int(n))  # before it t^n is negligible
    before = balls.power(balls.ball(start), n + 1) / (n + 1)
    return -a * b * enclose(balls.integrate(at, balls.ball(start), balls.arb(1), size=size), before)


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
