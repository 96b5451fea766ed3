"""Signs of inner products with a row: products of them have means, which are known by the angle of the vectors."""

from __future__ import annotations

from collections.abc import Callable

from ..definitions import IID
from ..frames import mean
from ..here import Here, equation, headed
from ..reading import Term, need
from ..terms import is_random

_PI = ("pi",)


def _pair(t: Term) -> tuple[Term, Term, Term]:
    """The row and the two fixed vectors of sign<w, u> sign<w, v>."""
    need(headed(t, "*") and len(t) == 3, "not a product of two signs")
    found = []
    for factor in t[1:]:
        need(headed(factor, "sign") and headed(factor[1], "dot"), "not the sign of an inner product")
        _, row, vector = factor[1]
        need(
            row[0] == "row" and row[1] == IID and not is_random(vector),
            "not of a row of iid and a fixed vector",
        )
        found.append((row, vector))
    (w, u), (same, v) = found
    need(w == same, "the signs are of different rows")
    return w, u, v


def _taken(t: Term) -> tuple[Term, Term, int, bool]:
    """The vectors, of how many rows the product is, and whether it is squared."""
    if headed(t, "^"):
        need(t[2] == 2, "another power of signs")
        return *_pair(t[1])[1:], 1, True
    if headed(t, "*") and all(headed(part, "*") for part in t[1:]):
        need(len(t) == 3, "more than two rows")
        (w, *vectors), (other, *same) = map(_pair, t[1:])
        need(w != other and vectors == same, "not two rows with the same vectors")
        return *vectors, 2, False
    return *_pair(t)[1:], 1, False


def _sign_mean(here: Here) -> None:
    angle = here.term(here.by(optional=("angle",)).get("angle", 0))
    left, right = equation(here.then, "=")
    u, v, rows, squared = _taken(mean(left))
    for vector in (u, v):
        here.needs(("<", 0, ("dot", vector, vector)))
    if squared:
        need(right == 1, "a squared sign is 1")
        return
    need("angle" in here.step.by and not is_random(angle), "no angle, or a random one")
    here.needs(("<=", 0, angle))
    here.needs(("<=", angle, _PI))
    norms = (("^", ("dot", vector, vector), ("q", 1, 2)) for vector in (u, v))
    here.needs(("=", ("dot", u, v), ("*", *norms, ("cos", angle))))
    one = ("+", 1, ("*", -2, angle, ("^", _PI, -1)))
    need(right == (one if rows == 1 else ("^", one, 2)), "not the mean of the signs at this angle")


RULES: dict[str, Callable[[Here], None]] = {"sign-mean": _sign_mean}
