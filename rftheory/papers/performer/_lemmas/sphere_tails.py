"""Tails of the regularised estimator: domain, moment generating function of one row, and what orthogonal rows take off."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import sympy as sp

from rftheory.exact import balls
from rftheory.exact.functions.sphere_mgf import SphereMgf
from rftheory.kit import Domain, Point, Rule, formula
from rftheory.papers._shared.beautiful_functions import LEVEL, SMALL_DIMENSION, THETA, a, theta
from rftheory.papers._shared.invariants import (
    CAUCHY_SCHWARZ,
    COUNT,
    ON_A_LINE,
    SQUARES,
    V2,
    WITHIN_BLOCK,
    d,
    fit,
    m,
    x2,
    y2,
)
from rftheory.papers.performer._notation import LAMBDA, sphere_kernel

NEAR = tuple(replace(square, reach=(Fraction(1, 100), Fraction(2))) for square in SQUARES)
MGF_DOMAIN = Domain((SMALL_DIMENSION, *NEAR, THETA), (CAUCHY_SCHWARZ, ON_A_LINE), fit)
_KERNEL = formula(LAMBDA * sphere_kernel(V2), MGF_DOMAIN, "d x2 y2 xy")


def raised(point: Point) -> Point:
    """Move a free point into the domain, and its level a above SMREG."""
    point = fit(point)
    if "a" in point:
        pair: Point = {name: point[name] for name in ("d", "x2", "y2", "xy")}
        top = balls.endpoints(_KERNEL.enclose(pair, 10))[1]
        point["a"] = point["a"] + Fraction(int(top * 1024) + 1, 1024)  # type: ignore[operator]
    return point


_ABOVE = Rule(a > LAMBDA * sphere_kernel(V2), "a > SMREG(x, y)")
NAMES = "d m x2 y2 xy theta a"
_CORNERS = (
    (2, 2, 1, 1, "-1/2", 2, 1), (3, 3, 1, 1, 0, 1, "3/2"), (1, 1, 1, 1, 1, 1, 3), (4, 1, 1, 0, 0, 1, 2), (8, 8, 1, 1, -1, 1, 1),
    (2, 2, 5, 5, -4, 150, 1), (3, 3, 9, 9, -8, 3000, 1), (6, 6, 4, 4, -3, 40, 1), (64, 16, 1, 1, "1/4", "1/2", 3),
    (2, 2, 100, 100, -99, 10**40, 1), (1, 1, 4, 1, -2, 3, 1), (2, 2, 0, 0, 0, 1, 2), (16, 2, 100, 100, -100, 1, 1),
)  # fmt: skip

TAIL_DOMAIN = Domain(
    (SMALL_DIMENSION, COUNT, *NEAR, THETA, LEVEL),
    (CAUCHY_SCHWARZ, ON_A_LINE, WITHIN_BLOCK, _ABOVE),
    raised,
    tuple(dict(zip(NAMES.split(), corner, strict=True)) for corner in _CORNERS),
)
# where orthogonal rows gain: at least two, and x + y nonzero
MOVING = Domain(
    (SMALL_DIMENSION, replace(COUNT, lower=Fraction(2)), *NEAR, THETA, LEVEL),
    (*TAIL_DOMAIN.rules, Rule(V2 > 0, "|x+y| > 0")),
    raised,
    tuple(
        p
        for p in TAIL_DOMAIN.extra
        if p["m"] != 1 and (p["x2"], p["xy"]) not in ((0, 0), (100, -100), (1, -1))
    ),
)

f = sp.Symbol("f", real=True)
TERM = theta * LAMBDA
DENSITY = sp.gamma(d / 2) / (sp.sqrt(sp.pi) * sp.gamma((d - 1) / 2)) * sp.sin(f) ** (d - 2)
SPEED = sp.sqrt(d * V2)
MGF = SphereMgf(d, V2, theta, x2 + y2)
MGF_INTEGRAL = sp.Piecewise(
    ((sp.exp(TERM * sp.exp(SPEED)) + sp.exp(TERM * sp.exp(-SPEED))) / 2, sp.Eq(d, 1)),
    (sp.Integral(DENSITY * sp.exp(TERM * sp.exp(SPEED * sp.cos(f))), (f, 0, sp.pi)), True),
)
PRINTED = LAMBDA**m * theta**4 * m * (m - 1) / (4 * (d + 2)) * V2**2
IMPROVEMENT = LAMBDA**4 * theta**4 * m * (m - 1) / (d + 2) * V2**2
