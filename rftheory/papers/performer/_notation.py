"""Symbols, domains and quantities that several sections of performer share; each is named once."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import Domain, real
from rftheory.papers._shared.invariants import COUNT, DELTA2, DIMENSION, V2, d, m, x2, xy, y2

LAMBDA = sp.exp(-(x2 + y2) / 2)  # the square of the weight of positive features
SM = sp.exp(xy)

length = sp.Symbol("length", nonnegative=True)
DRAWN = Domain((DIMENSION, COUNT, real("length", 0)))  # rows drawn at a vector of that length


def sphere_kernel(squared: sp.Expr) -> sp.Expr:
    """g(t) = 0F1(; d/2; d t/4) = E exp(omega.z) for omega uniform on the sphere of radius sqrt d, |z|^2 = t."""
    return sp.hyper((), (d / 2,), d * squared / 4)


def orthogonal_pair(squared: sp.Expr) -> sp.Expr:
    """E exp(omega_1.z + omega_2.z) = 1F1(d; d/2; |z|^2/2) for two orthogonal Gaussian rows."""
    return sp.hyper((d,), (d / 2,), squared / 2)


def iid_error(squared: sp.Expr = V2) -> sp.Expr:
    """MSE of m independent positive features: Lambda^2 (e^(2t) - e^t)/m."""
    return LAMBDA**2 * (sp.exp(2 * squared) - sp.exp(squared)) / m


def trigonometric_error() -> sp.Expr:
    """MSE of m independent trigonometric projections: e^(|x|^2+|y|^2) (1 - e^(-|x-y|^2))^2 / (2m)."""
    return sp.exp(x2 + y2) * (1 - sp.exp(-DELTA2)) ** 2 / (2 * m)
