"""Estimates at given projections: W a list of vectors, x and y the inputs; means of single terms."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import Domain, Height, Rule, Width, same_length, vector, vectors

W, x, y = sp.IndexedBase("W"), sp.IndexedBase("x"), sp.IndexedBase("y")
d, m = sp.symbols("d m", positive=True, integer=True)
_i, _j = sp.symbols("i j", nonnegative=True, integer=True)

SAMPLES = Domain(
    (
        vectors("W", "list of projections"),
        vector("x", "first input"),
        vector("y", "second input"),
    ),
    (
        Rule(same_length(x, y), "x and y of one length"),
        Rule(sp.Eq(Width(W), Height(x)), "projections W of the length of x"),
    ),
    None,
    (
        {"W": ((1, "1/2"),), "x": (1, "1/2"), "y": ("1/3", -1)},
        {"W": ((0, 1), ("-1/2", "1/3")), "x": (1, 1), "y": (1, 1)},
        {"W": (("3/2", -1, 0), ("1/4", 2, 1)), "x": ("1/2", 1, -1), "y": ("-1/2", -1, 1)},
        {"W": ((2,), (-1,), ("1/7",)), "x": ("2/3",), "y": (0,)},
    ),
)


def dot(first: sp.IndexedBase, second: sp.IndexedBase) -> sp.Expr:
    """The inner product of two vectors."""
    return sp.Sum(first[_j] * second[_j], (_j, 0, d - 1))


def projection(vector_: sp.IndexedBase) -> sp.Expr:
    """w_i . vector, for the index i of `mean_of`."""
    return sp.Sum(W[_i, _j] * vector_[_j], (_j, 0, d - 1))


PLUS = projection(x) + projection(y)  # w_i.(x+y)
MINUS = projection(x) - projection(y)  # w_i.(x-y)
NORMS = dot(x, x) + dot(y, y)


def mean_of(term: sp.Expr) -> sp.Expr:
    """(1/m) sum_i of a term in w_i."""
    return sp.Sum(term, (_i, 0, m - 1)) / m


BY_EXPONENTIALS = (
    sp.exp(-NORMS / 2)
    * mean_of(sp.exp(projection(x)) * sp.exp(projection(y)) + sp.exp(-projection(x)) * sp.exp(-projection(y)))
    / 2
)
BY_SINES_AND_COSINES = sp.exp(NORMS / 2) * mean_of(
    sp.sin(projection(x)) * sp.sin(projection(y)) + sp.cos(projection(x)) * sp.cos(projection(y))
)
