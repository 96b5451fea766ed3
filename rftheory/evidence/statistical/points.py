"""Points of exact parameters as floats: numbers, vectors, pairs of vectors from their invariants, levels."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction

from rftheory.errors import InputError
from rftheory.exact.formula import Formula

Vector = tuple[float, ...]
Values = Mapping[str, object]


def texts(point: Values) -> dict[str, object]:
    """The point as plain text, for a report."""
    return {name: str(value) for name, value in point.items()}


def shown(facts: Values) -> str:
    """The point on one line."""
    return ", ".join(f"{name}={value}" for name, value in facts.items())


def integer(value: object) -> int:
    """A point's integer, whatever exact form it has."""
    return int(Fraction(str(value)))


def real(value: object) -> float:
    """A point's number as a float."""
    return float(Fraction(str(value)))


def reals(value: object) -> Vector:
    """A point's vector as floats; a number is a vector of one entry."""
    entries = value if isinstance(value, (list, tuple)) else (value,)
    return tuple(real(entry) for entry in entries)


def planar(point: Values) -> tuple[Vector, Vector]:
    """x and y of R^2 from their invariants x2, y2, xy."""
    x2, y2, xy = (real(point[name]) for name in ("x2", "y2", "xy"))
    along = xy / math.sqrt(x2) if x2 else 0.0
    return (math.sqrt(x2), 0.0), (along, math.sqrt(max(0.0, y2 - along**2)))


def pair(point: Values) -> tuple[Vector, Vector]:
    """The vectors x and y of a point, or such as have its invariants x2, y2, xy in R^d."""
    if "x" in point:
        return reals(point["x"]), reals(point["y"])
    d, (x, y) = integer(point["d"]), planar(point)
    if d == 1 and y[1] > 1e-9 * math.sqrt(real(point["y2"])):
        x2, y2, xy = (real(point[name]) for name in ("x2", "y2", "xy"))
        raise InputError(f"x2 = {x2}, y2 = {y2}, xy = {xy} have no points for d = 1")
    rest = (0.0,) * (d - 2)
    return (*x, *rest)[:d], (*y, *rest)[:d]


def level_at(level: Formula | None, point: Values) -> float:
    """The number that an error subtracts or a tail must exceed; 0 where there is none."""
    if level is None:
        return 0.0
    return float(level.at(level.point({name: point[name] for name in level.names}), 40))
