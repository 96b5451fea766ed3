"""1F1(d; d/2; z) = sum G_k z^k/k! with G_k = Gamma(d + k) Gamma(d/2)/(Gamma(d) Gamma(d/2 + k)) <= 2^k."""

from __future__ import annotations

from rftheory.papers._shared.regularised_series import HALF, K, running, weight, weight_nonnegative
from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts
from rftheory.proof.tactics import Prover
from rftheory.proof.tactics.entries import multiple, product
from rftheory.proof.tactics.moves import attached, instance, rewritten
from rftheory.proof.tactics.series import dominated, induction, ones, onward, summed
from rftheory.proof.terms import Term, substitute, subterms

_B: Term = ("*", "d", HALF)
_Z: Term = ("+", "xy", ("*", "x2", HALF), ("*", "y2", HALF))
_FIRST: Term = ("*", ("gamma", "d"), ("^", ("gamma", _B), -1))


def _coefficient(first: Term = 1) -> Term:
    """G_k, over a factor without k."""
    return ("*", first, ("gamma", ("+", "d", K)), ("^", ("gamma", ("+", K, _B)), -1))


def series(prover: Prover, goal: Term) -> Theorem:
    """The sum that the claim writes out, by the ratio of its terms."""
    total = next(each for each in subterms(goal) if isinstance(each, tuple) and each[0] == "sum")
    whole, exists = summed(prover, K, total[4], ("hyper", ("d",), (_B,), _Z), _FIRST)
    size: Term = (
        "*", ("+", "m", -1), ("^", "m", -1), ("exp", ("+", ("*", "x2", -2), ("*", "y2", -2))),
        ("gamma", _B), ("^", ("gamma", "d"), -1),
    )  # fmt: skip
    return attached(prover, prover.combine(goal, [multiple(size, 0)], [whole]), exists)


_INVERSE: Term = ("*", ("gamma", _B), ("^", ("gamma", "d"), -1))
_SHARE = _coefficient(_INVERSE)
_POWER: Term = ("^", 2, K)


def _at_most(prover: Prover) -> Theorem:
    """G_k <= 2^k: G_(k+1) = 2 G_k (d + k)/(d + 2k)."""

    def onwards(inner: Prover, goal: Term) -> Theorem:
        ratio: Term = ("*", ("+", "d", K), ("^", ("+", K, _B), -1))
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
    values = [_two_on(prover, start) for start in ("d", _B, 1)]
    one = prover.fact("gamma-one")
    return rewritten(prover, goal, values, lambda inner, wanted: rewritten(inner, wanted, [one]))


def _two_on(prover: Prover, start: Term) -> Theorem:
    """Gamma(a + 2) = a (a + 1) Gamma(a), written as the terms at k = 2 are."""
    above: Term = ("+", start, 1)
    steps = [prover.fact("gamma-next", t=start), prover.fact("gamma-next", t=above)]
    term: Term = ("gamma", ("+", start, 2) if start == "d" else ("+", 2, start))
    entries = [multiple(above, 0), multiple(1, 1)]
    return prover.combine(("=", term, ("*", start, above, ("gamma", start))), entries, steps)


def positive(prover: Prover, goal: Term) -> Theorem:
    """1F1(d; d/2; z) < e^(2z) for z > 0, term by term and strictly at k = 2."""
    local = prover.within(("z", "real"), given=(("<", 0, "z"),))
    left: Term = ("*", _SHARE, weight("z"))
    right: Term = ("*", _POWER, weight("z"))
    smaller, exists = summed(local, K, left, ("hyper", ("d",), (_B,), "z"))
    larger, also = summed(local, K, right, ("hyper", (), (), ("*", 2, "z")))
    inner = running(local)
    below = inner.combine(
        ("<=", left, right),
        [product(0, 1)],
        [_at_most(local), weight_nonnegative(local, "z")],
    )
    less = dominated(local, K, left, right, below, [exists, also], (2, _strictly(local, left, right)))
    at_z: Term = ("<", ("hyper", ("d",), (_B,), "z"), ("exp", ("*", 2, "z")))
    entries = [
        product(0),
        multiple(-1, 1),
        multiple(1, 2),
        multiple(-1, 3),
    ]
    exponential = local.fact("exp-series", t=("*", 2, "z"))
    general = local.combine(at_z, entries, [less, smaller, larger, exponential])
    outer = prover.within()
    special = instance(outer, general, {"z": _Z})
    outer.add(special)
    return outer.show(goal)


PROOFS: Scripts = {"simrf/cor4.4/corrected": (series,), "simrf/cor4.4/positive/corrected": (positive,)}
