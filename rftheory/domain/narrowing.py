"""What a domain leaves out of another one, on the parameters that both have."""

from __future__ import annotations

from fractions import Fraction

from rftheory.domain.constraints import symbol
from rftheory.domain.deciding import read_names
from rftheory.domain.domain import Domain
from rftheory.domain.parameter import Parameter

_WITHIN = ("integer", "real", "complex")  # each within the next


def narrowed(inner: Domain, outer: Domain) -> tuple[str, ...]:
    """In words, the bounds and rules by which `inner` is narrower than `outer`; none where it is not seen to be.

    Parameters that one of them alone has, such as an index or a competitor, narrow nothing, nor do rules on these. A
    vector of the name of a number is another parameter. A rule counts as new unless `outer` has it in the same form.
    """
    common = [p for p in inner.parameters if p.name in outer.names and _comparable(p, outer[p.name])]
    own = {parameter.name: symbol(outer[parameter.name]) for parameter in common}
    bounds = [f"{p.name} {p.rule}" for p in common if _tighter(p, outer[p.name])]
    rules = [
        rule.text
        for rule in inner.rules
        if set(rule.names) <= set(own) and read_names(rule.condition, own) not in outer.constraints
    ]
    return (*bounds, *rules)


def _comparable(one: Parameter, other: Parameter) -> bool:
    return one.kind == other.kind or (one.kind in _WITHIN and other.kind in _WITHIN)


def _tighter(inner: Parameter, outer: Parameter) -> bool:
    """Whether it leaves out values that the other one allows."""
    if inner.kind != outer.kind and _WITHIN.index(inner.kind) < _WITHIN.index(outer.kind):
        return True
    return _beyond(inner.lower, inner.open_lower, outer.lower, outer.open_lower, 1) or _beyond(
        inner.upper, inner.open_upper, outer.upper, outer.open_upper, -1
    )


def _beyond(end: Fraction | None, is_open: bool, other: Fraction | None, other_open: bool, sign: int) -> bool:
    """Whether a lower end (an upper one with sign -1) lies within the other: it is larger, or open at the same place."""
    if end is None:
        return False
    if other is None or end == other:
        return other is None or (is_open and not other_open)
    return sign * end > sign * other
