"""Errors at a given kernel value in terms: the least of trigonometric features, the greatest of positive ones."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import Claim, Domain, Limit, On, Quantity, real
from rftheory.papers._shared.invariants import COUNT, m

q = sp.Symbol("q", positive=True)
VALUES = Domain((COUNT, real("q", above=0, meaning="kernel value SM(x, y)")))


def _at_value(which: str, features: str, also: str = "", *bounds: sp.Expr) -> Quantity:
    words = f"{which} MSE of iid {features} features over all pairs with SM(x, y) = q{also}"
    return Quantity(words, m, q, *bounds)


TRIGONOMETRIC_GROWS: Claim = Limit(_at_value("least", "trigonometric"), "q", sp.S.Zero, sp.oo)
POSITIVE_VANISHES: Claim = Limit(_at_value("greatest", "positive"), "q", sp.S.Zero, sp.S.Zero)
BOUNDED_VANISHES: Claim = On(
    Domain((*VALUES.parameters, real("K", 0, meaning="bound on |x+y|"))),
    Limit(_at_value("greatest", "positive", ", |x+y| at most K", sp.Symbol("K")), "q", sp.S.Zero, sp.S.Zero),
)
