"""Rules that exchange integrals with sums and series, by continuity and, for series, by a bound of their terms."""

from __future__ import annotations

from collections.abc import Mapping

from rftheory.proof.kernel.rules import Rule, compared, need, need_integer
from rftheory.proof.kernel.series import inside, sum_of
from rftheory.proof.kernel.theorem import Inference, Sequent
from rftheory.proof.terms import INFINITY, ProofError, Term, free


def continuous_sum(step: Inference) -> None:
    """A finite sum of continuous functions, or a series of them that a summable one bounds, is continuous."""
    match step.then:
        case ("continuous", str(v), low, high, total):
            _controlled(step, v, low, high, total)
        case _:
            raise ProofError("allowed: continuous, of a sum")


def integral_sum(step: Inference) -> None:
    """The integral of such a sum is the sum of the integrals."""
    _, left, right = compared(step.then, "=")
    match left:
        case ("integral", str(v), low, high, total):
            pass
        case _:
            raise ProofError("an integral is needed")
    k, start, end, body = _controlled(step, v, low, high, total)
    need(step, ("<=", low, high))
    if right != ("sum", k, start, end, ("integral", v, low, high, body)):
        raise ProofError("the right side must be the sum of the integrals")


def _controlled(step: Inference, v: str, low: Term, high: Term, total: Term) -> tuple[str, Term, Term, Term]:
    """A sum whose terms are continuous between two ends, with a summable bound if it is infinite."""
    k, start, end, body = sum_of(total)
    if k == v or {k, v} & step.names or v in free(start) | free(end):
        raise ProofError("the index and the variable have other meanings, or an end depends on the variable")
    inside(step, k, start, end, ("continuous", v, low, high, body))
    if end != INFINITY:
        need_integer(step, start)
        need_integer(step, end)
        return k, start, end, body
    above = step.by.get("above")
    if above is None or v in free(above):
        raise ProofError(f"above: a bound without {v} is needed")
    local = (*step.sequent.local, (k, "integer"), (v, "real"))
    given = (*step.sequent.given, ("<=", start, k), ("<=", low, v), ("<=", v, high))
    for bound in (("<=", ("*", -1, above), body), ("<=", body, above)):
        where = Sequent(bound, local, given)
        if not any(p.then == bound and p.sequent.within(where) for p in step.premises):
            raise ProofError(f"no premise says {bound} between the ends")
    need(step, ("summable", k, start, above))
    return k, start, end, body


RULES: Mapping[str, Rule] = {
    "continuous-sum": continuous_sum, "integral-sum": integral_sum,
}  # fmt: skip
