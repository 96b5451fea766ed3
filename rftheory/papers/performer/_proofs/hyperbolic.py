"""Section 2.3: hyperbolic features vary no more than positive ones, by e^(2 xy - s) (e^(2s) - 1)/(2m), s = |x + y|^2."""

from __future__ import annotations

from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts, automatic
from rftheory.proof.tactics import Prover, means
from rftheory.proof.tactics.entries import product
from rftheory.proof.tactics.invariants import square_nonnegative
from rftheory.proof.terms import Term

_S: Term = ("+", "x2", "y2", ("*", 2, "xy"))


def no_worse(prover: Prover, goal: Term) -> Theorem:
    """1 + 2s <= e^(2s)."""

    def gap(inner: Prover, wanted: Term) -> Theorem:
        premises = [
            square_nonnegative(inner),
            inner.fact("exp-tangent", t=("*", 2, _S)),
            inner.fact("exp-positive", t=("+", ("*", 2, "xy"), ("*", -1, _S))),
            inner.fact("power-positive", [inner.show(("<", 0, "m"))], b="m", p=-1),
        ]
        entries = [product(1, 2, 3, coefficient=("q", 1, 2)), product(0, 2, 3)]
        return inner.combine(wanted, entries, premises)

    return means.show(prover, goal, gap)


PROOFS: Scripts = {"performer/sec2.3/estimator-hyperbolic": (automatic, automatic, automatic, no_worse)}
