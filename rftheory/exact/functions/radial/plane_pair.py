"""The pair moment of two orthogonal rows through a diagonal map in the plane, for vectors of any length.

P = s_1 s_2 (2/pi) int e^E g(sigma_1) g(sigma_2)/(kappa_1 kappa_2) dtheta over a period pi/2, sigma_i = beta_i/(2 kappa_i)^(1/2),
E = sigma_1^2 + sigma_2^2 - |v|^2 and g(t) = e^(-t^2) 1F1(1; 1/2; t^2) = e^(-t^2) + pi^(1/2) t erf(t). For long v the integral is
a peak of width 1/|v|: the range ends at its top, and E over a ball is E(middle) + E'(ball) (ball - middle), which is off by the
square of the radius only, so that the number of pieces grows as log |v|.
"""

from __future__ import annotations

import math
from fractions import Fraction

from rftheory.exact import balls
from rftheory.exact.functions.ball_function import BallFunction, Printer
from rftheory.exact.scalars import Ball, ComplexBall, MpContext, MpNumber, Rational, Real

_NEAREST = 50  # halvings of the way to where the top may be
_STEPS = 20  # halvings more than half the bits


class PlanePair(BallFunction):
    """P for the eigenvalues s_1, s_2 > 0 of Sigma and the coordinates v_1, v_2 in the plane."""

    nargs = 4

    @staticmethod
    def ball(s1: Real, s2: Real, v1: Real, v2: Real) -> Ball:
        """By adaptive quadrature of two halves of a period that meet at the top."""
        if not (s1 > 0 and s2 > 0):
            return balls.arb("nan")
        with balls.working_precision(64):
            size = balls.to_float(balls.ball(v1 * v1 + v2 * v2 + 2).log() + abs(balls.ball(s1 / s2).log()))
        with balls.working_precision(balls.precision() + 16 + math.ceil(1.5 * size)):
            rows = _Rows(s1, s2, v1, v2)
            top, quarter = rows.top(), balls.arb.pi() / 4
            rows.level = rows.exponent(balls.acb(balls.ball(top))).real
            mean = balls.to_float(rows.height(balls.acb(balls.ball(top)), False).real.log()) - size / 2
            total = balls.integrate(rows.height, top - quarter, top, size=mean)
            total = total + balls.integrate(rows.height, top, top + quarter, size=mean)
            return 2 * s1 * s2 * total * rows.level.exp() / balls.arb.pi()

    @staticmethod
    def oracle(ctx: MpContext, s1: MpNumber, s2: MpNumber, v1: MpNumber, v2: MpNumber) -> MpNumber:
        """The mean of the product of two confluent functions over an angle by the trapezoidal rule."""

        def row(p: MpNumber, q: MpNumber) -> MpNumber:
            kappa = s1 * p * p + s2 * q * q
            beta = ctx.sqrt(s1) * p * v1 + ctx.sqrt(s2) * q * v2
            value: MpNumber = ctx.hyp1f1(1, ctx.mpf(1) / 2, beta**2 / (2 * kappa)) / kappa
            return value

        angles = [ctx.pi * k / 1024 for k in range(512)]
        mean = ctx.fsum(row(ctx.cos(t), ctx.sin(t)) * row(-ctx.sin(t), ctx.cos(t)) for t in angles) / 512
        return s1 * s2 * ctx.exp(-v1 * v1 - v2 * v2) * mean

    def _latex(self, printer: Printer, *_: object) -> str:
        return rf"P\left({','.join(printer.doprint(argument) for argument in self.args)}\right)"


class _Rows:
    """The integrand, at the precision at which it is made."""

    def __init__(self, s1: Real, s2: Real, v1: Real, v2: Real) -> None:
        self.s1, self.s2, self.apart = balls.ball(s1), balls.ball(s2), balls.ball(s2 - s1)
        self.level = balls.arb(0)
        self.w1, self.w2 = self.s1.sqrt() * v1, self.s2.sqrt() * v2
        self.squared = balls.ball(v1 * v1 + v2 * v2)
        self.root = balls.arb.pi().sqrt()

    def parts(self, x: ComplexBall) -> tuple[ComplexBall, ComplexBall, ComplexBall, ComplexBall]:
        """beta_1, beta_2, kappa_1, kappa_2; beta_1' = beta_2, beta_2' = -beta_1."""
        cosine, sine = x.cos(), x.sin()
        along, across = cosine * cosine, sine * sine
        return (
            cosine * self.w1 + sine * self.w2,
            cosine * self.w2 - sine * self.w1,
            along * self.s1 + across * self.s2,
            along * self.s2 + across * self.s1,
        )

    def exponent(self, x: ComplexBall) -> ComplexBall:
        """E."""
        b1, b2, k1, k2 = self.parts(x)
        return (b1 * b1 / k1 + b2 * b2 / k2) / 2 - self.squared

    def slope(self, x: ComplexBall) -> ComplexBall:
        """E'."""
        b1, b2, k1, k2 = self.parts(x)
        first, second, double = b1 / k1, b2 / k2, 2 * x
        turned = double.cos() * first * second - double.sin() * (first * first - second * second) / 2
        return turned * self.apart

    def height(self, x: ComplexBall, analytic: bool) -> ComplexBall:
        """The integrand over e^level; analytic wherever it is finite but for the root of kappa_i, whose real part has to be positive."""
        b1, b2, k1, k2 = self.parts(x)
        if analytic and not (k1.real > 0 and k2.real > 0):
            return balls.acb("nan")
        middle = balls.acb(x.real.mid(), x.imag.mid())
        exponent = self.exponent(middle) - self.level + self.slope(x) * (x - middle)
        value = exponent.exp() / (k1 * k2)
        for b, k in ((b1, k1), (b2, k2)):
            t = b / (2 * k).sqrt()
            value = value * ((-t * t).exp() + self.root * t * t.erf())
        return value

    def top(self) -> Rational:
        """About the angle of the largest E; a bad one costs effort only."""
        lean = [math.atan2(balls.to_float(self.w2 / self.s2), balls.to_float(self.w1 / self.s1))]
        lean += [k * math.pi / 2 for k in range(-1, 2)]
        near = [sign * 0.5**k for k in range(_NEAREST) for sign in (1, -1)]
        tried = sorted({*lean, *(place + off for place in lean for off in near)})
        heights = [self.exponent(balls.acb(t)).real.mid() for t in tried]
        best = max(range(1, len(tried) - 1), key=lambda k: heights[k])
        low, high = (balls.exact(Fraction(t)) for t in (tried[best - 1], tried[best + 1]))
        for _ in range(_STEPS + balls.precision() // 2):
            middle = (low + high) / 2
            if self.slope(balls.acb(balls.ball(middle))).real > 0:
                low = middle
            else:
                high = middle
        return (low + high) / 2
