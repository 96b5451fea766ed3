"""The angular hybrid with one sign: a mixture of the errors of its base estimates."""

from __future__ import annotations

from contextlib import suppress

from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts, automatic, by_parts
from rftheory.proof.tactics import Prover
from rftheory.proof.tactics.angular.angles import cosine, with_cosine
from rftheory.proof.tactics.entries import product
from rftheory.proof.tactics.moves import attached, by_cases, generally
from rftheory.proof.terms import PI, ProofError, Term

_ANGLE: Term = ("acos", cosine())


def with_angle(prover: Prover, goal: Term) -> Theorem:
    """Normal forms, where the angle is defined."""
    inner = with_cosine(prover)
    return attached(inner, inner.show(goal), *inner.lemmas)


def smallest(prover: Prover, goal: Term) -> Theorem:
    """The smaller of two numbers is at most a mean of the two, with the weights p = angle/pi and 1 - p."""
    inner = with_cosine(prover)
    own = len(inner.lemmas)
    inner.add(inner.fact("acos-nonnegative", t=cosine()))
    inner.add(inner.fact("acos-at-most", t=cosine()))
    given: tuple[Term, ...] = (("<=", 0, "a"), ("<=", "a", PI))
    found = generally(inner, goal, {"a": _ANGLE}, given, lambda p, g: by_parts(p, g, _part))
    return attached(inner, found, *inner.lemmas[:own])


def _part(prover: Prover, goal: Term) -> Theorem:
    assert isinstance(goal, tuple)
    if goal[0] == "or":
        return by_cases(prover, goal[1], goal, _one_of, _one_of)
    inverse = prover.show(("<", 0, ("^", PI, -1)))
    order = prover.given(prover.hypotheses[-1])
    ends = [prover.given(("<=", 0, "a")), prover.given(("<=", "a", PI))]
    for weight in (1, 2):
        with suppress(ProofError):
            return prover.combine(goal, [product(0, 3, weight)], [order, *ends, inverse])
    raise ProofError("neither of the two errors is the smaller one")


def _one_of(prover: Prover, goal: Term) -> Theorem:
    return prover.infer("or", goal, [prover.given(prover.hypotheses[-1])])


PROOFS: Scripts = {"beyond/angular/n1-mixture": (automatic, automatic, with_angle, smallest)}
