"""The rules of rows of one length, of what is bounded, of independent rows, and of the angle of a row."""

from __future__ import annotations

from collections.abc import Callable

from ..algebra import literal
from ..definitions import ANY, FIXED, GAUSSIAN, IID, SPHERE, row_term
from ..frames import dimension, integrable, mean, natural
from ..here import Here, equation, headed
from ..means import closed_rule, estimate_parts
from ..reading import Term, items, need
from ..terms import is_random

_HALF, _PI = ("q", 1, 2), ("pi",)


def _row_length(here: Here) -> None:
    here.by()
    left, right = equation(here.then, "=")
    need(headed(left, "dot") and left[1] == left[2], "not a squared length")
    need(left[1][0] == "row" and left[1][1] in FIXED, "not a row on a sphere")
    need(right == dimension(here), "the squared length is d")


def _bounded(here: Here) -> None:
    here.by()
    _seen(here, integrable(here))


def _seen(here: Here, t: Term) -> None:
    """Raises BadForm where a term is not seen to be bounded."""
    if not is_random(t):
        return
    head, *parts = t
    if head == "sign":
        return
    if head == "*":
        parts = _paired(parts)
    if head in ("+", "*", "exp", "cos", "sin"):
        for part in parts:
            _seen(here, part)
        return
    if head == "^":
        base, n = parts
        natural(here, n)
        _seen(here, base)
    elif head == "hyper":
        (_, *above), (_, *below), z = parts
        need(not any(map(is_random, (*above, *below))), "a random parameter")
        need(len(above) <= len(below), "a series that does not converge everywhere")
        for b in below:
            value = literal(b)
            if value is None or value <= 0:
                here.needs(("<", 0, b))
        _seen(here, z)
    elif head == "dot":
        need(all(map(_short, parts)), "a product with what has any length")
    else:
        need(head == "estimate" and t[1] in FIXED, "not seen to be bounded")
        estimate_parts(here, t)
        _seen(here, row_term(t, 1))


def _inverse_of(t: Term) -> Term:
    """The row of 1/|w|, or None."""
    square = None
    if headed(t, "^") and t[2] == ("q", -1, 2):
        square = t[1]
    elif headed(t, "^") and t[2] == -1 and headed(t[1], "^") and t[1][2] == _HALF:
        square = t[1][1]
    if square is None or not headed(square, "dot"):
        return None
    return square[1] if square[1] == square[2] and square[1][0] == "row" else None


def _paired(factors: list[Term]) -> list[Term]:
    """Without 1/|w| and as many products of w with fixed vectors: by Cauchy and Schwarz these are bounded."""
    rest = []
    lengths = []
    for factor in factors:
        row = _inverse_of(factor)
        if row is None:
            rest.append(factor)
        else:
            need(row[1] in (*GAUSSIAN, *FIXED, ANY), "a row of an unknown coupling")
            lengths.append(row)
    for row in lengths:
        ways = [
            f
            for f in rest
            if headed(f, "dot")
            and ((f[1] == row and not is_random(f[2])) or (f[2] == row and not is_random(f[1])))
        ]
        need(ways, "1/|w| without a product of w")
        rest.remove(ways[0])
    return rest


def _short(v: Term) -> bool:
    """Whether a vector combines fixed vectors and rows on a sphere with fixed coefficients."""
    if not is_random(v):
        return True
    if v[0] == "row":
        return v[1] in FIXED
    return v[0] in ("+", "*") and all(map(_short, v[1:]))


def _independent_rows(here: Here) -> None:
    factors = tuple(here.term(each) for each in items(here.by("factors")["factors"], "factors"))
    need(len(factors) > 1, "two factors or more are needed")
    left, right = equation(here.then, "=")
    algebra = here.algebra()
    whole, product = algebra.form(mean(left)), algebra.form(("*", *factors))
    need(algebra.same(whole, product), "not the product of the factors")
    seen: set[Term] = set()
    for factor in factors:
        here.needs(("integrable", factor))
        rows: set[Term] = set()
        _rows(factor, rows)
        need(not rows & seen, "a row in two factors")
        seen |= rows
    need(seen and len({row[1] for row in seen}) == 1, "rows of several couplings, or none")
    need(all(row[1] in (IID, SPHERE) for row in seen), "rows that are not independent")
    need(right == ("*", *(("E", factor) for factor in factors)), "not the product of the means")


def _rows(t: Term, found: set[Term]) -> None:
    """The rows of a term; raises BadForm where something else is random in it."""
    if not is_random(t):
        return
    if t[0] == "row":
        found.add(t)
        return
    known = ("+", "*", "^", "exp", "log", "cos", "sin", "abs", "gamma", "hyper", "[]", "dot")
    need(t[0] in known, "something random besides rows")
    for part in t[1:]:
        _rows(part, found)


def _angle_moment(here: Here) -> None:
    here.by()
    left, right = equation(here.then, "=")
    power = mean(left)
    need(headed(power, "^") and headed(power[1], "*") and len(power[1]) == 3, "not a power of a quotient")
    (_, along, inverse), n = power[1:]
    need(headed(along, "dot") and along[1][0] == "row" and along[1][1] in (*GAUSSIAN, *FIXED), "no known row")
    _, row, u = along
    need(
        not is_random(u) and inverse == ("^", ("dot", row, row), ("q", -1, 2)),
        "not over the length of the row",
    )
    odd = headed(n, "+") and len(n) == 3 and n[2] == 1
    twice = n[1] if odd else n
    need(headed(twice, "*") and len(twice) == 3 and twice[1] == 2, "the power is not written as 2k or 2k + 1")
    k = twice[2]
    natural(here, k)
    half = ("*", _HALF, dimension(here))
    over = ("*", ("^", _PI, _HALF), ("gamma", ("+", half, k)))
    value = ("*", ("gamma", half), ("gamma", ("+", k, _HALF)))
    wanted = 0 if odd else ("*", ("^", ("dot", u, u), k), value, ("^", over, -1))
    need(right == wanted, "not the moment")


_ALL: tuple[Callable[[Here], None], ...] = (_row_length, _bounded, _independent_rows, _angle_moment)
RULES = {rule.__name__.strip("_").replace("_", "-"): closed_rule(rule) for rule in _ALL}
