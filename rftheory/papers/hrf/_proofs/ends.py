"""Errors at the ends, where x and y are parallel and of one length."""

from __future__ import annotations

from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts
from rftheory.proof.tactics import Prover, means
from rftheory.proof.tactics.entries import multiple
from rftheory.proof.tactics.moves import Script, rewritten
from rftheory.proof.terms import Term


def at(sign: int) -> Script:
    """xy = x2 or -x2, and y2 = x2."""

    def plain(prover: Prover, goal: Term) -> Theorem:
        value: Term = "x2" if sign > 0 else ("*", "x2", -1)
        angle = prover.given(("=", "xy", value))
        size = prover.combine(("=", "y2", "x2"), [multiple(-1, 0)], [prover.given(("=", "x2", "y2"))])
        return rewritten(prover, goal, [angle, size])

    return lambda prover, goal: means.show(prover, goal, plain)


PROOFS: Scripts = {"hrf/sec2.2/perfect-ends": (at(-1), at(-1), at(1), at(1))}
