"""Random quantities in the claims of these pages: pairs of rows of one cosine, directions, errors of couplings by name."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import Distribution, Draw, Estimate, Expectation, Inner, MeanSquareError, Row, Variance
from rftheory.papers._shared.invariants import d

COUPLED = "pair of cosine c"  # independent chi_d lengths, jointly isotropic, blind to the lengths
ANY = "isotropic, blind to lengths"  # every coupling of this kind, of as many rows
DIRECTION = Draw("u", Distribution("sphere", d))
COSINE = Inner(DIRECTION, Draw("u'", Distribution("sphere", d)))  # of two independent directions


def row(index: int, coupling: str = COUPLED) -> sp.Expr:
    """w_i.u, along a direction u."""
    return Inner(Row(coupling, index), DIRECTION)


def conformity(length: sp.Expr, coupling: str = COUPLED) -> sp.Expr:
    """E exp((w_1+w_2).v) for |v| = length."""
    return Expectation(sp.exp(length * (row(1, coupling) + row(2, coupling))))


def waves(length: sp.Expr, coupling: str = COUPLED) -> sp.Expr:
    """E cos(w_1.z) cos(w_2.z) for |z| = length."""
    return Expectation(sp.cos(length * row(1, coupling)) * sp.cos(length * row(2, coupling)))


def estimate(coupling: str, rows: object, features: str = "positive") -> Estimate:
    """The estimate of the Gaussian kernel."""
    return Estimate(coupling, features, rows, kernel="gaussian")


def error(coupling: str, rows: object, features: str = "positive") -> sp.Expr:
    """Its mean square error."""
    return MeanSquareError(estimate(coupling, rows, features))


def variance(coupling: str, rows: object, features: str = "positive") -> sp.Expr:
    """Its variance."""
    return Variance(estimate(coupling, rows, features))


def per_feature(coupling: str, rows: object, features: str = "positive") -> sp.Expr:
    """The error of a block over that of as many independent rows."""
    return error(coupling, rows, features) / error("iid", rows, features)
