"""Moments of a polynomial of one projection, and of its product over two orthogonal rows: Gaussian rows or rows of length sqrt d."""

from __future__ import annotations

import itertools

from rftheory.exact import balls
from rftheory.exact.functions.ball_function import BallFunction, Printer
from rftheory.exact.functions.chi_moments import ChiMoments, Exponents, MpExponents, SphereMoment
from rftheory.exact.scalars import MpContext, MpNumber, Rational, Real


class PairMoment(BallFunction):
    """E X_1 X_2, X_i = a_0 + a_1 s_i + a_2 s_i^2 + .. and s_i = omega_i.z, for two orthogonal rows with |z|^2 = t.

    `fixed` is 1 for rows of length sqrt d and 0 for Gaussian rows. The moments are those of two coordinates.
    """

    nargs = 4

    @staticmethod
    def ball(d: Rational, a: Exponents, t: Rational, fixed: Rational) -> Real:
        """The double sum over even exponents: odd ones have mean 0."""
        total: Real = balls.fmpq(0)
        for i, j in itertools.product(range(0, len(a), 2), repeat=2):
            pair = [balls.fmpq(i), balls.fmpq(j)]
            lengths = balls.power(d, balls.fmpq(i + j, 2)) if fixed == 1 else ChiMoments.ball(d, pair)
            size = SphereMoment.ball(d, pair) if d > 1 else balls.fmpq(int(i * j == 0))
            total = total + a[i] * a[j] * balls.power(t, balls.fmpq(i + j, 2)) * lengths * size
        return total

    @staticmethod
    def oracle(ctx: MpContext, d: MpNumber, a: MpExponents, t: MpNumber, fixed: MpNumber) -> MpNumber:
        """The same sum with the sphere integral by Gamma functions and chi densities integrated."""
        total = ctx.mpf(0)
        for i, j in itertools.product(range(0, len(a), 2), repeat=2):
            pair = [ctx.mpf(i), ctx.mpf(j)]
            power = (ctx.mpf(i) + j) / 2
            lengths = d**power if fixed == 1 else ChiMoments.oracle(ctx, d, pair)
            total += a[i] * a[j] * t**power * lengths * SphereMoment.oracle(ctx, d, pair)
        return total

    def _latex(self, *_: object) -> str:
        return r"\mathbb E\left[X_1^{\rm ort}X_2^{\rm ort}\right]"


class SingleMoment(BallFunction):
    """E X^p, p = 1 or 2, X = a_0 + a_1 s + a_2 s^2 + .. for one row, s = omega.z, |z|^2 = t; `fixed` as in PairMoment."""

    nargs = 5

    @staticmethod
    def ball(d: Rational, a: Exponents, t: Rational, fixed: Rational, p: Rational) -> Rational:
        """The coefficients of X^p times the even moments of s."""
        coefficients = list(a) if p == 1 else _squared(a)
        total = balls.fmpq(0)
        moment = balls.fmpq(1)
        for n in range(0, len(coefficients), 2):
            total = total + coefficients[n] * moment
            growth = (d * (n + 1) / (d + n)) if fixed == 1 else balls.fmpq(n + 1)
            moment = moment * growth * t
        return total

    @staticmethod
    def oracle(
        ctx: MpContext, d: MpNumber, a: MpExponents, t: MpNumber, fixed: MpNumber, p: MpNumber
    ) -> MpNumber:
        """The mean of X^p under the law of one coordinate."""
        if fixed == 0:
            return ctx.quad(
                lambda r: _value(a, r * ctx.sqrt(t)) ** int(p) * ctx.npdf(r), [-ctx.inf, 0, ctx.inf]
            )
        radius = ctx.sqrt(d * t)
        if d == 1:
            return (_value(a, radius) ** int(p) + _value(a, -radius) ** int(p)) / 2
        weight = ctx.gamma(d / 2) / (ctx.sqrt(ctx.pi) * ctx.gamma((d - 1) / 2))
        body = lambda f: ctx.sin(f) ** (d - 2) * _value(a, radius * ctx.cos(f)) ** int(p)
        return weight * ctx.quad(body, ctx.linspace(0, ctx.pi, 9))

    def _latex(self, printer: Printer, *_: object) -> str:
        return rf"\mathbb E\left[X^{{{printer.doprint(self.args[4])}}}\right]"


def _squared(a: Exponents) -> list[Rational]:
    result: list[Rational] = [balls.fmpq(0)] * (2 * len(a) - 1)
    for (i, left), (j, right) in itertools.product(enumerate(a), repeat=2):
        result[i + j] = result[i + j] + left * right
    return result


def _value(a: MpExponents, point: MpNumber) -> MpNumber:
    total = 0 * point
    for entry in reversed(a):
        total = total * point + entry
    return total
