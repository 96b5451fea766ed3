"""Symbols, domains and quantities that several sections of orf share; each is named once."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

import sympy as sp

from rftheory.exact.functions.structured import StructuredMean
from rftheory.kit import (
    Below,
    Domain,
    Exists,
    Height,
    On,
    Parameter,
    Point,
    Rule,
    Simulation,
    formula,
    integer,
    real,
    squared_length,
    vector,
)

if TYPE_CHECKING:
    from rftheory.measured.estimators.experiments import Functional

d, D, m = sp.symbols("d D m", positive=True, integer=True)
j, k = sp.symbols("j k", nonnegative=True, integer=True)
z = sp.Symbol("z", nonnegative=True)
x, y, W = sp.IndexedBase("x"), sp.IndexedBase("y"), sp.IndexedBase("W")
t, c, length = sp.symbols("t c length", positive=True)

U = z**2
KERNEL = sp.exp(-U / 2)

DIMENSION = integer("d", 1, meaning="input dimension")
ROWS = integer("D", 1, meaning="number of projections (2D features)")
DISTANCE = real("z", 0, meaning="|x-y|/sigma")
SEPARATED = real("z", above=0, meaning="|x-y|/sigma, positive")
SHIFT = vector("x", meaning="the vector (x-y)/sigma")
WITHIN_BLOCK = Rule(sp.Le(D, d), "D <= d (rows of one block)")
POWER_OF_TWO = Rule(
    sp.Eq(sp.Mod(2 ** Height(x), Height(x)), 0), "a power of two of entries (the Walsh-Hadamard matrix)"
)


def fit(point: Point) -> Point:
    """Move a freely sampled point into the domain: no more rows than dimensions."""
    if {"d", "D"} <= set(point) and point["D"] > point["d"]:  # type: ignore[operator]
        point["D"] = point["d"]
    return point


_SPOTS = (
    {"z": 1, "d": 2, "D": 2}, {"z": 0, "d": 4, "D": 3}, {"z": 4, "d": 4, "D": 4}, {"z": 2, "d": 64, "D": 1},
    {"z": "1/2", "d": 32, "D": 32}, {"z": 3, "d": 7, "D": 5}, {"z": "1e-3", "d": 10**6, "D": 10**6},
    {"z": 100, "d": 3, "D": 2}, {"z": 10, "d": 128, "D": 100}, {"z": "1e-3", "d": 2, "D": 2},
    {"z": 2, "d": 1, "D": 1},
)  # fmt: skip


def block(distance: Parameter = DISTANCE, least: int = 1) -> Domain:
    """(z, d, D) with `least` <= D <= d, the rows of one block."""
    rows = integer("D", least, meaning=ROWS.meaning)
    domain = Domain((distance, integer("d", least), rows), (WITHIN_BLOCK,), fit)
    return replace(domain, extra=tuple(spot for spot in _SPOTS if domain.legal(spot) is not None))


BLOCK = block()
PLANE = Domain((DISTANCE, DIMENSION), extra=_SPOTS)
LINE = Domain((DISTANCE,), extra=({"z": 1}, {"z": 0}, {"z": 4}, {"z": "1e-3"}, {"z": 100}))
OPEN_LINE = Domain((SEPARATED,), extra=({"z": 1}, {"z": 4}, {"z": "1e-3"}, {"z": 20}))
OPEN_PLANE = Domain((SEPARATED, DIMENSION), extra=tuple(spot for spot in _SPOTS if spot["z"] != 0))

# E a_1 a_2 for two rows of S Q, and the same after Kummer's transformation
PAIR = sp.hyper((d,), (d / 2,), -U / 2)
PAIR_KUMMER = sp.exp(-U / 2) * sp.hyper((-d / 2,), (d / 2,), U / 2)
PAIR_SERIES = (
    sp.gamma(d / 2) / sp.gamma(d)
    * sp.Sum((-U / 2) ** k / sp.factorial(k) * sp.gamma(k + d) / sp.gamma(k + d / 2), (k, 0, sp.oo))
)  # fmt: skip
PAIR_MAIN = sp.exp(-U) - sp.exp(-U) * z**4 / (2 * d)  # Lemma 2 without its remainder
PAIR_MAIN_SERIES = sp.Sum((-U) ** k / sp.factorial(k) * (1 - k * (k - 1) / (2 * d)), (k, 0, sp.oo))


def sphere(squared: sp.Expr) -> sp.Expr:
    """E cos(sqrt(d) <q, v>) for a uniform direction q and |v|^2 = squared."""
    return sp.hyper((), (d / 2,), -d * squared / 4)


def sphere_bessel(squared: sp.Expr) -> sp.Expr:
    """The same through the Bessel function of order d/2 - 1."""
    argument = sp.sqrt(d * squared)
    return sp.gamma(d / 2) * (2 / argument) ** (d / 2 - 1) * sp.besselj(d / 2 - 1, argument)


def rff_variance(rows: sp.Expr = D) -> sp.Expr:
    """Var K_RFF as Lemma 1 prints it."""
    return (1 - sp.exp(-U)) ** 2 / (2 * rows)


def orf_variance(pair: sp.Expr = PAIR, rows: sp.Expr = D) -> sp.Expr:
    """Var K_ORF for `rows` <= d projections with E a_1 a_2 = pair."""
    return rff_variance(rows) + (1 - 1 / rows) * (pair - sp.exp(-U))


def fixed_norm_variance(single: sp.Expr, double: sp.Expr, pair: sp.Expr, rows: sp.Expr = D) -> sp.Expr:
    """Var K_ORF' from the mean of one cosine, of its doubled angle and of a pair."""
    return (1 + double) / (2 * rows) + (1 - 1 / rows) * pair - single**2


def printed_bound(rows: sp.Expr = D, coupled: sp.Expr = D) -> sp.Expr:
    """The main term of Theorems 1 and 2 (coupled = rows) and Corollary 1 (coupled = d)."""
    return ((1 - sp.exp(-U)) ** 2 - (coupled - 1) / d * sp.exp(-U) * z**4) / (2 * rows)


def bound_by_parts(rows: sp.Expr = D) -> sp.Expr:
    """The same main term from the second moments of Lemma 1 and the series behind Lemma 2."""
    independent = ((1 + sp.exp(-2 * U)) / 2 - sp.exp(-U)) / rows
    return independent + (1 - 1 / rows) * (PAIR_MAIN_SERIES - sp.exp(-U))


FIXED_VARIANCE = sp.Piecewise(  # for d = 1 the estimate is cos(z) itself
    (0, sp.Eq(d, 1)), (fixed_norm_variance(sphere(U), sphere(4 * U), sphere(2 * U)), True)
)
FIXED_BESSEL = fixed_norm_variance(sphere_bessel(U), sphere_bessel(4 * U), sphere_bessel(2 * U))


def with_one_remainder(bound: sp.Expr, scale: sp.Expr, domain: Domain) -> On:
    """lhs <= bound + f(z)/scale: at every z one number f(z) serves the whole domain."""
    remainder = sp.Symbol("f", nonnegative=True) / scale
    inner = On(domain, Below("lhs", bound + remainder, strict=False), "every other parameter")
    return On(LINE, Exists((real("f", 0),), inner), "every z")


EQ3 = 1 - (D - 1) * sp.exp(-U) * z**4 / (d * (1 - sp.exp(-U)) ** 2)
LIMIT_RATIO = 1 - sp.exp(-U) * z**4 / (1 - sp.exp(-U)) ** 2
LIMIT_SINH = 1 - (U / 2 / sp.sinh(U / 2)) ** 2
RATIO = 1 + 2 * (D - 1) * (PAIR - sp.exp(-U)) / (1 - sp.exp(-U)) ** 2

Points = tuple[dict[str, object], ...]

THREE = sp.Integer(3)
SQUARED_LENGTH = sp.Sum(x[j] ** 2, (j, 0, d - 1))
SHIFT_KERNEL = sp.exp(-SQUARED_LENGTH / 2)
SORF_BIAS = StructuredMean(x, THREE) - SHIFT_KERNEL


def unit(size: int, *leading: object) -> list[object]:
    """A vector of that size that begins with `leading` and ends in zeros."""
    return [*leading, *([0] * (size - len(leading)))]


DIRECTIONS = tuple(
    {"x": vector_, "z": norm, "d": len(vector_)}
    for vector_, norm in (
        (unit(2, 0), 0), (unit(1, 3), 3), (unit(2, 1), 1), (unit(2, "1e-3"), "1e-3"), (unit(2, 3, 4), 5),
        (unit(2, 100), 100), (unit(4, 2), 2), (unit(4, 1, 1, 1, 1), 2), (unit(4, "1/2", -1, 1, 0), "3/2"),
        (unit(4, 1, 2, 2, 4), 5), (unit(8, 1), 1), (unit(8, 3), 3), (unit(8, 1, 1, 1, 1), 2),
        (unit(8, "3/5", "4/5"), 1), (unit(8, 5, -5, 4, 4, 3, 2, 1, 2), 10), (unit(16, 2), 2),
        (unit(16, "6/5", "8/5"), 2), (unit(16, 1, 1, -1, 1), 2),
    )
)  # fmt: skip
STRUCTURED = Domain(
    (SHIFT, DISTANCE, DIMENSION),
    (
        POWER_OF_TWO,
        Rule(sp.Eq(Height(x), d), "d is the length of x"),
        Rule(sp.Eq(squared_length(x), z**2), "z is the norm of x"),
    ),
    extra=DIRECTIONS,
)

_DRAWN = Domain((DIMENSION, integer("m", 1), real("length", 0)))


def simulated(
    coupling: str,
    functional: Functional,
    expected: sp.Expr,
    *points: tuple[int, int, object],
    mean: sp.Expr = sp.exp(-U / 2),  # noqa: B008
) -> Simulation:
    """The estimator drawn at points (d, D, z) and held against an expression in d, D, z; `mean` is its mean."""
    quantity = formula(expected.subs({z: length, D: m}), _DRAWN, "d m length")
    drawn = tuple({"d": dd, "m": rows, "length": zz} for dd, rows, zz in points)
    centre = formula(mean.subs(z, length), _DRAWN, "d length") if functional == "square" else None
    return Simulation(coupling, "trigonometric", functional, quantity, drawn, mean=centre)


def simulated_structure(functional: Functional, expected: sp.Expr, *vectors: list[object]) -> Simulation:
    """SORF with D = d rows drawn at each vector and held against an expression in x."""
    squares = [sum(Fraction(str(e)) ** 2 for e in vector_) for vector_ in vectors]
    points = tuple(
        {"d": len(v), "m": len(v), "length": str(math.isqrt(int(q))), "direction": v, "x": v}
        for v, q in zip(vectors, squares, strict=True)
    )
    mean = formula(StructuredMean(x, THREE), STRUCTURED, "x") if functional == "square" else None
    return Simulation(
        "hd3", "trigonometric", functional, formula(expected, STRUCTURED, "x"), points, mean=mean
    )


FIXED_BIAS = sphere(U) - KERNEL

FIXED_BIAS_BESSEL = sphere_bessel(U) - KERNEL

BIAS_POINTS: Points = (
    {"z": 1, "d": 2},
    {"z": 3, "d": 3},
    {"z": "1/2", "d": 32},
    {"z": 10, "d": 8},
    {"z": 2, "d": 65},
)

FIXED_RATIO = (FIXED_VARIANCE / rff_variance()).subs(D, d)
