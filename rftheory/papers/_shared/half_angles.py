"""cos theta and sin^2(theta/2) in proofs, by c = cos(theta/2), which exponents keep as a variable."""

from __future__ import annotations

from rftheory.proof.kernel import Theorem
from rftheory.proof.tactics import Prover
from rftheory.proof.tactics.moves import Script, generally, rewritten, search
from rftheory.proof.terms import Term

HALF: Term = ("q", 1, 2)
_ANGLE: Term = ("*", "theta", HALF)
_C: Term = ("cos", _ANGLE)


def half_angle(prover: Prover, goal: Term, script: Script = search, given: tuple[Term, ...] = ()) -> Theorem:
    """cos theta = 2c^2 - 1 and sin^2(theta/2) = 1 - c^2, with c any real number of [-1, 1]."""
    equalities = [
        prover.equal(("cos", "theta"), ("+", ("*", 2, ("^", _C, 2)), -1)),
        prover.equal(("^", ("sin", _ANGLE), 2), ("+", 1, ("*", -1, ("^", _C, 2)))),
    ]
    prover = prover.within()
    prover.add(prover.fact("cos-at-most", t=_ANGLE))
    prover.add(prover.fact("cos-at-least", t=_ANGLE))

    def general(inner: Prover, wanted: Term) -> Theorem:
        return generally(inner, wanted, {"c": _C}, (("<=", "c", 1), ("<=", -1, "c"), *given), script)

    return rewritten(prover, goal, equalities, general)
