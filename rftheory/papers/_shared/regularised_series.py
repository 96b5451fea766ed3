"""The series of the regularised softmax kernel in proofs: V = 0F1(; d/2; dw/2) = sum C_k w^k/k!.

C_k = (d/2)^k Gamma(d/2)/Gamma(d/2 + k), and C_(k+1) = C_k d/(d + 2k).
"""

from __future__ import annotations

from rftheory.proof.kernel import Theorem
from rftheory.proof.tactics import Prover
from rftheory.proof.tactics.entries import multiple, product
from rftheory.proof.tactics.moves import rewritten, together
from rftheory.proof.tactics.series import dominated, induction, nonnegative_power, ones, onward, summed
from rftheory.proof.tactics.slopes import rising
from rftheory.proof.terms import Term, compound, substitute

HALF: Term = ("q", 1, 2)
K = "k"
B: Term = ("*", "d", HALF)
Z: Term = ("*", B, "w")


def share(b: Term = B, scale: Term | None = None, k: Term = K) -> Term:
    """C_k where b = d/2; scale^k Gamma(b)/Gamma(b + k) for another scale."""
    return ("*", ("^", b if scale is None else scale, k), ("gamma", b), ("^", ("gamma", ("+", k, b)), -1))


def weight(w: Term = "w", k: Term = K) -> Term:
    """w^k/k!."""
    return ("*", ("^", w, k), ("^", ("gamma", ("+", k, 1)), -1))


def kernel(b: Term = B, w: Term = "w") -> Term:
    """0F1(; b; bw)."""
    return ("hyper", (), (b,), ("*", b, w))


def kernel_series(prover: Prover, b: Term = B, w: Term = "w") -> tuple[Theorem, Theorem]:
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


def next_share(inner: Prover, b: Term = B, scale: Term | None = None) -> Theorem:
    """C_(k+1) = C_k b/(b + k), or with the scale for the first b."""
    now = share(b, scale)
    later = substitute(now, {K: ("+", K, 1)})
    goal: Term = ("=", later, ("*", now, _factor(b, scale)))
    return rewritten(inner, goal, onward(inner, now, K))


def _factor(b: Term, scale: Term | None) -> Term:
    return ("*", b if scale is None else scale, ("^", ("+", K, b), -1))


def shares_at_most_one(prover: Prover) -> Theorem:
    """C_k <= 1 for the local k >= 0."""

    ratio: Term = ("*", B, ("^", ("+", K, B), -1))

    def onwards(inner: Prover, goal: Term) -> Theorem:
        premises = [
            inner.given(("<=", share(), 1)), inner.show(("<=", 0, ratio)), inner.show(("<=", ratio, 1)), next_share(inner)
        ]  # fmt: skip
        entries = [
            product(0, 1),
            product(2),
            multiple(1, 3),
        ]
        return inner.combine(goal, entries, premises)

    return induction(prover, K, 0, ("<=", share(), 1), onwards)


def shares_grow(prover: Prover, low: Term, high: Term, scale: Term | None = None) -> Theorem:
    """C_k for b = low is at most C_k for b = high, where the factors b/(b + k) compare so, for the local k >= 0."""
    less: Term = ("<=", share(low, scale), share(high, scale))

    def onwards(inner: Prover, goal: Term) -> Theorem:
        first, second = _factor(low, scale), _factor(high, scale)
        premises = [
            inner.given(less), inner.show(("<=", 0, second)), inner.show(("<=", 0, share(low, scale))),
            inner.show(("<=", first, second)), next_share(inner, low, scale), next_share(inner, high, scale),
        ]  # fmt: skip
        entries = [
            product(0, 1),
            product(2, 3),
            multiple(1, 4),
            multiple(-1, 5),
        ]
        return inner.combine(goal, entries, premises)

    return induction(prover, K, 0, less, onwards)


def weighted(prover: Prover, below: Theorem, left: Term, right: Term, w: Term = "w") -> Theorem:
    """left w^k/k! <= right w^k/k! from left <= right, for the local k >= 0."""
    inner = running(prover)
    goal: Term = ("<=", ("*", left, weight(w)), ("*", right, weight(w)))
    entry = product(0, 1)
    return inner.combine(goal, [entry], [below, weight_nonnegative(prover, w)])


def compared(
    prover: Prover, left: Term, right: Term, below: Theorem, exists: Theorem, also: Theorem, w: Term = "w"
) -> Theorem:
    """sum left w^k/k! <= sum right w^k/k!."""
    terms = weighted(prover, below, left, right, w)
    return dominated(prover, K, ("*", left, weight(w)), ("*", right, weight(w)), terms, [exists, also])


def value(raised: Term = 0, z: Term = Z) -> Term:
    """0F1(; b + raised; z)."""
    return ("hyper", (), (B if raised == 0 else ("+", B, raised),), z)


def at_least_one(prover: Prover, raised: Term, z: Term = Z) -> Theorem:
    """1 <= 0F1(; b + raised; z) for 0 <= z: it is its first term and more."""
    (low,) = compound(value(raised, z))[2]
    start: Term = ("^", 0, K)

    def step(inner: Prover, wanted: Term) -> Theorem:
        nothing = rewritten(inner, ("=", compound(wanted)[1], 0), onward(inner, start, K))
        above = inner.show(("<=", 0, compound(wanted)[2]))
        return inner.combine(wanted, [product(0), multiple(1, 1)], [above, nothing])

    def base(inner: Prover, wanted: Term) -> Theorem:
        return rewritten(inner, wanted, ones(inner, wanted))

    grow = induction(prover, K, 0, ("<=", start, share(low, 1)), step, base)
    below = weighted(prover, grow, start, share(low, 1), z)
    first, exists = summed(prover, K, ("*", start, weight(z)), ("hyper", (), (), ("*", 0, z)))
    whole, also = summed(prover, K, ("*", share(low, 1), weight(z)), value(raised, z))
    less = dominated(
        prover, K, ("*", start, weight(z)), ("*", share(low, 1), weight(z)), below, [exists, also]
    )
    one = prover.fact("exp-series", t=("*", 0, z))
    entries = [product(0), multiple(-1, 1), multiple(1, 2), multiple(1, 3)]
    return prover.combine(("<=", 1, value(raised, z)), entries, [less, first, whole, one])


def above_line(prover: Prover) -> Theorem:
    """1 + w <= V for w >= 0: V - w rises, as V_1 >= 1."""

    def sign(inner: Prover, wanted: Term) -> Theorem:
        return inner.combine(wanted, [product(0)], [at_least_one(inner, 1, ("*", B, "t"))])

    function: Term = ("+", value(0, ("*", B, "t")), ("*", -1, "t"))
    risen = rising(prover, function, (0, "w"), ("+", value(1, ("*", B, "t")), -1), sign)
    entries = [product(0), multiple(-1, 1)]
    return prover.combine(("<=", ("+", 1, "w"), value()), entries, [risen, at_zero(prover)])


def at_zero(prover: Prover) -> Theorem:
    """0F1(; b; b 0) = 1."""
    same = prover.equal(("*", B, 0), 0)
    return prover.replaced(("=", value(0, ("*", B, 0)), 1), same, of=prover.fact("bessel-zero", b=B))
