"""The series of the regularised softmax kernel in proofs: 0F1(; d/2; dw/2) = sum C_k w^k/k!.

C_k = (d/2)^k Gamma(d/2)/Gamma(d/2 + k), and C_(k+1) = C_k d/(d + 2k).
"""

from __future__ import annotations

from rftheory.proof.kernel import Theorem
from rftheory.proof.tactics import Prover
from rftheory.proof.tactics.moves import rewritten, together
from rftheory.proof.tactics.series import dominated, induction, nonnegative_power, onward, summed
from rftheory.proof.terms import Term, substitute

HALF: Term = ("q", 1, 2)
K = "k"
_B: Term = ("*", "d", HALF)


def share(b: Term = _B) -> Term:
    """C_k where b = d/2."""
    return ("*", ("^", b, K), ("gamma", b), ("^", ("gamma", ("+", K, b)), -1))


def weight(w: Term = "w") -> Term:
    """w^k/k!."""
    return ("*", ("^", w, K), ("^", ("gamma", ("+", K, 1)), -1))


def kernel(b: Term = _B, w: Term = "w") -> Term:
    """0F1(; b; bw)."""
    return ("hyper", (), (b,), ("*", b, w))


def kernel_series(prover: Prover, b: Term = _B, w: Term = "w") -> tuple[Theorem, Theorem]:
    """sum C_k w^k/k! = 0F1(; b; bw), which converges."""
    return summed(prover, K, ("*", share(b), weight(w)), kernel(b, w))


def exponential_series(prover: Prover, w: Term = "w") -> tuple[Theorem, Theorem]:
    """sum w^k/k! = 0F0(;; w), which converges."""
    return summed(prover, K, weight(w), ("hyper", (), (), w))


def running(prover: Prover) -> Prover:
    """The prover for every integer k >= 0."""
    return prover.within((K, "integer"), given=(("<=", 0, K),))


def weight_nonnegative(prover: Prover, w: Term = "w") -> Theorem:
    """0 <= w^k/k! for the local k >= 0."""
    power = nonnegative_power(prover, K, w)
    return together(running(prover), [power], ("<=", 0, weight(w)))


def next_share(inner: Prover, b: Term = _B) -> Theorem:
    """C_(k+1) = C_k b/(b + k)."""
    later = substitute(share(b), {K: ("+", K, 1)})
    goal: Term = ("=", later, ("*", share(b), b, ("^", ("+", K, b), -1)))
    return rewritten(inner, goal, onward(inner, share(b), K))


def shares_at_most_one(prover: Prover) -> Theorem:
    """C_k <= 1 for the local k >= 0."""

    ratio: Term = ("*", _B, ("^", ("+", K, _B), -1))

    def onwards(inner: Prover, goal: Term) -> Theorem:
        premises = [
            inner.given(("<=", share(), 1)), inner.show(("<=", 0, ratio)), inner.show(("<=", ratio, 1)), next_share(inner)
        ]  # fmt: skip
        entries = [
            {"coefficient": 1, "squares": (), "factors": (0, 1)},
            {"coefficient": 1, "squares": (), "factors": (2,)},
            {"times": 1, "premise": 3},
        ]
        return inner.combine(goal, entries, premises)

    return induction(prover, K, 0, ("<=", share(), 1), onwards)


def shares_grow(prover: Prover, low: Term, high: Term) -> Theorem:
    """C_k for b = low is at most C_k for b = high, low <= high, for the local k >= 0.

    b/(b + k) grows with b, so the step multiplies two comparisons.
    """

    def onwards(inner: Prover, goal: Term) -> Theorem:
        first, second = (("*", b, ("^", ("+", K, b), -1)) for b in (low, high))
        premises = [
            inner.given(("<=", share(low), share(high))), inner.show(("<=", 0, second)),
            inner.show(("<=", 0, share(low))), inner.show(("<=", first, second)),
            next_share(inner, low), next_share(inner, high),
        ]  # fmt: skip
        entries = [
            {"coefficient": 1, "squares": (), "factors": (0, 1)},
            {"coefficient": 1, "squares": (), "factors": (2, 3)},
            {"times": 1, "premise": 4},
            {"times": -1, "premise": 5},
        ]
        return inner.combine(goal, entries, premises)

    return induction(prover, K, 0, ("<=", share(low), share(high)), onwards)


def weighted(prover: Prover, below: Theorem, left: Term, right: Term, w: Term = "w") -> Theorem:
    """left w^k/k! <= right w^k/k! from left <= right, for the local k >= 0."""
    inner = running(prover)
    goal: Term = ("<=", ("*", left, weight(w)), ("*", right, weight(w)))
    entry = {"coefficient": 1, "squares": (), "factors": (0, 1)}
    return inner.combine(goal, [entry], [below, weight_nonnegative(prover, w)])


def compared(
    prover: Prover, left: Term, right: Term, below: Theorem, exists: Theorem, also: Theorem, w: Term = "w"
) -> Theorem:
    """sum left w^k/k! <= sum right w^k/k!."""
    terms = weighted(prover, below, left, right, w)
    return dominated(prover, K, ("*", left, weight(w)), ("*", right, weight(w)), terms, [exists, also])
