"""Rules of sums over independent rows: their means, and the means of products of two."""

from __future__ import annotations

from collections.abc import Mapping

from rftheory.proof.kernel.expectation import integrand, mean_of
from rftheory.proof.kernel.rules import Rule, compared, need, need_integer
from rftheory.proof.kernel.theorem import Inference
from rftheory.proof.terms import ProofError, Term, exchanged, random

_IID: Term = ("name", "iid")
_ROW: Term = ("row", _IID, 1)


def parts_of(term: Term) -> tuple[Term, Term]:
    """The number of rows of a total and what the first contributes, in which nothing else is random."""
    match term:
        case ("total", coupling, rows, body) if coupling == _IID and not random(rows):
            if not random(exchanged(body, {_ROW: ("vec", "x")})):
                return rows, body
    raise ProofError(f"a sum over rows of iid is needed, not {term}")


def total_integrable(step: Inference) -> None:
    """A total, or the product of two over the same rows."""
    term = integrand(step)
    if isinstance(term, tuple) and term[0] == "*":
        _factors(step, term)
    else:
        need(step, ("integrable", _of(step, term)[1]))


def total_mean(step: Inference) -> None:
    """E sum f = m E f; E (sum f)(sum g) = m E fg + m (m - 1) E f E g for independent rows of one law."""
    _, left, right = compared(step.then, "=")
    term = mean_of(left)
    if isinstance(term, tuple) and term[0] == "*":
        rows, one, other = _factors(step, term)
        pairs: Term = ("*", rows, ("+", rows, -1), ("E", one), ("E", other))
        wanted: Term = ("+", ("*", rows, ("E", ("*", one, other))), pairs)
    else:
        rows, body = _of(step, term)
        need(step, ("integrable", body))
        wanted = ("*", rows, ("E", body))
    if right != wanted:
        raise ProofError(f"the mean is {wanted}")


def _of(step: Inference, term: Term) -> tuple[Term, Term]:
    rows, body = parts_of(term)
    need_integer(step, rows)
    if not (isinstance(rows, int) and rows >= 1):
        need(step, ("<=", 1, rows))
    return rows, body


def _factors(step: Inference, term: Term) -> tuple[Term, Term, Term]:
    """The rows and the two terms of a product of totals, whose squares have means."""
    if not (isinstance(term, tuple) and term[0] == "*" and len(term) == 3):
        raise ProofError("a product of two totals is needed")
    (rows, one), (same, other) = (_of(step, each) for each in term[1:])
    if rows != same:
        raise ProofError("totals over the same rows are needed")
    for body in (one, other):
        need(step, ("integrable", ("^", body, 2)))
    return rows, one, other


RULES: Mapping[str, Rule] = {"total-integrable": total_integrable, "total-mean": total_mean}
