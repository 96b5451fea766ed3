"""The best numbers of projections of the angular hybrid under a budget, by certified comparison of its largest errors.

G(n, r), the share of a base estimator's largest squared error, is the maximum over the angle of a(theta) + b(theta)/n
with a, b >= 0. Hence, for real n, the objectives (n+1) G and G (d+n)/(K-n) are convex and G/(K-n) is log-convex: each
has one run of least integers, where a change of sign of the differences is certified. A tie stays undecided (nan).
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from rftheory.errors import BudgetError, PrecisionError
from rftheory.exact import balls
from rftheory.exact.bracketing import crossing
from rftheory.exact.hybrid_maximum import LargestError
from rftheory.exact.special import BallFunction

RANGE = 25
_CANDIDATES = 4000
_FINEST = 2600

Objective = Callable[[int], Any]


def share(n: Any, r: Any) -> Any:
    """G(n, r) for exact n and r."""
    return LargestError.ball(n, r) / balls.ball(-4 * r * r).expm1() ** 2


class FeatureChoice(BallFunction):
    """The n in 1..top that minimises (n+1) G(n, r); top = 0 stands for every n >= 1."""

    nargs = 2

    @staticmethod
    def ball(top: Any, r: Any) -> Any:
        """The last descent; without a top the range doubles until the objective rises."""
        return _decided(lambda: _features(int(top.p), balls.as_fraction(r)), r, top)

    @staticmethod
    def oracle(ctx: Any, top: Any, r: Any) -> Any:
        """Every n up to the top, or to 60."""
        return _scan(ctx, int(top) or 60, r, lambda n: ctx.mpf(1) / (n + 1))

    def _latex(self, printer: Any, *_: Any) -> str:
        return rf"\arg\min_n(n+1)G(n,{printer.doprint(self.args[1])})"


class ProjectionChoice(BallFunction):
    """The n in 1..K-1 that minimises G(n, r)/(K-n)."""

    nargs = 2

    @staticmethod
    def ball(total: Any, r: Any) -> Any:
        """The last descent."""
        return _decided(lambda: _projections(int(total.p), balls.as_fraction(r)), r, total)

    @staticmethod
    def oracle(ctx: Any, total: Any, r: Any) -> Any:
        """Every n."""
        return _scan(ctx, int(total) - 1, r, lambda n: total - n)

    def _latex(self, printer: Any, *_: Any) -> str:
        total, r = (printer.doprint(a) for a in self.args)
        return rf"\arg\min_n\frac{{G(n,{r})}}{{{total}-n}}"


class OperationRows(BallFunction):
    """floor((K d - n d)/(d + n)): the most base projections m with (m+n) d + m n <= K d."""

    nargs = 3

    @staticmethod
    def ball(total: Any, d: Any, n: Any) -> Any:
        """Exact."""
        exact = all(isinstance(value, balls.fmpq) for value in (total, d, n))
        return balls.fmpq(_rows(int(total.p), int(d.p), int(n.p))) if exact else balls.arb("nan")

    @staticmethod
    def oracle(ctx: Any, total: Any, d: Any, n: Any) -> Any:
        """The floor."""
        return ctx.floor(ctx.mpf(total - n) * d / (d + n))

    def _latex(self, printer: Any, *_: Any) -> str:
        total, d, n = (printer.doprint(a) for a in self.args)
        return rf"\left\lfloor\frac{{({total}-{n}){d}}}{{{d}+{n}}}\right\rfloor"


class OperationChoice(BallFunction):
    """The n in 1..4K-1 that minimises G(n, r)/m, m = floor((K d - n d)/(d + n)) >= 1."""

    nargs = 3

    @staticmethod
    def ball(total: Any, d: Any, r: Any) -> Any:
        """Among the n whose convex lower bound G (d+n)/((K-n) d) is not above a value that is taken."""
        return _decided(lambda: _operations(int(total.p), int(d.p), balls.as_fraction(r)), r, total, d)

    @staticmethod
    def oracle(ctx: Any, total: Any, d: Any, r: Any) -> Any:
        """Every n."""
        return _scan(ctx, 4 * int(total) - 1, r, lambda n: _rows(int(total), int(d), n))

    def _latex(self, printer: Any, *_: Any) -> str:
        total, d, r = (printer.doprint(a) for a in self.args)
        return rf"\arg\min_n\frac{{G(n,{r})}}{{\lfloor({total}-n){d}/({d}+n)\rfloor}}"


class BudgetThreshold(BallFunction):
    """The r where 2 (n+1) G(n, r) = 1, n >= 2: the left side falls in r, from (n+1)^2/(2n) > 1 at 0 to 0."""

    nargs = 1

    @staticmethod
    def ball(n: Any) -> Any:
        """Secants between certified signs."""
        if not (isinstance(n, balls.fmpq) and n >= 2):
            return balls.arb("nan")

        def excess(r: Any) -> Any:
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
    def oracle(ctx: Any, n: Any) -> Any:
        """Bisection of the plain excess."""
        low, high = ctx.mpf(1) / 16, ctx.sqrt(ctx.mpf(n)) + 2
        for _ in range(int(ctx.prec) // 2):
            middle = (low + high) / 2
            inside = 2 * (n + 1) * _plain_share(ctx, n, middle) > 1
            low, high = (middle, high) if inside else (low, middle)
        return (low + high) / 2

    def _latex(self, printer: Any, *_: Any) -> str:
        return rf"r_D\left({printer.doprint(self.args[0])}\right)"


def _decided(find: Callable[[], int], *arguments: Any) -> Any:
    """What is found for exact positive arguments, as an exact integer; nan where a comparison stays open."""
    if not all(isinstance(value, balls.fmpq) and value >= 0 for value in arguments):
        return balls.arb("nan")
    try:
        return balls.fmpq(find())
    except PrecisionError:
        return balls.arb("nan")


@functools.lru_cache(maxsize=4096)
def _features(top: int, r: Fraction) -> int:
    radius = balls.exact(r)

    def objective(n: int) -> Any:
        return (n + 1) * share(balls.fmpq(n), radius)

    end = top or 2
    while not top and _below(objective, end + 1, end):
        end *= 2
    return _valley(objective, 1, end + (not top))


@functools.lru_cache(maxsize=4096)
def _projections(total: int, r: Fraction) -> int:
    radius = balls.exact(r)
    return _valley(lambda n: share(balls.fmpq(n), radius) / (total - n), 1, total - 1)


@functools.lru_cache(maxsize=4096)
def _operations(total: int, d: int, r: Fraction) -> int:
    radius = balls.exact(r)
    last = (total - 1) * d // (d + 1)  # m >= 1
    if last < 1:
        raise PrecisionError("no n leaves a base projection")

    def bound(n: int) -> Any:
        return share(balls.fmpq(n), radius) * (d + n) / balls.fmpq((total - n) * d)

    def objective(n: int) -> Any:
        return share(balls.fmpq(n), radius) / _rows(total, d, n)

    best = centre = _valley(bound, 1, last)
    for step in (1, -1):
        n, seen = centre, 0
        while 1 <= n <= last and not bound(n) > objective(best):
            seen += 1
            if seen > _CANDIDATES:
                raise BudgetError(f"more than {_CANDIDATES} numbers n stay in the running")
            largest = n == last or _rows(total, d, n + 1) < _rows(total, d, n)
            if largest and n != best and _below(objective, n, best):
                best = n
            n += step
    return best


def _rows(total: int, d: int, n: int) -> int:
    return (total - n) * d // (d + n)


def _valley(objective: Objective, low: int, high: int) -> int:
    """The least place of a sequence that falls and then rises."""
    while low < high:
        middle = (low + high) // 2
        if _below(objective, middle + 1, middle):
            low = middle + 1
        else:
            high = middle
    return low


def _below(objective: Objective, one: int, other: int) -> bool:
    """Whether the objective is smaller at the first place than at the other, certified."""
    bits = 80
    while bits <= _FINEST:
        with balls.working_precision(bits):
            difference = balls.sign(objective(one) - objective(other))
        if difference:
            return difference < 0
        bits *= 2
    raise PrecisionError(f"the values at {one} and {other} are too close to tell which is smaller")


def _plain_share(ctx: Any, n: Any, r: Any) -> Any:
    return LargestError.oracle(ctx, ctx.mpf(int(n)), ctx.mpf(r)) / ctx.expm1(-4 * ctx.mpf(r) ** 2) ** 2


def _scan(ctx: Any, last: int, r: Any, weight: Callable[[int], Any]) -> Any:
    """The n of the smallest G/weight, weights of 0 left out."""
    places = [n for n in range(1, last + 1) if weight(n) > 0]
    return ctx.mpf(min(places, key=lambda n: _plain_share(ctx, n, r) / weight(n)))
