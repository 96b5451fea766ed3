"""Sums of the conformity over the pairs of a regular polygon in the plane: direct where they are rational or long, else by Fourier."""

from __future__ import annotations

from rftheory.exact import balls
from rftheory.exact.functions.ball_function import BallFunction, Printer
from rftheory.exact.functions.conformity import Conformity, negligible_beside_square
from rftheory.exact.scalars import Ball, MpContext, MpNumber, Rational, Real

# the polygons of rational cosines: how often each cosine occurs among the partners of a row
_RATIONAL = {
    2: (((-1, 1), 1),),
    3: (((-1, 2), 2),),
    4: (((0, 1), 2), ((-1, 1), 1)),
    6: (((1, 2), 2), ((-1, 2), 2), ((-1, 1), 1)),
}


class PolygonSum(BallFunction):
    """sum_{k=1}^{m-1} rho_{cos(2 pi k/m)} at d = 2 and v^2 = t >= 0: the partners of one row of a regular m-gon."""

    nargs = 2

    @staticmethod
    def ball(m: Rational, t: Rational) -> Real:
        """Direct summation where the cosines are rational, else m sum_n h_n^2 over the multiples n of m, less rho_1."""
        count = int(m.p)
        if count in _RATIONAL:
            return _directly(count, t)
        long = t > 50 * count and 1000 < t < 10**8 and balls.precision() <= 600
        return _by_cosines(count, t) if long else _by_fourier(count, t)

    @staticmethod
    def oracle(ctx: MpContext, m: MpNumber, t: MpNumber) -> MpNumber:
        """The sum, term by term."""
        total = ctx.mpf(0)
        for k in range(1, int(m)):
            total += Conformity.oracle(ctx, ctx.mpf(2), ctx.cos(2 * ctx.pi * k / int(m)), t)
        return total

    def _latex(self, printer: Printer, *_: object) -> str:
        m, t = (printer.doprint(argument) for argument in self.args)
        return rf"\sum_{{k=1}}^{{{m}-1}}\rho^{{(2)}}_{{\cos\frac{{2\pi k}}{{{m}}}}}\left({t}\right)"


class PolygonSumBesideSquare(PolygonSum):
    """The same as a summand beside e^(2t): where it is rounded off, m - 1 times the bound of its largest term."""

    @staticmethod
    def ball(m: Rational, t: Rational) -> Real:
        """The bound where it is far below 2^-precision e^(2t), else the value."""
        bound = negligible_beside_square((2 * balls.arb.pi() / m).cos(), t)
        return PolygonSum.ball(m, t) if bound is None else (m - 1) * bound


def _directly(count: int, t: Rational) -> Real:
    total: Real = balls.fmpq(0)
    for (above, below), often in _RATIONAL[count]:
        total = total + often * Conformity.ball(balls.fmpq(2), balls.fmpq(above, below), t)
    return total


def _by_cosines(count: int, t: Rational) -> Real:
    """One partner at a time, for long inputs; 0 and -1 stay exact."""
    total: Real = balls.fmpq(0)
    with balls.working_precision(balls.precision() + 2 * int(t.p // t.q).bit_length() + 20):
        for k in range(1, (count + 1) // 2):
            cosine = balls.fmpq(0) if 4 * k == count else (2 * balls.arb.pi() * k / count).cos()
            total = total + 2 * Conformity.ball(balls.fmpq(2), cosine, t)
        if count % 2 == 0:
            total = total + Conformity.ball(balls.fmpq(2), balls.fmpq(-1), t)
    return +total


def _by_fourier(count: int, t: Rational) -> Real:
    """rho at cos(angle) is sum_n h_n^2 e^(i n angle), h_n = (t/2)^(n/2) Gamma(1+n/2)/n! 1F1(1+n/2; n+1; t/2).

    h_0^2 = e^t. The ratio h_{n+1}^2/h_n^2 is at most t (n+2)/(4 (n+1)^2), which falls in n: Gamma(x+1/2)^2 <= x Gamma(x)^2,
    and the 1F1 falls in n.
    """
    total = balls.ball(t).exp()
    n = count
    while True:
        value = _harmonic(n, t)
        total = total + 2 * value
        step = balls.ball(t * (n + 2)) / (4 * (n + 1) ** 2)
        if step < 1:
            ratio = step**count
            if value * ratio <= total * (1 - ratio) * balls.arb(2) ** (-balls.precision()):
                tail = 2 * value * ratio / (1 - ratio)
                return count * (total + balls.arb(0, tail.upper())) - Conformity.ball(
                    balls.fmpq(2), balls.fmpq(1), t
                )
        n += count


def _harmonic(n: int, t: Rational) -> Ball:
    """h_n^2."""
    half = balls.fmpq(n, 2)
    inner = balls.hypergeometric([half + 1], [balls.fmpq(n + 1)], t / 2)
    gammas = balls.gamma(half + 1) * balls.reciprocal_gamma(balls.fmpq(n + 1))
    return balls.power(balls.ball(t / 2), balls.fmpq(n)) * (gammas * inner) ** 2
