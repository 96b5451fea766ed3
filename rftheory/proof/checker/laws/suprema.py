"""The rules of suprema over the real numbers between two ends."""

from __future__ import annotations

from collections.abc import Callable

from ..here import Here, equation, headed
from ..reading import Term, need
from ..terms import free, is_random, substitute


def _parts(here: Here, t: Term) -> tuple[str, Term, Term, Term]:
    """The variable, the ends and the body of a supremum, with nothing random in the step's proposition."""
    need(headed(t, "sup"), "not a supremum")
    need(not is_random(here.then), "something random")
    need(t[1] not in here.variables, f"{t[1]} is also a variable of the step")
    return t[1], t[2], t[3], t[4]


def _sup_below(here: Here) -> None:
    here.by()
    supremum, c = equation(here.then, "<=")
    v, low, high, body = _parts(here, supremum)
    need(v not in free(c), f"the bound speaks of {v}")
    here.needs(("<=", low, high))
    between = (frozenset(((v, "real"),)), frozenset((("<=", low, v), ("<=", v, high))))
    here.needs(("<=", body, c), between)


def _sup_above(here: Here) -> None:
    value, supremum = equation(here.then, "<=")
    v, low, high, body = _parts(here, supremum)
    at = here.term(here.by("at")["at"])
    here.needs(("<=", low, at))
    here.needs(("<=", at, high))
    here.needs(("continuous", v, low, high, body))
    need(value == substitute(body, {v: at}), "not the value at that place")


RULES: dict[str, Callable[[Here], None]] = {"sup-below": _sup_below, "sup-above": _sup_above}
