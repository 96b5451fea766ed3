"""The pair moment of two orthogonal rows through a diagonal map in the plane, as an integral over one angle."""

from __future__ import annotations

import sympy as sp

theta = sp.Symbol("theta", real=True)


def kummer(squared: sp.Expr, size: int = 2) -> sp.Expr:
    """P of a scalar Sigma: e^(-v^2) 1F1(d; d/2; v^2/2)."""
    return sp.exp(-squared) * sp.hyper((size,), (sp.Rational(size, 2),), squared / 2)


def angular(s: tuple[sp.Expr, ...], v: tuple[sp.Expr, ...], form: str) -> sp.Expr:
    """P for eigenvalues s of Sigma and coordinates v; the row's mean as 1F1(1; 1/2; q), or by the error function."""
    cosine, sine = sp.cos(theta), sp.sin(theta)
    body = s[0] * s[1] * sp.exp(-(v[0] ** 2) - v[1] ** 2)
    for u in ((cosine, sine), (-sine, cosine)):
        kappa = s[0] * u[0] ** 2 + s[1] * u[1] ** 2
        beta = sp.sqrt(s[0]) * u[0] * v[0] + sp.sqrt(s[1]) * u[1] * v[1]
        body *= _row(beta, kappa, form) / kappa
    end = sp.pi / 2 if form == "hyper" else sp.pi
    return sp.Integral(body, (theta, 0, end)) / end


def _row(beta: sp.Expr, kappa: sp.Expr, form: str) -> sp.Expr:
    """E over r ~ chi_2 of exp(-(kappa-1) r^2/2) cosh(beta r), times kappa."""
    if form == "hyper":
        return sp.hyper((1,), (sp.Rational(1, 2),), beta**2 / (2 * kappa))
    scaled = beta / sp.sqrt(2 * kappa)
    return 1 + sp.sqrt(sp.pi) * scaled * sp.exp(scaled**2) * sp.erf(scaled)
