"""The rules of weighted lengths: exp(a |w|^2) changes the law of the length of a row alone, by a scale."""

from __future__ import annotations

from typing import Any

from ..blocks import need_there
from ..definitions import GAUSSIAN
from ..frames import dimension, mean
from ..here import Here, equation
from ..means import closed_rule
from ..reading import Term, items, need, read_vector
from ..terms import is_random

_HALF = ("q", 1, 2)
_MADE_OF = {"[]", "+", "*", "^", "exp", "log", "cos", "sin", "abs", "gamma", "hyper", "dot"}
_LEAVES = {"q", "pi", "vec"}


def _scaled(t: Term, factors: dict[Term, Term], met: set[Term]) -> Term:
    """The term with every row times its factor; raises BadForm where it is made of anything but functions of rows."""
    if not isinstance(t, tuple) or t[0] in _LEAVES:
        return t
    if t[0] == "row":
        met.add(t)
        return ("*", factors[t], t) if t in factors else t
    need(t[0] in _MADE_OF, "a term of something else than rows, vectors and functions")
    return (t[0], *(_scaled(part, factors, met) for part in t[1:]))


def _block(here: Here, rows: set[Term]) -> None:
    """Rows of one coupling, of which there is a block that has them all."""
    need(len({row[1] for row in rows}) == 1, "rows of two couplings")
    for row in rows:
        need(row[1] in GAUSSIAN, "rows of a coupling that is not known to be Gaussian")
        need_there(here, row)


def _weighted(here: Here, weighted: Term) -> tuple[list[Term], Term]:
    """The powers of the scales, and the term, of which this is exp of squares times it at scaled rows."""
    entry = here.by("rows", "term")
    plain, scales = here.term(entry["term"]), _scales(here, entry["rows"])
    d, met = dimension(here), set(scales)
    longer = _scaled(plain, {row: ("^", s, _HALF) for row, s in scales.items()}, met)
    _block(here, met)
    for s in scales.values():
        need(not is_random(s), "a random scale")
        here.needs(("<", 0, s))
    here.needs(("integrable", plain))
    squares = (("*", _HALF, ("+", 1, ("*", -1, s)), ("dot", row, row)) for row, s in scales.items())
    algebra = here.algebra()
    product = algebra.form(("*", ("exp", ("+", 0, *squares)), longer))
    need(algebra.same(algebra.form(weighted), product), "not the weight times the term at scaled rows")
    return [("^", s, ("*", ("q", -1, 2), d)) for s in scales.values()], plain


def _scales(here: Here, value: Any) -> dict[Term, Term]:
    found: dict[Term, Term] = {}
    for pair in items(value, "rows"):
        need(len(items(pair, "a row with its scale")) == 2, "rows with their scales are needed")
        row = here.term(pair[0], read_vector)
        need(row[0] == "row" and row not in found, "no row, or a row twice")
        found[row] = here.term(pair[1])
    need(found, "no row")
    return found


def _tilt(here: Here) -> None:
    left, right = equation(here.then, "=")
    powers, plain = _weighted(here, mean(left))
    need(right == ("*", *powers, ("E", plain)), "not the powers of the scales times the mean")


RULES = {"tilt": closed_rule(_tilt)}
