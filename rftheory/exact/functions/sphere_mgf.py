"""The moment generating function of e^(omega.z) on the sphere: rigorous quadrature over one angle, or a short series."""

from __future__ import annotations

import math
from fractions import Fraction

from rftheory.exact import balls
from rftheory.exact.functions.ball_function import BallFunction, Printer
from rftheory.exact.scalars import Ball, ComplexBall, MpContext, MpNumber, Rational, Real

_GUARD = 40  # bits that quadrature and some hundred terms lose, with room
_STEEP = 10_000  # powers of a sine from which boxes are bounded by derivatives of the logarithm
_MANY = 1000  # bits from which the series, where it is short, beats quadrature


class SphereMgf(BallFunction):
    """E exp(s exp(omega.z)), s = theta exp(-n/2), omega uniform on the sphere of radius sqrt d in R^d, |z|^2 = t."""

    nargs = 4

    @staticmethod
    def ball(d: Rational, t: Real, theta: Real, n: Real) -> Ball:
        """The largest value taken out, the rest integrated over the angle with the bits that its size costs."""
        if isinstance(t, balls.fmpq) and t == 0:
            return _weight(theta, n).exp()
        if d == 1:
            root, s = balls.ball(balls.power(t, balls.fmpq(1, 2))), _weight(theta, n)
            return ((s * root.exp()).exp() + (s * (-root).exp()).exp()) / 2
        bits = balls.precision()
        given = (d, t, theta, n)
        if balls.all_rational(given):
            return +_kept(*(balls.as_fraction(a) for a in given), bits)
        return +_angle_integral(d, t, theta, n)

    @staticmethod
    def oracle(ctx: MpContext, d: MpNumber, t: MpNumber, theta: MpNumber, n: MpNumber) -> MpNumber:
        """Plain quadrature over the angle."""
        s = theta * ctx.exp(-n / 2)
        if d == 1:
            return (ctx.exp(s * ctx.exp(ctx.sqrt(t))) + ctx.exp(s * ctx.exp(-ctx.sqrt(t)))) / 2
        weight = ctx.gamma(d / 2) / (ctx.sqrt(ctx.pi) * ctx.gamma((d - 1) / 2))
        speed = ctx.sqrt(d * t)
        body = lambda f: ctx.sin(f) ** (d - 2) * ctx.exp(s * ctx.exp(speed * ctx.cos(f)))
        return weight * ctx.quad(body, ctx.linspace(0, ctx.pi, 17))

    def _latex(self, printer: Printer, *_: object) -> str:
        d, t, theta, n = (printer.doprint(a) for a in self.args)
        return rf"\mathbb E\exp\left({theta}\,e^{{-({n})/2+u_1\sqrt{{{d}({t})}}}}\right)"


def _weight(theta: Real, n: Real) -> Ball:
    return theta * balls.ball(-n / 2).exp()


@balls.kept(maxsize=1024)
def _kept(d: Fraction, t: Fraction, theta: Fraction, n: Fraction, bits: int) -> Ball:
    given = [balls.exact(a) for a in (d, t, theta, n)]
    with balls.working_precision(64):
        few = (
            bits > _MANY
            and theta > 0
            and bool(balls.ball(given[0] * given[1]).sqrt().exp() * _weight(*given[2:]) < bits)
        )
    with balls.working_precision(bits):
        return _series(*given) if few else _angle_integral(*given)


def _series(d: Rational, t: Rational, theta: Rational, n: Rational) -> Ball:
    """sum_k s^k/k! g(k^2 t), g(t) <= exp(sqrt(d t)): past k = 2q, q = s exp(sqrt(d t)), the rest is below 2 q^k/k!."""
    with balls.working_precision(balls.precision() + _GUARD):
        s = _weight(theta, n)
        q = s * balls.ball(d * t).sqrt().exp()
        total, scale, bound, k = balls.arb(0), balls.arb(1), balls.arb(1), 0
        small = balls.arb(2) ** (-balls.precision())
        while not (k > 2 * q and 2 * bound < total * small):
            total = total + scale * balls.hypergeometric([], [d / 2], d * t * k * k / 4)
            k += 1
            scale, bound = scale * s / k, bound * q / k
        return total + balls.arb(0, (2 * bound).upper())


def _angle_integral(d: Rational, t: Real, theta: Real, n: Real) -> Ball:
    """The integral over angles up to where the rest, bounded by the integrand's maximum there, is negligible."""
    bits = balls.precision()
    with balls.working_precision(64):
        speed = balls.ball(d * t).sqrt()
        size = theta * (speed - n / 2).exp()
        grown = (abs(size) + 2).log()
        extra = max(0, int(balls.to_float(grown) / 0.69)) if balls.is_finite(grown) else 0
        end = _end(balls.to_float(d), speed, size, bits + extra)
        fine = bits + _GUARD + int(math.log2(balls.to_float(d))) + (0 if end is not None else extra)
    with balls.working_precision(bits + extra + _GUARD):
        largest = (theta * ((d * balls.ball(t)).sqrt() - n / 2).exp()).exp()
    with balls.working_precision(fine):
        scale = balls.gamma(d / 2) / (balls.arb.pi().sqrt() * balls.gamma((d - 1) / 2)) * largest
        body = _Body(d, balls.ball(d * t).sqrt(), theta * (balls.ball(d * t).sqrt() - n / 2).exp())
        if end is None:
            return scale * balls.integrate(body.at, balls.arb(0), balls.arb.pi())
        rest = balls.arb.pi() * (body.top * (-2 * body.speed * (end / 2).sin() ** 2).expm1()).exp()
        return scale * (balls.integrate(body.at, balls.arb(0), end) + balls.arb(0, rest.upper()))


class _Body:
    """sin(f)^(d-2) exp(top (E - 1)), E = exp(-2 speed sin(f/2)^2), with the derivatives of its logarithm."""

    def __init__(self, d: Rational, speed: Ball, top: Ball) -> None:
        self.power, self.speed, self.top = d - 2, speed, top

    def at(self, angle: ComplexBall, analytic: bool) -> ComplexBall:  # noqa: ARG002
        if self.power < _STEEP:
            return balls.acb(self.value(angle))
        return balls.steep(angle, self.value, self.slope, self.curve)

    def value(self, angle: ComplexBall) -> ComplexBall:
        sine, turn = (angle / 2).sin(), balls.acb(0, 1)
        fall = -self.speed * sine * sine
        less = -2 * turn * (fall * turn).sin() * fall.exp()  # E - 1, without cancellation
        return balls.power(angle.sin(), self.power) * (self.top * less).exp()

    def _rising(self, angle: ComplexBall) -> ComplexBall:
        sine = (angle / 2).sin()
        return self.top * self.speed * (-2 * self.speed * sine * sine).exp()

    def slope(self, angle: ComplexBall) -> ComplexBall:
        sine = angle.sin()
        return self.power * angle.cos() / sine - self._rising(angle) * sine

    def curve(self, angle: ComplexBall) -> ComplexBall:
        sine = angle.sin()
        return self._rising(angle) * (self.speed * sine * sine - angle.cos()) - self.power / (sine * sine)


def _end(d: float, speed: Ball, size: Ball, bits: int) -> Ball | None:
    """An angle past which the exponent less its largest value is below what the precision sees, None where none is below pi/2."""
    if not size > 1000:
        return None
    narrow = balls.to_float((size * speed).log()) / 2
    depth = 0.7 * (bits + _GUARD + 64) + (d - 1) * max(narrow, 1.0) + 20
    ratio = depth / size
    if not ratio < 1:
        return None
    fall = -(-ratio).log1p() / speed  # 1 - cos of the angle
    return (fall * (2 - fall)).sqrt().mid() if fall < 1 else None
