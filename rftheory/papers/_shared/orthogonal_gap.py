"""The gap of orthogonal rows in proofs: 1F1(d; d/2; z) = sum G_k z^k/k! is at most e^(2z), strictly for z > 0.

G_k = Gamma(d + k) Gamma(d/2)/(Gamma(d) Gamma(d/2 + k)) <= 2^k.
"""

from __future__ import annotations

from rftheory.papers._shared.regularised_series import HALF, K, running, weight, weight_nonnegative
from rftheory.proof.kernel import Theorem
from rftheory.proof.tactics import Prover
from rftheory.proof.tactics.entries import multiple, product
from rftheory.proof.tactics.moves import rewritten
from rftheory.proof.tactics.series import dominated, induction, ones, onward, summed
from rftheory.proof.terms import Term, substitute

B: Term = ("*", "d", HALF)


def coefficient(first: Term = 1) -> Term:
    """G_k, over a factor without k."""
    return ("*", first, ("gamma", ("+", "d", K)), ("^", ("gamma", ("+", K, B)), -1))


_INVERSE: Term = ("*", ("gamma", B), ("^", ("gamma", "d"), -1))
_SHARE = coefficient(_INVERSE)
_POWER: Term = ("^", 2, K)


def _at_most(prover: Prover) -> Theorem:
    """G_k <= 2^k: G_(k+1) = 2 G_k (d + k)/(d + 2k)."""

    def onwards(inner: Prover, goal: Term) -> Theorem:
        ratio: Term = ("*", ("+", "d", K), ("^", ("+", K, B), -1))
        later = substitute(_SHARE, {K: ("+", K, 1)})
        step = rewritten(inner, ("=", later, ("*", _SHARE, ratio)), onward(inner, _SHARE, K))
        premises = [
            inner.given(("<=", _SHARE, _POWER)), inner.show(("<=", ratio, 2)), step, inner.show(("<=", 0, _SHARE))
        ]  # fmt: skip
        entries = [
            product(0, coefficient=2),
            product(1, 3),
            multiple(1, 2),
        ]
        return inner.combine(goal, entries, premises)

    return induction(prover, K, 0, ("<=", _SHARE, _POWER), onwards, base=_start)


def _start(prover: Prover, goal: Term) -> Theorem:
    return rewritten(prover, goal, ones(prover, goal))


def _strictly(prover: Prover, left: Term, right: Term) -> Theorem:
    """The terms at k = 2: d(d+1)/((d/2)(d/2+1)) < 4."""
    goal: Term = ("<", substitute(left, {K: 2}), substitute(right, {K: 2}))
    values = [_two_on(prover, start) for start in ("d", B, 1)]
    one = prover.fact("gamma-one")
    return rewritten(prover, goal, values, lambda inner, wanted: rewritten(inner, wanted, [one]))


def _two_on(prover: Prover, start: Term) -> Theorem:
    """Gamma(a + 2) = a (a + 1) Gamma(a), written as the terms at k = 2 are."""
    above: Term = ("+", start, 1)
    steps = [prover.fact("gamma-next", t=start), prover.fact("gamma-next", t=above)]
    term: Term = ("gamma", ("+", start, 2) if start == "d" else ("+", 2, start))
    entries = [multiple(above, 0), multiple(1, 1)]
    return prover.combine(("=", term, ("*", start, above, ("gamma", start))), entries, steps)


def gap(prover: Prover, *, strict: bool = True) -> Theorem:
    """1F1(d; d/2; z) < e^(2z) for the local z > 0, term by term and strictly at k = 2; or <= for z >= 0."""
    relation = "<" if strict else "<="
    local = prover.within(("z", "real"), given=((relation, 0, "z"),))
    left: Term = ("*", _SHARE, weight("z"))
    right: Term = ("*", _POWER, weight("z"))
    smaller, exists = summed(local, K, left, ("hyper", ("d",), (B,), "z"))
    larger, also = summed(local, K, right, ("hyper", (), (), ("*", 2, "z")))
    inner = running(local)
    below = inner.combine(
        ("<=", left, right),
        [product(0, 1)],
        [_at_most(local), weight_nonnegative(local, "z")],
    )
    apart = (2, _strictly(local, left, right)) if strict else None
    less = dominated(local, K, left, right, below, [exists, also], apart)
    at_z: Term = (relation, ("hyper", ("d",), (B,), "z"), ("exp", ("*", 2, "z")))
    entries = [
        product(0),
        multiple(-1, 1),
        multiple(1, 2),
        multiple(-1, 3),
    ]
    exponential = local.fact("exp-series", t=("*", 2, "z"))
    return local.combine(at_z, entries, [less, smaller, larger, exponential])
