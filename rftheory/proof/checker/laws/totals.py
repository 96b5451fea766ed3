"""Sums over the first m rows of `iid`, `["total", coupling, m, f]`: f is the first row's term, the others' are like it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..definitions import IID
from ..frames import integrable, mean
from ..here import Here, equation, headed
from ..reading import RANDOM, RESERVED, Term, need
from ..terms import is_random


def total_parts(t: Term) -> tuple[Term, Term]:
    """The number of rows and the term of the first; raises BadForm where anything else is random in it."""
    need(headed(t, "total") and len(t) == 4 and t[1] == IID, "not a sum over rows of iid")
    _, _, m, f = t
    need(not is_random(m), "the number of rows is random")
    need(all(each == ("row", IID, 1) for each in _chance(f)), "more than the first row is random in a total")
    return m, f


def _chance(t: Term) -> Iterator[Term]:
    """What is random in a term."""
    if is_random(t):
        if t[0] in RANDOM or t[0] not in RESERVED:
            yield t
        else:
            for part in t[1:]:
                yield from _chance(part)


def _counted(here: Here, t: Term) -> tuple[Term, Term]:
    m, f = total_parts(t)
    need(here.integer(m), "the number of rows is not seen to be an integer")
    here.needs_at_least(1, m)
    return m, f


def _two(here: Here, t: Term) -> tuple[Term, Term, Term]:
    need(len(t) == 3, "not a product of two totals")
    m, f = _counted(here, t[1])
    n, g = _counted(here, t[2])
    need(m == n, "totals over different numbers of rows")
    here.needs(("integrable", ("^", f, 2)))
    here.needs(("integrable", ("^", g, 2)))
    return m, f, g


def _total_integrable(here: Here) -> None:
    here.by()
    inner = integrable(here)
    if headed(inner, "*"):
        _two(here, inner)
    else:
        here.needs(("integrable", _counted(here, inner)[1]))


def _total_mean(here: Here) -> None:
    here.by()
    left, right = equation(here.then, "=")
    inner = mean(left)
    if headed(inner, "*"):
        m, f, g = _two(here, inner)
        same = ("*", m, ("E", ("*", f, g)))
        value: Term = ("+", same, ("*", m, ("+", m, -1), ("E", f), ("E", g)))
    else:
        m, f = _counted(here, inner)
        here.needs(("integrable", f))
        value = ("*", m, ("E", f))
    need(right == value, "not the mean of the total")


RULES: dict[str, Callable[[Here], None]] = {
    "total-integrable": _total_integrable,
    "total-mean": _total_mean,
}
