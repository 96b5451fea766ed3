"""Bounds of the ratio SMREG/SM = e^-w 0F1(; d/2; dw/2) in proofs, from bounds of C_k."""

from __future__ import annotations

from rftheory.papers._shared.exponential_moments_series import polynomial_moment
from rftheory.papers._shared.regularised_series import (
    HALF,
    K,
    compared,
    kernel_series,
    next_share,
    running,
    share,
)
from rftheory.proof.kernel import Theorem
from rftheory.proof.tactics import Prover
from rftheory.proof.tactics.entries import multiple, product
from rftheory.proof.tactics.moves import Script, together
from rftheory.proof.tactics.series import induction
from rftheory.proof.terms import Term

_B: Term = ("*", "d", HALF)
DECAY: Term = ("exp", ("*", "w", -1))
_RATIO: Term = ("*", _B, ("^", ("+", K, _B), -1))
PAIRS: Term = ("*", K, ("+", K, -1), ("^", "d", -1))


def times_decay(prover: Prover, goal: Term, less: Theorem, smaller: Theorem, larger: Theorem) -> Theorem:
    """The goal as e^-w times what a comparison of series says."""
    positive = prover.fact("exp-positive", t=("*", "w", -1))
    entries = [
        product(0, 1),
        multiple(("*", -1, DECAY), 2),
        multiple(DECAY, 3),
    ]
    return prover.combine(goal, entries, [less, positive, smaller, larger])


def quadratic(prover: Prover, goal: Term) -> Theorem:
    """1 - w^2/d <= e^-w 0F1(; d/2; dw/2), from 1 - k(k-1)/d <= C_k."""
    bound: Term = ("+", 1, ("*", -1, PAIRS))
    smaller, exists = polynomial_moment(prover, bound)
    larger, also = kernel_series(prover)
    less = compared(prover, bound, share(), _above(prover, bound), exists, also)
    return times_decay(prover, goal, less, smaller, larger)


def _above(prover: Prover, bound: Term) -> Theorem:
    """bound(k) <= C_k, for bound(k + 1) <= bound(k) d/(d + 2k)."""

    def onwards(inner: Prover, goal: Term) -> Theorem:
        assert isinstance(goal, tuple)
        later: Term = ("<=", goal[1], ("*", bound, _RATIO))
        premises = [
            inner.given(("<=", bound, share())), inner.show(("<=", 0, _RATIO)), inner.show(later), next_share(inner)
        ]  # fmt: skip
        entries = [
            product(0, 1),
            product(2),
            multiple(-1, 3),
        ]
        return inner.combine(goal, entries, premises)

    return induction(prover, K, 0, ("<=", bound, share()), onwards)


def rational(prover: Prover, goal: Term) -> Theorem:
    """C_k (1 + p) <= 1 for p = k(k-1)/d, so C_k <= 1 - p + p^2, whose moments are e^w times a polynomial."""
    bound: Term = ("+", 1, ("*", -1, PAIRS), ("^", PAIRS, 2))
    smaller, exists = kernel_series(prover)
    larger, also = polynomial_moment(prover, bound)
    less = compared(prover, share(), bound, _below_inverse(prover, bound), exists, also)
    return times_decay(prover, goal, less, smaller, larger)


def _below_inverse(prover: Prover, bound: Term) -> Theorem:
    """(1 - p + p^2 - C_k)(1 + p) = 1 - C_k (1 + p) + p^3."""
    inner = running(prover)
    bounded: Term = ("<=", ("*", share(), ("+", 1, PAIRS)), 1)
    pairs = _pairs_nonnegative(prover)
    above = together(inner, [pairs], ("<", 0, ("+", 1, PAIRS)))
    inverse = inner.fact("power-positive", [above], b=("+", 1, PAIRS), p=-1)
    premises = [induction(prover, K, 0, bounded, _product_step(pairs)), inverse, pairs]
    entries = [
        product(0, 1),
        product(1, 2, squares=(PAIRS,)),
    ]
    return inner.combine(("<=", share(), bound), entries, [*premises, above])


def _pairs_nonnegative(prover: Prover) -> Theorem:
    """0 <= k(k-1)/d: at 0 it is 0, and at k + 1 it is (k+1)k/d."""
    return induction(prover, K, 0, ("<=", 0, PAIRS))


def _product_step(pairs: Theorem) -> Script:
    """C_(k+1) (1 + p + 2k/d) = C_k (1 + p + 2k/d)/(1 + 2k/d) <= C_k (1 + p)."""

    def onwards(inner: Prover, goal: Term) -> Theorem:
        assert isinstance(goal, tuple)
        later = goal[1][2]
        inverse = inner.show(("<", 0, ("^", ("+", K, _B), -1)))
        shrinks = inner.combine(
            ("<=", ("*", _RATIO, later), ("+", 1, PAIRS)),
            [product(0, 1, 2)],
            [pairs, inner.given(("<=", 0, K)), inverse],
        )
        premises = [
            inner.given(("<=", ("*", share(), ("+", 1, PAIRS)), 1)), shrinks, inner.show(("<=", 0, share())),
            next_share(inner),
        ]  # fmt: skip
        entries = [
            product(0),
            product(1, 2),
            multiple(later, 3),
        ]
        return inner.combine(goal, entries, premises)

    return onwards
