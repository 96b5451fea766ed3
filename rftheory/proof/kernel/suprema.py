"""Suprema over a real variable between two ends."""

from __future__ import annotations

from collections.abc import Mapping

from rftheory.proof.kernel.integrals import between
from rftheory.proof.kernel.rules import Rule, compared, need
from rftheory.proof.kernel.theorem import Inference
from rftheory.proof.terms import ProofError, Term, free, random, substitute


def below(step: Inference) -> None:
    """The supremum is at most what no value is above."""
    _, left, right = compared(step.then, "<=")
    v, low, high, body = _supremum(step, left)
    if step.by or v in free(right):
        raise ProofError(f"the bound speaks of {v}")
    need(step, ("<=", low, high))
    between(step, v, (("<=", low, v), ("<=", v, high)), ("<=", body, right))


def above(step: Inference) -> None:
    """The value at a place between the ends is at most the supremum of a continuous function."""
    _, left, right = compared(step.then, "<=")
    v, low, high, body = _supremum(step, right)
    place = step.by.get("at")
    if set(step.by) != {"at"} or place is None or v in free(place):
        raise ProofError("at: a place is needed")
    need(step, ("<=", low, place))
    need(step, ("<=", place, high))
    need(step, ("continuous", v, low, high, body))
    if left != substitute(body, {v: place}):
        raise ProofError("the left side must be the value at the place")


def _supremum(step: Inference, term: Term) -> tuple[str, Term, Term, Term]:
    match term:
        case ("sup", str(v), low, high, body):
            pass
        case _:
            raise ProofError("a supremum is needed")
    if random(step.then):
        raise ProofError("nothing random has a supremum")
    if v in {name for name, _ in (*step.context.variables, *step.sequent.local)}:
        raise ProofError(f"{v} is also a variable of the step")
    return v, low, high, body


RULES: Mapping[str, Rule] = {"sup-below": below, "sup-above": above}
