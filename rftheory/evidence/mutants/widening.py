"""Wider domains: one rule or one bound less, and what each adds to the domain."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import sympy as sp

from rftheory.domain import Domain, Parameter, Rule
from rftheory.domain.conditions import Every, Height, Width


@dataclass(frozen=True)
class Widening:
    """`wide` is the domain with something dropped; `difference` is what it has beyond the old one, without chosen points.

    `dropped` are the parameters of the rule or bound that is gone.
    """

    wrong: str
    wide: Domain
    difference: Domain
    dropped: tuple[str, ...]


def widenings(domain: Domain) -> Iterator[Widening]:
    """The domain without one of its rules, or with one bound less: a smaller integer, an open end closed, no upper end.

    A size that may be 0 is left alone: below 0 it is no size. So are rules that say what a parameter is, and not where
    it lies: a vector of whole numbers, vectors and matrices whose sizes fit together. Without them nothing that is
    claimed can be written down, as with a vector in place of a number.
    """
    for place, rule in enumerate(domain.rules):
        if not set(rule.names) <= set(domain.names) or _says_what(rule.condition):
            continue
        rules = (*domain.rules[:place], *domain.rules[place + 1 :])
        wide = replace(domain, rules=rules, repair=None)
        broken = Rule(_negation(rule.condition), f"not: {rule.text}")
        difference = replace(wide, rules=(*rules, broken), extra=())
        yield Widening(f"without the rule {rule.text}", wide, difference, rule.names)
    for axis in domain.parameters:
        for wider, added in _wider_axes(axis):
            wide = _with(domain, axis.name, wider)
            difference = replace(_with(domain, axis.name, added), extra=())
            yield Widening(f"{axis.name} {wider.rule}", wide, difference, (axis.name,))


def _negation(condition: sp.Basic) -> sp.Basic:
    """Not the condition, with the negation drawn into conjunctions and alternatives."""
    if isinstance(condition, sp.And):
        return sp.Or(*map(_negation, condition.args))
    if isinstance(condition, sp.Or):
        return sp.And(*map(_negation, condition.args))
    return sp.Not(condition)


def _with(domain: Domain, name: str, axis: Parameter) -> Domain:
    parameters = tuple(axis if own.name == name else own for own in domain.parameters)
    return replace(domain, parameters=parameters, repair=None)


def _wider_axes(axis: Parameter) -> Iterator[tuple[Parameter, Parameter]]:
    """Each wider range, and what is in it and not in the old one."""
    if axis.kind == "integer" and axis.lower is not None and axis.lower > 1:
        below = axis.lower - 1
        yield replace(axis, lower=below), replace(axis, lower=below, upper=below)
    if axis.kind == "real" and axis.lower is not None and axis.open_lower:
        end = replace(axis, open_lower=False, upper=axis.lower, open_upper=False)
        yield replace(axis, open_lower=False), end
    if axis.kind == "real" and axis.upper is not None:
        reach = (axis.reach[0], max(axis.reach[1], 2 * abs(axis.upper) + 1))
        beyond = replace(
            axis, lower=axis.upper, open_lower=not axis.open_upper, upper=None, open_upper=False, reach=reach
        )
        yield replace(axis, upper=None, open_upper=False), beyond


def _says_what(condition: sp.Basic) -> bool:
    """Whether the condition is about sizes of vectors and matrices, or makes entries of a vector whole numbers."""
    if isinstance(condition, sp.And):
        return all(map(_says_what, condition.args))
    if isinstance(condition, Every):
        inner = condition.args[0]
        return isinstance(inner, sp.Contains) and inner.args[1] in (sp.Integers, sp.Naturals, sp.Naturals0)
    return (
        isinstance(condition, sp.Eq)
        and bool(condition.atoms(Height, Width))
        and not condition.atoms(sp.Indexed)
    )
