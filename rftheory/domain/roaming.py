"""How a domain is roamed: corners first, then a quasi-random walk; the same points in every run."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from rftheory.domain.parameter import Parameter, short
from rftheory.domain.values import Point, Value, real_part

WALK = 40  # candidates a point wanted: narrow rules between parameters leave few of them legal


def scalar_points(axes: Sequence[Parameter], count: int) -> Iterator[Point]:
    """Candidates for `count` points of scalar parameters: half as many corners, then the walk; some are not legal."""
    corners = [axis.corners() for axis in axes]
    for index in range(max(1, count // 2)):
        yield {
            axis.name: _corner(corner, index, i)
            for i, (axis, corner) in enumerate(zip(axes, corners, strict=True))
        }
    for index in range(1, WALK * count + 1):
        yield {axis.name: axis.spread(_kronecker(index, i, len(axes))) for i, axis in enumerate(axes)}


def vector_point(axes: Sequence[Parameter], index: int) -> Point:
    """Candidate `index` = 1, 2, .. for parameters with vectors among them."""
    return {axis.name: _roaming(axis, index, i, len(axes)) for i, axis in enumerate(axes)}


def _roaming(axis: Parameter, index: int, i: int, dimension: int) -> Value:
    """A scalar by its spread; for a vector index % 4 + 1 entries, some of them 0, the others of mixed sign."""
    if axis.kind != "vector":
        return axis.spread(_kronecker(index, i, dimension))
    low, high = (float(bound) for bound in axis.reach)
    entries = []
    for place in range(index % 4 + 1):
        size = short(low * (high / low) ** _kronecker(5 * index + place, i, dimension))
        negative = (index // 2 + place * (i + 1)) % 2
        entries.append(Fraction(0) if (index + 2 * place + 3 * i) % 7 == 0 else -size if negative else size)
    return tuple(entries)


def _corner(corners: Sequence[Fraction], index: int, axis: int) -> Fraction:
    """A deterministic walk over the corner grid that visits every axis value early."""
    step = index * (2 * axis + 1) + index // max(1, len(corners)) * (axis + 1)
    return corners[step % len(corners)]


def _kronecker(index: int, axis: int, dimension: int) -> float:
    """Coordinate `axis` of the additive recurrence with the generalised golden ratio."""
    ratio = 2.0
    for _ in range(30):
        ratio = (1.0 + ratio) ** (1.0 / (dimension + 1))
    return (0.5 + index * ratio ** -(axis + 1)) % 1.0


def at_most(name: str, limit: str) -> Callable[[Point], Point]:
    """The repair of freely sampled points that sets the parameter `name` to `limit` where it is larger."""

    def repaired(point: Point) -> Point:
        if not {name, limit} <= point.keys():
            return point
        return {**point, name: min(point[name], point[limit], key=real_part)}

    return repaired
