"""Lemma 2 and Theorem 1: the variance of orthogonal features up to O(1/d^2), by 1F1(d; d/2; -z^2/2) to that order."""

from __future__ import annotations

from rftheory.papers._shared.orthogonal_orders import CONSTANT, expanded
from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts
from rftheory.proof.tactics import Prover
from rftheory.proof.tactics.entries import multiple, product
from rftheory.proof.tactics.hypergeometric import closed, infinite_sums
from rftheory.proof.tactics.moves import Script
from rftheory.proof.tactics.quantifiers import absolute, introduced
from rftheory.proof.terms import Term, substitute

_Z2: Term = ("^", "z", 2)
_BOUND: Term = substitute(CONSTANT, {"w": _Z2})
_WHOLE: Term = ("*", ("^", ("gamma", "d"), -1), ("gamma", ("*", "d", ("q", 1, 2))))
_NEAR: Term = ("+", 1, ("*", -1, ("exp", ("*", -1, _Z2))))


def _remainder(rows: Term, scale: Term) -> Script:
    """scale (1 - 1/rows) (1F1 - e^-w (1 - w^2/(2d))) <= scale c/d^2, with 1 in place of the rows for no such factor."""

    def script(inner: Prover, wanted: Term) -> Theorem:
        assert isinstance(wanted, tuple)
        if wanted[1] == 0:
            return inner.show(wanted)
        _, high = expanded(inner, _Z2)
        share: Term = ("+", 1, ("*", -1, ("^", rows, -1))) if rows != 1 else 1
        whole = closed(inner, next(infinite_sums(wanted)))
        premises = [
            high, inner.show(("<=", 0, share)), inner.show(("<=", 0, scale)), whole, inner.show(("<=", 0, _BOUND)),
            inner.show(("<=", 0, ("*", scale, ("^", "d", -2)))),
        ]  # fmt: skip
        entries = [product(0, 1, 2), multiple(("*", scale, share, _WHOLE), 3)]
        if rows != 1:
            premises.append(inner.show(("<=", 0, ("^", rows, -1))))
            entries.append(product(4, 5, 6))
        return inner.combine(wanted, entries, premises)

    return script


def ordered(rows: Term, scale: Term) -> Script:
    """The constant is c(z^2) from d = 1 on."""
    return lambda prover, goal: introduced(prover, goal, (_BOUND, 1), _remainder(rows, scale))


def found(rows: Term, scale: Term) -> Script:
    """The function of the remainder is c(z^2)."""
    return lambda prover, goal: introduced(prover, goal, (_BOUND,), _remainder(rows, scale))


def ratio(prover: Prover, goal: Term) -> Theorem:
    """The remainder over (1 - e^(-z^2))^2/2."""
    over: Term = ("^", _NEAR, -2)
    share: Term = ("+", 1, ("*", -1, ("^", "D", -1)))

    def script(inner: Prover, wanted: Term) -> Theorem:
        assert isinstance(wanted, tuple)
        low, high = expanded(inner, _Z2)
        inner = inner.within()
        inner.add(inner.show(("<", 0, _NEAR)))
        whole = closed(inner, next(infinite_sums(wanted)))
        signs = [
            inner.show(("<=", 0, share)), inner.show(("<=", 0, _BOUND)), inner.show(("<=", 0, ("^", "D", -1))),
            inner.show(("<=", 0, over)),
        ]  # fmt: skip
        gap, bound = wanted[1][1], wanted[2]
        scale: Term = ("*", 2, ("^", "d", 2), over, share, _WHOLE)
        rest = product(3, 4, 5, coefficient=2)
        bounds = []
        for side, sign, claim in ((low, -1, ("<=", ("*", -1, bound), gap)), (high, 1, ("<=", gap, bound))):
            entries = [product(0, 2, 5, coefficient=2, squares=()), rest, multiple(("*", sign, scale), 1)]
            squared = inner.show(("<=", 0, ("^", "d", 2)))
            entries[0]["factors"] = (0, 2, 5, 6)
            bounds.append(inner.combine(claim, entries, [side, whole, *signs, squared]))
        return absolute(inner, wanted, *bounds)

    return introduced(prover, goal, (("*", 2, _BOUND, over), 1), script)


PROOFS: Scripts = {
    "orf/lemma2": (ordered(1, ("^", "d", 2)),),
    "orf/thm1/variance": (ordered("D", ("^", "d", 2)), found("D", 1)),
    "orf/cor1": (ordered("d", ("^", "d", 2)), found("d", ("^", "m", -1))),
    "orf/eq3": (ratio,),
}
