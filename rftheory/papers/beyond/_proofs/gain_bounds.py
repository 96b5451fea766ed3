"""Bounds of the gain of orthogonal rows, e^(2w) - 1F1(d; d/2; w), and its ratio to (e^w - 1)^2 at both ends.

With the coefficients G_k of the series: 2 - 0^k <= G_k, 2^k (1 - k(k - 1)/(2(d + 2))) <= G_k and
(k + 1) G_k <= (d + 1) 2^k.
"""

from __future__ import annotations

from rftheory.papers._shared.orthogonal_gap import (
    POWER,
    RATIO,
    SHARE,
    START,
    A,
    B,
    following,
    start_nonnegative,
)
from rftheory.papers._shared.regularised_series import HALF, K, exponential_series, running, weight, weighted
from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts
from rftheory.proof.tactics import Prover
from rftheory.proof.tactics.entries import multiple, product
from rftheory.proof.tactics.moves import instance, rewritten
from rftheory.proof.tactics.series import after, dominated, induction, linear, ones, summed
from rftheory.proof.terms import INFINITY, Term, compound, substitute

_HYPER: Term = ("hyper", ("d",), (B,), "w")
_DOUBLE: Term = ("exp", ("*", 2, "w"))
_ONE: Term = ("exp", "w")
_INVERSE: Term = ("^", ("+", ("*", 2, K), "d"), -1)
_SQUARES: Term = ("*", HALF, ("^", ("+", "d", 2), -1), K, ("+", K, -1), POWER)


def _base(inner: Prover, goal: Term) -> Theorem:
    return rewritten(inner, goal, ones(inner, goal))


def _next_share(inner: Prover) -> Theorem:
    return following(inner, SHARE, ("*", SHARE, RATIO))


def _vanishing(prover: Prover) -> tuple[Theorem, Theorem]:
    """k 0^k <= 0 and 0^k <= 1 for the local k >= 0."""

    def step(inner: Prover, wanted: Term) -> Theorem:
        nothing = following(inner, START, 0)
        times = ("+", K, 1) if compound(wanted)[2] == 0 else 1
        return inner.combine(wanted, [multiple(times, 0), product()][: 1 if times != 1 else 2], [nothing])

    goals: tuple[Term, Term] = (("<=", ("*", K, START), 0), ("<=", START, 1))
    times, most = (induction(prover, K, 0, goal, step) for goal in goals)
    return times, most


def _at_least_two(prover: Prover) -> Theorem:
    """2 - 0^k <= G_k: 2 r - 0^k r - 2 = 2 (d (1 - 0^k) - k 0^k)/(d + 2k) with r = 2 (d + k)/(d + 2k)."""
    goal: Term = ("<=", ("+", 2, ("*", -1, START)), SHARE)
    times, most = _vanishing(prover)

    def step(inner: Prover, wanted: Term) -> Theorem:
        premises = [
            inner.given(goal), inner.show(("<=", 0, RATIO)), times, most, inner.show(("<", 0, _INVERSE)),
            inner.show(("<", 0, "d")), _next_share(inner), following(inner, START, 0),
        ]  # fmt: skip
        entries = [
            product(0, 1), product(2, 4, coefficient=2), product(3, 4, 5, coefficient=2), multiple(-1, 6), multiple(-1, 7),
        ]  # fmt: skip
        return inner.combine(wanted, entries, premises)

    return induction(prover, K, 0, goal, step, _base)


def _integers_grow(prover: Prover) -> Theorem:
    """k <= k^2 for the local k >= 0."""

    def step(inner: Prover, wanted: Term) -> Theorem:
        return inner.combine(wanted, [product(0), product(0, 0)], [inner.given(("<=", 0, K))])

    return induction(prover, K, 0, ("<=", K, ("^", K, 2)), step)


def _near_doubling(prover: Prover) -> Theorem:
    """2^k <= G_k + S_k with S_k = k (k - 1) 2^k/(2 (d + 2))."""
    goal: Term = ("<=", POWER, ("+", SHARE, _SQUARES))
    grow = _integers_grow(prover)

    def step(inner: Prover, wanted: Term) -> Theorem:
        premises = [
            inner.given(goal), inner.show(("<=", 0, RATIO)), grow, inner.show(("<", 0, POWER)),
            inner.show(("<", 0, _INVERSE)), inner.show(("<", 0, ("^", ("+", "d", 2), -1))), inner.given(("<=", 0, K)),
            _next_share(inner),
        ]  # fmt: skip
        entries = [product(0, 1), product(2, 3, 4, 5, coefficient=4), product(2, 3, 4, 5, 6), multiple(-1, 7)]
        return inner.combine(wanted, entries, premises)

    return induction(prover, K, 0, goal, step, _base)


def _below_doubling(prover: Prover) -> Theorem:
    """(k + 1) G_k <= (d + 1) 2^k, as (d + k) G_k + 0^k <= (d + 1) 2^k."""
    top: Term = ("*", ("+", "d", 1), POWER)
    goal: Term = ("<=", ("+", ("*", SHARE, ("+", "d", K)), START), top)

    def positive(inner: Prover, wanted: Term) -> Theorem:
        premises = [inner.given(("<=", 0, K)), inner.show(("<", 0, POWER)), following(inner, START, 0)]
        return inner.combine(wanted, [product(0, 1, coefficient=2), multiple(-1, 2)], premises)

    least = induction(prover, K, 0, ("<=", POWER, ("+", ("*", POWER, K), START)), positive)
    start = start_nonnegative(prover)

    def step(inner: Prover, wanted: Term) -> Theorem:
        premises = [
            inner.given(goal), inner.show(("<", 0, _INVERSE)), least, start, inner.given(("<=", 0, K)),
            inner.show(("<", 0, ("+", "d", K, 1))), inner.show(("<", 0, ("+", "d", 1))), _next_share(inner),
            following(inner, START, 0),
        ]  # fmt: skip
        entries = [
            product(0, 1, 5, coefficient=2), product(1, 2, 6, coefficient=2), product(1, 3, 4, coefficient=2),
            multiple(("+", "d", K, 1), 7), multiple(1, 8),
        ]  # fmt: skip
        return inner.combine(wanted, entries, premises)

    shown = induction(prover, K, 0, goal, step, _base)
    inner = running(prover)
    premises = [shown, start, inner.show(("<=", 0, SHARE)), inner.show(("<=", 0, ("+", "d", -1)))]
    entries = [product(0), product(1), product(2, 3)]
    return inner.combine(("<=", ("*", ("+", K, 1), SHARE), top), entries, premises)


def _series(prover: Prover) -> tuple[tuple[Theorem, Theorem], tuple[Theorem, Theorem]]:
    """sum G_k w^k/k! and sum 2^k w^k/k!, with what they are, and that they converge."""
    one = summed(prover, K, ("*", SHARE, weight()), _HYPER)
    other = summed(prover, K, ("*", POWER, weight()), ("hyper", (), (), ("*", 2, "w")))
    return one, other


def first_bound(prover: Prover) -> Theorem:
    """2 e^w - 1 <= 1F1(d; d/2; w) for w > 0."""
    (larger, also), _ = _series(prover)
    zero = summed(prover, K, ("*", START, weight()), ("hyper", (), (), ("*", 0, "w")))
    low: Term = ("+", 2, ("*", -1, START))
    addends = [(2, weight(), *exponential_series(prover)), (-1, ("*", START, weight()), *zero)]
    smaller, exists = linear(prover, K, addends, ("*", low, weight()))
    below = weighted(prover, _at_least_two(prover), low, SHARE)
    less = dominated(prover, K, ("*", low, weight()), ("*", SHARE, weight()), below, [exists, also])
    facts = [prover.fact("exp-series", t=t) for t in ("w", ("*", 0, "w"))]
    goal: Term = ("<=", ("+", ("*", 2, _ONE), -1), _HYPER)
    entries = [product(0), multiple(-1, 1), multiple(1, 2), multiple(2, 3), multiple(-1, 4)]
    return prover.combine(goal, entries, [less, smaller, larger, *facts])


def second_bound(prover: Prover) -> Theorem:
    """e^(2w) - 1F1(d; d/2; w) <= 2 w^2 e^(2w)/(d + 2) for w > 0."""
    (value, exists), (double, also) = _series(prover)
    body: Term = ("*", ("+", POWER, ("*", -1, SHARE)), weight())
    addends = [(1, ("*", POWER, weight()), double, also), (-1, ("*", SHARE, weight()), value, exists)]
    gain, converges = linear(prover, K, addends, body)
    apart, rest = after(prover, K, body, converges, 2)
    later = compound(rest.then)[3]
    above: Term = ("*", A, ("^", "w", 2), POWER, weight())
    larger, too = linear(prover, K, [(("*", A, ("^", "w", 2)), ("*", POWER, weight()), double, also)], above)
    inner = running(prover)
    factorials = _factorials(2)
    raised: Term = ("*", ("^", "w", ("+", K, 2)), factorials[1])
    grown = instance(inner, _near_doubling(prover), {K: ("+", K, 2)})
    premises = [grown, inner.show(("<", 0, raised)), _gamma(inner, 2)]
    times: Term = ("*", -1, A, POWER, ("^", "w", 2), ("^", "w", K), *factorials)
    terms = inner.combine(("<=", later, above), [product(0, 1), multiple(times, 2)], premises)
    less = dominated(prover, K, later, above, terms, [rest, too])
    premises = [
        less, prover.fact("exp-series", t=("*", 2, "w")), larger, apart, gain, _second_start(prover, substitute(body, {K: 1})),
    ]  # fmt: skip
    goal: Term = ("<=", ("+", _DOUBLE, ("*", -1, _HYPER)), ("*", A, ("^", "w", 2), _DOUBLE))
    back: Term = ("+", 1, ("*", -1, A, ("^", "w", 2)))
    entries = [product(0), multiple(back, 1), multiple(1, 2), multiple(1, 3), multiple(-1, 4), multiple(1, 5)]
    return prover.combine(goal, entries, premises)


def _second_start(prover: Prover, start: Term) -> Theorem:
    """G_1 = 2."""
    over: Term = ("*", "w", ("^", ("*", ("gamma", ("+", 1, 1)), ("gamma", "d"), ("gamma", ("+", 1, B))), -1))
    entries = [multiple(("*", -1, ("gamma", B), over), 0), multiple(("*", 2, ("gamma", "d"), over), 1)]
    return prover.combine(("=", start, 0), entries, [prover.fact("gamma-next", t=t) for t in ("d", B)])


def third_bound(prover: Prover) -> Theorem:
    """w 1F1(d; d/2; w) <= (d + 1)(e^(2w) - 1)/2 for w > 0."""
    (value, exists), (double, also) = _series(prover)
    whole: Term = ("*", POWER, weight())
    apart, rest = after(prover, K, whole, also, 1)
    half: Term = ("*", HALF, ("+", "d", 1))
    later: Term = ("*", half, compound(rest.then)[3])
    shifted: Term = ("sum", K, 0, INFINITY, compound(rest.then)[3])
    same = prover.equal(shifted, shifted)
    larger, too = linear(prover, K, [(half, compound(rest.then)[3], same, rest)], later)
    here: Term = ("*", "w", SHARE, weight())
    smaller, converges = linear(prover, K, [("w", ("*", SHARE, weight()), value, exists)], here)
    inner = running(prover)
    factorials = _factorials(1)
    next_one: Term = ("^", ("+", K, 1), -1)
    signs = [inner.show(("<", 0, each)) for each in ("w", weight(), next_one)]
    times: Term = ("*", ("+", "d", 1), POWER, "w", ("^", "w", K), *factorials, next_one)
    entries = [product(0, 1, 2, 3), multiple(times, 4)]
    terms = inner.combine(("<=", here, later), entries, [_below_doubling(prover), *signs, _gamma(inner, 1)])
    less = dominated(prover, K, here, later, terms, [converges, too])
    goal: Term = ("<=", ("*", "w", _HYPER), ("*", half, ("+", _DOUBLE, -1)))
    start = prover.fact("gamma-one")
    premises = [less, smaller, larger, apart, double, prover.fact("exp-series", t=("*", 2, "w")), start]
    first: Term = ("*", half, ("^", ("gamma", ("+", 0, 1)), -1))
    entries = [
        product(0), multiple(-1, 1), multiple(1, 2), multiple(("*", -1, half), 3), multiple(half, 4),
        multiple(("*", -1, half), 5), multiple(first, 6),
    ]  # fmt: skip
    return prover.combine(goal, entries, premises)


def _factorials(steps: int) -> tuple[Term, Term]:
    """1/k! and 1/(k + steps)!, as series and series without their first terms have them."""
    return ("^", ("gamma", ("+", K, 1)), -1), ("^", ("gamma", ("+", ("+", K, steps), 1)), -1)


def _gamma(inner: Prover, steps: int) -> Theorem:
    """Gamma(k + 2) or Gamma(k + 3) by Gamma(k + 1), written as in a series without its first terms."""
    facts = [inner.fact("gamma-next", t=("+", K, place)) for place in range(1, steps + 1)]
    term: Term = ("gamma", ("+", ("+", K, steps), 1))
    factors: tuple[Term, ...] = tuple(("+", K, place) for place in range(1, steps + 1))
    entries = [multiple(("*", 1, 1, *factors[place:]), place - 1) for place in range(1, steps + 1)]
    return inner.combine(("=", term, ("*", *factors, ("gamma", ("+", K, 1)))), entries, facts)


PROOFS: Scripts = {}
