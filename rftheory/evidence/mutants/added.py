"""Points that a wider domain adds: where what was dropped is broken."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import sympy as sp

from rftheory.domain import Domain, Parameter, Point, Rule, Value, Vector
from rftheory.evidence.deterministic.readable import ranked, simple_values
from rftheory.evidence.mutants.widening import Widening

_OF_EACH = 4  # points of every way to find some
_CANDIDATES = 4000
_LISTED = 4096  # combinations of whole numbers that are gone through to show that there is no point
_LISTS = ("vector", "vectors")


def added_points(domain: Domain, widening: Widening) -> list[Point]:
    """Points of the wider domain outside the old one: of small numbers, of corners and the walk, and near old points."""
    difference = widening.difference
    ways = (_simple(difference), difference.points(_OF_EACH, difference.names), _moved(domain, widening))
    found: dict[tuple[Value, ...], Point] = {}
    for way in ways:
        fresh = (point for point in way if tuple(point.values()) not in found)
        for point in itertools.islice(fresh, _OF_EACH):
            if domain.legal(point) is None:
                found[tuple(point.values())] = point
    return list(found.values())


def adds_nothing(widening: Widening) -> str:
    """Why the wider domain is the old one, where that is seen: a rule that fails at a fixed value, or all whole numbers."""
    difference = _narrowed(widening.difference)
    if difference is None:
        return "no point is added: the bounds leave none"
    fixed = {a.name: a.lower for a in difference.parameters if a.lower is not None and a.lower == a.upper}
    for rule in difference.rules:
        if set(rule.names) <= set(difference.names) and _never(rule, difference, fixed):
            return f"no point is added: {rule.text} fails everywhere else"
    if _implied(widening):
        return "no point is added: the other rules say the same"
    return ""


def _implied(widening: Widening) -> bool:
    """Whether a rule that is dropped stands among the others once equal terms are written alike."""
    kept = [rule.condition for rule in widening.wide.rules]
    gone = [rule.condition for rule in widening.difference.rules if rule.condition not in kept]
    equal = {c.lhs: c.rhs for c in kept if isinstance(c, sp.Eq)}
    return any(sp.Not(c).xreplace(equal) in [other.xreplace(equal) for other in kept] for c in gone)


def _narrowed(domain: Domain) -> Domain | None:
    """The domain with bounds of numbers that its rules on one number give; None where nothing is left of one."""
    for rule in domain.rules:
        for relation in sp.And.make_args(rule.condition):
            names = [str(symbol) for symbol in relation.free_symbols]
            if len(names) != 1 or names[0] not in domain.names:
                continue
            left = _left(relation, domain[names[0]])
            if left is sp.S.EmptySet:
                return None
            if isinstance(left, sp.FiniteSet) and len(left) == 1 and left.args[0].is_Rational:
                value = Fraction(*left.args[0].as_numer_denom())
                axis = replace(domain[names[0]], lower=value, upper=value, open_lower=False, open_upper=False)
                domain = replace(
                    domain, parameters=tuple(axis if p.name == axis.name else p for p in domain.parameters)
                )
    return domain


def _never(rule: Rule, domain: Domain, fixed: dict[str, Fraction]) -> bool:
    """Whether the rule fails whatever the parameters that are not fixed, or at every one of finitely many values."""
    values = {
        s: sp.Rational(*fixed[str(s)].as_integer_ratio())
        for s in rule.condition.free_symbols
        if str(s) in fixed
    }
    condition = rule.condition.xreplace(values)
    if condition == sp.false or any(_outside(each, domain) for each in sp.And.make_args(condition)):
        return True
    ranges = [_whole(domain[name]) for name in rule.names]
    if not all(ranges) or math.prod(map(len, ranges)) > _LISTED:
        return False
    others = [other for other in domain.rules if set(other.names) <= set(rule.names)]
    return all(
        any(other.decide(point) is False for other in others)
        for choice in itertools.product(*ranges)
        for point in [Point(zip(rule.names, choice, strict=True))]
    )


def _outside(condition: sp.Basic, domain: Domain) -> bool:
    """Whether a relation on one number leaves nothing of its range."""
    names = [str(symbol) for symbol in condition.free_symbols]
    return (
        len(names) == 1 and names[0] in domain.names and _left(condition, domain[names[0]]) is sp.S.EmptySet
    )


def _left(condition: sp.Basic, axis: Parameter) -> sp.Set | None:
    """What a relation on one number leaves of its range; None where SymPy does not solve it."""
    if axis.kind not in ("integer", "real") or not isinstance(condition, sp.core.relational.Relational):
        return None
    low = -sp.oo if axis.lower is None else sp.Rational(*axis.lower.as_integer_ratio())
    high = sp.oo if axis.upper is None else sp.Rational(*axis.upper.as_integer_ratio())
    number = sp.Dummy(real=True)
    try:
        allowed = condition.xreplace(dict.fromkeys(condition.free_symbols, number)).as_set()
        found = sp.Interval(low, high, axis.open_lower, axis.open_upper).intersect(allowed)
        return (
            found.intersect(sp.S.Integers)
            if axis.kind == "integer" and found.is_subset(sp.Interval(-99, 99))
            else found
        )
    except (NotImplementedError, TypeError, ValueError):
        return None


def _whole(axis: Parameter) -> list[Fraction]:
    """All values of a bounded whole number; none where there are too many, or others."""
    if (
        axis.kind != "integer"
        or axis.lower is None
        or axis.upper is None
        or axis.upper - axis.lower > _LISTED
    ):
        return []
    return [Fraction(n) for n in range(int(axis.lower), int(axis.upper) + 1)]


def _simple(domain: Domain) -> Iterator[Point]:
    """Legal points of small numbers, the simplest first; none where vectors are asked for."""
    if not domain.parameters or any(axis.kind in _LISTS for axis in domain.parameters):
        return
    values = [simple_values(axis) for axis in domain.parameters]
    if not all(values):
        return
    for ranks in itertools.islice(ranked([len(own) for own in values]), _CANDIDATES):
        point = domain.legal({a.name: v[r] for a, v, r in zip(domain.parameters, values, ranks, strict=True)})
        if point is not None:
            yield point


def _moved(domain: Domain, widening: Widening) -> Iterator[Point]:
    """Old points with a parameter of what was dropped at another value."""
    for old in domain.points(3 * _OF_EACH, domain.names):
        for name in widening.dropped:
            for value in other_values(widening.wide[name], old[name]):
                point = widening.difference.legal({**old, name: value})
                if point is not None:
                    yield point
                    break


def other_values(axis: Parameter, value: Value) -> Iterator[Value]:
    """Other values of a parameter: small numbers; a vector with entries 0, of the other sign, larger, fewer or more."""
    if isinstance(value, Fraction):
        yield from simple_values(axis)
    elif isinstance(value, tuple):
        rows = [row for row in value if isinstance(row, tuple)]
        entries = [entry for entry in value if not isinstance(entry, tuple)]
        yield from _other_rows(rows) if rows else _other_entries(entries)


def _other_entries(entries: list[Fraction]) -> Iterator[Value]:
    for place in range(len(entries)):
        yield (*entries[:place], Fraction(0), *entries[place + 1 :])
        yield (*entries[:place], -entries[place], *entries[place + 1 :])
        yield (*entries[:place], entries[place] + Fraction(1, 2), *entries[place + 1 :])
    yield tuple(Fraction(0) for _ in entries)
    yield tuple(2 * entry for entry in entries)
    yield (*entries, Fraction(1))
    yield tuple(entries[:-1] or [Fraction(0), Fraction(1)])


def _other_rows(rows: list[Vector]) -> Iterator[Value]:
    zero = tuple(Fraction(0) for _ in rows[0])
    for place in range(len(rows)):
        yield (*rows[:place], zero, *rows[place + 1 :])
        yield (*rows[:place], tuple(4 * entry for entry in rows[place]), *rows[place + 1 :])
    yield (rows[0],) * len(rows)
    yield (*rows, rows[0])
    yield (rows[0],)
    yield tuple(row[:1] for row in rows)
    for fewer in range(len(rows) - 1, 0, -1):
        yield tuple(rows[:fewer])
