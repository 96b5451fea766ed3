"""The rules of suprema: a continuous function between two ends has a greatest value (Rudin, Principles, 4.16)."""

from __future__ import annotations

from ..here import Here, equation, headed
from ..means import closed_rule
from ..reading import Term, need
from ..terms import is_random, substitute


def _parts(here: Here, t: Term) -> tuple[str, Term, Term, Term]:
    """What a supremum of a continuous function is made of."""
    need(headed(t, "sup"), "not a supremum")
    need(not is_random(t), "the supremum of something random")
    need(t[1] not in here.variables, f"{t[1]} is also a variable of the step")
    here.needs(("continuous", *t[1:]))
    return t[1], t[2], t[3], t[4]


def _sup_below(here: Here) -> None:
    here.by()
    total, bound = equation(here.then, "<", "<=")
    v, low, high, body = _parts(here, total)
    need(not is_random(bound), "a random bound")
    here.needs(("<=", low, high))
    inside = frozenset(((v, "real"),)), frozenset((("<=", low, v), ("<=", v, high)))
    here.needs((here.then[0], body, bound), inside)


def _sup_above(here: Here) -> None:
    place = here.term(here.by("at")["at"])
    value, total = equation(here.then, "<=")
    v, low, high, body = _parts(here, total)
    need(not is_random(place), "a random place")
    need(value == substitute(body, {v: place}), "not the body at that place")
    here.needs(("<=", low, place))
    here.needs(("<=", place, high))


RULES = {"sup-below": closed_rule(_sup_below), "sup-above": closed_rule(_sup_above)}
