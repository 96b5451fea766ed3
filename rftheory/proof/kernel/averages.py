"""Rules of means of any random term: series, finite sums, comparison, and terms in lengths alone."""

from __future__ import annotations

from collections.abc import Mapping

from rftheory.proof.kernel.couplings import require_there
from rftheory.proof.kernel.expectation import integrand, mean_of
from rftheory.proof.kernel.frames import known_row
from rftheory.proof.kernel.rules import Rule, compared, need, need_integer
from rftheory.proof.kernel.series import inside
from rftheory.proof.kernel.theorem import Inference
from rftheory.proof.terms import INFINITY, ProofError, Term, bound, free, parts, random

_PLAIN = ("+", "*", "^", "exp", "log", "cos", "sin", "abs", "gamma", "hyper")


def mean_series(step: Inference) -> None:
    """The mean of 0F1 of something that is never below 0, term by term."""
    _, left, right = compared(step.then, "=")
    if not (isinstance(right, tuple) and right[0] == "sum" and right[2:4] == (0, INFINITY)):
        raise ProofError("the right side must be a series from 0")
    if right[4] != _terms(step, mean_of(left), right[1]):
        raise ProofError("the series has other terms")


def series_integrable(step: Inference) -> None:
    """0F1 of it has a mean, where the means of its terms are summable."""
    _terms(step, integrand(step), step.by.get("index"))


def _terms(step: Inference, series: Term, k: object) -> Term:
    """The means of the terms of 0F1 at a multiple of what is never below 0; they exist, and premises say so."""
    match series:
        case ("hyper", (), (b,), ("*", c, base)) if not random(b) and not random(c):
            pass
        case _:
            raise ProofError("0F1 of a factor times something random is needed")
    if not isinstance(k, str) or k in free(b) | free(c) | free(base):
        raise ProofError(f"an index that nothing else is called is needed, not {k}")
    inverses = tuple(("^", ("gamma", t), -1) for t in (("+", b, k), ("+", k, 1)))
    body: Term = ("*", ("^", c, k), ("E", ("^", base, k)), ("gamma", b), *inverses)
    need(step, ("<", 0, b))
    need(step, ("<=", 0, base))
    inside(step, k, 0, INFINITY, ("integrable", ("^", base, k)))
    need(step, ("summable", k, 0, body))
    return body


def mean_sum(step: Inference) -> None:
    """The mean of a finite sum of integrable terms."""
    _, left, right = compared(step.then, "=")
    total = mean_of(left)
    if not (isinstance(total, tuple) and total[0] == "sum") or total[3] == INFINITY:
        raise ProofError("the mean of a finite sum is needed")
    _, k, low, high, body = total
    for end in (low, high):
        if random(end):
            raise ProofError("the ends are not random")
        need_integer(step, end)
    inside(step, k, low, high, ("integrable", body))
    if right != ("sum", k, low, high, ("E", body)):
        raise ProofError("the right side must be the sum of the means")


def mean_below(step: Inference) -> None:
    """Means compare as what they are of, where that holds at every outcome."""
    relation, left, right = compared(step.then, "<", "<=")
    one, other = mean_of(left), mean_of(right)
    need(step, (relation, one, other))
    for each in (one, other):
        need(step, ("integrable", each))


def integrable_below(step: Inference) -> None:
    """What lies between 0 and something integrable is integrable."""
    term = integrand(step)
    need(step, ("<=", 0, term))
    above = [p for p in step.usable if isinstance(p, tuple) and p[0] == "<=" and p[1] == term]
    if not any(("integrable", p[2]) in step.usable for p in above):
        raise ProofError("nothing integrable is above it")


def alike(step: Inference) -> None:
    """The lengths of the rows of a block have one law, whatever the coupling."""
    _, left, right = compared(step.then, "=")
    one, other = mean_of(left), mean_of(right)
    rows: set[Term] = set()
    if not _same_lengths(one, other, rows):
        raise ProofError("both sides must be means of one function of squared lengths of rows")
    if len({row[1] for row in rows if isinstance(row, tuple)}) > 2:
        raise ProofError("rows of two couplings at most")
    for row in rows:
        known_row(row)
        require_there(step, row)


def _same_lengths(one: Term, other: Term, rows: set[Term]) -> bool:
    """Whether the terms differ in the couplings of squared lengths of rows alone, each side having one coupling."""
    pairs: set[tuple[Term, Term]] = set()
    if not _alike(one, other, pairs):
        return False
    for place in (0, 1):
        if len({pair[place][1] for pair in pairs if isinstance(pair[place], tuple)}) > 1:  # type: ignore[index]
            return False
    rows |= {row for pair in pairs for row in pair}
    return bool(pairs) and all(len({pair[place] for pair in pairs}) == len(pairs) for place in (0, 1))


def _alike(one: Term, other: Term, pairs: set[tuple[Term, Term]]) -> bool:
    if not random(one) and not random(other):
        return one == other
    if not (isinstance(one, tuple) and isinstance(other, tuple)) or one[0] != other[0]:
        return False
    if one[0] == "dot":
        row, twin = one[1], other[1]
        if not (one[2] == row and other[2] == twin and row[0] == "row" and twin[0] == "row"):
            return False
        pairs.add((row, twin))
        return True
    if bound(one) is not None or one[0] not in _PLAIN or len(one) != len(other):
        return False
    if one[0] == "hyper" and [len(x) for x in one[1:3]] != [len(x) for x in other[1:3]]:
        return False
    return all(_alike(a, b, pairs) for a, b in zip(parts(one), parts(other), strict=True))


RULES: Mapping[str, Rule] = {
    "mean-series": mean_series, "series-integrable": series_integrable, "mean-sum": mean_sum,
    "mean-below": mean_below, "integrable-below": integrable_below,
    "lengths-alike": alike,
}  # fmt: skip
