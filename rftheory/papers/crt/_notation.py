"""Symbols, domains and quantities that several sections of crt share; each is named once."""

from __future__ import annotations

import sympy as sp

from rftheory.papers._shared.invariants import DELTA2, V2, d, x2, xy, y2

A = sp.Symbol("A")
a = sp.Symbol("A", real=True)  # the same parameter where it is real
s = sp.Symbol("s", real=True, nonzero=True, integer=True)
v2 = sp.Symbol("v2", nonnegative=True)

N2 = x2 + y2
KERNEL = sp.exp(-DELTA2 / 2)
S2 = x2 + y2 + 2 * s * xy  # |x+sy|^2


def optimal_rho(squared: sp.Expr = v2) -> sp.Expr:
    """rho* of (7), free of cancellation: 2d / (sqrt((2t+d)^2 + 8dt) + 2t + d) at t = |x+y|^2 (1 at t = 0)."""
    return 2 * d / (sp.sqrt((2 * squared + d) ** 2 + 8 * d * squared) + 2 * squared + d)


def positive_variance() -> sp.Expr:
    """Var of one positive projection for the Gaussian kernel: e^(4xy) - K^2 = e^(-2 n2) (e^(2t) - e^t) at t = |x+y|^2."""
    return sp.exp(-2 * N2) * (sp.exp(2 * V2) - sp.exp(V2))
