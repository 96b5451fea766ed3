"""The series of the regularised softmax kernel as terms of proofs: 0F1(; d/2; dw/2) = sum C_k w^k/k!.

C_k = (d/2)^k Gamma(d/2)/Gamma(d/2 + k) is at most 1: every factor (d/2)/(d/2 + j) is.
"""

from __future__ import annotations

from rftheory.proof.kernel import Theorem
from rftheory.proof.tactics import Prover
from rftheory.proof.tactics.moves import rewritten, together
from rftheory.proof.tactics.series import induction, nonnegative_power, onward, summed
from rftheory.proof.terms import Term

HALF: Term = ("q", 1, 2)
K = "k"


def share(d: Term = "d") -> Term:
    """C_k."""
    half = ("*", d, HALF)
    return ("*", ("^", half, K), ("gamma", half), ("^", ("gamma", ("+", K, half)), -1))


def weight(w: Term = "w") -> Term:
    """w^k/k!."""
    return ("*", ("^", w, K), ("^", ("gamma", ("+", K, 1)), -1))


def kernel(d: Term = "d", w: Term = "w") -> Term:
    """0F1(; d/2; dw/2)."""
    return ("hyper", (), (("*", d, HALF),), ("*", d, w, HALF))


def kernel_series(prover: Prover, d: Term = "d", w: Term = "w") -> tuple[Theorem, Theorem]:
    """sum C_k w^k/k! = 0F1(; d/2; dw/2), which converges."""
    return summed(prover, K, ("*", share(d), weight(w)), kernel(d, w))


def exponential_series(prover: Prover, w: Term = "w") -> tuple[Theorem, Theorem]:
    """sum w^k/k! = 0F0(;; w), which converges."""
    return summed(prover, K, weight(w), ("hyper", (), (), w))


def weight_nonnegative(prover: Prover, w: Term = "w") -> Theorem:
    """0 <= w^k/k! for the local k >= 0."""
    power = nonnegative_power(prover, K, w)
    inner = prover.within((K, "integer"), given=(("<=", 0, K),))
    return together(inner, [power], ("<=", 0, weight(w)))


def shares_at_most_one(prover: Prover) -> Theorem:
    """C_k <= 1 for the local k >= 0, by induction: C_(k+1) = C_k (d/2)/(d/2 + k)."""

    def onwards(inner: Prover, goal: Term) -> Theorem:
        return rewritten(inner, goal, onward(inner, share(), K), _step)

    return induction(prover, K, 0, ("<=", share(), 1), onwards)


def _step(inner: Prover, goal: Term) -> Theorem:
    return inner.show(goal)
