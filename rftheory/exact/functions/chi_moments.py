"""Mixed moments of projections with a list of exponents: Gaussian, chi and sphere laws, rational where they can be.

Every function takes exponents k = [k_1, .., k_m]; an odd exponent makes the symmetric moments exactly 0.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

from rftheory.exact import balls
from rftheory.exact.functions.ball_function import BallFunction

Exponents = Sequence[Any]


class Degree(BallFunction):
    """k_1 + .. + k_m."""

    nargs = 1

    @staticmethod
    def ball(k: Exponents) -> Any:
        """The exact integer."""
        return sum(k, balls.fmpq(0))

    @staticmethod
    def oracle(ctx: Any, k: Exponents) -> Any:
        """The same sum."""
        return ctx.fsum(k)

    def _latex(self, printer: Any, *_: Any) -> str:
        return rf"\textstyle\sum_i {printer.doprint(self.args[0])}_i"


class NormalMoments(BallFunction):
    """prod_i E g_i^(k_i) for independent standard normal g_i: double factorials."""

    nargs = 1

    @staticmethod
    def ball(k: Exponents) -> Any:
        """prod (k_i - 1)!!, or 0."""
        total = balls.fmpq(1)
        for entry in k:
            if entry.p % 2:
                return balls.fmpq(0)
            for odd in range(1, int(entry.p), 2):
                total = total * odd
        return total

    @staticmethod
    def oracle(ctx: Any, k: Exponents) -> Any:
        """One normal density integrated for each exponent."""
        means = [ctx.quad(lambda r, n=n: r**n * ctx.npdf(r), [-ctx.inf, 0, ctx.inf]) for n in map(int, k)]
        return ctx.fprod(means)

    def _latex(self, printer: Any, *_: Any) -> str:
        k = printer.doprint(self.args[0])
        return rf"\textstyle\prod_i\mathbb E\left[g_i^{{{k}_i}}\right]"


class ChiMoments(BallFunction):
    """prod_i E |g|^(k_i) for g ~ N(0, I_d)."""

    nargs = 2

    @staticmethod
    def ball(d: Any, k: Exponents) -> Any:
        """Products d (d+2) .. for even exponents, Gamma functions for odd ones."""
        total: Any = balls.fmpq(1)
        for entry in k:
            total = total * chi_moment(d, entry)
        return total

    @staticmethod
    def oracle(ctx: Any, d: Any, k: Exponents) -> Any:
        """One chi density integrated for each exponent."""
        return ctx.fprod(_chi_mean(ctx, d, entry) for entry in k)

    def _latex(self, printer: Any, *_: Any) -> str:
        k = printer.doprint(self.args[1])
        return rf"\textstyle\prod_i\mathbb E\|g\|^{{{k}_i}}"


class ChiMoment(BallFunction):
    """E |g|^k for g ~ N(0, I_d)."""

    nargs = 2

    @staticmethod
    def ball(d: Any, k: Any) -> Any:
        """As a factor of ChiMoments: rational for an even k."""
        return chi_moment(d, k)

    @staticmethod
    def oracle(ctx: Any, d: Any, k: Any) -> Any:
        """The chi density integrated."""
        return _chi_mean(ctx, d, k)

    def _latex(self, printer: Any, *_: Any) -> str:
        return rf"\mathbb E\|g\|^{{{printer.doprint(self.args[1])}}}"


class SphereMoment(BallFunction):
    """E u_1^(k_1) .. u_m^(k_m) for u uniform on the unit sphere of R^d, m <= d."""

    nargs = 2

    @staticmethod
    def ball(d: Any, k: Exponents) -> Any:
        """One coordinate after the other: u_1^2 is Beta(1/2, (d-1)/2), the rest a sphere of radius sqrt(1-u_1^2)."""
        if any(entry.p % 2 for entry in k):
            return balls.fmpq(0)
        half, total = balls.fmpq(1, 2), balls.fmpq(1)
        rest = sum(k, balls.fmpq(0)) / 2
        for index, entry in enumerate(k):
            shape, rest = (d - index - 1) / 2, rest - entry / 2
            raised = rising(half, entry / 2) * rising(shape, rest)
            total = total * raised / rising(half + shape, entry / 2 + rest)
        return total

    @staticmethod
    def oracle(ctx: Any, d: Any, k: Exponents) -> Any:
        """The Gamma function of the sphere integral, with the odd ones left out."""
        if any(int(entry) % 2 for entry in k):
            return ctx.mpf(0)
        half = ctx.mpf(1) / 2
        top = ctx.fprod(ctx.gamma((entry + 1) / 2) / ctx.gamma(half) for entry in k)
        return top * ctx.gamma(d * half) / ctx.gamma((d + ctx.fsum(k)) * half)

    def _latex(self, printer: Any, *_: Any) -> str:
        k = printer.doprint(self.args[1])
        return rf"\mathbb E\textstyle\prod_i u_i^{{{k}_i}}"


class SphereMarginals(BallFunction):
    """prod_i E u_i^(k_i) for u uniform on the unit sphere of R^d: coordinates one by one, as if independent."""

    nargs = 2

    @staticmethod
    def ball(d: Any, k: Exponents) -> Any:
        """A product of moments of single coordinates."""
        total: Any = balls.fmpq(1)
        for entry in k:
            total = total * SphereMoment.ball(d, [entry])
        return total

    @staticmethod
    def oracle(ctx: Any, d: Any, k: Exponents) -> Any:
        """The same product by Gamma functions."""
        return ctx.fprod(SphereMoment.oracle(ctx, d, [entry]) for entry in k)

    def _latex(self, printer: Any, *_: Any) -> str:
        k = printer.doprint(self.args[1])
        return rf"\textstyle\prod_i\mathbb E\left[u_i^{{{k}_i}}\right]"


class ChiRatio(BallFunction):
    """tau(k) = prod_i E |g|^(k_i) / E |g|^(k_1+..+k_m) for g ~ N(0, I_d): exactly 1 with one nonzero exponent."""

    nargs = 2

    @staticmethod
    def ball(d: Any, k: Exponents) -> Any:
        """Even parts by rational products, so that ratios which are 1 come out as 1."""
        nonzero = [entry for entry in k if entry != 0]
        if len(nonzero) < 2:
            return balls.fmpq(1)
        return ChiMoments.ball(d, nonzero) / chi_moment(d, sum(nonzero, balls.fmpq(0)))

    @staticmethod
    def oracle(ctx: Any, d: Any, k: Exponents) -> Any:
        """The same ratio with chi densities integrated."""
        return ChiMoments.oracle(ctx, d, k) / _chi_mean(ctx, d, ctx.fsum(k))

    def _latex(self, printer: Any, *_: Any) -> str:
        d, k = (printer.doprint(a) for a in self.args)
        return rf"\tau_{{{d}}}({k})"


class PairMoment(BallFunction):
    """E X_1 X_2, X_i = a_0 + a_1 s_i + a_2 s_i^2 + .. and s_i = omega_i.z, for two orthogonal rows with |z|^2 = t.

    `fixed` is 1 for rows of length sqrt d and 0 for Gaussian rows. The moments are those of two coordinates.
    """

    nargs = 4

    @staticmethod
    def ball(d: Any, a: Exponents, t: Any, fixed: Any) -> Any:
        """The double sum over even exponents: odd ones have mean 0."""
        total: Any = balls.fmpq(0)
        for i, j in itertools.product(range(0, len(a), 2), repeat=2):
            pair = [balls.fmpq(i), balls.fmpq(j)]
            lengths = balls.power(d, balls.fmpq(i + j, 2)) if fixed == 1 else ChiMoments.ball(d, pair)
            size = SphereMoment.ball(d, pair) if d > 1 else balls.fmpq(int(i * j == 0))
            total = total + a[i] * a[j] * balls.power(t, balls.fmpq(i + j, 2)) * lengths * size
        return total

    @staticmethod
    def oracle(ctx: Any, d: Any, a: Exponents, t: Any, fixed: Any) -> Any:
        """The same sum with the sphere integral by Gamma functions and chi densities integrated."""
        total = ctx.mpf(0)
        for i, j in itertools.product(range(0, len(a), 2), repeat=2):
            pair = [ctx.mpf(i), ctx.mpf(j)]
            power = (ctx.mpf(i) + j) / 2
            lengths = d**power if fixed == 1 else ChiMoments.oracle(ctx, d, pair)
            total += a[i] * a[j] * t**power * lengths * SphereMoment.oracle(ctx, d, pair)
        return total

    def _latex(self, *_: Any) -> str:
        return r"\mathbb E\left[X_1^{\rm ort}X_2^{\rm ort}\right]"


class SingleMoment(BallFunction):
    """E X^p, p = 1 or 2, X = a_0 + a_1 s + a_2 s^2 + .. for one row, s = omega.z, |z|^2 = t; `fixed` as in PairMoment."""

    nargs = 5

    @staticmethod
    def ball(d: Any, a: Exponents, t: Any, fixed: Any, p: Any) -> Any:
        """The coefficients of X^p times the even moments of s."""
        coefficients = list(a) if p == 1 else _squared(a)
        total: Any = balls.fmpq(0)
        moment: Any = balls.fmpq(1)
        for n in range(0, len(coefficients), 2):
            total = total + coefficients[n] * moment
            growth = (d * (n + 1) / (d + n)) if fixed == 1 else balls.fmpq(n + 1)
            moment = moment * growth * t
        return total

    @staticmethod
    def oracle(ctx: Any, d: Any, a: Exponents, t: Any, fixed: Any, p: Any) -> Any:
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

    def _latex(self, printer: Any, *_: Any) -> str:
        return rf"\mathbb E\left[X^{{{printer.doprint(self.args[4])}}}\right]"


def chi_moment(d: Any, power: Any) -> Any:
    """E |g|^power for g ~ N(0, I_d): exact for an even power."""
    if power.p % 2 == 0:
        return balls.fmpq(2) ** int(power.p // 2) * rising(d / 2, power / 2)
    root = balls.power(balls.fmpq(2), power / 2)
    return root * balls.gamma((d + power) / 2) / balls.gamma(d / 2)


def rising(base: Any, count: Any) -> Any:
    """base (base+1) .. (base+count-1), exactly."""
    total = balls.fmpq(1)
    for step in range(int(count.p)):
        total = total * (base + step)
    return total


def _squared(a: Exponents) -> list[Any]:
    result: list[Any] = [balls.fmpq(0)] * (2 * len(a) - 1)
    for (i, left), (j, right) in itertools.product(enumerate(a), repeat=2):
        result[i + j] = result[i + j] + left * right
    return result


def _value(a: Exponents, point: Any) -> Any:
    total = 0
    for entry in reversed(a):
        total = total * point + entry
    return total


def _chi_mean(ctx: Any, d: Any, power: Any) -> Any:
    weight = 2 ** (1 - d / 2) / ctx.gamma(d / 2)
    return weight * ctx.quad(lambda r: r ** (d - 1 + power) * ctx.exp(-r * r / 2), [0, 1, 4, 16, ctx.inf])
