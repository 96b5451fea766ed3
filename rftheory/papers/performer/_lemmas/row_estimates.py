"""Estimates at given projections: W a list of rows, x and y the inputs; means of a term over the rows."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import Domain, Height, Rule, Width, formula, same_length, vector, vectors
from rftheory.papers._shared.invariants import m

_W, x, y = sp.IndexedBase("W"), sp.IndexedBase("x"), sp.IndexedBase("y")

ROWS = Domain(
    (vectors("W", "the projections omega_1 .. omega_m"), vector("x"), vector("y")),
    (Rule(sp.And(sp.Eq(Width(_W), Height(x)), same_length(x, y)), "rows of W, x and y of one length"),),
    extra=(
        {"W": [["1/2", -1], [3, "0.1"], [0, 0]], "x": [1, "1/3"], "y": ["-0.2", 2]},
        {"W": [[1, 2, 3]], "x": [0, 0, 0], "y": [1, -1, "1e-3"]},
        {"W": [[3]], "x": [1], "y": [0]},
        {"W": [[7], [-50]], "x": [100], "y": ["99.5"]},
        {"W": [[1, 1], [-2, 5]], "x": [3, -4], "y": [-3, 4]},
    ),
)

_i, _j = sp.symbols("i j", nonnegative=True, integer=True)
_d = sp.Symbol("d", positive=True, integer=True)


def projection(vector_: sp.IndexedBase) -> sp.Expr:
    """omega_i.v for row i of W."""
    return sp.Sum(_W[_i, _j] * vector_[_j], (_j, 0, _d - 1))


def projected(sign: int) -> sp.Expr:
    """omega_i.(x + sign y) for row i of W."""
    return sp.Sum(_W[_i, _j] * (x[_j] + sign * y[_j]), (_j, 0, _d - 1))


def square(vector_: sp.IndexedBase) -> sp.Expr:
    """|v|^2."""
    return sp.Sum(vector_[_j] ** 2, (_j, 0, _d - 1))


def average(term: sp.Expr) -> sp.Expr:
    """Mean of a term over the rows of W."""
    return sp.Sum(term, (_i, 0, m - 1)) / m


_WAVES = sp.sin(projection(x)) * sp.sin(projection(y)) + sp.cos(projection(x)) * sp.cos(projection(y))
_WEIGHT = sp.exp((square(x) + square(y)) / 2)
_DIFFERENCES = _WEIGHT * average(sp.cos(projected(-1)))
TRIGONOMETRIC_ESTIMATE = formula(_WEIGHT * average(_WAVES), ROWS, "W x y", closed=_DIFFERENCES)
WAVES_OF_DIFFERENCES = formula(_DIFFERENCES, ROWS, "W x y")
