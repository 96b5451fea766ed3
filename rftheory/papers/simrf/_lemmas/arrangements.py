"""Arrangements of simrf: lists of vectors, their conformity (12), its truncation (15) and chosen configurations."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from rftheory.domain import Value
from rftheory.kit import Below, Domain, Formula, Restated, Rule, formula, real, vectors
from rftheory.papers.simrf._notation import LENGTH, d, k, m, v, w

W, V = sp.IndexedBase("W"), sp.IndexedBase("V")
row, other = sp.symbols("i j", nonnegative=True, integer=True)  # zero-based rows of W
axis = sp.Symbol("q", nonnegative=True, integer=True)

LIST = vectors("W", meaning="the vectors w_i, one after the other")
RIVAL = vectors("V", meaning="another arrangement of the same norms")
NORM = real("w", 0, meaning="common norm of the vectors")
A_PAIR = Rule(("W",), "at least two vectors", lambda rows: len(rows) >= 2)

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


def domain_of(lists: tuple[str, ...]) -> Domain:
    """The domain (W, v, w) with these lists at several v."""
    extra = tuple(
        {"W": rows, "v": value, "w": 1 + n % 3} for n, rows in enumerate(lists) for value in LENGTHS[:3]
    )
    return Domain((LIST, LENGTH, NORM), (A_PAIR,), extra=(*extra, {"W": lists[0], "v": 100, "w": 2}))


ARRANGEMENTS = domain_of(LISTS)
UNIT_VECTORS = domain_of(UNIT)


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


def truncated(rows: sp.IndexedBase = W) -> sp.Expr:
    """The truncated objective (15) of an arrangement."""
    factor = sp.gamma(d / 2) * v**2 / (4 * PAIRS_COUNT * sp.gamma(1 + d / 2))
    return factor * over_pairs(squared_resultant(rows))


def truncated_closed(rows: sp.IndexedBase = W) -> sp.Expr:
    """(15) by (39): v^2 ((m-2) sum |w_i|^2 + |sum w_i|^2)/(d m (m-1))."""
    squares = sp.Sum(sp.Sum(rows[row, axis] ** 2, (axis, 0, d - 1)), (row, 0, m - 1))
    return v**2 * ((m - 2) * squares + squared_total(rows)) / (d * PAIRS_COUNT)


EQUAL_LENGTHS: Formula = formula(
    over_pairs(sp.gamma(d / 2) / PAIRS_COUNT * series(v**2 * w**2 * squared_resultant())),
    UNIT_VECTORS,
    "W v w",
    closed=over_pairs(bessel_form(v**2 * w**2 * squared_resultant())) / PAIRS_COUNT,
)


def _rows(value: Value) -> list[list[Fraction]]:
    return [list(r) for r in value]  # type: ignore[arg-type, union-attr]


def solves_51(value: Value) -> bool:
    """Exactly: every vector is a negative multiple of the nonzero sum of the others."""
    rows = _rows(value)
    total = [sum(column, Fraction(0)) for column in zip(*rows, strict=True)]
    for vector in rows:
        rest = [t - x for t, x in zip(total, vector, strict=True)]
        product = sum((r * x for r, x in zip(rest, vector, strict=True)), Fraction(0))
        squares = sum((r * r for r in rest), Fraction(0)) * sum((x * x for x in vector), Fraction(0))
        if product >= 0 or product * product != squares:
            return False
    return True


def same_norms(one: Value, two: Value) -> bool:
    """Exactly: the vectors of both lists have the same norms, in order."""
    return [sum(x * x for x in r) for r in _rows(one)] == [sum(x * x for x in r) for r in _rows(two)]


SOLUTIONS = Domain(
    (LIST, RIVAL, LENGTH),
    (
        A_PAIR,
        Rule(("W",), "w_i points away from the resultant of the others, for every i", solves_51),
        Rule(("W", "V"), "W and V have the same norms", same_norms),
    ),
    extra=tuple(
        {"W": solution, "V": rival, "v": value}
        for solution, rival in (
            ("1,0;-1,0", "0,1;1,0"),
            ("6,0;-3,4;-3,-4", "6,0;-5,0;0,5"),
            ("9,0,0;-2,0,0;-3,0,0", "9,0,0;0,-2,0;0,0,3"),
            ("6,0,0;-5,0,0;-5,0,0", "6,0,0;-3,4,0;-3,-4,0"),
        )
        for value in LENGTHS
    ),
)
MINIMAL = Restated(
    "a solution of the equations against another arrangement of its norms",
    {
        "solution": formula(truncated(), SOLUTIONS, "W v", closed=truncated_closed()),
        "rival": formula(truncated(V), SOLUTIONS, "V v", closed=truncated_closed(V)),
    },
    SOLUTIONS,
    Below("solution", "rival", strict=False),
)
