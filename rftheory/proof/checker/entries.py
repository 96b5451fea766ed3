"""Vectors by their entries: where their names may stand, quantifiers over places, signs of finite sums and products."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from .here import Extra, Here, equation, headed, whole
from .reading import ATOMS, ENTRIES, INFINITY, Term, need
from .terms import is_random, substitute

LISTS = {"vector": 1, "vectors": 2}  # how many indices an entry has


def well_placed(terms: Iterable[Term], lists: Mapping[str, str]) -> None:
    """Raises BadForm where an entry or a size is of no vector, or of one with more or fewer indices."""
    for t in terms:
        if not isinstance(t, tuple) or t[0] in ATOMS:
            continue
        if t[0] in ENTRIES:
            indices = LISTS.get(lists.get(t[1][1], ""), 0)
            fits = {"entry": len(t) - 2 == indices, "height": indices > 0, "width": indices == 2}
            need(indices and fits[t[0]], f"{t[1][1]} is no vector, or has other indices")
        well_placed(t[1:], lists)


def _size(here: Here) -> None:
    here.by()
    head, *rest = here.then
    t = rest[-1]
    need(isinstance(t, tuple) and t[0] in ("height", "width"), "no size of a vector")
    need((head == "int" and len(rest) == 1) or (head == "<=" and rest[0] == 1), "not what is known of a size")


def _range(p: Term, head: str) -> tuple[str, Term, Term, Term]:
    need(headed(p, head) and p[3] != INFINITY, f"no {head} over a finite range")
    return p[1], p[2], p[3], p[4]


def _place(here: Here, key: str, low: Term, high: Term) -> Term:
    t = here.term(here.by(key, optional=("of",))[key])
    need(not is_random(t) and here.integer(t), "the place is not seen to be an integer")
    here.needs(("<=", low, t))
    here.needs(("<=", t, high))
    return t


def _every(here: Here) -> None:
    k, low, high, holds = _range(here.premise(here.by("of", "at")["of"]), "every")
    need(here.then == substitute(holds, {k: _place(here, "at", low, high)}), "something else holds there")


def _somewhere(here: Here) -> None:
    entry = here.by("of", "way")
    k, low, high, holds = _range(here.premise(entry["of"]), "somewhere")
    need(k not in here.variables, f"{k} is a variable of the step")
    ends = frozenset((("<=", low, k), ("<=", k, high), holds))
    extra: Extra = (whole(k), ends)
    need(here.premise(entry["way"], extra) == here.then, "the way proves something else")


def _sum_sign(here: Here) -> None:
    here.by()
    zero, total = equation(here.then, "<", "<=")
    need(
        zero == 0 and isinstance(total, tuple) and total[0] in ("sum", "prod"), "no sign of a sum or product"
    )
    k, low, high, body = _range(total, total[0])
    here.needs((here.then[0], 0, body), here.over(k, low, high))
    if total[0] == "sum" and here.then[0] == "<":
        need(here.integer(low) and here.integer(high), "an end is not seen to be an integer")
        here.needs(("<=", low, high))


def _sum_term(here: Here) -> None:
    t, total = equation(here.then, "<=")
    k, low, high, body = _range(total, "sum")
    at = _place(here, "at", low, high)
    need(t == substitute(body, {k: at}), "not the term at that place")
    here.needs(("<=", 0, body), here.over(k, low, high))


RULES: dict[str, Callable[[Here], None]] = {
    rule.__name__.strip("_").replace("_", "-"): rule
    for rule in (_size, _every, _somewhere, _sum_sign, _sum_term)
}
