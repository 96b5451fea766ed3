"""Exact linear algebra of square rational matrices."""

from __future__ import annotations

from collections.abc import Sequence

import flint

from rftheory.exact.scalars import Rational


def solve(rows: Sequence[Sequence[Rational]], right: Sequence[Rational]) -> list[Rational]:
    """The exact solution of a square rational system; ZeroDivisionError where it is singular."""
    size = len(rows)
    matrix = flint.fmpq_mat(size, size, [entry for row in rows for entry in row])
    return list(matrix.solve(flint.fmpq_mat(size, 1, list(right))).entries())


def determinant(rows: Sequence[Sequence[Rational]]) -> Rational:
    """The determinant of a square rational matrix."""
    found: Rational = flint.fmpq_mat(len(rows), len(rows), [entry for row in rows for entry in row]).det()
    return found
