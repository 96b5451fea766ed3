"""Appendix A.8: the quotient of Gamma functions, and the series of orthogonal features, up to O(1/d^2)."""

from __future__ import annotations

from dataclasses import replace

from rftheory.papers._shared.orthogonal_orders import CONSTANT, MEAN, QUOTIENT, expanded, least, most
from rftheory.papers._shared.regularised_series import K, weight
from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts
from rftheory.proof.tactics import Prover
from rftheory.proof.tactics.entries import multiple, product
from rftheory.proof.tactics.hypergeometric import infinite_sums
from rftheory.proof.tactics.moves import attached, instance
from rftheory.proof.tactics.quantifiers import absolute, introduced
from rftheory.proof.tactics.series import linear, summed
from rftheory.proof.terms import Term, substitute

_Z2: Term = ("^", "z", 2)


def quotient(prover: Prover, goal: Term) -> Theorem:
    """0 <= d^2 (R_k - 1 + k(k-1)/(2d)) <= k^4."""

    def script(inner: Prover, wanted: Term) -> Theorem:
        assert isinstance(wanted, tuple)
        low, high = (instance(inner, each(inner, "j"), {"j": "k"}) for each in (least, most))
        gap, bound = wanted[1][1], wanted[2]
        entries = [product(0, squares=("d",)), product(squares=(("^", "k", 2),))]
        return absolute(
            inner,
            wanted,
            inner.combine(("<=", ("*", -1, bound), gap), entries, [low]),
            inner.combine(("<=", gap, bound), [product(0, squares=("d",))], [high]),
        )

    return introduced(prover, goal, (("^", "k", 4), 1), script)


def difference(prover: Prover, whole: Term) -> tuple[Theorem, Theorem]:
    """sum (R_k - 1) (-z^2)^k/k! = 1F1(d; d/2; -z^2/2) - 0F0(;; -z^2), which converges."""
    assert isinstance(whole, tuple)
    turned = weight(("*", -1, _Z2))
    mean = substitute(MEAN, {"w": _Z2})
    first = summed(prover, K, ("*", QUOTIENT, turned), mean)
    plain = summed(prover, K, turned, ("hyper", (), (), ("*", -1, _Z2)))
    addends = [(1, ("*", QUOTIENT, turned), *first), (-1, turned, *plain)]
    return linear(prover, K, addends, whole[4])


def series(prover: Prover, goal: Term) -> Theorem:
    """The series is 1F1(d; d/2; -z^2/2) - e^(-z^2)."""

    def script(inner: Prover, wanted: Term) -> Theorem:
        assert isinstance(wanted, tuple)
        low, high = expanded(inner, _Z2)
        anywhere = replace(inner, hypotheses=inner.hypotheses[:-1], lemmas=[], _signs={})
        total, converges = difference(anywhere, next(infinite_sums(wanted)))
        exponential = inner.fact("exp-series", t=("*", -1, _Z2))
        gap, bound = wanted[1][1], wanted[2]
        size: Term = ("^", "d", 2)
        bounds = []
        for side, sign, claim in ((low, -1, ("<=", ("*", -1, bound), gap)), (high, 1, ("<=", gap, bound))):
            turn: Term = size if sign > 0 else ("*", -1, size)
            entries = [product(0, squares=("d",)), multiple(turn, 1), multiple(turn, 2)]
            bounds.append(inner.combine(claim, entries, [side, total, exponential]))
        return attached(inner, absolute(inner, wanted, *bounds), converges)

    return introduced(prover, goal, (substitute(CONSTANT, {"w": _Z2}), 1), script)


PROOFS: Scripts = {"simrf/eq84": (quotient,), "simrf/eq85": (series,)}
