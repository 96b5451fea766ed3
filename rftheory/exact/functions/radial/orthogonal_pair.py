"""Mean products of two cosines along orthogonal directions with independent radii, as integrals of Hankel's kind.

T_d = Gamma(d/2)/(2 pi i) int e^p p^(-d/2) L(p)^2 dp with L = E exp(-z^2 r^2/(4p)), around the negative axis. On the
parabola p = mu (1 + iu)^2 the trapezoidal rule of step h errs by at most 2N/(exp(2 pi v/h) - 1), N a bound of the
integral over |Im u| = v < 1 (Trefethen and Weideman, SIAM Review 56, 2014, Theorem 5.1). There p = mu (s + iu)^2, s = 1 +- v,
and L is the mean of (1 + q)^(-d/2) over a q of the argument of 1/p, so |L| is at most 1 for |u| <= s and
((s^2 + u^2)/(2 s |u|))^(d/2) beyond: |e^p p^((1-d)/2) L^2| is at most e^(mu s^2) (mu s^2)^((1-d)/2) e^(-mu u^2) max(1, |u|/s).
"""

from __future__ import annotations

import math
from collections.abc import Callable

from rftheory.exact import balls
from rftheory.exact.functions.ball_function import BallFunction, Printer
from rftheory.exact.functions.radial import along_cut, near, rq_powers
from rftheory.exact.functions.radial.matern import MaternKernel
from rftheory.exact.functions.radial.power_means import power_means
from rftheory.exact.numerics.enclosing import enclose, short
from rftheory.exact.scalars import Ball, ComplexBall, MpContext, MpNumber, Rational, Real

_WIDTHS = tuple(0.9 * 0.8**k for k in range(90))
_ROUGH = 128  # bits of bounds
_LARGE_ORDER = (
    64  # from here on means over the Gamma variable are found sooner than U, and where FLINT finds none
)
_LARGE_DIMENSION = 256
_FEW = 2000  # Bessel functions
Transform = Callable[[ComplexBall], ComplexBall]
Made = Callable[[Rational], Transform]  # at the working precision, for arguments of p below that


class MaternOrthogonalPair(BallFunction):
    """T_d of the Matern kernel at y = nu z^2/(2 l^2): L = Gamma(nu + d/2)/Gamma(nu) U(d/2, 1 - nu, y/p)."""

    nargs = 3

    @staticmethod
    def ball(d: Rational, nu: Rational, y: Rational) -> Ball:
        """By powers of y; along the cut where T is tiny; for far points and large orders by the trapezoidal rule on a parabola."""
        if not (d >= 1 and nu > 0 and y > 0):
            return balls.arb("nan")
        if along_cut.suits(d, nu, y):
            tiny = along_cut.pair(d / 2, nu, y)
            if tiny is not None:
                return tiny
        if near.suits(nu, y):
            with balls.working_precision(balls.precision() + near.lost(nu, y)):
                powers = near.covariance(d / 2, nu, y)
                if powers is not None:
                    return powers.at(y) + balls.ball(MaternKernel.ball(nu, y)) ** 2
        half, below = d / 2, 1 - nu
        if nu >= _LARGE_ORDER:
            return on_parabola(d, _averaged(nu, half, y))

        def transform(p: ComplexBall) -> ComplexBall:
            value: ComplexBall = (y / p).hypgeom_u(balls.ball(half), balls.ball(below))
            return value

        front = balls.gamma(balls.ball(nu + half)) * balls.reciprocal_gamma(nu)
        return on_parabola(d, lambda _: transform, front * front)

    @staticmethod
    def oracle(ctx: MpContext, d: MpNumber, nu: MpNumber, y: MpNumber) -> MpNumber:
        """Talbot's inversion of the Laplace transform, in mpmath."""
        half = ctx.mpf(d) / 2
        front = ctx.gamma(nu + half) / ctx.gamma(nu)
        found = ctx.invertlaplace(lambda p: p**-half * (front * ctx.hyperu(half, 1 - nu, y / p)) ** 2, 1)
        return ctx.gamma(half) * ctx.re(found)

    def _latex(self, printer: Printer, *_: object) -> str:
        d, nu, y = (printer.doprint(argument) for argument in self.args)
        return rf"T^{{\text{{Matern}}}}_{{{d}}}\left({nu},{y}\right)"


class RqOrthogonalPair(BallFunction):
    """T_d of the rational quadratic kernel at c = z^2/(2 alpha l^2): L = (p/c)^alpha U(alpha, alpha + 1 - d/2, p/c)."""

    nargs = 3

    @staticmethod
    def ball(d: Rational, alpha: Rational, c: Rational) -> Ball:
        """By the trapezoidal rule on a parabola."""
        if not (d >= 1 and alpha > 0 and c > 0):
            return balls.arb("nan")
        below = alpha + 1 - d / 2

        def transform(p: ComplexBall) -> ComplexBall:
            q = p / c
            value: ComplexBall = q.pow(balls.acb(balls.ball(alpha))) * q.hypgeom_u(
                balls.ball(alpha), balls.ball(below)
            )
            return value

        if alpha < _LARGE_ORDER and d < _LARGE_DIMENSION:
            value = on_parabola(d, lambda _: transform)
            if balls.is_finite(value):
                return value
        return on_parabola(d, _averaged(alpha, d / 2, c, inverse=False))

    @staticmethod
    def oracle(ctx: MpContext, d: MpNumber, alpha: MpNumber, c: MpNumber) -> MpNumber:
        """Talbot's inversion of the Laplace transform, in mpmath."""
        half = ctx.mpf(d) / 2

        def squared(p: MpNumber) -> MpNumber:
            q = p / c
            value: MpNumber = p**-half * (q**alpha * ctx.hyperu(alpha, alpha + 1 - half, q)) ** 2
            return value

        return ctx.gamma(half) * ctx.re(ctx.invertlaplace(squared, 1))

    def _latex(self, printer: Printer, *_: object) -> str:
        d, alpha, c = (printer.doprint(argument) for argument in self.args)
        return rf"T^{{\text{{RQ}}}}_{{{d}}}\left({alpha},{c}\right)"


class RqOrthogonalCovariance(BallFunction):
    """T_d - (1+c)^(-2 alpha) of the rational quadratic kernel, c = z^2/(2 alpha l^2)."""

    nargs = 3

    @staticmethod
    def ball(d: Rational, alpha: Rational, c: Rational) -> Real:
        """By its series, from the contour where they are too long; exactly 0 at c = 0."""
        if c == 0:
            return balls.fmpq(0)
        if not (d >= 1 and alpha > 0 and c > 0):
            return balls.arb("nan")
        found = rq_powers.covariance(d / 2, alpha, c)
        if found is not None and balls.is_finite(found):
            return found
        return RqOrthogonalPair.ball(d, alpha, c) - balls.power(balls.ball(1 + c), -2 * alpha)

    @staticmethod
    def oracle(ctx: MpContext, d: MpNumber, alpha: MpNumber, c: MpNumber) -> MpNumber:
        """Talbot's inversion of the Laplace transform, in mpmath."""
        found: MpNumber = RqOrthogonalPair.oracle(ctx, d, alpha, c) - (1 + ctx.mpf(c)) ** (-2 * alpha)
        return found

    def _latex(self, printer: Printer, *_: object) -> str:
        d, alpha, c = (printer.doprint(argument) for argument in self.args)
        return rf"\mathrm{{Cov}}^{{\text{{RQ}}}}_{{{d}}}\left({alpha},{c}\right)"


class SharedMaternPair(BallFunction):
    """E 1F1(d; d/2; -y/G), G of the Gamma law of shape nu: one mixing variable for both rows.

    Hankel's integral of E(1 + y/(G p))^(-d) = Gamma(nu + d)/Gamma(nu) U(d, 1 - nu, y/p), bounded like a square of L.
    """

    nargs = 3

    @staticmethod
    def ball(d: Rational, nu: Rational, y: Rational) -> Real:
        """By powers of y, Bessel functions where it is tiny, or the trapezoidal rule on a parabola; exactly 1 at y = 0."""
        if y == 0:
            return balls.fmpq(1)
        if not (d >= 1 and nu > 0 and y > 0):
            return balls.arb("nan")
        if along_cut.suits(d, nu, y) and d <= _FEW:
            return along_cut.shared(d, nu, y)
        if near.suits(nu, y):
            with balls.working_precision(balls.precision() + near.lost(nu, y)):
                value = near.shared(d, nu, y)
                if value is not None:
                    return value

        if nu >= _LARGE_ORDER:
            return on_parabola(d, _averaged(nu, d, y), power=1)

        def transform(p: ComplexBall) -> ComplexBall:
            value: ComplexBall = (y / p).hypgeom_u(balls.ball(d), balls.ball(1 - nu))
            return value

        front = balls.gamma(balls.ball(nu + d)) * balls.reciprocal_gamma(nu)
        return on_parabola(d, lambda _: transform, front, 1)

    @staticmethod
    def oracle(ctx: MpContext, d: MpNumber, nu: MpNumber, y: MpNumber) -> MpNumber:
        """The mean over the Gamma variable, by plain quadrature along its logarithm."""

        def height(u: MpNumber) -> MpNumber:
            return ctx.exp(nu * u - ctx.exp(u)) * ctx.hyp1f1(d, ctx.mpf(d) / 2, -y * ctx.exp(-u))

        low = ctx.log(y) - 90 / (1 + nu) - 4
        return ctx.quad(height, ctx.linspace(low, 5, 12)) / ctx.gamma(nu)

    def _latex(self, printer: Printer, *_: object) -> str:
        d, nu, y = (printer.doprint(argument) for argument in self.args)
        return rf"\mathbb E\,{{}}_1F_1\left({d};\tfrac{{{d}}}2;-\tfrac{{{y}}}{{G_{{{nu}}}}}\right)"


def _averaged(shape: Rational, c: Rational, y: Rational, inverse: bool = True) -> Made:
    """p to E (1 + y/(G p))^(-c), or without `inverse` to E (1 + y G/p)^(-c)."""

    def made(reach: Rational) -> Transform:
        means = power_means(shape, c, reach, inverse)
        return lambda p: balls.acb("nan") if means is None else means.at(y / p)

    return made


def on_parabola(d: Rational, made: Made, front: Ball | None = None, power: int = 2) -> Ball:
    """Gamma(d/2)/(2 pi i) int e^p p^(-d/2) front transform(p)^power dp, front transform^power bounded like L^2."""
    bits, dimension = balls.precision(), balls.to_float(d)
    wanted = bits * math.log(2) + 12
    scale = max(short(wanted / 5), d / 2)
    mu = balls.to_float(scale)
    with balls.working_precision(_ROUGH):
        weight = balls.gamma(balls.ball(d / 2)) * balls.power(balls.ball(scale), 1 - d / 2) / balls.arb.pi()
        most = max(
            0.0, balls.to_float((balls.ball(scale) + weight.log()).upper())
        )  # nats of the largest value
    v, lost = min(
        (
            (width, max(mu * (s * s - 1) - (dimension - 1) * math.log(s) for s in (1 - width, 1 + width)))
            for width in _WIDTHS
        ),
        key=lambda each: (wanted + most + each[1]) / each[0],
    )
    nats = wanted + most + max(0.0, lost)
    h, end = short(2 * math.pi * v / nats), math.sqrt((wanted + most) / mu)
    count = math.ceil(end / balls.to_float(h))
    with balls.working_precision(bits + 40 + int(most / math.log(2)) + int(math.log2(dimension + mu))):
        transform, total = made(short(2 * math.atan(count * balls.to_float(h)) + 1e-3)), balls.arb(0)
        for k in range(count + 1):
            balls.spend()
            root = balls.acb(1, balls.ball(h * k))
            p = scale * root * root
            value = (p.exp() * p.pow(balls.acb(balls.ball(-d / 2))) * root * transform(p) ** power).real
            total = total + (value / 2 if k == 0 else value)
        value = 2 * h * total * scale * (balls.arb(1) if front is None else front)
        return enclose(
            value * balls.gamma(balls.ball(d / 2)) / balls.arb.pi(), _error(d, scale, h, count, short(v))
        )


def _error(d: Rational, mu: Rational, h: Rational, count: int, v: Rational) -> Ball:
    """What the rule errs by, and what is cut off at |u| = h count, at most."""
    with balls.working_precision(_ROUGH):
        end = balls.ball(h * count)
        falling = (-mu * end * end).exp() / mu
        tail = _height(d, mu, balls.fmpq(1)) * falling * (1 + 1 / end)
        widest = (balls.arb.pi() / mu).sqrt() + 1 / (mu * (1 - v))
        largest = _height(d, mu, 1 - v).max(_height(d, mu, 1 + v))
        error = 2 * largest * widest / ((2 * balls.arb.pi() * v / h).exp() - 1)
        weight = balls.gamma(balls.ball(d / 2)) * mu / balls.arb.pi()
        return (weight * (error + 2 * tail)).upper()


def _height(d: Rational, mu: Rational, s: Rational) -> Ball:
    """e^(mu s^2) mu^(-d/2) s^(1-d)."""
    return (
        (balls.ball(mu * s * s)).exp()
        * balls.power(balls.ball(mu), -d / 2)
        * balls.power(balls.ball(s), 1 - d)
    )
