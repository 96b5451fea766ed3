"""The rules that rearrange sums and series."""

from __future__ import annotations

from collections.abc import Callable

from .here import Here, equation, headed, whole
from .quotients import constant
from .reading import INFINITY, Term, items, name, need, read_term
from .terms import free, substitute


def _far(here: Here, a: Term, b: Term, distance: Term) -> None:
    algebra = here.algebra()
    found = algebra.subtract(algebra.form(a), algebra.form(b))
    need(algebra.same(found, algebra.form(distance)), "the ends do not fit")


def _shifted(here: Here, k: str, low: Term, t: Term, start: Term, moved: Term) -> Term:
    """The shift of the index, once the terms and the lower ends belong together."""
    n = here.term(here.by("by")["by"])
    need(here.integer(n) and k not in free(n), f"the shift is not seen to be an integer without {k}")
    need(moved == substitute(t, {k: ("+", k, n)}), "not the same terms at another index")
    _far(here, low, start, n)
    return n


def _sum_shift(here: Here) -> None:
    one, other = equation(here.then, "=")
    need(headed(one, "sum") and headed(other, "sum") and one[1] == other[1], "no sums over one index")
    _, k, low, high, t = one
    n = _shifted(here, k, low, t, other[2], other[4])
    if INFINITY in (high, other[3]):
        need(high == other[3], "one sum is finite, one is not")
        here.needs(("summable", k, low, t))
    else:
        _far(here, high, other[3], n)


def _summable_shift(here: Here) -> None:
    need(here.then[0] == "summable", "not a summability")
    _, k, start, moved = here.then
    n = here.term(here.by("by")["by"])
    later = ("+", k, n)
    fitting = [
        p for p in here.known() if p[:2] == ("summable", k) and k not in free(n)
        and moved == substitute(p[3], {k: later})
    ]  # fmt: skip
    algebra = here.algebra()
    for p in fitting:
        gap = algebra.subtract(algebra.form(p[2]), algebra.form(start))
        if algebra.same(gap, algebra.form(n)):
            _shifted(here, k, p[2], p[3], start, moved)
            return
    need(False, "no premise says so at another index")


def _sum_split(here: Here) -> None:
    here.by()
    total, parts = equation(here.then, "=")
    need(headed(total, "sum") and headed(parts, "+") and len(parts) == 3, "not a sum in two")
    _, k, low, high, t = total
    first, second = parts[1:]
    need(headed(first, "sum") and headed(second, "sum"), "not two sums")
    middle, onward = first[3], second[2]
    need(middle != INFINITY, "the first sum is infinite")
    need(first == ("sum", k, low, middle, t) and second == ("sum", k, onward, high, t), "other sums")
    algebra = here.algebra()
    step = algebra.subtract(algebra.form(onward), algebra.form(middle))
    need(algebra.same(step, constant(1)), "the second does not start behind the first")
    need(here.integer(low) and here.integer(middle), "an end is not seen to be an integer")
    here.needs(("<=", low, onward))
    if high == INFINITY:
        here.needs(("summable", k, low, t))
    else:
        need(here.integer(high), "an end is not seen to be an integer")
        here.needs(("<=", middle, high))


def _absolutely(here: Here, i: str, j: str, t: Term, above: Term) -> None:
    """The double series over i, j from 0 converges absolutely: |t| <= above, which has a finite sum."""
    need(i != j and not {i, j} & set(here.variables), "the indices are variables of the step, or one")
    need(free(above) <= {*here.variables, i, j}, "a term of by has foreign variables")
    rows = frozenset((("int", i), ("<=", 0, i)))
    entries = rows | {("int", j), ("<=", 0, j)}
    inside = here.known((whole(i) | whole(j), entries))
    need(("<=", t, above) in inside and ("<=", ("*", -1, above), t) in inside, "the terms are not bounded")
    here.needs(("summable", j, 0, above), (whole(i), rows))
    here.needs(("summable", i, 0, ("sum", j, 0, INFINITY, above)))


def _rows(t: Term) -> tuple[str, str, Term]:
    """The indices and the terms of a double series from 0."""
    need(headed(t, "sum") and t[2:4] == (0, INFINITY), "not a series from 0")
    inner = t[4]
    need(headed(inner, "sum") and inner[2:4] == (0, INFINITY), "not a series of series from 0")
    return t[1], inner[1], inner[4]


def _sum_exchange(here: Here) -> None:
    above = read_term(here.by("above")["above"])
    one, other = equation(here.then, "=")
    i, j, t = _rows(one)
    _absolutely(here, i, j, t, above)
    need(_rows(other) == (j, i, t), "not the other order")


def _diagonals(i: str, j: str, t: Term) -> Term:
    return ("sum", j, 0, i, substitute(t, {i: ("+", i, ("*", -1, j))}))


def _sum_diagonal(here: Here) -> None:
    if here.then[0] == "summable":
        entry = here.by("above", "inner")
        pair = items(entry["inner"], "inner")
        need(len(pair) == 2, "inner is an index and a term")
        i, low, body = here.then[1:]
        j, t = name(pair[0]), read_term(pair[1])
        need(low == 0 and free(t) <= {*here.variables, i, j}, "not from 0, or foreign variables")
        need(body == _diagonals(i, j, t), "not the sums over the diagonals")
    else:
        entry = here.by("above")
        one, other = equation(here.then, "=")
        i, j, t = _rows(one)
        need(other == ("sum", i, 0, INFINITY, _diagonals(i, j, t)), "not the series of the diagonals")
    _absolutely(here, i, j, t, read_term(entry["above"]))


def _sum_bisect(here: Here) -> None:
    here.by()
    total, parts = equation(here.then, "=")
    need(headed(total, "sum") and total[2:4] == (0, INFINITY), "not a series from 0")
    here.needs(("summable", total[1], 0, total[4]))
    need(parts == ("+", *((*total[:4], t) for t in _even_and_odd(total[1], total[4]))), "not its halves")


def _summable_bisect(here: Here) -> None:
    value = here.by("term")["term"]
    need(here.then[0] == "summable" and here.then[2] == 0, "not a series from 0")
    k = here.then[1]
    t = here.term_of(value, k)
    need(here.then[3] in _even_and_odd(k, t), "neither the even nor the odd terms")
    here.needs(("summable", k, 0, t))


def _even_and_odd(k: str, t: Term) -> tuple[Term, Term]:
    twice = ("*", 2, k)
    return substitute(t, {k: twice}), substitute(t, {k: ("+", twice, 1)})


RULES: dict[str, Callable[[Here], None]] = {
    rule.__name__.strip("_").replace("_", "-"): rule
    for rule in (
        _sum_shift,
        _summable_shift,
        _sum_split,
        _sum_exchange,
        _sum_diagonal,
        _sum_bisect,
        _summable_bisect,
    )
}
