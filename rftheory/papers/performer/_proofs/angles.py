"""The angular kernel as a difference of two arcs."""

from __future__ import annotations

from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts, automatic
from rftheory.proof.tactics import Prover
from rftheory.proof.tactics.moves import rewritten
from rftheory.proof.terms import PI, Term, compound, subterms


def arcs(prover: Prover, goal: Term) -> Theorem:
    """The integral of 1 is the distance of its ends."""
    inner = prover.within()
    inner.add(inner.infer("number", ("<", 0, PI), by={"bits": 64}))
    known = []
    for each in dict.fromkeys(e for e in subterms(goal) if isinstance(e, tuple) and e[0] == "integral"):
        _, v, low, high, body = compound(each)
        whole = inner.infer("continuous", ("continuous", v, low, high, body))
        value: Term = ("+", high, ("*", -1, low))
        premises = [whole, inner.show(("<=", low, high))]
        known.append(inner.infer("integral-ends", ("=", each, value), premises, {"function": v}))
    return rewritten(inner, goal, known)


PROOFS: Scripts = {"performer/eq5/angular": (automatic, arcs)}
