"""Best laws of discretely-induced features by certified optimisation: one law for all coordinates, one geometric parameter.

With t_l = |x_l y_l| and S_l(p) = sum_k t_l^(2k)/((k!)^2 p_k), sum_l log S_l is convex in (log p_k). Any law p gives an
upper bound of its minimum; any weights r_lk >= 0 with sum_k r_lk = 1 give, by Gibbs' inequality twice, the lower bound
sum_lk r_lk (log t_l^(2k)/(k!)^2 - log r_lk) - d sum_k q_k log q_k, q = the mean of r_l. At the fixed point both meet.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rftheory.errors import DomainError, PrecisionError
from rftheory.exact import balls
from rftheory.exact.special import BallFunction

_SWEEPS = 4000


def overlaps(x: Any, y: Any) -> list[Any]:
    """t_l = |x_l y_l| of two vectors (or two numbers); DomainError where all vanish."""
    pairs = zip(x, y, strict=True) if isinstance(x, list) else [(x, y)]
    sizes = [abs(a * b) for a, b in pairs]
    if not any(size != 0 for size in sizes):
        raise DomainError("y", "x_l y_l = 0 for all l", "x_l y_l != 0 for some l")
    return sizes


class CommonLaw(BallFunction):
    """The least sum_l log S_l over all laws p on the nonnegative integers, the same for every coordinate."""

    nargs = 2

    @staticmethod
    def ball(x: Any, y: Any) -> Any:
        """The interval between a dual and a primal value at a law that sweeps have settled."""
        sizes = overlaps(x, y)
        wanted = balls.precision()
        with balls.working_precision(wanted + 64):
            masses = settled(sizes, wanted)
            low, high = dual(sizes, masses), primal(sizes, masses)
            return low.union(high)

    @staticmethod
    def oracle(ctx: Any, x: Any, y: Any) -> Any:
        """The fixed point by plain sweeps."""
        pairs = list(zip(x, y, strict=True)) if isinstance(x, list) else [(x, y)]
        sizes = [abs(ctx.mpf(a) * b) for a, b in pairs]
        top = int(4 * max(sizes) + 3 * ctx.dps)
        law = [max(sizes) ** k * ctx.exp(-max(sizes)) / ctx.factorial(k) for k in range(top)]
        for _ in range(40 + 4 * ctx.dps):
            sums = [
                ctx.fsum(t ** (2 * k) / ctx.factorial(k) ** 2 / p for k, p in enumerate(law)) for t in sizes
            ]
            raw = [
                ctx.sqrt(ctx.fsum(t ** (2 * k) / s for t, s in zip(sizes, sums, strict=True)))
                / ctx.factorial(k)
                for k in range(top)
            ]
            law = [value / ctx.fsum(raw) for value in raw]
        return ctx.fsum(ctx.log(s) for s in sums)

    def _latex(self, printer: Any, *_: Any) -> str:
        x, y = (printer.doprint(a) for a in self.args)
        return rf"\min_p\sum_l\log\sum_k\frac{{({x}_l{y}_l)^{{2k}}}}{{(k!)^2p_k}}"


def _terms(size: Any, count: int) -> list[Any]:
    """t^k/k! for k < count."""
    found = [balls.arb(1)]
    for k in range(1, count):
        found.append(found[-1] * size / k)
    return found


def _count(largest: Any, bits: int) -> int:
    """So many counts that t^k/k! beyond them is below 2^-bits of e^t."""
    size = balls.to_float(largest.mid())
    count = int(2 * size) + 16
    while True:
        k = balls.arb(count)
        drop = k * (largest / k).log() + k - largest
        if drop < -(bits + 32) * balls.arb(2).log():
            return count + 8
        count = int(1.2 * count) + 8


def settled(sizes: list[Any], wanted: int) -> list[Any]:
    """The masses p_k, k < count, after sweeps p_k ~ sqrt(mean_l t_l^(2k)/S_l)/k!; exact dyadics."""
    first = max(range(len(sizes)), key=lambda place: balls.to_float(sizes[place]))
    count = _count(balls.ball(sizes[first]), wanted)
    rows = [[term.mid() for term in _terms(balls.ball(size), count)] for size in sizes]
    masses = [term / sum(rows[first], balls.arb(0)) for term in rows[first]]
    goal = balls.arb(2) ** (-(wanted // 2) - 24)
    for _ in range(_SWEEPS):
        masses = [mass.mid() for mass in masses]
        sums = [
            sum((term * term / mass for term, mass in zip(row, masses, strict=True)), balls.arb(0))
            for row in rows
        ]
        raw = [
            sum((row[k] * row[k] / total for row, total in zip(rows, sums, strict=True)), balls.arb(0))
            .mid()
            .sqrt()
            for k in range(count)
        ]
        whole = sum(raw, balls.arb(0))
        after = [(value / whole).mid() for value in raw]
        change = max((abs(new - old) for new, old in zip(after, masses, strict=True)), key=balls.to_float)
        masses = after
        if change < goal:
            return masses
    raise PrecisionError(f"the sweeps did not settle in {_SWEEPS} steps")


def primal(sizes: Sequence[Any], masses: list[Any]) -> Any:
    """sum_l log S_l at a law: these masses, and beyond them a tail of Poisson shape; an upper bound of the minimum."""
    largest = balls.ball(max(sizes, key=balls.to_float))
    count = len(masses)
    tail = _tail(largest, count)
    share = (tail / sum(_terms(largest, count), balls.arb(0))).upper()
    whole = sum(masses, balls.arb(0))
    total = balls.arb(0)
    for size in sizes:
        head = balls.arb(0)
        for term, mass in zip(_terms(balls.ball(size), count), masses, strict=True):
            head = head + term * term / mass
        # beyond: p_k = share (t^k/k!)/tail, t the largest, so the terms are at most (t_l^k/k!) tail/share
        beyond = balls.arb(0, (_tail(balls.ball(size), count) * tail / share).upper())
        total = total + (whole * head / (1 - share) + beyond).log()
    return total


def _tail(size: Any, count: int) -> Any:
    """At least the sum of t^k/k! from `count` on, count > t."""
    return _terms(size, count + 1)[count] / (1 - size / (count + 1))


def dual(sizes: Sequence[Any], masses: list[Any]) -> Any:
    """The lower bound at the weights of these masses."""
    count, total = len(masses), balls.arb(0)
    mean = [balls.arb(0)] * count
    for size in sizes:
        terms = _terms(balls.ball(size), count)
        raw = [term * term / mass for term, mass in zip(terms, masses, strict=True)]
        whole = sum(raw, balls.arb(0))
        for k, (value, term) in enumerate(zip(raw, terms, strict=True)):
            if size == 0 and k > 0:
                break
            weight = value / whole
            total = total + weight * (2 * term.log() - weight.log())
            mean[k] = mean[k] + weight / len(sizes)
    return total - len(sizes) * sum((q * q.log() for q in mean if q > 0), balls.arb(0))


class GeometricRate(BallFunction):
    """p*: the p in (0, 1) with the least log second moment of geometric features, for inputs that overlap."""

    nargs = 2

    @staticmethod
    def ball(x: Any, y: Any) -> Any:
        """The only root of the increasing derivative, enclosed by its signs at both ends."""
        sizes = [size for size in overlaps(x, y) if size != 0]
        dimension = len(x) if isinstance(x, list) else 1
        wanted = balls.precision()
        return _root(lambda odds: geometric_slope(sizes, dimension, odds), wanted)

    @staticmethod
    def oracle(ctx: Any, x: Any, y: Any) -> Any:
        """The root of the derivative by bisection in plain arithmetic."""
        pairs = list(zip(x, y, strict=True)) if isinstance(x, list) else [(x, y)]
        sizes = [abs(ctx.mpf(a) * b) for a, b in pairs]

        def slope(p: Any) -> Any:
            root = ctx.sqrt(1 - p)
            total = ctx.fsum(
                t / root**3 * ctx.besseli(1, 2 * t / root) / ctx.besseli(0, 2 * t / root) for t in sizes
            )
            return total - len(sizes) / p

        low, high = ctx.mpf(10) ** -ctx.dps, 1 - ctx.mpf(10) ** (-ctx.dps // 2)
        for _ in range(4 * ctx.dps + 40):
            middle = (low + high) / 2
            low, high = (middle, high) if slope(middle) < 0 else (low, middle)
        return low

    def _latex(self, printer: Any, *_: Any) -> str:
        return rf"p^*({','.join(printer.doprint(a) for a in self.args)})"


def geometric_slope(sizes: list[Any], dimension: int, odds: Any) -> Any:
    """(1-p) psi'(p) at the odds p/(1-p): sum_l t (1-p)^(-1/2) I_1/I_0 - d/odds, increasing in the odds."""
    rest = 1 / (1 + odds)
    total = balls.arb(0)
    for size in sizes:
        argument = balls.ball(size) / rest.sqrt()
        square = argument * argument
        quotient = balls.hypergeometric([], [balls.fmpq(2)], square) / balls.hypergeometric(
            [], [balls.fmpq(1)], square
        )
        total = total + argument * argument * quotient
    return total - dimension / odds


def _root(slope: Callable[[Any], Any], wanted: int) -> Any:
    """p = odds/(1+odds) at the certified sign change of an increasing function of the odds."""
    low, high = balls.arb(1), balls.arb(1)
    with balls.working_precision(128):
        while not slope(low) < 0:
            low = (low / 16).mid()
        while not slope(high) > 0:
            high = (high * 16).mid()
    bits = 64
    while True:
        with balls.working_precision(max(128, 2 * bits)):
            low, high = _narrowed(slope, low, high, bits)
            if bits > wanted + 8:
                odds = low.union(high)
                return odds / (1 + odds)
        bits = min(2 * bits, wanted + 16) if bits < wanted + 16 else wanted + 17


def _narrowed(slope: Callable[[Any], Any], low: Any, high: Any, bits: int) -> tuple[Any, Any]:
    """The bracket down to a relative width of 2^-bits: a secant step with a certified margin, or bisection."""
    goal = balls.arb(2) ** (-bits)
    while not (high - low) < goal * low:
        under, over = slope(low), slope(high)
        secant = (low + (high - low) * (-under) / (over - under)).mid()
        margin = ((high - low) * (high - low) / low).mid()
        for point in (secant - margin, secant + margin, ((low + high) / 2).mid()):
            inner = point.mid()
            if not (inner > low and inner < high):
                continue
            value = slope(inner)
            if value < 0:
                low = inner
            elif value > 0:
                high = inner
    return low, high
