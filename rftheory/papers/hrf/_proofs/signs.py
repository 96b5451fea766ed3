"""Means of sign products by inverse sines."""

from __future__ import annotations

from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts, automatic
from rftheory.proof.tactics import Prover
from rftheory.proof.tactics.moves import attached, rewritten
from rftheory.proof.terms import Term


def inverse(prover: Prover, goal: Term) -> Theorem:
    """acos cos theta = theta on [0, pi]."""
    inner = prover.within()
    ends = [inner.fact(name, t="theta") for name in ("cos-at-least", "cos-at-most")]
    return attached(inner, rewritten(inner, goal, [inner.fact("acos-cos", t="theta")]), *ends)


PROOFS: Scripts = {"hrf/appD/mean": (automatic, inverse, automatic)}
