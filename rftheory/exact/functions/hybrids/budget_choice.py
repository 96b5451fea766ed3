"""The best numbers of projections of the angular hybrid under a budget, by certified comparison of its largest errors.

G(n, r), the share of a base estimator's largest squared error, is the maximum over the angle of a(theta) + b(theta)/n
with a, b >= 0. Hence, for real n, the objectives (n+1) G and G (d+n)/(K-n) are convex and G/(K-n) is log-convex: each
falls and then rises, and the smallest least integer is found by certified signs of differences. For small radii the
worst angle is pi/2 and G is 1 + 1/n times a factor free of n, so that ties are exact; beyond, one would stay open (nan).
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from rftheory.errors import BudgetError, PrecisionError, shorten
from rftheory.exact import balls
from rftheory.exact.functions.ball_function import BallFunction, Printer
from rftheory.exact.functions.hybrids.angular_maximum import LargestError
from rftheory.exact.functions.hybrids.right_angle import right_angle_is_worst
from rftheory.exact.numerics.root_bracketing import crossing
from rftheory.exact.scalars import Ball, MpContext, MpNumber, Rational, Real

_CANDIDATES = 4000  # numbers n, each a maximum over the angle
_FINEST = 2600  # bits: 80, doubled five times; two maxima so close are taken for a tie that is not exact

Weight = Callable[[int], Rational]


def share(n: Rational, r: Rational) -> Ball:
    """G(n, r) for exact n and r."""
    return LargestError.ball(n, r) / balls.ball(-4 * r * r).expm1() ** 2


class FeatureChoice(BallFunction):
    """The n in 1..top that minimises (n+1) G(n, r); top = 0 stands for every n >= 1."""

    nargs = 2

    @staticmethod
    def ball(top: Rational, r: Rational) -> Real:
        """The last descent; without a top the range doubles until the objective rises."""
        return _decided(lambda: _features(int(top.p), balls.as_fraction(r)), r, top)

    @staticmethod
    def oracle(ctx: MpContext, top: MpNumber, r: MpNumber) -> MpNumber:
        """Every n up to the top, or to 60."""
        return _scan(ctx, int(top) or 60, r, lambda n: ctx.mpf(1) / (n + 1))

    def _latex(self, printer: Printer, *_: object) -> str:
        return rf"\arg\min_n(n+1)G(n,{printer.doprint(self.args[1])})"


class ProjectionChoice(BallFunction):
    """The n in 1..K-1 that minimises G(n, r)/(K-n)."""

    nargs = 2

    @staticmethod
    def ball(total: Rational, r: Rational) -> Real:
        """The last descent."""
        return _decided(lambda: _projections(int(total.p), balls.as_fraction(r)), r, total)

    @staticmethod
    def oracle(ctx: MpContext, total: MpNumber, r: MpNumber) -> MpNumber:
        """Every n."""
        return _scan(ctx, int(total) - 1, r, lambda n: total - n)

    def _latex(self, printer: Printer, *_: object) -> str:
        total, r = (printer.doprint(a) for a in self.args)
        return rf"\arg\min_n\frac{{G(n,{r})}}{{{total}-n}}"


class OperationRows(BallFunction):
    """floor((K d - n d)/(d + n)): the most base projections m with (m+n) d + m n <= K d."""

    nargs = 3

    @staticmethod
    def ball(total: Rational, d: Rational, n: Rational) -> Real:
        """Exact."""
        exact = all(isinstance(value, balls.fmpq) for value in (total, d, n))
        return balls.fmpq(_rows(int(total.p), int(d.p), int(n.p))) if exact else balls.arb("nan")

    @staticmethod
    def oracle(ctx: MpContext, total: MpNumber, d: MpNumber, n: MpNumber) -> MpNumber:
        """The floor."""
        return ctx.floor(ctx.mpf(total - n) * d / (d + n))

    def _latex(self, printer: Printer, *_: object) -> str:
        total, d, n = (printer.doprint(a) for a in self.args)
        return rf"\left\lfloor\frac{{({total}-{n}){d}}}{{{d}+{n}}}\right\rfloor"


class OperationChoice(BallFunction):
    """The n in 1..4K-1 that minimises G(n, r)/m, m = floor((K d - n d)/(d + n)) >= 1."""

    nargs = 3

    @staticmethod
    def ball(total: Rational, d: Rational, r: Rational) -> Real:
        """Among the n whose convex lower bound G (d+n)/((K-n) d) is not above a value that is taken."""
        return _decided(lambda: _operations(int(total.p), int(d.p), balls.as_fraction(r)), r, total, d)

    @staticmethod
    def oracle(ctx: MpContext, total: MpNumber, d: MpNumber, r: MpNumber) -> MpNumber:
        """Every n."""
        return _scan(ctx, 4 * int(total) - 1, r, lambda n: _rows(int(total), int(d), n))

    def _latex(self, printer: Printer, *_: object) -> str:
        total, d, r = (printer.doprint(a) for a in self.args)
        return rf"\arg\min_n\frac{{G(n,{r})}}{{\lfloor({total}-n){d}/({d}+n)\rfloor}}"


class BudgetThreshold(BallFunction):
    """The r where 2 (n+1) G(n, r) = 1, n >= 2: the left side falls in r, from (n+1)^2/(2n) > 1 at 0 to 0."""

    nargs = 1

    @staticmethod
    def ball(n: Real) -> Ball:
        """Secants between certified signs."""
        if not (isinstance(n, balls.fmpq) and n >= 2):
            return balls.arb("nan")

        def excess(r: Rational) -> Ball:
            return 1 - 2 * (n + 1) * share(n, r)

        wanted = balls.precision()
        with balls.working_precision(2 * wanted + 40):
            high = balls.fmpq(1)
            while excess(high) < 0:
                high = 2 * high
            low = high / 2
            while excess(low) > 0:
                low = low / 2
            return crossing(excess, low, high, wanted)

    @staticmethod
    def oracle(ctx: MpContext, n: MpNumber) -> MpNumber:
        """Bisection of the plain excess."""
        low, high = ctx.mpf(1) / 16, ctx.sqrt(ctx.mpf(n)) + 2
        for _ in range(int(ctx.prec) // 2):
            middle = (low + high) / 2
            inside = 2 * (n + 1) * _plain_share(ctx, n, middle) > 1
            low, high = (middle, high) if inside else (low, middle)
        return (low + high) / 2

    def _latex(self, printer: Printer, *_: object) -> str:
        return rf"r_D\left({printer.doprint(self.args[0])}\right)"


def _decided(find: Callable[[], int], *arguments: Real) -> Real:
    """What is found for exact positive arguments, as an exact integer; nan where a comparison stays open."""
    if not all(isinstance(value, balls.fmpq) and value >= 0 for value in arguments):
        return balls.arb("nan")
    try:
        return balls.fmpq(find())
    except PrecisionError:
        return balls.arb("nan")


@balls.kept(maxsize=4096)
def _features(top: int, r: Fraction) -> int:
    def weight(n: int) -> Rational:
        return balls.fmpq(n + 1)

    end = top or 2
    while not top and _order(r, weight, end + 1, end) < 0:
        end *= 2
    return _valley(r, weight, 1, end if top else end + 1)


@balls.kept(maxsize=4096)
def _projections(total: int, r: Fraction) -> int:
    return _valley(r, lambda n: balls.fmpq(1, total - n), 1, total - 1)


@balls.kept(maxsize=4096)
def _operations(total: int, d: int, r: Fraction) -> int:
    last = (total - 1) * d // (d + 1)  # m >= 1

    def relaxed(n: int) -> Rational:
        return balls.fmpq(d + n, (total - n) * d)

    return best_count(r, relaxed, lambda n: _rows(total, d, n), last)


def best_count(r: Fraction, relaxed: Weight, rows: Callable[[int], int], last: int) -> int:
    """The smallest n in 1..last with the least G(n, r)/rows(n), all rows >= 1.

    `relaxed(n)` <= 1/rows(n) must make G relaxed fall and then rise: away from its least place the search ends where
    it exceeds a value that is taken.
    """
    if last < 1:
        raise PrecisionError("no n leaves a base projection")
    radius = balls.exact(r)

    def weight(n: int) -> Rational:
        return balls.fmpq(1, rows(n))

    best = centre = _valley(r, relaxed, 1, last)
    for step in (1, -1):
        n, seen = centre, 0
        while 1 <= n <= last:
            bound = share(balls.fmpq(n), radius) * relaxed(n)
            if bound > share(balls.fmpq(best), radius) * weight(best):
                break
            seen += 1
            if seen > _CANDIDATES:
                raise BudgetError(f"more than {_CANDIDATES} numbers n stay in the running")
            largest = n == last or rows(n + 1) < rows(n)  # of its m: G falls in n
            if largest and n != best:
                sign = _order(r, weight, n, best)
                best = n if sign < 0 or (sign == 0 and n < best) else best
            n += step
    return best


def _rows(total: int, d: int, n: int) -> int:
    return (total - n) * d // (d + n)


def _valley(r: Fraction, weight: Weight, low: int, high: int) -> int:
    """The smallest least place of G(n, r) weight(n), which falls and then rises."""
    while low < high:
        middle = (low + high) // 2
        if _order(r, weight, middle + 1, middle) < 0:
            low = middle + 1
        else:
            high = middle
    return low


def _order(r: Fraction, weight: Weight, one: int, other: int) -> int:
    """The certified sign of G weight at the first place less that at the other; 0 for an exact tie."""
    radius = balls.exact(r)
    if all(right_angle_is_worst(balls.fmpq(n), radius) for n in (one, other)):
        return (
            balls.sign((1 + balls.fmpq(1, one)) * weight(one) - (1 + balls.fmpq(1, other)) * weight(other))
            or 0
        )
    bits = 80
    while bits <= _FINEST:
        with balls.working_precision(bits):
            values = [share(balls.fmpq(n), radius) * weight(n) for n in (one, other)]
            found = balls.sign(values[0] - values[1])
        if found:
            return found
        bits *= 2
    raise PrecisionError(f"the values at {shorten(one)} and {shorten(other)} are too close to compare")


def _plain_share(ctx: MpContext, n: MpNumber | int, r: MpNumber) -> MpNumber:
    return LargestError.oracle(ctx, ctx.mpf(int(n)), ctx.mpf(r)) / ctx.expm1(-4 * ctx.mpf(r) ** 2) ** 2


def _scan(ctx: MpContext, last: int, r: MpNumber, weight: Callable[[int], MpNumber | int]) -> MpNumber:
    """The n of the smallest G/weight, weights of 0 left out."""
    places = [n for n in range(1, last + 1) if weight(n) > 0]
    return ctx.mpf(min(places, key=lambda n: _plain_share(ctx, n, r) / weight(n)))
