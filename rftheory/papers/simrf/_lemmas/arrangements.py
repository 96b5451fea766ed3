"""Arrangements: lists of vectors as parameters, chosen configurations, and their conformity (12)."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    ROW,
    Domain,
    Every,
    Formula,
    Height,
    Rule,
    Width,
    formula,
    real,
    row_range,
    vectors,
)
from rftheory.papers.simrf._notation import LENGTH, d, k, m, v

W, V = sp.IndexedBase("W"), sp.IndexedBase("V")
row, other = sp.symbols("i j", nonnegative=True, integer=True)  # zero-based rows of W
axis = sp.Symbol("q", nonnegative=True, integer=True)

LIST = vectors("W", meaning="the vectors w_i, one after the other")
RIVAL = vectors("V", meaning="another arrangement of the same norms")
NORM = real("w", 0, meaning="common norm of the vectors")
A_PAIR = Rule(Height(W) >= 2, "at least two vectors")
AS_MANY = Rule(sp.Eq(Height(W), Width(W)), "as many vectors as dimensions")

_LENGTH2 = sp.Sum(W[ROW, axis] ** 2, (axis, 0, Width(W) - 1))
UNIT_ROWS = Rule(Every(sp.Eq(_LENGTH2, 1), row_range(W)), "vectors of length 1")

# Unit vectors with exact rational entries, and lists of several norms; the extremes are equal and opposite vectors.
UNIT = (
    "1,0;0,1",
    "1,0;-1,0",
    "1,0;1,0",
    "3/5,4/5;-4/5,3/5;0,-1",
    "1,0,0;0,1,0;0,0,1",
    "1,0,0;-1,0,0;0,3/5,4/5",
    "2/3,-1/3,-2/3;-1/3,2/3,2/3;-2/3,-2/3,1/3",
    "1/2,1/2,1/2,1/2;1/2,-1/2,1/2,-1/2;-1/2,-1/2,1/2,1/2;-1/2,1/2,1/2,-1/2",
    "1/2,1/2,1/2,1/2;1/2,-1/2,-1/2,-1/2;-1/2,1/2,-1/2,-1/2;-1/2,-1/2,1/2,1/2",
)
LISTS = (
    *UNIT,
    "6,0;-3,4;-3,-4",
    "6,0;-5,0;-5,0",
    "1/1000,0,0;0,1000,0;3,4,12",
    "0,0;1,0",
    "-0.8,0.1,2.2;1.9,-1.3,0.4;-0.7,1.6,-1.1",
)
LENGTHS: tuple[str | int, ...] = (1, 0, "1/1000", 3)


def domain_of(lists: tuple[str, ...], *rules: Rule) -> Domain:
    """The domain (W, v, w) with these lists at several v."""
    extra = tuple(
        {"W": rows, "v": value, "w": 1 + n % 3} for n, rows in enumerate(lists) for value in LENGTHS[:3]
    )
    return Domain((LIST, LENGTH, NORM), (A_PAIR, *rules), extra=(*extra, {"W": lists[0], "v": 100, "w": 2}))


ARRANGEMENTS = domain_of(LISTS)


def over_pairs(term: sp.Expr) -> sp.Expr:
    """sum over i and j != i of a term in the rows `row` and `other`."""
    distinct = sp.Piecewise((0, sp.Eq(row, other)), (term, True))
    return sp.Sum(sp.Sum(distinct, (other, 0, m - 1)), (row, 0, m - 1))


def squared_resultant(rows: sp.IndexedBase = W) -> sp.Expr:
    """|w_i + w_j|^2."""
    return sp.Sum((rows[row, axis] + rows[other, axis]) ** 2, (axis, 0, d - 1))


def squared_total(rows: sp.IndexedBase = W) -> sp.Expr:
    """|sum_i w_i|^2."""
    return sp.Sum(sp.Sum(rows[row, axis], (row, 0, m - 1)) ** 2, (axis, 0, d - 1))


def series(argument: sp.Expr) -> sp.Expr:
    """sum_k argument^k/(4^k k! Gamma(k+d/2))."""
    term = argument**k / (4**k * sp.factorial(k) * sp.gamma(k + d / 2))
    return sp.Sum(term, (k, 0, sp.oo))


def bessel_form(argument: sp.Expr) -> sp.Expr:
    """Gamma(d/2) times `series`, as 0F1."""
    return sp.hyper((), (d / 2,), argument / 4)


PAIRS_COUNT = m * (m - 1)

CONFORMITY: Formula = formula(
    sp.gamma(d / 2) / PAIRS_COUNT * over_pairs(series(v**2 * squared_resultant())),
    ARRANGEMENTS,
    "W v",
    closed=over_pairs(bessel_form(v**2 * squared_resultant())) / PAIRS_COUNT,
)
