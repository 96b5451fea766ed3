"""Random quantities of the bipolar hybrid in claims: base estimates, lambda, the hybrid, by their names on the shelf.

`POSITIVE` and `TRIGONOMETRIC` have projections of their own; `POSITIVE_ROWS` and `TRIGONOMETRIC_ROWS` are the means
(34), (35) over the same rows. `LAM` is a lambda-estimate of any law.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    All,
    Claim,
    Distribution,
    Domain,
    Draw,
    Equal,
    Estimate,
    Expectation,
    Independent,
    Inner,
    Length,
    Row,
    Supposing,
    Variance,
    formula,
)
from rftheory.papers._shared.angular_hybrid import n
from rftheory.papers._shared.base_estimators import COUNTED_TWICE
from rftheory.papers._shared.bipolar_hybrids import el1l, el2, elam
from rftheory.papers._shared.hybrid_errors import BOTH_ENDS, NONZERO, angular_closed
from rftheory.papers._shared.invariants import m

X, Y = sp.symbols("x y")  # the inputs, vectors of R^d
LAM = Draw("lam", Distribution("any"))
POSITIVE = Estimate("iid", "hyperbolic", m)
TRIGONOMETRIC = Estimate("iid", "trigonometric", m)
ANGULAR = Estimate("iid", "angular-hybrid", sp.Tuple(m, n))
ANGULAR_SHARED = Estimate("iid", "angular-hybrid-shared", sp.Tuple(m, n))
SIGN_PRODUCTS = Estimate("iid", "sgn", n, kernel="angular")  # the mean of n products sgn(tau.x) sgn(tau.y)
ANGULAR_LAMBDA = (1 - SIGN_PRODUCTS) / 2

_i = sp.Symbol("i", integer=True, positive=True)
_EVERY_ROW = (_i, 1, m)
_NORMS = Length(X) ** 2 + Length(Y) ** 2


def cosh_of(row: sp.Expr) -> sp.Expr:
    """cosh(w.(x+y)), Y_i of (34)."""
    return sp.cosh(Inner(row, X + Y))


def cos_of(row: sp.Expr) -> sp.Expr:
    """cos(w.(x-y)), Z_i of (35)."""
    return sp.cos(Inner(row, X - Y))


POSITIVE_ROWS = sp.exp(-_NORMS / 2) / m * sp.Sum(cosh_of(Row("iid", _i)), _EVERY_ROW)
TRIGONOMETRIC_ROWS = sp.exp(_NORMS / 2) / m * sp.Sum(cos_of(Row("iid", _i)), _EVERY_ROW)
APART = Independent((LAM, POSITIVE, TRIGONOMETRIC))
TOGETHER = Independent((LAM, Row("iid", _i)))
MEAN_LAM = Equal(Expectation(LAM), elam)
SQUARE_LAM = Equal(Expectation(LAM**2), el2)
MIXED_LAM = Equal(Expectation(LAM * (1 - LAM)), el1l)


def bipolar(positive: sp.Expr, trigonometric: sp.Expr) -> sp.Expr:
    """(12): lam SM++ + (1 - lam) SMtrig."""
    return LAM * positive + (1 - LAM) * trigonometric


def apart(claim: Claim, *moments: Claim) -> Supposing:
    """The claim for independent projections and any lambda of these moments drawn apart from both."""
    return Supposing((APART, *moments), claim)


def together(claim: Claim, *moments: Claim) -> Supposing:
    """The claim for any lambda of these moments drawn apart from the one set of projections."""
    return Supposing((TOGETHER, *moments), claim)


# equal norms, at the angles 0 and pi
ENDS = Domain(
    COUNTED_TWICE.parameters,
    (*COUNTED_TWICE.rules, NONZERO, BOTH_ENDS),
    extra=tuple(
        {"m": mm, "n": nn, "x2": a, "y2": a, "xy": s}
        for mm, nn in ((1, 1), (3, 5))
        for a, s in ((1, 1), (1, -1), ("1/7", "1/7"), ("1/7", "-1/7"), (10**6, 10**6), (10**6, -(10**6)))
    ),
)
EXACT_AT_BOTH_ENDS = All(
    (
        Equal(Variance(ANGULAR), sp.S.Zero),
        Equal(formula(angular_closed(), ENDS, "m n x2 y2 xy"), sp.S.Zero),  # (45)
    )
)
