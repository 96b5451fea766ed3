"""Symbols, domains and quantities that several sections of simrf share; each is named once."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import sympy as sp

from rftheory.exact.functions.conformity import Conformity
from rftheory.kit import Domain, Point, Rule, integer, real

d, m, i, j = sp.symbols("d m i j", positive=True, integer=True)
k, p = sp.symbols("k p", nonnegative=True, integer=True)
v, w, z, x2, y2, t = sp.symbols("v w z x2 y2 t", nonnegative=True)
xy, c, rho = sp.symbols("xy c rho", real=True)
f = sp.Symbol("f", real=True)

V2 = x2 + y2 + 2 * xy  # v^2 = |x+y|^2
SCALE = sp.exp(-2 * x2 - 2 * y2)  # the square of the PRF prefactor

DIMENSION = integer("d", 2, meaning="input dimension")
ANY_DIMENSION = integer("d", 1, meaning="input dimension")
COUNT = integer("m", 1, meaning="number of projections")
LENGTH = real("v", 0, meaning="|x+y|")
DISTANCE = real("z", 0, meaning="|x-y|")
COSINE = real("c", -1, 1, meaning="cosine of the angle between two projections")
SQUARES = (
    real("x2", 0, meaning="|x|^2"),
    real("y2", 0, meaning="|y|^2"),
    real("xy", meaning="inner product of x and y"),
)
CAUCHY_SCHWARZ = Rule(xy**2 <= x2 * y2, "xy^2 <= x2*y2 (Cauchy-Schwarz)")
WITHIN_BLOCK = Rule(m <= d, "m <= d (rows of one block)")
FEASIBLE_COSINE = Rule(c * (m - 1) >= -1, "c >= -1/(m-1) (m directions of equal pair cosines)")


def fit(point: Point) -> Point:
    """Move a freely sampled point into the domain: m into the block, xy to a cosine times |x||y|, c to feasible."""
    if {"d", "m"} <= set(point) and point["m"] > point["d"]:  # type: ignore[operator]
        point["m"] = point["d"]
    if {"x2", "y2", "xy"} <= set(point):
        a, b, s = point["x2"], point["y2"], point["xy"]
        turn = Fraction(1, 1 + abs(s)) * (1 if s > 0 else -1)  # type: ignore[arg-type, operator]
        point["x2"], point["y2"], point["xy"] = a * a, b * b, turn * a * b  # type: ignore[operator]
    if {"m", "c"} <= set(point) and point["m"] > 1 and point["c"] < Fraction(-1) / (point["m"] - 1):  # type: ignore[operator]
        point["c"] = Fraction(-1) / (point["m"] - 1)  # type: ignore[operator]
    return point


PAIRS = (
    {"x2": 0, "y2": 0, "xy": 0},
    {"x2": 1, "y2": 1, "xy": -1},
    {"x2": 1, "y2": 1, "xy": 1},
    {"x2": "1/4", "y2": 1, "xy": "1/2"},
    {"x2": 1, "y2": 1, "xy": 0},
)

MSE_DOMAIN = Domain(
    (DIMENSION, COUNT, *SQUARES),
    (CAUCHY_SCHWARZ, WITHIN_BLOCK),
    fit,
    tuple({"d": dd, "m": mm, **pair} for pair in PAIRS for dd, mm in ((2, 2), (3, 2), (64, 64), (3, 1))),
)

SIMPLEX = -1 / (d - 1)
MEAN_NORM = sp.sqrt(2) * sp.gamma((d + 1) / 2) / sp.gamma(d / 2)  # the mean of a chi_d norm
SUMMAND_TERM = sp.gamma(d / 2) * v ** (2 * k) / (4**k * sp.factorial(k) * sp.gamma(k + d / 2))


def chi(r: sp.Expr) -> sp.Expr:
    """The chi_d density."""
    return 2 ** (1 - d / 2) * r ** (d - 1) * sp.exp(-(r**2) / 2) / sp.gamma(d / 2)


def summand(r: sp.Expr) -> sp.Expr:
    """The function averaged in Definition 3.1, at |w_i+w_j| = r: the sum of SUMMAND_TERM r^(2k)."""
    return sp.hyper((), (d / 2,), v**2 * r**2 / 4)


def conformity(cosine: sp.Expr, squared: sp.Expr = v**2) -> sp.Expr:
    """rho_c at v^2 = squared: the expectation of Definition 3.1 for a pair of that cosine."""
    return Conformity(d, cosine, squared)


def prf_mse(rho_value: sp.Expr, squared: sp.Expr = V2) -> sp.Expr:
    """The MSE of Theorem 3.2 for a conformity `rho_value` at v^2 = squared."""
    return SCALE / m * (sp.exp(2 * squared) - sp.exp(squared) + (m - 1) * (rho_value - sp.exp(squared)))


def simrf_mse() -> sp.Expr:
    """The exact MSE of m rows of one d x d SimRF block, positive features."""
    return prf_mse(conformity(SIMPLEX, V2), V2)


def orf_mse() -> sp.Expr:
    """The exact MSE of m orthogonal rows, positive features."""
    return prf_mse(conformity(sp.S.Zero, V2), V2)


def iid_mse() -> sp.Expr:
    """The exact MSE of m independent rows, positive features."""
    return prf_mse(sp.exp(V2), V2)


chosen = sp.Symbol("length", nonnegative=True)  # |x+y| or |x-y| of a simulated experiment
EXPERIMENT = Domain((ANY_DIMENSION, COUNT, real("length", 0)))


def drawn_square(pair: sp.Expr) -> sp.Expr:
    """E Khat^2 of positive features without the prefactor, at |x+y| = length, for a mean pair product `pair`."""
    return (sp.exp(2 * chosen**2) + (m - 1) * pair) / m


# x + y nonzero and at least two rows of one block: where the couplings differ
MANY = integer("m", 2, meaning="number of projections")
_MOVING = Rule(x2 + y2 + 2 * xy > 0, "|x+y| > 0")
NEAR_SQUARES = tuple(
    replace(square, reach=(Fraction(1, 10**4), Fraction(2))) for square in SQUARES
)  # searched up to 2
NEAR = real("v", 0, reach=("1e-6", 10), meaning="|x+y|")
STRICT_DOMAIN = Domain(
    (DIMENSION, MANY, *NEAR_SQUARES),
    (CAUCHY_SCHWARZ, WITHIN_BLOCK, _MOVING),
    fit,
    tuple({"d": dd, "m": mm, **pair} for pair in PAIRS[2:] for dd, mm in ((2, 2), (3, 2), (64, 64))),
)

MSE_NAMES = "d m x2 y2 xy"

many = sp.Symbol("n", positive=True, integer=True) + 1  # a number of projections that is at least 2
positive_v = sp.Symbol("v", positive=True)
