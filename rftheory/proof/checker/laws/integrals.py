"""The rules of integrals: over directions, of derivatives, of combinations, and their signs."""

from __future__ import annotations

from collections.abc import Callable

from ..algebra import Known, literal
from ..definitions import FIXED
from ..frames import mean
from ..here import Here, equation, headed
from ..means import closed_rule
from ..reading import Term, name, need, read_vector
from ..slope import Rate
from ..terms import free, is_random, substitute

_HALF, _PI = ("q", 1, 2), ("pi",)


def _continuous(here: Here) -> None:
    here.by()
    need(here.then[0] == "continuous", "not a continuity")
    _, v, low, high, body = here.then
    need(v not in here.variables, f"{v} is also a variable of the step")
    need(not any(map(is_random, (low, high, body))), "something random")

    def seen(t: Term) -> None:
        if v not in free(t) or t == v or ("continuous", v, low, high, t) in here.known():
            return
        if t[0] == "^":
            base, n = t[1:]
            need(v not in free(n), "an exponent with the variable")
            value = literal(n)
            if value is None or value.denominator > 1 or value < 0:
                need(here.integer(n), "a power that is not seen to be an integer")
                here.needs(("<=", 0, n))
            seen(base)
            return
        if t[0] == "hyper":
            above, below = t[1][1:], t[2][1:]
            need(len(above) <= len(below), "a series that need not converge everywhere")
            need(not any(v in free(p) for p in (*above, *below)), f"a parameter with {v}")
            for p in below:
                need(Known(()).positive(p) or ("<", 0, p) in here.known(), "a parameter not known positive")
            seen(t[3])
            return
        need(t[0] in ("+", "*", "exp", "cos", "sin"), f"{t[0]} is not seen to be continuous")
        for part in t[1:]:
            seen(part)

    seen(body)


def _given(here: Here) -> tuple[Term, Term, str, Term]:
    """A row on a sphere, a vector, a variable and a function of it."""
    entry = here.by("row", "vector", "variable", "function")
    row, u = (here.term(entry[key], read_vector) for key in ("row", "vector"))
    x = name(entry["variable"])
    need(x not in here.variables, f"{x} is also a variable of the step")
    function = here.term_of(entry["function"], x)
    need(row[0] == "row" and row[1] in FIXED, "not a row of one length")
    need(here.context.variables.get("d") == "integer", "the context has no integer d")
    need(not is_random(u) and not is_random(function), "the vector or the function is random")
    return row, u, x, function


def _polar_mean(here: Here) -> None:
    row, u, x, function = _given(here)
    left, right = equation(here.then, "=")
    need(headed(right, "integral") and right[2:4] == (0, _PI), "not an integral from 0 to pi")
    _, v, _, _, body = right
    need(v not in here.variables and v != x, f"the bound variable {v} has another meaning")
    here.needs(("<=", 2, "d"))
    here.needs(("continuous", v, 0, _PI, body))
    algebra = here.algebra()
    along = substitute(function, {x: ("dot", row, u)})
    need(algebra.same(algebra.form(mean(left)), algebra.form(along)), "not the mean of the function")
    radius = ("*", ("^", "d", _HALF), ("^", ("dot", u, u), _HALF), ("cos", v))
    middle = ("*", _HALF, "d")
    inverse = ("^", ("*", ("^", _PI, _HALF), ("gamma", ("+", middle, ("q", -1, 2)))), -1)
    density = ("*", ("gamma", middle), inverse, ("^", ("sin", v), ("+", "d", -2)))
    wanted = algebra.form(("*", density, substitute(function, {x: radius})))
    need(algebra.same(algebra.form(body), wanted), "another integrand")


def _line_mean(here: Here) -> None:
    row, u, x, function = _given(here)
    left, right = equation(here.then, "=")
    here.needs(("=", "d", 1))
    need(not is_random(right), "a random value")
    algebra = here.algebra()
    along = substitute(function, {x: ("dot", row, u)})
    need(algebra.same(algebra.form(mean(left)), algebra.form(along)), "not the mean of the function")
    size = ("*", ("^", "d", _HALF), ("^", ("dot", u, u), _HALF))
    both = [substitute(function, {x: t}) for t in (size, ("*", -1, size))]
    need(algebra.same(algebra.form(right), algebra.form(("*", _HALF, ("+", *both)))), "another value")


def _integral(here: Here, t: Term) -> tuple[str, Term, Term, Term]:
    """The parts of an integral with a continuous body."""
    need(headed(t, "integral"), "not an integral")
    need(t[1] not in here.variables, f"{t[1]} is also a variable of the step")
    here.needs(("continuous", *t[1:]))
    return t[1], t[2], t[3], t[4]


def _integral_ends(here: Here) -> None:
    left, right = equation(here.then, "=")
    v, low, high, body = _integral(here, left)
    function = here.term_of(here.by("function")["function"], v)
    need(not is_random(function), "a random function")
    here.needs(("<=", low, high))
    top, bottom = (substitute(function, {v: end}) for end in (high, low))
    need(right == ("+", top, ("*", -1, bottom)), "not the function at the ends")
    whole: set[Term] = set()
    _exponents(function, whole)
    known = here.known()
    counted = {n for n in whole if not isinstance(n, int) and v not in free(n) and here.integer(n)}
    algebra = here.algebra()
    rate = Rate(algebra, Known(()), v, frozenset(n for n in counted if ("<=", 1, n) in known))
    need(algebra.same(algebra.form(body), rate.of(function)), "not the derivative of the function")


def _exponents(t: Term, found: set[Term]) -> None:
    if isinstance(t, tuple):
        if t[0] == "^":
            found.add(t[2])
        for part in t[1:]:
            _exponents(part, found)


def _over(here: Here, v: str, ends: set[Term], p: Term) -> None:
    """A premise for the real v between the ends."""
    known = here.known((frozenset(((v, "real"),)), frozenset(ends)))
    need(p in known, "no premise says so between the ends")


def _integral_linear(here: Here) -> None:
    here.by()
    left, right = equation(here.then, "=")
    v, low, high, body = _integral(here, left)
    total = []
    for part in right[1:] if headed(right, "+") else (right,):
        need(headed(part, "*") and len(part) == 3, "not a multiple of an integral")
        _, c, inner = part
        need(v not in free(c), f"a coefficient speaks of {v}")
        need(_integral(here, inner)[:3] == (v, low, high), "between other ends")
        total.append(("*", c, inner[4]))
    whole = ("+", *total) if len(total) > 1 else total[0]
    _over(here, v, {("<=", low, v), ("<=", v, high)}, ("=", body, whole))


def _integral_positive(here: Here) -> None:
    here.by()
    zero, total = equation(here.then, "<")
    need(zero == 0, "not a comparison with 0")
    v, low, high, body = _integral(here, total)
    here.needs(("<", low, high))
    _over(here, v, {("<", low, v), ("<", v, high)}, ("<", 0, body))


_ALL: tuple[Callable[[Here], None], ...] = (
    *(_continuous, _polar_mean, _line_mean, _integral_ends, _integral_linear, _integral_positive),
)
RULES = {rule.__name__.strip("_").replace("_", "-"): closed_rule(rule) for rule in _ALL}
