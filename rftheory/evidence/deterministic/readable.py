"""Readable counterexamples: of the violations within reach of one that was found, the two that a reader takes in best.

A found violation is what the walk over the domain met first. Looked at are points of small numbers, in a fixed order,
and the found point with one coordinate after another made simpler; each is certified like any other. Counted in points,
so that a run repeats exactly.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from itertools import islice

from rftheory.domain import Domain, Parameter, Point, Value
from rftheory.evidence.comparison import PointComparison, show_point
from rftheory.verdict import Evidence, EvidenceKind, Outcome

GRID, DESCENT = 36, 24  # points tried of each kind
_RAW = 3000  # candidates held against the rules for them
_WHOLE = tuple(map(Fraction, (2, 3, 4, 1, 5, 8, 10, 16, 0, -1, -2)))
_REAL = tuple(
    Fraction(n)
    for n in [
        "1",
        "1/2",
        "2",
        "-1",
        "1/3",
        "3",
        "-1/2",
        "1/4",
        "4",
        "10",
        "-2",
        "5",
        "1/10",
        "-3",
        "20",
        "100",
        "0",
    ]
)
_LISTS = ("vector", "vectors")
_LONGEST = 60  # characters of all numbers of a point with vectors, if it is to be read
_ON_GRID = 6  # simple values of one parameter that are combined with those of the others


@dataclass(frozen=True)
class Violation:
    """A point where the claim certainly fails, and what its sides are there."""

    point: Point
    result: PointComparison

    @property
    def example(self) -> dict[str, str]:
        """The point and both sides as text."""
        return {**show_point(self.point), "left": self.result.left, "right": self.result.right}


def fails(kind: EvidenceKind, detail: str, first: Violation, *second: Violation) -> Evidence:
    """The evidence of certified violations: the one to be shown, and perhaps a second one."""
    data = {"second": second[0].example} if second else {}
    return Evidence(kind, Outcome.FAILS, detail, counterexample=first.example, data=data)


@dataclass(frozen=True)
class Reader:
    """What is needed to look for violations: where points come from, and which of them are certified violations.

    `violated(point, hasty)` gives the comparison where it is one; points are looked at hastily first, since most of
    them decide nothing. `chosen` are points that a person prefers, shown first where they are violations. Nothing is begun after `until`.
    """

    domain: Domain
    names: tuple[str, ...]
    violated: Callable[[Point, bool], PointComparison | None]
    chosen: tuple[Mapping[str, str], ...] = ()
    until: float = float("inf")

    def shown(self, found: Violation) -> list[Violation]:
        """The best violation, and a second one at other values where there is one."""
        preferred = [hit for point in self._chosen() if (hit := self._tried(point)) is not None]
        if len(preferred) > 1:
            return preferred[:2]
        seen = {_key(found.point): found}
        for point in islice(self._simple(), GRID):
            self._note(point, seen)
        best = min(seen.values(), key=cost)
        for point in islice(self._simpler(best, seen), DESCENT):
            self._note(point, seen)
        first = preferred[0] if preferred else min(seen.values(), key=cost)
        others = [hit for hit in seen.values() if _differ(hit.point, first.point)]
        return [first, *sorted(others, key=lambda hit: cost(hit, first.point))[:1]]

    def _chosen(self) -> Iterator[Point]:
        for given in self.chosen:
            point = self.domain.legal({n: v for n, v in given.items() if n in self.names}, self.names)
            if point is not None:
                yield point

    def _tried(self, point: Point) -> Violation | None:
        if time.monotonic() >= self.until or self.violated(point, True) is None:
            return None
        result = self.violated(point, False)
        return None if result is None else Violation(point, result)

    def _note(self, point: Point, seen: dict[tuple[Value, ...], Violation]) -> None:
        hit = None if _key(point) in seen else self._tried(point)
        if hit is not None:
            seen[_key(point)] = hit

    def _simple(self) -> Iterator[Point]:
        """Legal points of small numbers, the simplest first; those that are given where vectors are asked for."""
        axes = [self.domain[name] for name in self.names]
        if any(axis.kind in _LISTS for axis in axes):
            yield from (point for point in self.domain.points(GRID, self.names) if _strain(point) <= _LONGEST)
            return
        values = [simple_values(axis)[:_ON_GRID] for axis in axes]
        for ranks in islice(ranked([len(own) for own in values]), _RAW):
            point = {axis.name: own[rank] for axis, own, rank in zip(axes, values, ranks, strict=True)}
            legal = self.domain.legal(point, self.names)
            if legal is not None:
                yield legal

    def _simpler(self, best: Violation, seen: Mapping[tuple[Value, ...], Violation]) -> Iterator[Point]:
        """Legal points with coordinates of the best violation so far made simpler, equal ones together or alone."""
        for together in (True, False):
            for name in self.names:
                best = min([best, *seen.values()], key=cost)
                old = best.point[name]
                if self.domain[name].kind in _LISTS:
                    continue
                group = [n for n in self.names if best.point[n] == old] if together else [name]
                for value in simple_values(self.domain[name]):
                    point = self.domain.legal({**best.point, **dict.fromkeys(group, value)}, self.names)
                    if point is not None and _strain(point) < _strain(best.point):
                        yield point


def simple_values(axis: Parameter) -> list[Fraction]:
    """Small legal values of a scalar parameter, the ones that say most first and 0 last; then its closed ends."""
    ends = [end for end in (axis.lower, axis.upper) if end is not None]
    return [
        v for v in dict.fromkeys((*(_WHOLE if axis.kind == "integer" else _REAL), *ends)) if _legal(axis, v)
    ]


def cost(violation: Violation, beside: Point | None = None) -> tuple[float, str]:
    """How hard a violation is to take in: long numbers, degenerate points, sides that nearly agree or are extreme.

    A point `beside` another says the more, the more of its coordinates are others.
    """
    result, point = violation.result, violation.point
    sides = [_signed(text) for text in (result.left, result.right)]
    largest = max(map(abs, sides))
    gap = abs(sides[0] - sides[1]) / largest if largest else Decimal(0)
    near = sum(gap < Decimal(bound) for bound in ("0.5", "0.1", "0.01", "1e-30"))
    extreme = not Decimal("1e-3") <= largest <= Decimal("1e4")
    own = 0 if beside is None else _differ(point, beside)
    return _strain(point) + 6 * near + 4 * extreme - 2 * own, str(show_point(point))


def _strain(point: Point) -> int:
    """The length of the numbers, and how degenerate the point is: zeros, one dimension, x and y (anti)parallel."""
    length = sum(len(text) for text in show_point(point).values())
    zeros = sum(not any(_numbers(value)) for value in point.values())
    flat = point.get("d") == 1 or any(isinstance(v, tuple) and len(v) == 1 for v in point.values())
    x2, y2, xy = (point.get(name) for name in ("x2", "y2", "xy"))
    same = xy is not None and xy in (x2, _negative(x2)) and x2 == y2
    return length + 8 * (zeros + flat + same)


def _numbers(value: Value) -> Iterator[object]:
    if not isinstance(value, tuple):
        yield value
        return
    for entry in value:
        yield from _numbers(entry)


def _negative(value: Value | None) -> Value | None:
    return -value if isinstance(value, Fraction) else None


def ranked(sizes: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Every choice of one rank an axis, by the sum of ranks."""
    for total in range(sum(size - 1 for size in sizes) + 1):
        yield from _summing(total, sizes)


def _summing(total: int, sizes: Sequence[int]) -> Iterator[tuple[int, ...]]:
    if not sizes:
        if total == 0:
            yield ()
        return
    for rank in range(min(total, sizes[0] - 1) + 1):
        for rest in _summing(total - rank, sizes[1:]):
            yield (rank, *rest)


def _legal(axis: Parameter, value: Fraction) -> bool:
    return Domain((axis,)).legal({axis.name: value}) is not None


def _differ(one: Point, other: Point) -> int:
    return sum(one[name] != other[name] for name in one)


def _key(point: Point) -> tuple[Value, ...]:
    return tuple(point.values())


def _signed(text: str) -> Decimal:
    """The middle of a side given as text, its real part where it is complex; 0 where it cannot be read."""
    head = text.lstrip("[").split(" ")[0].rstrip("]").rstrip("j")
    try:
        over, _, under = head.partition("/")
        return Decimal(over) / Decimal(under or 1)
    except (InvalidOperation, ZeroDivisionError):
        return Decimal(0)
