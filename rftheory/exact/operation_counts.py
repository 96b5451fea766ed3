"""Linear-algebra algorithms of the papers as printed, over any number type, and numbers that count operations.

Every loop is written out, so that the count of a run is the count of the algorithm; nothing here is fast.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

Number = Any  # float, Fraction, SymPy number or Counted
Vector = list[Number]
Matrix = list[Vector]


class OperationTally(Counter[str]):
    """What was done: additions, multiplications (divisions too), roots, signs (flips) and numbers held."""

    def hold(self, values: Iterable[float]) -> list[Counted]:
        """Numbers that the algorithm keeps: stored, and counted as such."""
        held = [Counted(float(value), self) for value in values]
        self["numbers"] += len(held)
        return held

    def hold_rows(self, count: int, length: int) -> list[list[Counted]]:
        """A full-rank matrix of numbers held."""
        return [
            self.hold(1.0 / (1 + row + column) + (row == column) for column in range(length))
            for row in range(count)
        ]


class Counted:
    """A float whose arithmetic is written down in a tally; intermediate results are not held."""

    __slots__ = ("tally", "value")

    def __init__(self, value: float, tally: OperationTally) -> None:
        self.value = value
        self.tally = tally

    def _make(self, kind: str, value: float) -> Counted:
        self.tally[kind] += 1
        return Counted(value, self.tally)

    def __add__(self, other: Number) -> Counted:
        return self._make("additions", self.value + _plain(other))

    def __sub__(self, other: Number) -> Counted:
        return self._make("additions", self.value - _plain(other))

    def __mul__(self, other: Number) -> Counted:
        return self._make("multiplications", self.value * _plain(other))

    def __rmul__(self, other: float) -> Counted:
        return self._make("multiplications", other * self.value)

    def __truediv__(self, other: Number) -> Counted:
        return self._make("multiplications", self.value / _plain(other))

    def __neg__(self) -> Counted:
        return self._make("signs", -self.value)

    def sqrt(self) -> Counted:
        """The square root, counted as one root."""
        return self._make("roots", math.sqrt(self.value))


def _plain(value: Number) -> float:
    return value.value if isinstance(value, Counted) else float(value)


def square_root(value: Number) -> Number:
    """sqrt of a float or of a number type with its own `sqrt`."""
    return value.sqrt() if hasattr(value, "sqrt") else math.sqrt(value)


def total(terms: Sequence[Number]) -> Number:
    """The sum of at least one term: one addition fewer than terms."""
    result = terms[0]
    for term in terms[1:]:
        result = result + term
    return result


def dot(a: Sequence[Number], b: Sequence[Number]) -> Number:
    """The inner product."""
    return total([p * q for p, q in zip(a, b, strict=True)])


def product(matrix: Sequence[Sequence[Number]], x: Sequence[Number]) -> Vector:
    """matrix @ x, dense."""
    return [dot(row, x) for row in matrix]


def matrix_product(left: Sequence[Sequence[Number]], right: Sequence[Sequence[Number]]) -> Matrix:
    """left @ right, dense, by columns."""
    columns = [list(column) for column in zip(*right, strict=True)]
    return [product(columns, row) for row in left]


def orthonormalise(rows: Sequence[Sequence[Number]]) -> Matrix:
    """Modified Gram-Schmidt on the rows: how a Haar rotation is made from a Gaussian matrix."""
    work = [list(row) for row in rows]
    for i in range(len(work)):
        length = square_root(dot(work[i], work[i]))
        work[i] = [entry / length for entry in work[i]]
        for j in range(i + 1, len(work)):
            share = dot(work[i], work[j])
            work[j] = [b - share * a for a, b in zip(work[i], work[j], strict=True)]
    return work


def scale(factors: Sequence[Number], x: Sequence[Number]) -> Vector:
    """diag(factors) x."""
    return [factor * entry for factor, entry in zip(factors, x, strict=True)]


def butterflies(x: Vector) -> Vector:
    """Unnormalised Walsh-Hadamard transform in place, in Sylvester order; len(x) is a power of two."""
    half = 1
    while half < len(x):
        for start in range(0, len(x), 2 * half):
            for i in range(start, start + half):
                x[i], x[i + half] = x[i] + x[i + half], x[i] - x[i + half]
        half *= 2
    return x


def hadamard_product(signs: Sequence[Sequence[int]], x: Vector) -> Vector:
    """prod_i (H D_i) x with the normalised H, the first row of `signs` acting last; a flip for every -1 and +1."""
    normaliser = 1 / math.sqrt(len(x))
    for row in reversed(signs):
        flipped = [_flip(sign, entry) for sign, entry in zip(row, x, strict=True)]
        x = [normaliser * entry for entry in butterflies(flipped)]
    return x


def _flip(sign: int, entry: Number) -> Number:
    if isinstance(entry, Counted):
        entry.tally["signs"] += 1
        return Counted(sign * entry.value, entry.tally)
    return entry if sign > 0 else -entry


def givens(rotations: Sequence[tuple[int, int, Number, Number]], x: Vector) -> Vector:
    """Plane rotations (i, j, cosine, sine) applied one after another, in place."""
    for i, j, cosine, sine in rotations:
        x[i], x[j] = x[i] * cosine - x[j] * sine, x[i] * sine + x[j] * cosine
    return x


def simplex_product(x: Sequence[Number], root: Callable[[int], Number] = math.sqrt) -> Vector:
    """S x by Algorithm 1 of simrf; `root` gives the square roots of its three constants, which cost O(1)."""
    d = len(x)
    last = total(list(x[: d - 1])) * (1 / root(d - 1))
    stretch, share = root(d) / root(d - 1), (root(d) + 1) / (d - 1)
    return [*(entry * stretch - last * share for entry in x[: d - 1]), last]


def sweep(vectors: Matrix, norms: Sequence[Number]) -> Matrix:
    """One pass of the iteration (17) of simrf as printed, in place: the resultant of the others, summed anew."""
    for i, norm in enumerate(norms):
        others = [w for j, w in enumerate(vectors) if j != i]
        vectors[i] = _against([total(column) for column in zip(*others, strict=True)], norm)
    return vectors


def running_sweep(vectors: Matrix, norms: Sequence[Number]) -> Matrix:
    """The same pass with one running sum of all vectors, in place."""
    running = [total(column) for column in zip(*vectors, strict=True)]
    for i, norm in enumerate(norms):
        others = [a - b for a, b in zip(running, vectors[i], strict=True)]
        vectors[i] = _against(others, norm)
        running = [a + b for a, b in zip(others, vectors[i], strict=True)]
    return vectors


def _against(resultant: Sequence[Number], norm: Number) -> Vector:
    """The vector of that norm that points away from the resultant."""
    factor = -(norm / square_root(dot(resultant, resultant)))
    return [entry * factor for entry in resultant]
