"""Blocks along given vectors: the sum of F over all their ordered pairs, whatever they are."""

from __future__ import annotations

import sympy as sp

from rftheory.exact.functions.complex_vectors import Dot, Size
from rftheory.kit import (
    PLACE,
    ROW,
    Domain,
    Every,
    Height,
    Parameter,
    Rule,
    Some,
    Width,
    column_range,
    row_range,
    vectors,
)
from rftheory.papers._shared.invariants import m
from rftheory.papers.beyond._lemmas.blocks import T, rho

U = sp.IndexedBase("U")
ROWS, COLUMNS = Size(U), Size(U[0])
GRAM = sp.IndexedBase("C")
_i, _j = sp.symbols("i j", integer=True, nonnegative=True)
_NO_ZERO = Rule(
    Every(Some(sp.Ne(U[ROW, PLACE], 0), column_range(U)), row_range(U)), "every vector of U is nonzero"
)
_TWO = Rule(Height(U) >= 2, "at least two vectors")
AT_MOST_SIMPLEX = Rule(Height(U) <= Width(U) + 1, "at most d + 1 vectors")
TWICE = Rule(sp.Eq(Height(U), 2 * Width(U)), "2d vectors")


def directions(length: Parameter, rule: Rule, *points: tuple[object, object]) -> Domain:
    """(U, v): nonzero vectors, of which the directions count, and |x+y|."""
    extra = tuple({"U": rows, length.name: value} for rows, value in points)
    return Domain(
        (vectors("U", "vectors along the rows of a block"), length), (_NO_ZERO, _TWO, rule), extra=extra
    )


def energy() -> sp.Expr:
    """Sum of F(c_ij) over i != j, c_ij the cosine of the vectors i and j."""
    cosine = Dot(U[_i], U[_j]) / sp.sqrt(Dot(U[_i], U[_i]) * Dot(U[_j], U[_j]))
    return 2 * sp.Sum(rho(cosine, T, COLUMNS), (_j, _i + 1, ROWS - 1), (_i, 0, ROWS - 2))


def of_gram() -> sp.Expr:
    """The same for a Gram matrix C of m unit vectors."""
    return 2 * sp.Sum(rho(GRAM[_i, _j]), (_j, _i + 1, m - 1), (_i, 0, m - 2))
