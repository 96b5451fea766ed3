"""Symbols and quantities that several sections of crt share; each is named once."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import Domain, Rule, real
from rftheory.papers._shared.invariants import DELTA2, DIMENSION, V2, d, fit, pairs, x2, xy, y2
from rftheory.papers._shared.optimal_positive import best_rho, excess, v2

a = sp.Symbol("A", real=True)  # the free parameter A where it is real
s = sp.Symbol("s", real=True, nonzero=True, integer=True)

N2 = x2 + y2
KERNEL = sp.exp(-DELTA2 / 2)
S2 = x2 + y2 + 2 * s * xy  # |x+sy|^2

SMALL_A = real("A", below="1/8", reach=("1e-3", 1000), meaning="real A of the features")
ANY_PAIR = pairs(DIMENSION, d=(1, 2, 64))
APART = Domain(
    ANY_PAIR.parameters,
    (*ANY_PAIR.rules, Rule(x2 + y2 + 2 * xy > 0, "|x+y| > 0")),
    fit,
    ANY_PAIR.extra,
)
"""Pairs with x + y nonzero."""


def gain(rho: sp.Expr, squared: sp.Expr) -> sp.Expr:
    """e^(2 n2) E Z^2 of a GERF with s = 1 and real A, rho = 1/(1-8A): ((1+rho)/(2 sqrt rho))^d e^((1+rho) t)."""
    return ((1 + rho) / (2 * sp.sqrt(rho))) ** d * sp.exp((1 + rho) * squared)


def variance_at_real_a() -> sp.Expr:
    """Var of one GERF projection with s = 1 and real A < 1/8: the two exponentials of (6) are one."""
    return ((1 - 4 * a) / sp.sqrt(1 - 8 * a)) ** d * sp.exp(
        2 * (1 - 4 * a) / (1 - 8 * a) * V2 - 2 * N2
    ) - KERNEL**2  # fmt: skip


def optimal_variance() -> sp.Expr:
    """Var of one OPRF projection at the minimiser, Gaussian kernel."""
    return sp.exp(-2 * N2) * (gain(best_rho(V2), V2) - sp.exp(V2))


def positive_variance() -> sp.Expr:
    """Var of one positive projection for the Gaussian kernel: e^(4xy) - K^2 = e^(-2 n2) (e^(2t) - e^t) at t = |x+y|^2."""
    return sp.exp(-2 * N2) * (sp.exp(2 * V2) - sp.exp(V2))


def utility() -> sp.Expr:
    """mu = log(Var OPRF/Var PosRF) = log((e^r - 1)/(e^t - 1)), t = |x+y|^2, r = log(E Z^2/K^2) at rho*."""
    return excess() + sp.log(1 - sp.exp(-excess())) - v2 - sp.log(1 - sp.exp(-v2))
