"""e^-w 0F1(; b; bw) falls with w: 0F1(; b; bw + bh) = sum (bh)^n/(n! (b)_n) 0F1(; b + n; bw) <= e^h 0F1(; b; bw)."""

from __future__ import annotations

from rftheory.papers._shared.regularised_series import (
    HALF,
    K,
    compared,
    running,
    share,
    shares_at_most_one,
    shares_grow,
    weight,
    weight_nonnegative,
)
from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts
from rftheory.proof.tactics import Prover
from rftheory.proof.tactics.entries import multiple, product
from rftheory.proof.tactics.moves import instance, rewrite
from rftheory.proof.tactics.series import dominated, nonnegative, power_of_product, summed
from rftheory.proof.terms import INFINITY, Term

_N = "n"
_B: Term = ("*", "d", HALF)
_Z: Term = ("*", _B, "w")
_STEP: Term = ("*", _B, "h")
_VALUE: Term = ("hyper", (), (_B,), _Z)
_RAISED: Term = ("hyper", (), (("+", _B, _N),), _Z)
_SHARE: Term = share(k=_N)
_WEIGHT: Term = weight("h", _N)


def _raised_at_most(inner: Prover) -> Theorem:
    """0F1(; b + n; z) <= 0F1(; b; z), term by term, for z >= 0."""
    high: Term = ("+", _B, _N)
    smaller, exists = summed(inner, K, ("*", share(high, 1), weight(_Z)), _RAISED)
    larger, also = summed(inner, K, ("*", share(_B, 1), weight(_Z)), _VALUE)
    below = shares_grow(inner, high, _B, 1)
    less = compared(inner, share(high, 1), share(_B, 1), below, exists, also, _Z)
    entries = [
        product(0),
        multiple(-1, 1),
        multiple(1, 2),
    ]
    return inner.combine(("<=", _RAISED, _VALUE), entries, [less, smaller, larger])


def _value_nonnegative(prover: Prover) -> Theorem:
    """0 <= 0F1(; b; z) for z >= 0."""
    body: Term = ("*", share(_B, 1), weight(_Z))
    whole, exists = summed(prover, K, body, _VALUE)
    inner = running(prover)
    premises = [inner.show(("<=", 0, share(_B, 1))), weight_nonnegative(prover, _Z)]
    below = inner.combine(("<=", 0, body), [product(0, 1)], premises)
    total = nonnegative(prover, K, below, exists)
    entries = [product(0), multiple(1, 1)]
    return prover.combine(("<=", 0, _VALUE), entries, [total, whole])


def _terms(prover: Prover, body: Term) -> Theorem:
    """C_n h^n/n! 0F1(; b + n; z) <= 0F1(; b; z) h^n/n!, for C_n <= 1 and 0F1(; b + n; z) <= 0F1(; b; z)."""
    inner = prover.within((_N, "integer"), given=(("<=", 0, _N),))
    premises = [
        instance(inner, shares_at_most_one(prover), {K: _N}), inner.show(("<=", 0, _SHARE)),
        instance(inner, weight_nonnegative(prover, "h"), {K: _N}), _raised_at_most(inner), _value_nonnegative(prover),
    ]  # fmt: skip
    entries = [
        product(0, 2, 4),
        product(1, 2, 3),
    ]
    apart: Term = ("*", ("^", _B, _N), ("^", "h", _N))
    goal: Term = ("<=", body, ("*", _VALUE, _WEIGHT))
    shown = inner.combine(rewrite(goal, {("^", _STEP, _N): apart}), entries, premises)
    return inner.replaced(goal, power_of_product(prover, _N, _B, "h"), of=shown)


def decreasing(prover: Prover, goal: Term) -> Theorem:
    """The terms of the Taylor series are at most those of e^h 0F1(; b; bw)."""
    taylor = prover.fact("bessel-taylor", b=_B, z=_Z, h=_STEP)
    converges = prover.fact("bessel-taylor-converges", b=_B, z=_Z, h=_STEP)
    assert isinstance(taylor.then, tuple)
    body = taylor.then[2][4]
    exponential, also = summed(prover, _N, _WEIGHT, ("hyper", (), (), "h"))
    above: Term = ("*", _VALUE, _WEIGHT)
    inner = prover.within((_N, "integer"), given=(("<=", 0, _N),))
    same = inner.infer("ring", ("=", above, above))
    plain: Term = ("sum", _N, 0, INFINITY, _WEIGHT)
    total = prover.infer(
        "sum-scale", ("=", ("sum", _N, 0, INFINITY, above), ("*", _VALUE, plain)), [same, also]
    )
    bounded = prover.infer("summable-scale", ("summable", _N, 0, above), [also])
    less = dominated(prover, _N, body, above, _terms(prover, body), [converges, bounded])
    later: Term = ("exp", ("+", ("*", "h", -1), ("*", "w", -1)))
    premises = [
        less, prover.fact("exp-positive", t=("+", ("*", "h", -1), ("*", "w", -1))), taylor, total, exponential,
        prover.fact("exp-series", t="h"),
    ]  # fmt: skip
    entries = [
        product(0, 1),
        multiple(later, 2),
        multiple(later, 3),
        multiple(("*", later, _VALUE), 4),
        multiple(("*", -1, later, _VALUE), 5),
    ]
    return prover.combine(goal, entries, premises)


PROOFS: Scripts = {"beyond/smreg/decreasing": (decreasing,)}
