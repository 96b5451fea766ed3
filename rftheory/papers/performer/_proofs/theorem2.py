"""Theorem 2: 1F1(d; d/2; w) + 2/(d+2) (e^w - 1)^2 <= e^(2w), term by term.

With G_k = Gamma(d + k) Gamma(d/2)/(Gamma(d) Gamma(d/2 + k)) and a = 2/(d+2): G_k + a (2^k - 2 + 0^k) <= 2^k, where
0^k is 1 at k = 0 and 0 afterwards.
"""

from __future__ import annotations

from rftheory.papers._shared.regularised_series import HALF, K, exponential_series, weight, weighted
from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts, automatic
from rftheory.proof.tactics import Prover
from rftheory.proof.tactics.entries import multiple, product
from rftheory.proof.tactics.invariants import square_nonnegative
from rftheory.proof.tactics.moves import instance, rewritten
from rftheory.proof.tactics.series import dominated, induction, linear, ones, onward, summed
from rftheory.proof.terms import Term, substitute, subterms

_B: Term = ("*", "d", HALF)
_INVERSE: Term = ("*", ("gamma", _B), ("^", ("gamma", "d"), -1))
_SHARE: Term = ("*", _INVERSE, ("gamma", ("+", "d", K)), ("^", ("gamma", ("+", K, _B)), -1))
_TWO: Term = ("^", 2, K)
_START: Term = ("^", 0, K)
_A: Term = ("*", 2, ("^", ("+", "d", 2), -1))
_LEFT: Term = ("+", _SHARE, ("*", _A, ("+", _TWO, -2, _START)))
_RATIO: Term = ("*", ("+", "d", K), ("^", ("+", K, _B), -1))


def _next(inner: Prover, term: Term, value: Term) -> Theorem:
    """The term at k + 1, by Gamma functions and powers at k."""
    later = substitute(term, {K: ("+", K, 1)})
    return rewritten(inner, ("=", later, value), onward(inner, term, K))


def _at_least_one(prover: Prover) -> Theorem:
    """1 <= 2^k."""

    def onwards(inner: Prover, goal: Term) -> Theorem:
        premises = [inner.given(("<=", 1, _TWO)), _next(inner, _TWO, ("*", 2, _TWO))]
        return inner.combine(
            goal, [product(0, coefficient=2), product(coefficient=1), multiple(-1, 1)], premises
        )

    return induction(prover, K, 0, ("<=", 1, _TWO), onwards)


def _at_least_two(prover: Prover) -> Theorem:
    """2 <= 2^k k + 2 0^k: at k + 1 the right side is 2 2^k (k + 1)."""
    powers = _at_least_one(prover)

    def onwards(inner: Prover, goal: Term) -> Theorem:
        premises = [
            powers, inner.given(("<=", 0, K)), _next(inner, _TWO, ("*", 2, _TWO)), _next(inner, _START, 0),
        ]  # fmt: skip
        entries = [
            product(0, coefficient=2),
            product(0, 1, coefficient=2),
            product(1, coefficient=2),
            multiple(("*", -1, ("+", K, 1)), 2),
            multiple(-2, 3),
        ]
        return inner.combine(goal, entries, premises)

    return induction(prover, K, 0, ("<=", 2, ("+", ("*", _TWO, K), ("*", 2, _START))), onwards)


def _start_nonnegative(prover: Prover) -> Theorem:
    """0 <= 0^k."""

    def onwards(inner: Prover, goal: Term) -> Theorem:
        return inner.combine(goal, [multiple(-1, 0)], [_next(inner, _START, 0)])

    return induction(prover, K, 0, ("<=", 0, _START), onwards)


def _bound(prover: Prover) -> Theorem:
    """G_k + a (2^k - 2 + 0^k) <= 2^k: G_(k+1) = 2 r G_k with r = (d + k)/(d + 2k).

    2 2^k (1 - a)(1 - r) - 2a (2r - 1) + 2 r a 0^k is 2d (2^k k - 2 + 2 0^k)/((d+2)(d+2k)) and more.
    """
    least, start = _at_least_two(prover), _start_nonnegative(prover)

    def onwards(inner: Prover, goal: Term) -> Theorem:
        inverse = inner.show(("<", 0, ("^", ("+", ("*", 2, K), "d"), -1)))
        other = inner.show(("<", 0, ("^", ("+", "d", 2), -1)))
        premises = [
            inner.given(("<=", _LEFT, _TWO)), inner.show(("<=", 0, _RATIO)), least, start, inverse, other,
            inner.show(("<", 0, "d")), inner.given(("<=", 0, K)), _next(inner, _SHARE, ("*", _SHARE, _RATIO)),
            _next(inner, _TWO, ("*", 2, _TWO)), _next(inner, _START, 0),
        ]  # fmt: skip
        entries = [
            product(0, 1),
            product(2, 6, 4, 5, coefficient=2),
            product(3, 7, 4, 5, coefficient=4),
            multiple(1, 8),
            multiple(("+", _A, -1), 9),
            multiple(_A, 10),
        ]
        return inner.combine(goal, entries, premises)

    def base(inner: Prover, goal: Term) -> Theorem:
        return rewritten(inner, goal, ones(inner, goal))

    return induction(prover, K, 0, ("<=", _LEFT, _TWO), onwards, base)


def gap(prover: Prover) -> Theorem:
    """1F1(d; d/2; w) + a (e^(2w) - 2 e^w + 1) <= e^(2w) for the local w >= 0."""
    hyper: Term = ("hyper", ("d",), (_B,), "w")
    whole: Term = ("hyper", (), (), ("*", 2, "w"))
    nothing: Term = ("hyper", (), (), ("*", 0, "w"))
    bodies: list[tuple[Term, Term, Term]] = [
        (1, ("*", _SHARE, weight()), hyper), (_A, ("*", _TWO, weight()), whole), (_A, ("*", _START, weight()), nothing),
    ]  # fmt: skip
    addends = [(c, body, *summed(prover, K, body, value)) for c, body, value in bodies]
    addends.append((("*", -2, _A), weight(), *exponential_series(prover)))
    left, exists = linear(prover, K, addends, ("*", _LEFT, weight()))
    right, also = addends[1][2], addends[1][3]
    below = weighted(prover, _bound(prover), _LEFT, _TWO)
    less = dominated(prover, K, ("*", _LEFT, weight()), ("*", _TWO, weight()), below, [exists, also])
    exponentials = [prover.fact("exp-series", t=t) for t in (("*", 2, "w"), "w", ("*", 0, "w"))]
    goal: Term = (
        "<=", ("+", hyper, ("*", _A, ("+", ("exp", ("*", 2, "w")), ("*", -2, ("exp", "w")), 1))), ("exp", ("*", 2, "w")),
    )  # fmt: skip
    entries = [
        product(0), multiple(-1, 1), multiple(1, 2), multiple(("+", _A, -1), 3), multiple(("*", -2, _A), 4), multiple(_A, 5),
    ]  # fmt: skip
    return prover.combine(goal, entries, [less, left, right, *exponentials])


def orthogonal_gain(prover: Prover, goal: Term) -> Theorem:
    """The gap at w = |x + y|^2/2, times 1 - 1/m and Lambda^2."""
    general = gap(prover.within(("w", "real"), given=(("<=", 0, "w"),)))
    outer = prover.within()
    outer.add(square_nonnegative(prover))
    total = next(each for each in subterms(goal) if isinstance(each, tuple) and each[0] == "sum")
    w: Term = ("+", "xy", ("*", "x2", HALF), ("*", "y2", HALF))
    special = instance(outer, general, {"w": w})
    series, exists = summed(outer, total[1], total[4], ("hyper", ("d",), (_B,), w))
    share: Term = ("+", 1, ("*", -1, ("^", "m", -1)))
    decay: Term = ("exp", ("+", ("*", "x2", -1), ("*", "y2", -1)))
    premises = [special, series, outer.show(("<=", 0, share)), outer.show(("<", 0, decay)), exists]
    return outer.combine(goal, [product(0, 2, 3), multiple(("*", share, decay), 1)], premises)


PROOFS: Scripts = {"performer/thm2": (automatic, automatic, orthogonal_gain)}
