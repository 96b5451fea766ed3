"""Terms of claims: rows of a coupling, their resultants, and the moments that the appendix speaks of."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import Estimate, Expectation, Inner, Length, MeanSquareError, Row
from rftheory.papers.simrf._notation import d, i, j, m, v

ANY = "any"  # a coupling of rows that are N(0, I_d) each
ISOTROPIC = "rotation-invariant"  # rows N(0, I_d) whose ensemble is jointly rotation-invariant
FIXED = "pair"  # two rows N(0, I_d) that subtend one angle, their norms independent
X_PLUS_Y = sp.Symbol("x") + sp.Symbol("y")
X_MINUS_Y = sp.Symbol("x") - sp.Symbol("y")


def resultant(coupling: str) -> sp.Expr:
    """w_1 + w_2."""
    return Row(coupling, 1) + Row(coupling, 2)


def exponential(coupling: str, row: object) -> sp.Expr:
    """b_i = exp(w_i.(x+y))."""
    return sp.exp(Inner(Row(coupling, row), X_PLUS_Y))


def cosine(coupling: str, row: object) -> sp.Expr:
    """a_i = cos(w_i.(x-y))."""
    return sp.cos(Inner(Row(coupling, row), X_MINUS_Y))


def pair_product(coupling: str) -> sp.Expr:
    """E b_1 b_2."""
    return Expectation(exponential(coupling, 1) * exponential(coupling, 2))


def mean_summand(coupling: str, squared: sp.Expr = v**2) -> sp.Expr:
    """The summand of Definition 3.1 averaged over |w_1 + w_2|, at v^2 = squared."""
    return Expectation(sp.hyper((), (d / 2,), squared * Length(resultant(coupling)) ** 2 / 4))


def over_distinct_rows(term: sp.Expr) -> sp.Expr:
    """The mean of a term in the rows i and j over all i and j != i of m rows."""
    distinct = sp.Piecewise((0, sp.Eq(i, j)), (term, True))
    return sp.Sum(distinct, (j, 1, m), (i, 1, m)) / (m * (m - 1))


def error(coupling: str, features: str) -> sp.Expr:
    """The MSE of m rows of a coupling."""
    return MeanSquareError(Estimate(coupling, features, m))
