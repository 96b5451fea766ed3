"""The rules of rows of counts, of which the coordinates are independent and of one law (docs/proof.md, Counts)."""

from __future__ import annotations

from ..frames import integrable, mean
from ..here import Here, equation, headed, whole
from ..means import closed_rule
from ..reading import INFINITY, Term, name, need
from ..terms import free, is_random

_FUNCTIONS = {"+", "*", "^", "exp", "log", "cos", "sin", "abs", "gamma", "entry", "q", "pi", "list"}


def _probability(law: str, t: Term, k: str) -> Term:
    if law == "poisson":
        return ("*", ("exp", ("*", -1, t)), ("^", t, k), ("^", ("gamma", ("+", k, 1)), -1))
    need(law == "geometric", "counts of another law")
    return ("*", t, ("^", ("+", 1, ("*", -1, t)), k))


def _at(t: Term, k: str, seen: set[Term]) -> Term:
    """A plain term with the number k for counts, which are collected."""
    if not isinstance(t, tuple):
        return t
    if t[0] == "count":
        seen.add(t)
        return k
    need(t[0] in _FUNCTIONS, f"{t[0]} is no plain function")
    return t if t[0] in ("q", "pi", "list") else (t[0], *(_at(part, k, seen) for part in t[1:]))


def _series(here: Here, power: Term, k: str) -> tuple[Term, Term]:
    """The product of a power of one over coordinates, and the series of a coordinate."""
    need(headed(power, "^") and type(power[2]) is int and power[2] >= 1, "not a power from 1 on")
    _, product, q = power
    need(headed(product, "prod") and product[3] != INFINITY, "not a finite product")
    _, l, low, high, body = product
    need(k != l and not {k, l} & set(here.variables), "an index with another meaning")
    need(k not in free(body), "the index of the series stands in the term")
    seen: set[Term] = set()
    value = _at(body, k, seen)
    need(len(seen) == 1, "not a function of one count")
    _, law, t, i, place = seen.pop()
    need(headed(law, "name") and type(i) is int and i >= 1 and place == l, "not the count of the coordinate")
    need(l not in free(t) and not any(map(is_random, (t, low, high))), "a random or moving parameter or end")
    here.needs(("<", 0, t))
    if law[1] == "geometric":
        here.needs(("<", t, 1))
    term = ("*", _probability(law[1], t, k), ("^", value, q))
    inside = whole(l), frozenset((("<=", low, l), ("<=", l, high)))
    here.needs(("summable", k, 0, term), inside)
    return product, ("sum", k, 0, INFINITY, term)


def _counts_mean(here: Here) -> None:
    here.by()
    left, right = equation(here.then, "=")
    need(headed(right, "prod") and headed(right[4], "sum"), "not a product of series")
    product, series = _series(here, mean(left), right[4][1])
    need(right == (*product[:4], series), "another product of series")


def _counts_integrable(here: Here) -> None:
    k = name(here.by("index")["index"])
    _series(here, integrable(here), k)


RULES = {"counts-mean": closed_rule(_counts_mean), "counts-integrable": closed_rule(_counts_integrable)}
