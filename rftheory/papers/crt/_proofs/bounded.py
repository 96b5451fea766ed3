"""Positive features of any row are bounded: for all rows at once, whatever they are."""

from __future__ import annotations

from rftheory.proof.kernel import Theorem
from rftheory.proof.kernel.definitions import HALF, X
from rftheory.proof.scripts import Scripts, automatic
from rftheory.proof.tactics import Prover
from rftheory.proof.tactics.entries import multiple, product
from rftheory.proof.terms import Term, compound, subterms

_ROW: Term = ("row", ("name", "iid"), 1)
_A4: Term = ("+", 1, ("*", "A", -4))


def completed_square(prover: Prover, goal: Term) -> Theorem:
    """The exponents differ by -A |w - k x|^2, k = sqrt(1 - 4A)/(-2A)."""
    prover.add(prover.show(("<", 0, _A4)))
    k: Term = ("*", ("^", _A4, HALF), ("^", "A", -1), ("q", 1, 2))
    apart: Term = ("+", _ROW, ("*", k, X))
    length: Term = ("^", ("dot", apart, apart), HALF)
    low, high = (_exponent(side) for side in compound(goal)[1:])
    meaning = prover.given(("=", ("dot", X, X), "x2"))
    square = ("^", k, 2)
    entries = [product(0, squares=(length,)), multiple(("*", -1, "A", square), 1)]
    below = prover.combine(("<=", low, high), entries, [prover.given(("<", "A", 0)), meaning])
    less = prover.fact("exp-at-most", [below], a=low, b=high)
    power = next(e for e in subterms(goal) if isinstance(e, tuple) and e[0] == "^" and e[1] == _A4)
    return prover.combine(goal, [product(0, 1)], [less, prover.show(("<", 0, power))])


def _exponent(side: Term) -> Term:
    found: Term = next(each[1] for each in compound(side)[1:] if isinstance(each, tuple) and each[0] == "exp")
    return found


PROOFS: Scripts = {"crt/abstract/positive-bounded": (automatic, automatic, completed_square)}
