"""The square root S of OPRF's optimal parameter in proofs: above d + 2v and |d - 2v|, S^2 = (d + 2v)^2 + 8dv."""

from __future__ import annotations

from rftheory.proof.kernel import Theorem
from rftheory.proof.tactics import Prover, roots
from rftheory.proof.terms import Term

RADICAND: Term = ("+", ("*", "d", "v2", 8), ("^", ("+", "d", ("*", "v2", 2)), 2))


def with_root(prover: Prover) -> Prover:
    """The prover that knows where S lies."""
    outer = prover.within()
    for below in (
        ("+", "d", ("*", "v2", 2)),
        ("+", "d", ("*", -2, "v2")),
        ("+", ("*", 2, "v2"), ("*", -1, "d")),
    ):
        outer.add(roots.above(prover, below, RADICAND))
    return outer


def rational(prover: Prover, goal: Term) -> Theorem:
    """Normal forms and signs, once it is known where S lies."""
    return with_root(prover).show(goal)
