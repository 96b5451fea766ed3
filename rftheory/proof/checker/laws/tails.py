"""The rules of tails by moment generating functions, of independent rows and of rows at right angles."""

from __future__ import annotations

from collections.abc import Callable

from ..blocks import need_one_block
from ..definitions import IID, SPHERE, SPHERES
from ..frames import mean
from ..here import Extra, Here, equation, headed
from ..means import closed_rule, estimate_parts
from ..reading import Term, name, need, read_vector
from ..terms import is_random, substitute


def _chernoff(here: Here) -> None:
    here.by()
    left, right = equation(here.then, "<=")
    need(headed(left, "tail"), "not a tail")
    _, z, level = left
    need(headed(right, "*") and len(right) == 3, "not a product")
    factor, bound = right[1:]
    exponent = mean(bound)
    need(
        headed(exponent, "exp") and headed(exponent[1], "*") and len(exponent[1]) == 3,
        "not a mean of exp(s z)",
    )
    s = exponent[1][1]
    need(not is_random(s) and not is_random(level), "a random scale or level")
    need(
        exponent == ("exp", ("*", s, z)) and factor == ("exp", ("*", -1, s, level)),
        "not exp(-s t) E exp(s z)",
    )
    here.needs(("<=", 0, s))
    here.needs(("integrable", exponent))


def _of_a_row(here: Here, s: Term, t: Term, whole: Term) -> tuple[Term, Term]:
    """The rows m, and exp(s f) of the first, where `whole` is exp of s m times the estimate t."""
    m, f, _ = estimate_parts(here, t)
    need(not is_random(s), "the scale is random")
    need(headed(whole, "exp"), "not the mean of an exponential")
    algebra = here.algebra()
    need(algebra.same(algebra.form(whole[1]), algebra.form(("*", s, m, t))), "another exponent")
    here.needs(("integrable", ("exp", ("*", s, f))))
    return m, ("exp", ("*", s, f))


def _estimate_exponential(here: Here) -> None:
    entry = here.by("scale", "estimate")
    s, t = here.term(entry["scale"]), here.term(entry["estimate"])
    left, right = equation(here.then, "=")
    m, one = _of_a_row(here, s, t, mean(left))
    need(t[1] in (IID, SPHERE), "rows that are not independent")
    need(right == ("^", ("E", one), m), "not the power of the mean of a row's term")


def _estimate_exponential_at_most(here: Here) -> None:
    entry = here.by("scale", "estimate", "vector", "variable", "larger", "function", "part")
    s, t, u = here.term(entry["scale"]), here.term(entry["estimate"]), here.term(entry["vector"], read_vector)
    x, y = name(entry["variable"]), name(entry["larger"])
    need(x != y and not {x, y} & set(here.variables), "the variables have another meaning")
    g, k = here.term_of(entry["function"], x), here.term_of(entry["part"], x)
    need(not any(map(is_random, (u, g, k))), "the vector or a function is random")
    left, bound = equation(here.then, "<=")
    m, one = _of_a_row(here, s, t, mean(left))
    need(t[1] == SPHERES, "rows that form no frame of one length")
    need_one_block(here, SPHERES, m)
    rises: Extra = (frozenset(((x, "real"), (y, "real"))), frozenset((("<=", 0, x), ("<=", x, y))))
    for rising in (k, ("+", g, ("*", -1, k))):
        here.needs(("<=", _even(rising, x, x), _even(rising, x, y)), rises)
    here.needs(("<=", 1, substitute(g, {x: 0})))
    along, beside = (("dot", ("row", SPHERES, i), u) for i in (1, 2))
    algebra = here.algebra()
    need(algebra.same(algebra.form(one), algebra.form(substitute(g, {x: along}))), "another term of a row")
    k1, k2 = (substitute(k, {x: product}) for product in (along, beside))
    here.needs(("integrable", k1))
    here.needs(("integrable", ("*", k1, k2)))
    covariance = ("+", ("E", ("*", k1, k2)), ("*", -1, ("^", ("E", k1), 2)))
    pairs = ("*", ("q", 1, 2), m, ("+", m, -1), covariance)
    need(
        bound == ("+", ("^", ("E", one), m), pairs), "not the power of the mean and the covariances of pairs"
    )


def _even(t: Term, x: str, at: Term) -> Term:
    """Twice the even part in x, at a place."""
    return ("+", substitute(t, {x: at}), substitute(t, {x: ("*", -1, at)}))


_ALL: tuple[Callable[[Here], None], ...] = (_chernoff, _estimate_exponential, _estimate_exponential_at_most)
RULES = {rule.__name__.strip("_").replace("_", "-"): closed_rule(rule) for rule in _ALL}
