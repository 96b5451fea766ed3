"""Appendix F.4 of performer in terms: rows of an isotropic law Omega, the two estimators, their moments and gaps."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import Distribution, Draw, Expectation, Inner, Length, MeanSquareError, Row
from rftheory.papers._shared.beautiful_functions import K, theta
from rftheory.papers._shared.invariants import m

IID, ORT = "iid, Omega", "orthogonal, Omega"  # rows of the law Omega, independent or pairwise orthogonal
z = sp.Symbol("z")
i = sp.Symbol("i", positive=True, integer=True)
g = sp.Function("g")
e = sp.IndexedBase("e")  # the axes
NORMAL = Draw("g", Distribution("normal", 0, "I_d"))
ROW = Length(Row(IID, 1))
SECOND = Expectation(ROW**2)  # E|omega|^2


def projection(coupling: str, index: object = 1) -> sp.Expr:
    """omega_i.z."""
    return Inner(Row(coupling, index), z)


def term(coupling: str, index: object = 1) -> sp.Expr:
    """X_i = g(omega_i.z)."""
    return g(projection(coupling, index))


def total(coupling: str) -> sp.Expr:
    """X_1 + .. + X_m."""
    return sp.Sum(term(coupling, i), (i, 1, m))


def estimator(coupling: str) -> sp.Expr:
    """The mean of X_1, .., X_m."""
    return total(coupling) / m


F = Expectation(term(IID))
MGF = Expectation(sp.exp(theta * term(IID)))  # M_X(theta)


def error(coupling: str) -> sp.Expr:
    """The MSE of the estimator."""
    return MeanSquareError(estimator(coupling), F)


def exponential(coupling: str) -> sp.Expr:
    """E exp(theta (X_1 + .. + X_m))."""
    return Expectation(sp.exp(theta * total(coupling)))


def pair(coupling: str) -> sp.Expr:
    """E X_1 X_2."""
    return Expectation(term(coupling, 1) * term(coupling, 2))


def product(factor: sp.Expr) -> sp.Product:
    """A product over the m rows."""
    return sp.Product(factor, (i, 1, m))


def moment(coupling: str) -> sp.Expr:
    """E (omega_1.z)^(d_1) .. (omega_m.z)^(d_m)."""
    return Expectation(product(projection(coupling, i) ** K[i]))


GAP = moment(IID) - moment(ORT)
ORDER = sp.Sum(K[i], (i, 1, m))
LENGTHS = product(Expectation(Length(Row(IID, i)) ** K[i]))
NORMALS = product(Expectation(Inner(e[i], NORMAL) ** K[i]))
CHIS = product(Expectation(Length(NORMAL) ** K[i]))
CHI = Expectation(Length(NORMAL) ** ORDER)
LEVEL = LENGTHS * Length(z) ** ORDER * NORMALS / CHIS  # L of (61)
SHARE = CHIS / CHI  # tau of (63)
