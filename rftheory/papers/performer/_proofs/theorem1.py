"""Theorem 1: SMREG/SM = e^-w sum C_k w^k/k! with 0 < C_k <= 1."""

from __future__ import annotations

from rftheory.papers._shared.regularised_series import (
    K,
    exponential_series,
    kernel_series,
    share,
    shares_at_most_one,
    weight,
    weight_nonnegative,
)
from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts
from rftheory.proof.tactics import Prover
from rftheory.proof.tactics.moves import together
from rftheory.proof.tactics.series import dominated
from rftheory.proof.terms import Term


def upper(prover: Prover, goal: Term) -> Theorem:
    """Term by term, C_k w^k/k! <= w^k/k!."""
    smaller, exists = kernel_series(prover)
    larger, also = exponential_series(prover)
    within = prover.within((K, "integer"), given=(("<=", 0, K),))
    known = [shares_at_most_one(prover), weight_nonnegative(prover)]
    term: Term = ("<=", ("*", share(), weight()), weight())
    below = within.combine(
        term, [{"coefficient": 1, "squares": (), "factors": (0, 1)}], known
    )
    less = dominated(prover, K, ("*", share(), weight()), weight(), below, [exists, also])
    return together(prover, [less, smaller, larger, prover.fact("exp-series", t="w")], goal)


PROOFS: Scripts = {"performer/thm1/upper": (upper,)}
