"""Linear algebra of square matrices: exact of rationals and integers, enclosed of balls."""

from __future__ import annotations

from collections.abc import Sequence

import flint

from rftheory.errors import PrecisionError
from rftheory.exact.scalars import Ball, Rational, Real


def solve(rows: Sequence[Sequence[Rational]], right: Sequence[Rational]) -> list[Rational]:
    """The exact solution of a square rational system; ZeroDivisionError where it is singular."""
    size = len(rows)
    matrix = flint.fmpq_mat(size, size, [entry for row in rows for entry in row])
    return list(matrix.solve(flint.fmpq_mat(size, 1, list(right))).entries())


def determinant(rows: Sequence[Sequence[Rational]]) -> Rational:
    """The determinant of a square rational matrix."""
    found: Rational = flint.fmpq_mat(len(rows), len(rows), [entry for row in rows for entry in row]).det()
    return found


def whole_rank(rows: Sequence[Sequence[int]]) -> int:
    """The rank of a matrix of integers, exactly."""
    return int(flint.fmpz_mat([list(row) for row in rows]).rank())


def gram(rows: Sequence[Sequence[int]]) -> list[list[int]]:
    """The integers sum_k x_ki x_kj of rows of integers, exactly."""
    matrix = flint.fmpz_mat([list(row) for row in rows])
    found = matrix.transpose() * matrix
    return [[int(entry) for entry in row] for row in found.tolist()]


def eigenvalues(rows: Sequence[Sequence[int]]) -> list[Ball]:
    """Balls that hold the eigenvalues of a symmetric matrix of integers, each as often as it occurs, in rising order.

    At the working precision; balls of equal or near ones may overlap. PrecisionError where none are found.
    """
    matrix = flint.acb_mat(flint.fmpz_mat([list(row) for row in rows]))
    try:
        found = matrix.eig(multiple=True, algorithm="vdhoeven_mourrain")
    except ValueError as error:
        raise PrecisionError("eigenvalues are not told apart at this precision") from error
    return sorted((each.real for each in found), key=lambda ball: float(ball.mid()))


def pivots(rows: Sequence[Sequence[Real]]) -> list[Ball]:
    """The pivots of Gaussian elimination in balls: all > 0 if and only if a symmetric matrix is positive definite."""
    left = [[flint.arb(entry) for entry in row] for row in rows]
    found: list[Ball] = []
    while left:
        head = left[0]
        found.append(head[0])
        left = [
            [entry - row[0] / head[0] * above for entry, above in zip(row[1:], head[1:], strict=True)]
            for row in left[1:]
        ]
    return found


def trace_of_quotient(divisor: Sequence[Sequence[Real]], rows: Sequence[Sequence[Real]]) -> Ball:
    """tr(divisor^{-1} rows) in balls; ZeroDivisionError where the divisor may be singular."""
    below, above = (flint.arb_mat([[flint.arb(e) for e in row] for row in each]) for each in (divisor, rows))
    found: Ball = below.solve(above).trace()
    return found
