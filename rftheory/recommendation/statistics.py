"""Averages over all pairs of two point sets, from one pass over each: eqs. (8), (12), (14) of crt."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np

from rftheory.errors import InputError
from rftheory.measured.inputs import Floats
from rftheory.recommendation.sources import AbstractSource


@dataclass(frozen=True, eq=False)
class Summary:
    """One set of points, coordinate by coordinate: means of x_l, x_l^2, |x_l|, their extremes, the largest |x|."""

    name: str
    rows: int
    mean: Floats
    square: Floats
    absolute: Floats
    low: Floats
    high: Floats
    largest_norm: float

    @property
    def dimension(self) -> int:
        """The number of columns."""
        return len(self.mean)

    @property
    def reach(self) -> Floats:
        """The largest |x_l|."""
        return np.maximum(np.abs(self.low), np.abs(self.high))

    @property
    def norm2(self) -> float:
        """The mean of |x|^2."""
        return math.fsum(self.square)


@dataclass(frozen=True, eq=False)
class Averages:
    """What is averaged over all pairs of shifted points: |x+y|^2, |x-y|^2, x_l^2 y_l^2, and |x_l y_l| where it is known."""

    plus: float
    minus: float
    overlap: Floats
    absolute: Floats | None


@dataclass(frozen=True, eq=False)
class Statistics:
    """The pair averages of two sets, queries and keys, which may be one."""

    queries: Summary
    keys: Summary
    same: bool

    @property
    def dimension(self) -> int:
        """d."""
        return self.queries.dimension

    def squared_sum(self, sign: int) -> float:
        """Eq. (8): the mean of |x + s y|^2 over all pairs."""
        return max(0.0, self.queries.norm2 + self.keys.norm2 + 2.0 * sign * self._inner)

    @property
    def overlap(self) -> Floats:
        """Eq. (12) before its sum over l: the mean of x_l^2 y_l^2 over all pairs."""
        found: Floats = self.queries.square * self.keys.square
        return found

    @property
    def absolute(self) -> Floats:
        """Eq. (14): the mean of |x_l y_l| over all pairs."""
        found: Floats = self.queries.absolute * self.keys.absolute
        return found

    def shifted(self, c: Floats) -> Averages:
        """The pair averages of x - c and y - c; |x_l y_l| is known at c = 0 and where no entry is below c."""
        first, second = self.queries, self.keys
        squares = [one.square - 2.0 * c * one.mean + c * c for one in (first, second)]
        inner = math.fsum((first.mean - c) * (second.mean - c))
        total = math.fsum(squares[0]) + math.fsum(squares[1])
        absolute = None
        if not np.any(c):
            absolute = self.absolute
        elif np.all(c <= self.minimum):
            absolute = (first.mean - c) * (second.mean - c)
        overlap = np.maximum(squares[0], 0.0) * np.maximum(squares[1], 0.0)
        return Averages(max(0.0, total + 2.0 * inner), self.squared_sum(-1), overlap, absolute)

    @property
    def centre(self) -> Floats:
        """c = (mean x + mean y)/2, which minimises the mean of |x + y - 2c|^2."""
        found: Floats = (self.queries.mean + self.keys.mean) / 2.0
        return found

    @property
    def minimum(self) -> Floats:
        """The least entry of each coordinate."""
        return np.minimum(self.queries.low, self.keys.low)

    @property
    def constant(self) -> tuple[int, ...]:
        """The columns (from 1) that hold one number only."""
        high = np.maximum(self.queries.high, self.keys.high)
        return tuple(int(i) + 1 for i in np.flatnonzero(high == self.minimum))

    @property
    def _inner(self) -> float:
        return math.fsum(self.queries.mean * self.keys.mean)


def statistics(queries: AbstractSource, keys: AbstractSource) -> Statistics:
    """One pass over each source (one in all where they are the same); InputError where they do not fit."""
    first = summary(queries)
    second = first if keys is queries else summary(keys)
    if first.dimension != second.dimension:
        given = f"{first.name} has {first.dimension} columns and {second.name} {second.dimension}"
        raise InputError(f"{given}; allowed: the same dimension")
    found = Statistics(first, second, keys is queries)
    if len(found.constant) == found.dimension:
        raise InputError(f"{first.name}: every column is constant; allowed: points that differ")
    return found


def summary(source: AbstractSource) -> Summary:
    """The summary of one source; InputError for fewer than two rows."""
    totals: _Totals | None = None
    rows, largest = 0, 0.0
    for chunk in source.chunks():
        totals = _Totals(chunk[0]) if totals is None else totals
        largest = max(largest, totals.add(chunk))
        rows += len(chunk)
    if totals is None or rows < 2:
        given = "one row" if rows else "no rows"
        raise InputError(f"{source.name}: {given}; allowed: at least two points, one a row")
    mean, square, absolute = (part.value / rows for part in totals.sums)
    return Summary(source.name, rows, mean, square, absolute, totals.low, totals.high, math.sqrt(largest))


@dataclass
class CompensatedSum:
    """A running sum of rows with the rounding errors of every addition kept: as if in twice the precision."""

    width: int
    high: Floats = field(init=False)
    error: Floats = field(init=False)

    def __post_init__(self) -> None:
        self.high, self.error = np.zeros(self.width), np.zeros(self.width)

    def add(self, rows: Floats) -> None:
        """Add rows (k, width), pairwise, by Knuth's two-sum."""
        while len(rows) > 1:
            half = len(rows) // 2
            total, error = _two_sum(rows[:half], rows[half : 2 * half])
            self.error += error.sum(axis=0)
            rows = total if len(rows) == 2 * half else np.concatenate([total, rows[2 * half :]])
        self.high, error = _two_sum(self.high, rows[0])
        self.error += error

    @property
    def value(self) -> Floats:
        """The sum."""
        return self.high + self.error


class _Totals:
    """Sums of x, x^2, |x| and the extremes of each coordinate."""

    def __init__(self, row: Floats) -> None:
        self.sums = tuple(CompensatedSum(len(row)) for _ in range(3))
        self.low, self.high = row.copy(), row.copy()

    def add(self, chunk: Floats) -> float:
        """Take in rows; the largest squared norm of them."""
        squares = chunk * chunk
        for part, values in zip(self.sums, (chunk, squares, np.abs(chunk)), strict=True):
            part.add(values)
        self.low = np.minimum(self.low, chunk.min(axis=0))
        self.high = np.maximum(self.high, chunk.max(axis=0))
        return float(squares.sum(axis=1).max())


def _two_sum(a: Floats, b: Floats) -> tuple[Floats, Floats]:
    total = a + b
    part = total - a
    return total, (a - (total - part)) + (b - part)
