"""The largest value of a continuous function between two ends: it is attained, so no bound of all values misses it."""

from __future__ import annotations

from collections.abc import Mapping

from rftheory.proof.kernel.reals.integrals import between
from rftheory.proof.kernel.rules import Rule, compared, need
from rftheory.proof.kernel.theorem import Inference
from rftheory.proof.terms import ProofError, Term, random, substitute


def sup_below(step: Inference) -> None:
    """sup f <= t from f(v) <= t for every v between the ends, and < from <."""
    relation, left, right = compared(step.then, "<", "<=")
    v, low, high, body = _continuous(step, left)
    if random(right):
        raise ProofError("a random bound")
    need(step, ("<=", low, high))
    between(step, (v,), (("<=", low, v), ("<=", v, high)), (relation, body, right))


def sup_above(step: Inference) -> None:
    """f(a) <= sup f for a between the ends."""
    _, left, right = compared(step.then, "<=")
    v, low, high, body = _continuous(step, right)
    at = step.by.get("at")
    if at is None or random(at) or left != substitute(body, {v: at}):
        raise ProofError("the left side must be the body at a place that is not random")
    need(step, ("<=", low, at))
    need(step, ("<=", at, high))


def _continuous(step: Inference, term: Term) -> tuple[str, Term, Term, Term]:
    """Variable, ends and body of a supremum of a function that a premise says to be continuous."""
    match term:
        case ("sup", str(v), low, high, body) if not random(term):
            if v in step.names:
                raise ProofError(f"{v} is also a variable of the step")
            need(step, ("continuous", v, low, high, body))
            return v, low, high, body
    raise ProofError(f"a supremum of what is not random is needed, not {term}")


RULES: Mapping[str, Rule] = {"sup-below": sup_below, "sup-above": sup_above}
