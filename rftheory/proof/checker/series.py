"""The rules of sums, products and series."""

from __future__ import annotations

from collections.abc import Callable

from .algebra import literal
from .here import Here, equation, headed
from .quotients import constant
from .reading import INFINITY, Term, need
from .terms import free, substitute


def _series(t: Term) -> tuple[str, Term, Term]:
    need(headed(t, "sum") and t[3] == INFINITY, "not an infinite sum")
    return t[1], t[2], t[4]


def _dominated(here: Here) -> None:
    entry = here.by(optional=("at",))
    left, right = equation(here.then, "<", "<=")
    need(headed(left, "sum") and headed(right, "sum") and left[:4] == right[:4], "other variables or ends")
    _, k, low, high, s = left
    t = right[4]
    for body in (s, t) if high == INFINITY else ():
        here.needs(("summable", k, low, body))
    here.needs(("<=", s, t), here.over(k, low, high))
    if here.then[0] == "<":
        n = entry.get("at")
        need(high == INFINITY and isinstance(low, int), "a strict comparison needs series from a literal")
        need(type(n) is int and n >= low, "at must be an index of the sum")
        here.needs(("<", substitute(s, {k: n}), substitute(t, {k: n})))


def _summable(here: Here) -> tuple[str, Term, Term]:
    need(here.then[0] == "summable", "not a summability")
    k, low, body = here.then[1:]
    return k, low, body


def _summable_rest(here: Here) -> None:
    here.by()
    k, low, t = _summable(here)
    starts = [p[2] for p in here.known() if p[:2] == ("summable", k) and p[3] == t]
    earlier = (
        ("<=", a, low) in here.known() or (isinstance(a, int) and isinstance(low, int) and a <= low)
        for a in starts
    )
    need(any(earlier), "not known to converge from an earlier start")


def _summable_below(here: Here) -> None:
    here.by()
    k, low, s = _summable(here)
    inside = here.known(here.over(k, low, INFINITY))
    above = [p[3] for p in here.known() if p[:3] == ("summable", k, low) and ("<=", s, p[3]) in inside]
    need(above, "no summable series is known to be above")
    least = ({("<=", 0, s), ("<=", ("*", -1, t), s)} for t in above)
    need(any(bounds & inside for bounds in least), "the terms are not known to be bounded from below")


def _sum_scale(here: Here) -> None:
    here.by()
    total, scaled = equation(here.then, "=")
    need(headed(total, "sum") and headed(scaled, "*") and len(scaled) == 3, "not a sum and a multiple")
    (_, k, low, high, s), (_, c, other) = total, scaled
    need(headed(other, "sum") and other[:4] == total[:4], "other variables or ends")
    need(k not in free(c), f"the factor speaks of {k}")
    here.needs(("=", s, ("*", c, other[4])), here.over(k, low, high))
    if high == INFINITY:
        here.needs(("summable", k, low, other[4]))


def _two(here: Here, k: str, low: Term, high: Term, body: Term) -> None:
    """The body is a sum of two, each summable where the sum is infinite."""
    need(headed(body, "+") and len(body) == 3, "not a sum of two")
    for t in body[1:] if high == INFINITY else ():
        here.needs(("summable", k, low, t))


def _sum_add(here: Here) -> None:
    here.by()
    total, parts = equation(here.then, "=")
    need(headed(total, "sum"), "not a sum")
    _two(here, *total[1:])
    need(parts == ("+", *((*total[:4], t) for t in total[4][1:])), "not the sums of the two terms")


def _summable_add(here: Here) -> None:
    here.by()
    k, low, body = _summable(here)
    _two(here, k, low, INFINITY, body)


def _summable_scale(here: Here) -> None:
    here.by()
    k, low, body = _summable(here)
    need(headed(body, "*") and len(body) == 3, "not a product of two")
    need(k not in free(body[1]), f"the factor speaks of {k}")
    here.needs(("summable", k, low, body[2]))


def _last(head: str, join: str) -> Callable[[Here], None]:
    def rule(here: Here) -> None:
        here.by()
        whole, parts = equation(here.then, "=")
        need(headed(whole, head) and whole[3] != INFINITY, f"not a finite {head}")
        _, k, low, high, body = whole
        need(headed(parts, join) and len(parts) == 3, f"not a {head} and its last term")
        shorter, last = parts[1:]
        need(headed(shorter, head) and shorter[:3] == whole[:3] and shorter[4] == body, "other terms")
        need(shorter[3] != INFINITY and last == substitute(body, {k: high}), "not the last term")
        need(here.integer(low) and here.integer(high), "an end is not seen to be an integer")
        here.needs(("<=", low, high))
        _apart(here, high, shorter[3])

    return rule


def _empty(head: str, value: int) -> Callable[[Here], None]:
    def rule(here: Here) -> None:
        here.by()
        whole, result = equation(here.then, "=")
        need(headed(whole, head) and whole[3] != INFINITY, f"not a finite {head}")
        need(result == value, f"an empty {head} is {value}")
        _apart(here, whole[2], whole[3])

    return rule


def _apart(here: Here, a: Term, b: Term) -> None:
    algebra = here.algebra()
    one = algebra.subtract(algebra.form(a), algebra.form(b))
    need(algebra.same(one, constant(1)), "the ends are not 1 apart")


def _ratios(here: Here, k: str, t: Term, *keys: str) -> tuple[Term, ...]:
    """Those keys of `by`, of which the first is the series whose terms have the ratios of those of t."""
    entry = here.by(*keys)
    found = tuple(here.term(entry[key]) for key in keys)
    hyper = found[0]
    need(headed(hyper, "hyper") and k not in free(hyper), f"hyper is no hypergeometric series without {k}")
    _, (_, *above), (_, *below), z = hyper
    need(len(above) <= len(below), "more parameters above than below")
    for b in below:
        if (literal(b) or 0) <= 0:
            here.needs(("<", 0, b))
    onward = ("*", substitute(t, {k: ("+", k, 1)}), ("+", k, 1), *(("+", b, k) for b in below))
    here.needs(("=", onward, ("*", t, z, *(("+", a, k) for a in above))), here.over(k, 0, INFINITY))
    return found


def _series_ratio(here: Here) -> None:
    total, multiple = equation(here.then, "=")
    k, low, t = _series(total)
    need(type(low) is int and low == 0, "the sum does not start at 0")
    hyper, first = _ratios(here, k, t, "hyper", "first")
    here.needs(("=", substitute(t, {k: 0}), first))
    need(multiple == ("*", first, hyper), "another multiple")


def _series_ratio_summable(here: Here) -> None:
    k, low, t = _summable(here)
    need(low == 0, "the sum does not start at 0")
    _ratios(here, k, t, "hyper")


RULES: dict[str, Callable[[Here], None]] = {
    rule.__name__.strip("_").replace("_", "-"): rule
    for rule in (
        *(
            _summable_rest,
            _dominated,
            _summable_below,
            _sum_scale,
            _sum_add,
            _summable_scale,
            _summable_add,
        ),
        *(_series_ratio, _series_ratio_summable),
    )
} | {
    "sum-last": _last("sum", "+"),
    "sum-empty": _empty("sum", 0),
    "prod-last": _last("prod", "*"),
    "prod-empty": _empty("prod", 1),
}
