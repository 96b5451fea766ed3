"""What optimisers read of the points that they are given: numbers, vectors, and averages over pairs of two sets."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from rftheory.domain import Point
from rftheory.errors import DomainError

LARGEST_D = 10**6  # no dimension of an input is larger


def scalar(point: Point, name: str) -> Fraction:
    """A number of a point."""
    value = point[name]
    assert isinstance(value, Fraction)
    return value


def entries(point: Point, name: str) -> list[Fraction]:
    """The entries of a vector of a point."""
    value: Any = point[name]
    return list(value)


def statistics(point: Point) -> tuple[int, Fraction, Fraction]:
    """d, |x+y|^2 and |x-y|^2, averaged over all pairs where sets of inputs are given."""
    if "plus2" in point:
        return int(scalar(point, "d")), scalar(point, "plus2"), scalar(point, "minus2")
    if "X" in point:
        return _averages(point)
    if "x" in point:
        x, y = entries(point, "x"), entries(point, "y")
        pairs = list(zip(x, y, strict=True))
        plus, minus = sum((a + b) ** 2 for a, b in pairs), sum((a - b) ** 2 for a, b in pairs)
        return _dimension(len(x)), Fraction(plus), Fraction(minus)
    squares, product = scalar(point, "x2") + scalar(point, "y2"), scalar(point, "xy")
    return int(scalar(point, "d")), squares + 2 * product, squares - 2 * product


def _averages(point: Point) -> tuple[int, Fraction, Fraction]:
    """By (8) of crt: the average of |x_i + s y_j|^2 from the averages of squares and of inputs."""
    xs: Any = point["X"]
    ys: Any = point["Y"]
    squares = sum(Fraction(sum(a * a for row in rows for a in row)) / len(rows) for rows in (xs, ys))
    means = [[Fraction(sum(column)) / len(rows) for column in zip(*rows, strict=True)] for rows in (xs, ys)]
    product = sum(a * b for a, b in zip(*means, strict=True))
    return _dimension(len(xs[0])), squares + 2 * product, squares - 2 * product


def _dimension(d: int) -> int:
    if d > LARGEST_D:
        raise DomainError("x", f"{d} entries", f"at most {LARGEST_D} entries")
    return d
