"""Mixed moments of projections with a list of exponents: Gaussian, chi and sphere laws, rational where they can be.

Every function takes exponents k = [k_1, .., k_m]; an odd exponent makes the symmetric moments exactly 0.
"""

from __future__ import annotations

from collections.abc import Sequence

from rftheory.exact import balls
from rftheory.exact.functions.ball_function import BallFunction, Printer
from rftheory.exact.scalars import MpContext, MpNumber, Rational, Real

Exponents = Sequence[Rational]
MpExponents = Sequence[MpNumber]

_EXACT = 1 << 14  # an exact moment of a higher order has more digits than Gamma functions need


class Degree(BallFunction):
    """k_1 + .. + k_m."""

    nargs = 1

    @staticmethod
    def ball(k: Exponents) -> Rational:
        """The exact integer."""
        return sum(k, balls.fmpq(0))

    @staticmethod
    def oracle(ctx: MpContext, k: MpExponents) -> MpNumber:
        """The same sum."""
        return ctx.fsum(k)

    def _latex(self, printer: Printer, *_: object) -> str:
        return rf"\textstyle\sum_i {printer.doprint(self.args[0])}_i"


class NormalMoments(BallFunction):
    """prod_i E g_i^(k_i) for independent standard normal g_i: double factorials."""

    nargs = 1

    @staticmethod
    def ball(k: Exponents) -> Real:
        """prod (k_i - 1)!! = prod 2^(k_i/2) (1/2)_(k_i/2), or 0."""
        if any(entry.p % 2 for entry in k):
            return balls.fmpq(0)
        total: Real = balls.fmpq(1)
        for entry in k:
            total = total * balls.power(balls.fmpq(2), entry / 2) * rising(balls.fmpq(1, 2), entry / 2)
        return total

    @staticmethod
    def oracle(ctx: MpContext, k: MpExponents) -> MpNumber:
        """One normal density integrated for each exponent."""

        def mean(n: int) -> MpNumber:
            return ctx.quad(lambda r: r**n * ctx.npdf(r), [-ctx.inf, 0, ctx.inf])

        return ctx.fprod(mean(int(entry)) for entry in k)

    def _latex(self, printer: Printer, *_: object) -> str:
        k = printer.doprint(self.args[0])
        return rf"\textstyle\prod_i\mathbb E\left[g_i^{{{k}_i}}\right]"


class ChiMoments(BallFunction):
    """prod_i E |g|^(k_i) for g ~ N(0, I_d)."""

    nargs = 2

    @staticmethod
    def ball(d: Rational, k: Exponents) -> Real:
        """Products d (d+2) .. for even exponents, Gamma functions for odd ones."""
        total: Real = balls.fmpq(1)
        for entry in k:
            total = total * chi_moment(d, entry)
        return total

    @staticmethod
    def oracle(ctx: MpContext, d: MpNumber, k: MpExponents) -> MpNumber:
        """One chi density integrated for each exponent."""
        return ctx.fprod(_chi_mean(ctx, d, entry) for entry in k)

    def _latex(self, printer: Printer, *_: object) -> str:
        k = printer.doprint(self.args[1])
        return rf"\textstyle\prod_i\mathbb E\|g\|^{{{k}_i}}"


class ChiMoment(BallFunction):
    """E |g|^k for g ~ N(0, I_d)."""

    nargs = 2

    @staticmethod
    def ball(d: Rational, k: Rational) -> Real:
        """As a factor of ChiMoments: rational for an even k."""
        return chi_moment(d, k)

    @staticmethod
    def oracle(ctx: MpContext, d: MpNumber, k: MpNumber) -> MpNumber:
        """The chi density integrated."""
        return _chi_mean(ctx, d, k)

    def _latex(self, printer: Printer, *_: object) -> str:
        return rf"\mathbb E\|g\|^{{{printer.doprint(self.args[1])}}}"


class SphereMoment(BallFunction):
    """E u_1^(k_1) .. u_m^(k_m) for u uniform on the unit sphere of R^d, m <= d."""

    nargs = 2

    @staticmethod
    def ball(d: Rational, k: Exponents) -> Real:
        """One coordinate after the other: u_1^2 is Beta(1/2, (d-1)/2), the rest a sphere of radius sqrt(1-u_1^2)."""
        if any(entry.p % 2 for entry in k):
            return balls.fmpq(0)
        half = balls.fmpq(1, 2)
        total: Real = balls.fmpq(1)
        rest = sum(k, balls.fmpq(0)) / 2
        for index, entry in enumerate(k):
            shape, rest = (d - index - 1) / 2, rest - entry / 2
            raised = rising(half, entry / 2) * rising(shape, rest)
            if isinstance(raised, balls.fmpq) and raised == 0:
                return balls.fmpq(0)
            total = total * raised / rising(half + shape, entry / 2 + rest)
        return total

    @staticmethod
    def oracle(ctx: MpContext, d: MpNumber, k: MpExponents) -> MpNumber:
        """The Gamma function of the sphere integral, with the odd ones left out."""
        if any(int(entry) % 2 for entry in k):
            return ctx.mpf(0)
        half = ctx.mpf(1) / 2
        top = ctx.fprod(ctx.gamma((entry + 1) / 2) / ctx.gamma(half) for entry in k)
        return top * ctx.gamma(d * half) / ctx.gamma((d + ctx.fsum(k)) * half)

    def _latex(self, printer: Printer, *_: object) -> str:
        k = printer.doprint(self.args[1])
        return rf"\mathbb E\textstyle\prod_i u_i^{{{k}_i}}"


class SphereMarginals(BallFunction):
    """prod_i E u_i^(k_i) for u uniform on the unit sphere of R^d: coordinates one by one, as if independent."""

    nargs = 2

    @staticmethod
    def ball(d: Rational, k: Exponents) -> Real:
        """A product of moments of single coordinates."""
        total: Real = balls.fmpq(1)
        for entry in k:
            total = total * SphereMoment.ball(d, [entry])
        return total

    @staticmethod
    def oracle(ctx: MpContext, d: MpNumber, k: MpExponents) -> MpNumber:
        """The same product by Gamma functions."""
        return ctx.fprod(SphereMoment.oracle(ctx, d, [entry]) for entry in k)

    def _latex(self, printer: Printer, *_: object) -> str:
        k = printer.doprint(self.args[1])
        return rf"\textstyle\prod_i\mathbb E\left[u_i^{{{k}_i}}\right]"


class ChiRatio(BallFunction):
    """tau(k) = prod_i E |g|^(k_i) / E |g|^(k_1+..+k_m) for g ~ N(0, I_d): exactly 1 with one nonzero exponent."""

    nargs = 2

    @staticmethod
    def ball(d: Rational, k: Exponents) -> Real:
        """Even parts by rational products, so that ratios which are 1 come out as 1."""
        nonzero = [entry for entry in k if entry != 0]
        if len(nonzero) < 2:
            return balls.fmpq(1)
        return ChiMoments.ball(d, nonzero) / chi_moment(d, sum(nonzero, balls.fmpq(0)))

    @staticmethod
    def oracle(ctx: MpContext, d: MpNumber, k: MpExponents) -> MpNumber:
        """The same ratio with chi densities integrated."""
        return ChiMoments.oracle(ctx, d, k) / _chi_mean(ctx, d, ctx.fsum(k))

    def _latex(self, printer: Printer, *_: object) -> str:
        d, k = (printer.doprint(a) for a in self.args)
        return rf"\tau_{{{d}}}({k})"


def chi_moment(d: Rational, power: Rational) -> Real:
    """E |g|^power for g ~ N(0, I_d): exact for an even power of at most 2^14."""
    if power.p % 2 == 0 and power.p <= _EXACT:
        return balls.fmpq(2) ** int(power.p // 2) * rising(d / 2, power / 2)
    root = balls.power(balls.fmpq(2), power / 2)
    return root * balls.gamma((d + power) / 2) / balls.gamma(d / 2)


def rising(base: Rational, count: Rational) -> Real:
    """base (base+1) .. (base+count-1), base >= 0: exactly up to 2^13 factors, beyond by Gamma functions."""
    if count > _EXACT // 2 and base > 0:
        return balls.gamma(base + count) / balls.gamma(base)
    if base == 0 and count > 0:
        return balls.fmpq(0)
    total = balls.fmpq(1)
    for step in range(int(count.p)):
        total = total * (base + step)
    return total


def _chi_mean(ctx: MpContext, d: MpNumber, power: MpNumber) -> MpNumber:
    half = ctx.mpf(d) / 2
    weight = ctx.mpf(2) ** (1 - half) / ctx.gamma(half)
    return weight * ctx.quad(lambda r: r ** (d - 1 + power) * ctx.exp(-r * r / 2), [0, 1, 4, 16, ctx.inf])
