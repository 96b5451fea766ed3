"""One or two projections of the positive map (A = 0) at a given length: conditional moments over the direction."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import Domain, integer, real
from rftheory.papers._shared.invariants import CAUCHY_SCHWARZ, ON_A_LINE, SQUARES, V2, d, fit
from rftheory.papers.crt._notation import N2

_LENGTH = real("r", 0, reach=("1e-3", 5), meaning="length of the projections")
r = sp.Symbol("r", nonnegative=True)

GIVEN = Domain(
    (integer("d", 1, reach=64), *SQUARES, _LENGTH),
    (CAUCHY_SCHWARZ, ON_A_LINE),
    fit,
    (
        {"d": 2, "x2": "1/4", "y2": "1/4", "xy": "1/4", "r": "1/10"},
        {"d": 3, "x2": 1, "y2": 1, "xy": "1/2", "r": 2},
        {"d": 1, "x2": 1, "y2": 1, "xy": 1, "r": 1},
        {"d": 64, "x2": 1, "y2": 1, "xy": 0, "r": 8},
    ),
)

SEVERAL = Domain(
    (integer("d", 2, reach=64), *GIVEN.parameters[1:]),
    GIVEN.rules,
    fit,
    tuple(e for e in GIVEN.extra if e["d"] != 1),
)

GIVEN_NAMES = "d x2 y2 xy r"


def _sphere(squared: sp.Expr) -> sp.Expr:
    """E exp(u.b) for u uniform on the unit sphere, |b|^2 = squared."""
    return sp.hyper((), (d / 2,), squared / 4)


def conditional_variance(radius: sp.Expr) -> sp.Expr:
    """Var exp(radius u.(x+y) - n2)."""
    return sp.exp(-2 * N2) * (_sphere(4 * radius**2 * V2) - _sphere(radius**2 * V2) ** 2)


def pair_loss(radius: sp.Expr) -> sp.Expr:
    """T for M = 2 and both lengths equal: half the mean product of independent less that of orthogonal directions."""
    return sp.exp(-2 * N2) * (_sphere(radius**2 * V2) ** 2 - _sphere(2 * radius**2 * V2)) / 2


def promised_loss(radius: sp.Expr) -> sp.Expr:
    """The last expression of (32) for M = 2, with g~ at (radius u.z)."""
    return (sp.exp(-N2) * (_sphere(radius**2 * V2) - 1)) ** 2 / (d + 2)
