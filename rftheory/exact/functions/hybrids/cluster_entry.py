"""The entry of a real diagonal matrix that minimises the error averaged over a pair of Gaussian clusters, in one dimension.

With q = a^2, s the variance of both clusters and centres mu, nu the logarithm of the averaged second moment is convex
in log a. Its slope has the sign of H(q) = s (q^2-1) (q (1-12s^2) - 2s (q^2+1)) + q (p^2 - r^2), p = (q-2s) mu + 4sq nu,
r = 4s mu + (1-2sq) nu, where D = 1 - 2s(q+1/q) - 12s^2 > 0, which holds at q = 1 for s < 1/6.
"""

from __future__ import annotations

from fractions import Fraction

from rftheory.exact import balls
from rftheory.exact.functions.ball_function import BallFunction, Printer
from rftheory.exact.scalars import MpContext, MpNumber, Rational, Real


class BestEntry(BallFunction):
    """The positive a = sqrt(q) with slope 0, for exact mu, nu and 0 < s < 1/6."""

    nargs = 3

    @staticmethod
    def ball(mu: Real, nu: Real, s: Real) -> Real:
        """Bisection of the sign of H in exact arithmetic; q < 1 by the exchange of mu and nu, q = 1 exactly."""
        given = (mu, nu, s)
        if balls.all_rational(given):
            return _kept(*(balls.as_fraction(value) for value in given), balls.precision())
        return balls.arb("nan")

    @staticmethod
    def oracle(ctx: MpContext, mu: MpNumber, nu: MpNumber, s: MpNumber) -> MpNumber:
        """A minimum of the averaged second moment by bisection of its derivative in log a, which rises."""
        mean = (1 - 12 * s * s) / (4 * s)
        width = ctx.acosh(mean)  # |log q| at the ends of the interval of finite averages

        def slope(t: MpNumber) -> MpNumber:
            q = ctx.exp(t)
            kernel = ctx.matrix([[1 - 2 * s * q, -4 * s], [-4 * s, 1 - 2 * s / q]]) ** -1
            turned = ctx.matrix([[2 * q, 0], [0, -2 / q]])
            v = ctx.matrix([mu, nu])
            trace = (kernel * turned)[0, 0] + (kernel * turned)[1, 1]
            return s * trace + (v.T * kernel * turned * kernel * v)[0]

        low, high = -width, width
        for _ in range(ctx.prec + 20):
            middle = (low + high) / 2
            low, high = (middle, high) if slope(middle) < 0 else (low, middle)
        return ctx.exp((low + high) / 4)

    def _latex(self, printer: Printer, *_: object) -> str:
        mu, nu, s = (printer.doprint(a) for a in self.args)
        return rf"a^*\left({mu},{nu},{s}\right)"


@balls.kept(maxsize=256)
def _kept(mu: Fraction, nu: Fraction, s: Fraction, bits: int) -> Real:
    """The entry, kept, because one expression asks for it many times."""
    u, v, spread = (balls.exact(value) for value in (mu, nu, s))
    with balls.working_precision(bits):
        start = _slope(u, v, spread, balls.fmpq(1))
        if start == 0:
            return balls.fmpq(1)
        q = _root(u, v, spread) if start < 0 else 1 / _root(v, u, spread)
        return balls.power(q, balls.fmpq(1, 2))


def _slope(mu: Rational, nu: Rational, s: Rational, q: Rational) -> Rational:
    """H."""
    p, r = (q - 2 * s) * mu + 4 * s * q * nu, 4 * s * mu + (1 - 2 * s * q) * nu
    return s * (q * q - 1) * _inside(s, q) + q * (p * p - r * r)


def _inside(s: Rational, q: Rational) -> Rational:
    """q D, positive where the average is finite."""
    return q * (1 - 12 * s * s) - 2 * s * (q * q + 1)


def _root(mu: Rational, nu: Rational, s: Rational) -> Real:
    """The zero q > 1 of the slope, which is negative at 1; the average is infinite at q = 1/(2s)."""
    low, high = balls.fmpq(1), 1 / (2 * s)
    bits = balls.precision() + 8
    while high - low > low / balls.fmpq(2) ** bits:
        middle = (low + high) / 2
        if _inside(s, middle) <= 0:
            high = middle
            continue
        slope = _slope(mu, nu, s, middle)
        if slope == 0:
            return middle
        low, high = (middle, high) if slope < 0 else (low, middle)
    return balls.ball((low + high) / 2) + balls.arb(0, balls.ball(high - low).upper())
