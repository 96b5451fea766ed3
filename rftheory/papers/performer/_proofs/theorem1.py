"""Theorem 1: SMREG/SM = e^-w sum C_k w^k/k! with 1 - k(k-1)/d <= C_k <= 1."""

from __future__ import annotations

from rftheory.papers._shared.regularised_bounds import quadratic
from rftheory.papers._shared.regularised_series import (
    HALF,
    compared,
    kernel,
    kernel_series,
    share,
    shares_at_most_one,
    weight,
)
from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts
from rftheory.proof.tactics import Prover
from rftheory.proof.tactics.entries import product
from rftheory.proof.tactics.invariants import square_nonnegative
from rftheory.proof.tactics.moves import instance, together
from rftheory.proof.tactics.series import summed
from rftheory.proof.terms import Term


def upper(prover: Prover, goal: Term) -> Theorem:
    """Term by term, C_k w^k/k! <= w^k/k!."""
    smaller, exists = kernel_series(prover)
    larger, also = summed(prover, "k", ("*", 1, weight()), ("hyper", (), (), "w"))
    less = compared(prover, share(), 1, shares_at_most_one(prover), exists, also)
    return together(prover, [less, smaller, larger, prover.fact("exp-series", t="w")], goal)


def lower(prover: Prover, goal: Term) -> Theorem:
    """1 - w^2/d at w = |x + y|^2/2 <= 2K, by 2 xy <= x2 + y2."""
    local = prover.within(("w", "real"), given=(("<=", 0, "w"),))
    ratio: Term = ("*", ("exp", ("*", "w", -1)), kernel())
    at_w = quadratic(local, ("<=", ("+", 1, ("*", -1, ("^", "w", 2), ("^", "d", -1))), ratio))
    known = [square_nonnegative(prover), square_nonnegative(prover, -1)]
    prover = prover.within()
    for each in known:
        prover.add(each)
    w: Term = ("+", "xy", ("*", "x2", HALF), ("*", "y2", HALF))
    size = prover.show(("<=", w, ("*", 2, "K")))
    prover.add(instance(prover, at_w, {"w": w}))
    least = prover.show(("<=", 0, w))
    entries = [
        product(0),
        product(1, 2, 3),
        product(1, 4, 3),
    ]
    inverse = prover.fact("power-positive", b="d", p=-1)
    premises = [prover.lemmas[-1], size, least, inverse, prover.given(("<=", 0, "K"))]
    entries[2]["coefficient"] = 2
    return prover.combine(goal, entries, premises)


PROOFS: Scripts = {"performer/thm1/upper": (upper,), "performer/thm1/lower/corrected": (lower,)}
