"""Rules of entries: sizes of vectors, what holds of every or of some entry, signs of finite sums and products."""

from __future__ import annotations

from collections.abc import Mapping

from rftheory.proof.kernel.rules import Rule, compared, need, need_integer
from rftheory.proof.kernel.series import inside
from rftheory.proof.kernel.theorem import Inference, Sequent
from rftheory.proof.terms import INFINITY, ProofError, Term, random, substitute


def size(step: Inference) -> None:
    """A vector has a whole number of entries, at least 1; a list of vectors a whole number of vectors, at least 1."""
    match step.then:
        case ("int", ("height" | "width", _)) | ("<=", 1, ("height" | "width", _)):
            return
    raise ProofError("allowed: the height or width of a vector is an integer, and at least 1")


def _quantified(proposition: Term, head: str) -> tuple[str, Term, Term, Term]:
    match proposition:
        case (name, str(k), low, high, holds) if name == head and high != INFINITY:
            return k, low, high, holds
    raise ProofError(f"a premise with {head} is needed, not {proposition}")


def every(step: Inference) -> None:
    """What holds at every place of a range holds at one."""
    premise, at = step.premise("of"), step.by.get("at")
    if not premise.sequent.within(step.sequent) or at is None or random(at):
        raise ProofError("a premise that holds here, and a place, are needed")
    k, low, high, holds = _quantified(premise.then, "every")
    need_integer(step, at)
    need(step, ("<=", low, at))
    need(step, ("<=", at, high))
    if step.then != substitute(holds, {k: at}):
        raise ProofError("it says something else there")


def somewhere(step: Inference) -> None:
    """What follows from any place at which it holds follows, where there is one."""
    premise, way = step.premise("of"), step.premise("way")
    if not premise.sequent.within(step.sequent):
        raise ProofError("the premise does not hold here")
    k, low, high, holds = _quantified(premise.then, "somewhere")
    if k in step.names:
        raise ProofError(f"{k} has another meaning")
    ends = (("<=", low, k), ("<=", k, high))
    there = Sequent(step.then, (*step.sequent.local, (k, "integer")), (*step.sequent.given, *ends, holds))
    if not way.sequent.within(there) or way.then != step.then:
        raise ProofError("the way proves something else")


def _over(term: Term, *heads: str) -> tuple[str, str, Term, Term, Term]:
    match term:
        case (str(head), str(k), low, high, body) if head in heads and high != INFINITY:
            return head, k, low, high, body
    raise ProofError(f"a finite {' or '.join(heads)} is needed, not {term}")


def sign(step: Inference) -> None:
    """A finite sum or product of terms above 0, or not below, is so; a sum above 0 has a term."""
    relation, left, right = compared(step.then, "<", "<=")
    if left != 0:
        raise ProofError("allowed: a comparison of 0 with a sum or product")
    head, k, low, high, body = _over(right, "sum", "prod")
    inside(step, k, low, high, (relation, 0, body))
    if head == "sum" and relation == "<":
        need_integer(step, low)
        need_integer(step, high)
        need(step, ("<=", low, high))


def term(step: Inference) -> None:
    """A term of a finite sum of terms not below 0 is at most the sum."""
    _, left, right = compared(step.then, "<=")
    _, k, low, high, body = _over(right, "sum")
    at = step.by.get("at")
    if at is None or random(at) or left != substitute(body, {k: at}):
        raise ProofError("at: the place of the term is needed")
    need_integer(step, at)
    need(step, ("<=", low, at))
    need(step, ("<=", at, high))
    inside(step, k, low, high, ("<=", 0, body))


RULES: Mapping[str, Rule] = {
    "size": size,
    "every": every,
    "somewhere": somewhere,
    "sum-sign": sign,
    "sum-term": term,
}
