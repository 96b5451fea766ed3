"""Points that a wider domain adds: where what was dropped is broken."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from fractions import Fraction

from rftheory.domain import Domain, Parameter, Point, Value, Vector
from rftheory.evidence.deterministic.readable import ranked, simple_values
from rftheory.evidence.mutants.nodes.place import of_third
from rftheory.evidence.mutants.widening import Widening

_OF_EACH = 4  # points of every way to find some
_CANDIDATES = 4000
_SHORTER = 2
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


def shortened(point: Point, widening: Widening) -> Iterator[Point]:
    """The point with inputs a third and a ninth as long, of which moments have lighter tails; only other added ones."""
    for _ in range(_SHORTER):
        shorter = widening.difference.legal({name: of_third(name, value) for name, value in point.items()})
        if shorter is None or shorter == point:
            return
        yield shorter
        point = shorter


def numbers_alone(widening: Widening) -> Iterator[Point]:
    """What a point that is added gives the numbers, whatever the vectors: where vectors leave no point to be found."""
    whole = widening.difference
    numbers = tuple(axis for axis in whole.parameters if axis.kind not in _LISTS)
    names = {axis.name for axis in numbers}
    if set(widening.dropped) <= names:
        rules = tuple(rule for rule in whole.rules if set(rule.names) <= names)
        yield from itertools.islice(_simple(Domain(numbers, rules)), _OF_EACH)


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
    """Old points with a parameter of what was dropped at another value: one of each, then a second one, and so on."""
    ways = [
        _replaced(old, name, widening)
        for old in domain.points(3 * _OF_EACH, domain.names)
        for name in widening.dropped
    ]
    for found in itertools.zip_longest(*ways):
        yield from (point for point in found if point is not None)


def _replaced(old: Point, name: str, widening: Widening) -> Iterator[Point]:
    for value in other_values(widening.wide[name], old[name]):
        point = widening.difference.legal({**old, name: value})
        if point is not None:
            yield point


def other_values(axis: Parameter, value: Value) -> Iterator[Value]:
    """Other values of a parameter: small numbers; a vector with entries 0, of the other sign, larger, fewer or more."""
    if isinstance(value, Fraction):
        yield from simple_values(axis)
    elif isinstance(value, tuple):
        rows = [row for row in value if isinstance(row, tuple)]
        entries = [entry for entry in value if not isinstance(entry, tuple)]
        yield from _other_rows(rows) if rows else _other_entries(entries)


def _other_entries(entries: list[Fraction]) -> Iterator[Value]:
    yield tuple(Fraction(0) for _ in entries)
    for place in range(len(entries)):
        yield (*entries[:place], Fraction(0), *entries[place + 1 :])
        yield (*entries[:place], -entries[place], *entries[place + 1 :])
        yield (*entries[:place], entries[place] + Fraction(1, 2), *entries[place + 1 :])
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
        yield tuple(row[:fewer] for row in rows[:fewer])
