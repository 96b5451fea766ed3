"""The best law of discretely-induced features common to all coordinates: convex, between a primal and a dual value.

With t_l = |x_l y_l| and S_l(p) = sum_k t_l^(2k)/((k!)^2 p_k), sum_l log S_l is convex in (log p_k). Any law p gives an
upper bound of its minimum; any weights r_lk >= 0 with sum_k r_lk = 1 give, by Gibbs' inequality twice, the lower bound
sum_lk r_lk (log t_l^(2k)/(k!)^2 - log r_lk) - d sum_k q_k log q_k, q = the mean of r_l. At the fixed point both meet.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import scipy

from rftheory.errors import BudgetError, DomainError, PrecisionError
from rftheory.exact import balls
from rftheory.exact.functions.ball_function import BallFunction, Printer, listed
from rftheory.exact.scalars import Ball, MpContext, MpNumber, Rational

_MOST_COUNTS = 1 << 22  # masses, a ball each: some hundred MB
_SWEEPS = 60  # each halves the distance from the minimum, or better
_STEPS = 40  # of Newton, thirty bits each, and one more for every sixteen bits wanted

Entries = list[Rational] | Rational
MpEntries = list[MpNumber] | MpNumber


def overlaps(x: Entries, y: Entries) -> list[Rational]:
    """t_l = |x_l y_l| of two vectors (or two numbers); DomainError where all vanish."""
    pairs = zip(listed(x), listed(y), strict=True)
    sizes = [abs(a * b) for a, b in pairs]
    if not any(size != 0 for size in sizes):
        raise DomainError("y", "x_l y_l = 0 for all l", "x_l y_l != 0 for some l")
    return sizes


class CommonLaw(BallFunction):
    """The least sum_l log S_l over all laws p on the nonnegative integers, the same for every coordinate."""

    nargs = 2

    @staticmethod
    def ball(x: Entries, y: Entries) -> Ball:
        """The interval between a dual and a primal value at a law that Newton's method has settled."""
        sizes = overlaps(x, y)
        wanted = balls.precision()
        with balls.working_precision(wanted + 64):
            masses = settled(sizes, wanted)
            low, high = dual(sizes, masses), primal(sizes, masses)
            return low.union(high)

    @staticmethod
    def oracle(ctx: MpContext, x: MpEntries, y: MpEntries) -> MpNumber:
        """The fixed point by plain sweeps."""
        pairs = list(zip(listed(x), listed(y), strict=True))
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

    def _latex(self, printer: Printer, *_: object) -> str:
        x, y = (printer.doprint(a) for a in self.args)
        return rf"\min_p\sum_l\log\sum_k\frac{{({x}_l{y}_l)^{{2k}}}}{{(k!)^2p_k}}"


def _terms(size: Ball, count: int) -> list[Ball]:
    """t^k/k! for k < count."""
    found = [balls.arb(1)]
    for k in range(1, count):
        found.append(found[-1] * size / k)
    return found


def _count(largest: Ball, bits: int) -> int:
    """So many counts that t^k/k! beyond them is below 2^-bits of e^t."""
    size = balls.to_float(largest.mid())
    step = 8 + int(math.sqrt(size) / 4)
    count = int(size) + 8 + step
    while True:
        k = balls.arb(count)
        drop = k * (largest / k).log() + k - largest
        if drop < -(bits + 32) * balls.arb(2).log():
            return count + 8
        count += step
        step += step // 4


def settled(sizes: Sequence[Rational], wanted: int) -> list[Ball]:
    """The masses p_k ~ sqrt(sum_l b_l t_l^(2k))/k!, k < count, at nearly the best b; exact dyadics.

    The least sum_l log S_l is that of H = 2d log sum_k sqrt(sum_l b_l t_l^(2k))/k! - sum_l log b_l, convex in log b,
    whose derivatives are those of one more sweep. Newton steps with the second derivatives in floats, which lie
    between 1/2 and 1 across (1, .., 1) at the minimum, gain some thirty bits each; nothing is concluded from them.
    """
    largest = balls.ball(max(sizes, key=balls.to_float))
    if not largest * len(sizes) < _MOST_COUNTS:
        raise BudgetError(
            f"a law over more than {_MOST_COUNTS} counts: ask for smaller parameters, or fewer of them"
        )
    count = _count(largest, wanted)
    start, curvature = _roughly([balls.to_float(size) for size in sizes], count)
    with balls.working_precision(wanted // 2 + 96):
        squares = [[(term * term).mid() for term in _terms(balls.ball(size), count)] for size in sizes]
        weights = [balls.arb(value).exp().mid() for value in start]
        goal = balls.arb(2) ** (-(wanted // 2) - 32)
        for _ in range(_STEPS + wanted // 16):
            roots = [
                sum((b * square for b, square in zip(weights, column, strict=True)), balls.arb(0))
                .mid()
                .sqrt()
                .mid()
                for column in zip(*squares, strict=True)
            ]
            whole = sum(roots, balls.arb(0)).mid()
            slopes = [
                len(sizes)
                * b
                * sum((square / root for square, root in zip(row, roots, strict=True)), balls.arb(0))
                / whole
                - 1
                for b, row in zip(weights, squares, strict=True)
            ]
            steepest = max((abs(slope).upper() for slope in slopes), key=lambda size: size.mid())
            if steepest < goal:
                return [(root / whole).mid() for root in roots]
            relative = [balls.to_float(slope / steepest) for slope in slopes]
            moves = np.linalg.solve(curvature, relative)
            weights = [
                (b * (-steepest * float(move)).exp()).mid() for b, move in zip(weights, moves, strict=True)
            ]
    raise PrecisionError("Newton's method did not settle")


def _roughly(sizes: list[float], count: int) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """log b by sweeps in floats, and the second derivatives of H there, plus 1 along (1, .., 1) where they vanish."""
    d, k = len(sizes), np.arange(count, dtype=float)
    log_terms = np.array(
        [2 * (scipy.special.xlogy(k, size) - scipy.special.gammaln(k + 1)) for size in sizes]
    )
    logs = np.array([-2.0 * size for size in sizes])
    for _ in range(_SWEEPS):
        raised = log_terms + logs[:, None]
        columns = scipy.special.logsumexp(raised, axis=0)
        law = np.exp(columns / 2 - scipy.special.logsumexp(columns / 2))
        shares = np.exp(raised - np.where(np.isfinite(columns), columns, 0.0))  # sizes that are 0 as floats
        means = shares @ law
        if np.all(np.abs(d * means - 1) < 1e-10):
            break
        logs = logs - np.log(d * means)
        logs -= logs.max()
    second = np.diag(means) - (shares * law) @ shares.T / 2 - np.outer(means, means) / 2
    return logs, d * second + 1.0 / d


def primal(sizes: Sequence[Rational], masses: list[Ball]) -> Ball:
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
        # beyond: p_k = share (t^k/k!)/tail, t the largest, so the terms are ((t_l^2/t)^k/k!) tail/share
        ball = balls.ball(size)
        beyond = balls.arb(0, (_tail(ball * ball / largest, count) * tail / share).upper())
        total = total + (whole * head / (1 - share) + beyond).log()
    return total


def _tail(size: Ball, count: int) -> Ball:
    """At least the sum of t^k/k! from `count` on, count > t."""
    return _terms(size, count + 1)[count] / (1 - size / (count + 1))


def dual(sizes: Sequence[Rational], masses: list[Ball]) -> Ball:
    """The lower bound at the weights r_lk = t_l^(2k)/((k!)^2 p_k S_l) of these masses: sum_l log S_l + d sum_k q_k log(p_k/q_k)."""
    total, mean = balls.arb(0), [balls.arb(0)] * len(masses)
    for size in sizes:
        terms = _terms(balls.ball(size), len(masses))
        raw = [term * term / mass for term, mass in zip(terms, masses, strict=True)]
        whole = sum(raw, balls.arb(0))
        total = total + whole.log()
        mean = [q + value / whole for q, value in zip(mean, raw, strict=True)]
    d = len(sizes)
    pairs = zip(mean, masses, strict=True)
    return total + sum((q * (d * mass / q).log() for q, mass in pairs), balls.arb(0))
