"""RF-conformity of one block as a convex function of its Gram matrix, in exact numbers and balls.

With norms a_i and cosines g_ij the conformity (12) is the mean over i != j of phi(a_i^2 + a_j^2 + 2 a_i a_j g_ij),
phi(q) = 0F1(; d/2; v^2 q/4), whose derivatives are all positive for q >= 0: convex in every g_ij. On the convex set of
Gram matrices of unit vectors a linear function <C, G> is at least sum_i y_i + m l wherever C - Diag(y) >= l I.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from rftheory.errors import PrecisionError
from rftheory.exact import balls
from rftheory.exact.scalars import Ball, Rational, Real

Floats = npt.NDArray[np.float64]
Gram = tuple[tuple[Fraction, ...], ...]

_BITS = 44  # of a dyadic coordinate: below the error of a descent in doubles, and the Gram matrix stays short
_WIDENINGS = 40  # doublings of the slack, from rounding to a thousandth of the largest entry


@dataclass(frozen=True)
class BlockConformity:
    """The norms of the vectors of one block in dimension d, and v = |x+y|; all exact."""

    norms: tuple[Fraction, ...]
    d: int
    v: Fraction

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """i < j."""
        count = len(self.norms)
        return [(i, j) for i in range(count) for j in range(i + 1, count)]

    def conformity(self, gram: Gram) -> Ball:
        """(12), as a ball."""
        total = balls.arb(0)
        for i, j in self.pairs:
            total = total + balls.hypergeometric([], [balls.fmpq(self.d, 2)], self._argument(gram, i, j))
        return total / len(self.pairs)

    def slopes(self, gram: Gram) -> list[list[Real]]:
        """C: the conformity's derivative in the Gram matrix is <C, dG>, C symmetric with a zero diagonal."""
        count = len(self.norms)
        found: list[list[Real]] = [[balls.arb(0)] * count for _ in range(count)]
        for i, j in self.pairs:
            inner = balls.hypergeometric([], [balls.fmpq(self.d + 2, 2)], self._argument(gram, i, j))
            outer = balls.exact(self.v**2 * self.norms[i] * self.norms[j] / self.d)
            found[i][j] = found[j][i] = outer * inner / (2 * len(self.pairs))
        return found

    def bound(self, gram: Gram) -> Ball:
        """A lower bound of the conformity of every block with these norms: f + m l, y_i = (C G)_ii."""
        slopes, count = self.slopes(gram), len(self.norms)
        rows = [list(row) for row in slopes]
        for i in range(count):
            turned = sum((slopes[i][j] * balls.exact(gram[i][j]) for j in range(count)), balls.arb(0))
            rows[i][i] = -balls.ball(turned).mid()
        excess = sum(
            (slopes[i][j] * balls.exact(gram[i][j]) for i in range(count) for j in range(count)), balls.arb(0)
        ) + sum((rows[i][i] for i in range(count)), balls.arb(0))  # <C, G> - sum y
        return self.conformity(gram) - excess + count * _least_eigenvalue(rows)

    def _argument(self, gram: Gram, i: int, j: int) -> Rational:
        a, b = self.norms[i], self.norms[j]
        return balls.exact(self.v**2 * (a * a + b * b + 2 * a * b * gram[i][j]) / 4)


def _least_eigenvalue(rows: list[list[Real]]) -> Ball:
    """A dyadic number that is at most every eigenvalue of a symmetric ball matrix, by certified elimination."""
    middle = np.array([[balls.to_float(entry) for entry in row] for row in rows])
    guess, slack = float(np.linalg.eigvalsh(middle)[0]), float(np.abs(middle).max()) * 2.0**-52
    for _ in range(_WIDENINGS):
        least = balls.arb(guess - slack)
        if _positive(
            [[entry - (least if i == j else 0) for j, entry in enumerate(row)] for i, row in enumerate(rows)]
        ):
            return least
        slack *= 2
    raise PrecisionError("the least eigenvalue of the slopes could not be bounded")


def _positive(rows: list[list[Real]]) -> bool:
    """Whether elimination with positive pivots shows a symmetric matrix of balls to be positive definite."""
    for k in range(len(rows)):
        if not rows[k][k] > 0:
            return False
        for i in range(k + 1, len(rows)):
            factor = rows[i][k] / rows[k][k]
            rows[i] = [entry - factor * pivot for entry, pivot in zip(rows[i], rows[k], strict=True)]
    return True


def rational_directions(vectors: Floats) -> tuple[tuple[Fraction, ...], ...]:
    """Exact rational unit vectors near the rows: stereographic projection of short dyadic points."""
    return tuple(_on_the_sphere(row / np.linalg.norm(row)) for row in np.asarray(vectors, dtype=np.float64))


def _on_the_sphere(unit: Floats) -> tuple[Fraction, ...]:
    pole = 1 if unit[-1] <= 0 else -1  # the pole on the other side
    flat = unit[:-1] / (1.0 - pole * float(unit[-1]))
    short = [Fraction(round(float(entry) * 2.0**_BITS), 1 << _BITS) for entry in flat]
    square = sum((entry * entry for entry in short), Fraction(0))
    return (*(2 * entry / (square + 1) for entry in short), pole * (square - 1) / (square + 1))


def gram_of(directions: Sequence[Sequence[Fraction]]) -> Gram:
    """The exact Gram matrix."""
    return tuple(
        tuple(sum((a * b for a, b in zip(one, other, strict=True)), Fraction(0)) for other in directions)
        for one in directions
    )
