"""Variances of M independent projections of the positive map in the plane, within and between lengths."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import Claim, Domain, Equal, On, formula, integer
from rftheory.papers._shared.invariants import CAUCHY_SCHWARZ, COUNT, SQUARES, V2, fit, m
from rftheory.papers.crt._notation import N2

_PLANE = Domain(
    (integer("d", 2, 2), COUNT, *SQUARES),
    (CAUCHY_SCHWARZ,),
    fit,
    tuple({"d": 2, "m": k, "x2": 1, "y2": 1, "xy": c} for k, c in ((1, 0), (2, "1/2"), (3, -1), (2, 1))),
)

_TOTAL = sp.exp(-2 * N2) * (sp.exp(2 * V2) - sp.exp(V2)) / m
_k = sp.Symbol("k", nonnegative=True, integer=True)

_SQUARED_MEAN = sp.Sum(
    sp.gamma(2 * _k + 1) / sp.factorial(_k) ** 3 * (V2 / 2) ** _k, (_k, 0, sp.oo)
)  # E I_0(r v)^2 by E r^(2k) = 2^k k!

WITHIN = sp.exp(-2 * N2) * (sp.exp(2 * V2) - _SQUARED_MEAN) / m
BETWEEN = sp.exp(-2 * N2) * (sp.exp(V2) * sp.besseli(0, V2) - sp.exp(V2)) / m


def in_the_plane(claimed: sp.Expr) -> Claim:
    """The variance of M independent projections of the positive map against what is said to be it."""
    return On(
        _PLANE,
        Equal(formula(_TOTAL, _PLANE, "m x2 y2 xy"), formula(claimed, _PLANE, "m x2 y2 xy")),
        "M independent projections of the positive map (A = 0) in the plane",
    )
