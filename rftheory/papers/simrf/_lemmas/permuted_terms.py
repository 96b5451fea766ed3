"""Terms of claims on norms permuted against directions: sums over all permutations and all ordered pairs."""

from __future__ import annotations

from typing import Any

import sympy as sp

from rftheory.kit import Domain, Inner, TupleSum
from rftheory.papers.simrf._lemmas.arrangements import bessel_form, series
from rftheory.papers.simrf._notation import DIMENSION, LENGTH, d, i, j, k, v

PERMUTATION, NORM, DIRECTION = sp.IndexedBase("P"), sp.IndexedBase("w"), sp.IndexedBase("u")
ONE, TWO = PERMUTATION[i], PERMUTATION[j]

DRAWS = Domain((DIMENSION, LENGTH), extra=({"d": 2, "v": 1}, {"d": 3, "v": 0}, {"d": 64, "v": 3}))


def bracket(
    one: sp.Expr, two: sp.Expr, cosine: sp.Expr | None = None, at: tuple[Any, Any] = (i, j)
) -> sp.Expr:
    """w_one^2 + w_two^2 + 2 w_one w_two cosine, the cosine that of the directions `at` unless given."""
    angle = Inner(DIRECTION[at[0]], DIRECTION[at[1]]) if cosine is None else cosine
    return NORM[one] ** 2 + NORM[two] ** 2 + 2 * NORM[one] * NORM[two] * angle


def free_bracket() -> sp.Expr:
    """The same of directions whose lengths are not yet constrained to 1, as the Lagrangian (44) has it."""
    own, others, mixed = (Inner(DIRECTION[a], DIRECTION[b]) for a, b in ((i, i), (j, j), (i, j)))
    return NORM[ONE] ** 2 * own + NORM[TWO] ** 2 * others + 2 * NORM[ONE] * NORM[TWO] * mixed


def conformity_of(squared: sp.Expr) -> sp.Expr:
    """f of a squared resultant, the constants included."""
    return bessel_form(v**2 * squared)


def as_series(squared: sp.Expr) -> sp.Expr:
    """The same as the series that is printed."""
    return sp.gamma(d / 2) * series(v**2 * squared)


def over_pairs_of_rows(term: sp.Expr) -> sp.Expr:
    """The sum over i and j != i of d rows."""
    return sp.Sum(sp.Piecewise((0, sp.Eq(i, j)), (term, True)), (j, 1, d), (i, 1, d))


def over_others(term: sp.Expr) -> sp.Expr:
    """The sum over j != i."""
    return sp.Sum(sp.Piecewise((0, sp.Eq(i, j)), (term, True)), (j, 1, d))


def permuted(term: sp.Expr) -> sp.Expr:
    """The sum over all permutations."""
    return TupleSum(term, "P in S_d")


NORMS_PERMUTED = permuted(over_pairs_of_rows(conformity_of(bracket(ONE, TWO))))
DIRECTIONS_PERMUTED = permuted(over_pairs_of_rows(conformity_of(bracket(i, j, at=(ONE, TWO)))))
OPPOSING_WEIGHT = sp.Sum(  # of what_j in (47)
    v ** (2 * k)
    * k
    / (4**k * sp.factorial(k) * sp.gamma(k + d / 2))
    * permuted(bracket(ONE, TWO) ** (k - 1) * NORM[ONE] * NORM[TWO]),
    (k, 1, sp.oo),
)
