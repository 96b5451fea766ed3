"""Rules that rearrange sums and series: another index, a split, the two orders of a double series and its diagonals."""

from __future__ import annotations

from collections.abc import Mapping

from rftheory.proof.kernel.rules import Rule, algebra, need, need_integer
from rftheory.proof.kernel.series import inside, series_of, sides_of, sum_of
from rftheory.proof.kernel.theorem import Inference, Sequent
from rftheory.proof.terms import INFINITY, ProofError, Term, free, substitute


def _apart(step: Inference, high: Term, low: Term, by: Term) -> bool:
    """high - low = by in normal form."""
    return algebra(step).equal(("+", high, ("*", -1, low)), by)


def _moved(step: Inference, k: str, body: Term, other: Term) -> Term:
    """By how much the index is less in the other body; an integer without the index."""
    shift: Term | None = step.by.get("by")
    if shift is None or k in free(shift):
        raise ProofError(f"by: an integer without {k} is needed")
    need_integer(step, shift)
    if other != substitute(body, {k: ("+", k, shift)}):
        raise ProofError(f"the other terms must be those at {k} + {shift}")
    return shift


def shift(step: Inference) -> None:
    """A sum over an index that is less by a fixed integer."""
    left, right = sides_of(step)
    k, low, high, body = sum_of(left)
    other, start, end, moved = sum_of(right)
    by = _moved(step, k, body, moved)
    if other != k or not _apart(step, low, start, by) or (high == INFINITY) != (end == INFINITY):
        raise ProofError("the ranges do not belong together")
    if high == INFINITY:
        need(step, ("summable", k, low, body))
    elif not _apart(step, high, end, by):
        raise ProofError("the upper ends do not belong together")


def summable_shift(step: Inference) -> None:
    """The same of convergence."""
    k, start, moved = series_of(step.then)
    for known in step.usable:
        if isinstance(known, tuple) and known[0] == "summable" and known[1] == k:
            by = step.by.get("by")
            if by is not None and moved == substitute(known[3], {k: ("+", k, by)}):
                _moved(step, k, known[3], moved)
                if _apart(step, known[2], start, by):
                    return
    raise ProofError("no premise says so at another index")


def split(step: Inference) -> None:
    """A sum in two, up to an index and from the next on."""
    left, right = sides_of(step)
    k, low, high, body = sum_of(left)
    if not (isinstance(right, tuple) and right[0] == "+" and len(right) == 3):
        raise ProofError("the right side must be two sums")
    _, _, middle, _ = sum_of(right[1])
    _, onward, _, _ = sum_of(right[2])
    if right != ("+", ("sum", k, low, middle, body), ("sum", k, onward, high, body)) or middle == INFINITY:
        raise ProofError("both must have the same terms, and the outer ends")
    if not _apart(step, onward, middle, 1):
        raise ProofError("the second must start where the first ends")
    need_integer(step, low)
    need_integer(step, middle)
    need(step, ("<=", low, onward))
    if high == INFINITY:
        need(step, ("summable", k, low, body))
    else:
        need_integer(step, high)
        need(step, ("<=", middle, high))


def _double(step: Inference, term: Term) -> tuple[str, str, Term]:
    """Both indices and the terms of a double series that converges absolutely, by what `above` says."""
    i, low, high, inner = sum_of(term)
    j, start, end, body = sum_of(inner)
    if (low, start, high, end) != (0, 0, INFINITY, INFINITY) or i == j:
        raise ProofError("a double series from 0 over two indices is needed")
    above = step.by.get("above")
    if above is None:
        raise ProofError("above: terms that are not less in size are needed")
    local = (*step.sequent.local, (i, "integer"), (j, "integer"))
    each = Sequent(step.then, local, (*step.sequent.given, ("<=", 0, i), ("<=", 0, j)))
    known = {p.then for p in step.premises if p.sequent.within(each)}
    if step.names & {i, j} or not {("<=", ("*", -1, above), body), ("<=", body, above)} <= known:
        raise ProofError(f"the terms are not shown to be at most {above} in size")
    inside(step, i, 0, INFINITY, ("summable", j, 0, above))
    need(step, ("summable", i, 0, ("sum", j, 0, INFINITY, above)))
    return i, j, body


def exchange(step: Inference) -> None:
    """Both orders of an absolutely convergent double series."""
    left, right = sides_of(step)
    i, j, body = _double(step, left)
    if right != ("sum", j, 0, INFINITY, ("sum", i, 0, INFINITY, body)):
        raise ProofError("the right side must be the other order")


def _diagonals(i: str, j: str, body: Term) -> Term:
    """The sum over j of the terms with i + j = n, where n is named i."""
    return ("sum", j, 0, i, substitute(body, {i: ("+", i, ("*", -1, j))}))


def diagonal(step: Inference) -> None:
    """An absolutely convergent double series along its diagonals, which converges absolutely too."""
    if isinstance(step.then, tuple) and step.then[0] == "summable":
        i, low, inner = series_of(step.then)
        j, double = step.by.get("inner", (None, None))
        if not isinstance(j, str) or low != 0 or double is None:
            raise ProofError("inner: the second index and the terms are needed")
        _, _, body = _double(step, ("sum", i, 0, INFINITY, ("sum", j, 0, INFINITY, double)))
        if inner != _diagonals(i, j, body):
            raise ProofError("the terms must be the sums over the diagonals")
        return
    left, right = sides_of(step)
    i, j, body = _double(step, left)
    if right != ("sum", i, 0, INFINITY, _diagonals(i, j, body)):
        raise ProofError("the right side must be the sum over the diagonals")


def bisect(step: Inference) -> None:
    """A series as that of its even and that of its odd terms."""
    left, right = sides_of(step)
    k, low, high, body = sum_of(left)
    if (low, high) != (0, INFINITY):
        raise ProofError("a series from 0 is needed")
    need(step, ("summable", k, 0, body))
    if right != ("+", *(("sum", k, 0, INFINITY, each) for each in _halves(k, body))):
        raise ProofError("the right side must be the even and the odd terms")


def summable_bisect(step: Inference) -> None:
    """Each of these converges."""
    k, low, part = series_of(step.then)
    body = step.by.get("term")
    if low != 0 or body is None or part not in _halves(k, body):
        raise ProofError("the even or the odd terms of a series from 0 are needed")
    need(step, ("summable", k, 0, body))


def _halves(k: str, body: Term) -> tuple[Term, Term]:
    even: Term = ("*", 2, k)
    return substitute(body, {k: even}), substitute(body, {k: ("+", even, 1)})


RULES: Mapping[str, Rule] = {
    "sum-shift": shift, "summable-shift": summable_shift, "sum-split": split, "sum-exchange": exchange,
    "sum-diagonal": diagonal, "sum-bisect": bisect, "summable-bisect": summable_bisect,
}  # fmt: skip
