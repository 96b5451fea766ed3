"""Absolute values in proofs."""

from __future__ import annotations

from rftheory.proof.kernel import Theorem
from rftheory.proof.tactics import Prover
from rftheory.proof.tactics.moves import rewritten
from rftheory.proof.terms import Term, subterms


def without_abs(prover: Prover, goal: Term) -> Theorem:
    """The goal with every |t| replaced by t or -t, whichever sign is found."""
    equalities = []
    for term in subterms(goal):
        if isinstance(term, tuple) and term[0] == "abs":
            inside = term[1]
            positive = prover.sign(inside, "<=")
            if positive is not None:
                equalities.append(prover.fact("abs-positive", [positive], t=inside))
            else:
                equalities.append(prover.fact("abs-negative", t=inside))
    return rewritten(prover, goal, equalities)
