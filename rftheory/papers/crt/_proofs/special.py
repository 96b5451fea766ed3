"""Features at special parameters: equalities of parameters with numbers are put in."""

from __future__ import annotations

from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts
from rftheory.proof.tactics import Prover
from rftheory.proof.tactics.moves import rewritten
from rftheory.proof.terms import Term


def chosen(prover: Prover, goal: Term) -> Theorem:
    """The goal with the numbers that bounds from both sides leave."""
    bounds = [each for each in prover.context.constraints if isinstance(each, tuple) and each[0] == "<="]
    known = []
    for _, low, name in bounds:
        if isinstance(name, str) and ("<=", name, low) in bounds:
            known.append(prover.fact("antisymmetric", a=name, b=low))

    def each_part(inner: Prover, wanted: Term) -> Theorem:
        if isinstance(wanted, tuple) and wanted[0] == "and":
            return inner.infer("and", wanted, [each_part(inner, part) for part in wanted[1:]])
        return rewritten(inner, wanted, known)

    return each_part(prover, goal)


PROOFS: Scripts = {"crt/sec3.1/special": (chosen, chosen, chosen)}
