"""The rules that put a sum outside of an integral: finite, or dominated by a convergent series of numbers."""

from __future__ import annotations

from ..here import Here, equation, headed
from ..means import closed_rule
from ..reading import INFINITY, Term, need
from ..terms import free


def _under_control(here: Here, v: str, low: Term, high: Term, total: Term) -> None:
    """Raises BadForm unless the terms are continuous and, of a series, bounded by a summable number."""
    need(headed(total, "sum"), "not a sum")
    _, k, start, end, t = total
    need(k != v and v not in here.variables, f"{v} has another meaning")
    need(v not in free(start) | free(end), f"an end of the sum depends on {v}")
    over = here.over(k, start, end)  # k is no variable of the step
    need(("continuous", v, low, high, t) in here.known(over), "the terms are not known to be continuous")
    if end != INFINITY:
        here.by()
        need(here.integer(start) and here.integer(end), "an end of the sum is not seen to be an integer")
        return
    above = here.term_of(here.by("above")["above"], k)
    inside = here.known((over[0] | {(v, "real")}, over[1] | {("<=", low, v), ("<=", v, high)}))
    need(("<=", t, above) in inside, "the terms are not known to be below the bound")
    need(("<=", ("*", -1, above), t) in inside, "the terms are not known to be above the bound's opposite")
    here.needs(("summable", k, start, above))


def _continuous_sum(here: Here) -> None:
    need(here.then[0] == "continuous", "not a continuity")
    _under_control(here, *here.then[1:])


def _integral_sum(here: Here) -> None:
    whole, parts = equation(here.then, "=")
    need(headed(whole, "integral"), "not an integral")
    _, v, low, high, total = whole
    _under_control(here, v, low, high, total)
    here.needs(("<=", low, high))
    need(parts == (*total[:4], ("integral", v, low, high, total[4])), "not the sum of the integrals")


RULES = {
    "continuous-sum": closed_rule(_continuous_sum),
    "integral-sum": closed_rule(_integral_sum),
}
