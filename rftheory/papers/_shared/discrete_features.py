"""Discretely-induced features (crt (10)): counts, sums and products over coordinates, the second moment under any law."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import Rule, same_length

x, y, w = sp.IndexedBase("x"), sp.IndexedBase("y"), sp.IndexedBase("w")
lam, p = sp.symbols("lam p", positive=True)
d = sp.Symbol("d", positive=True, integer=True)
j, k = sp.symbols("j k", nonnegative=True, integer=True)

SAME_LENGTH = Rule(same_length(x, y), "x and y of one length")


def over(term: sp.Expr) -> sp.Expr:
    """Sum over the coordinates of a term in x[j], y[j], w[j]."""
    return sp.Sum(term, (j, 0, d - 1))


def product(term: sp.Expr) -> sp.Expr:
    """Product over the coordinates."""
    return sp.Product(term, (j, 0, d - 1))


NORMS = over(x[j] ** 2) + over(y[j] ** 2)
POISSON = sp.exp(-lam) * lam**k / sp.factorial(k)
GEOMETRIC = p * (1 - p) ** k


def second_moment(law: sp.Expr) -> sp.Expr:
    """E Z^2 by its definition: e^(-n2) prod_l sum_k (x_l y_l)^(2k)/((k!)^2 p_k)."""
    return sp.exp(-NORMS) * product(
        sp.Sum((x[j] * y[j]) ** (2 * k) / (sp.factorial(k) ** 2 * law), (k, 0, sp.oo))
    )
