"""Independent variables and blocks: means of products of functions, combinations and estimates that have means."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .definitions import ORTHOGONAL, row_term
from .frames import integrable, mean
from .here import Here, equation, headed
from .laws.totals import total_parts
from .means import closed_rule, estimate_parts
from .reading import RANDOM, RESERVED, Term, items, need
from .terms import is_random


def _estimate_integrable(here: Here) -> None:
    here.by()
    t = integrable(here)
    squared = headed(t, "^") and t[2] == 2
    estimate = t[1] if squared else t
    estimate_parts(here, estimate)
    f = row_term(estimate, 1)
    here.needs(("integrable", ("^", f, 2) if squared else f))


def _integrable_sum(here: Here) -> None:
    entries = items(here.by("addends")["addends"], "addends")
    total = []
    for entry in entries:
        need(len(items(entry, "a term")) == 2, "terms are pairs of coefficient and term")
        c, t = (here.term(each) for each in entry)
        need(not is_random(c), "a coefficient is random")
        here.needs(("integrable", t))
        total.append(("*", c, t))
    algebra = here.algebra()
    same = algebra.same(algebra.form(integrable(here)), algebra.form(("+", 0, 0, *total)))
    need(same, "not the combination")


def _independent(here: Here, whole: Term) -> tuple[Term, ...]:
    """Factors of the whole: integrable functions of different variables that a premise says to be independent."""
    factors = tuple(here.term(each) for each in items(here.by("factors")["factors"], "factors"))
    need(len(factors) > 1, "two factors or more are needed")
    algebra = here.algebra()
    need(algebra.same(algebra.form(whole), algebra.form(("*", *factors))), "not the product of the factors")
    for factor in factors:
        here.needs(("integrable", factor))
    known = [p[1:] for p in here.known() if p[0] == "independent" and len(set(p[1:])) == len(p) - 1]
    need(
        any(_different(factors, variables) for variables in known),
        "no premise says that they are independent",
    )
    return factors


def _different(factors: Sequence[Term], variables: Sequence[Term]) -> bool:
    """Whether each factor speaks of exactly one of the variables, of nothing else that is random, and each of another."""
    left = set(variables)
    for factor in factors:
        spoken = _leaves(factor, variables)
        if len(spoken) != 1 or not spoken <= left:
            return False
        left -= spoken
    return True


def _leaves(t: Term, variables: Sequence[Term]) -> frozenset[Term]:
    """What is random in a term: variables of the list, and anything else as itself."""
    if not is_random(t):
        return frozenset()
    if t[0] == "total":
        total_parts(t)
        return frozenset((("rows", t[1]),))
    if t in variables or t[0] in RANDOM or t[0] not in RESERVED:
        return frozenset((t,))
    return frozenset().union(*(_leaves(part, variables) for part in t[1:]))


def _independent_mean(here: Here) -> None:
    left, right = equation(here.then, "=")
    factors = _independent(here, mean(left))
    need(right == ("*", *(("E", factor) for factor in factors)), "not the product of the means")


def _independent_integrable(here: Here) -> None:
    _independent(here, integrable(here))


def _estimate_variance_at_most(here: Here) -> None:
    here.by()
    left, bound = equation(here.then, "<=")
    need(headed(left, "Var") and headed(left[1], "estimate"), "not the variance of an estimate")
    estimate, known = left[1], here.known()
    need(estimate[1] == ORTHOGONAL, "an estimate from other rows than orthogonal ones")
    context, m = here.context.variables, estimate[3]
    need(context.get("d") == "integer", "the context has no integer d")
    need(estimate[2] != ("name", "gerf") or "A" in context, "the context has no A")
    need(estimate[4] == ("name", "x, y") or "sigma" in context, "the context has no sigma")
    need(not is_random(m) and here.integer(m), "the number of rows is not seen to be an integer")
    here.needs_at_least(1, m)
    one, two = row_term(estimate, 1), row_term(estimate, 2)
    here.needs(("integrable", ("^", one, 2)))
    squared = ("^", ("E", one), 2)
    alone = ("<=", "d", 1) in known
    if not alone:
        here.needs(("<=", 2, "d"))
        here.needs(("<=", ("E", ("*", one, two)), squared))
    wanted = ("*", ("^", m, -1), ("+", ("E", ("^", one, 2)), ("*", -1, squared)))
    need(bound == wanted, "not the variance of a row over their number")


RULES: dict[str, Callable[[Here], None]] = {
    rule.__name__.strip("_").replace("_", "-"): closed_rule(rule)
    for rule in (
        *(_estimate_integrable, _integrable_sum, _independent_mean, _independent_integrable),
        _estimate_variance_at_most,
    )
}
