"""Rescaled inputs: |sigma x - sigma y|^2 = sigma^2 |x - y|^2."""

from __future__ import annotations

from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts
from rftheory.proof.tactics import Prover
from rftheory.proof.tactics.entries import multiple
from rftheory.proof.tactics.moves import rewritten
from rftheory.proof.terms import Term, compound, subterms


def rescaled(prover: Prover, goal: Term) -> Theorem:
    """The length of the inputs times sigma, by the length z of their difference."""
    length = next(each for each in subterms(goal) if isinstance(each, tuple) and each[0] == "dot")
    known = next(c for c in prover.context.constraints if compound(c)[0] == "=")
    scale: Term = ("^", "sigma", 2)
    value: Term = ("*", scale, compound(known)[2])
    size = prover.combine(("=", length, value), [multiple(scale, 0)], [prover.given(known)])
    prover = prover.within()
    square = prover.square(length)
    prover.add(prover.replaced(("<=", 0, value), size, of=square))
    return rewritten(prover, goal, [size])


PROOFS: Scripts = {"simrf/secb.1/rescaling": (rescaled,)}
