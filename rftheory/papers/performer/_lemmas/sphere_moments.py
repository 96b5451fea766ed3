"""Moments of one coordinate of a direction, their integrals and shared steps in performer."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import Domain, Expectation, Inner, Length, Proof, Row, Simulation, formula, integer
from rftheory.papers._shared import regularised_softmax as reg
from rftheory.papers._shared.invariants import DIMENSION, d, m
from rftheory.papers._shared.regularised_softmax import PLANE, SPHERE_MOMENT, Points, k
from rftheory.papers.performer._notation import DRAWN, LAMBDA, length, sphere_kernel

phi = sp.Symbol("phi", real=True)
_j = sp.Symbol("j", nonnegative=True, integer=True)
_ORDER = integer("k", 0, meaning="half the order of the moment")
_HIGHER = integer("k", 1, meaning="half the order of the moment")
_SPOTS = tuple(
    {"k": kk, "d": dd}
    for kk, dd in ((1, 2), (0, 3), (1, 1), (2, 2), (3, 5), (10, 64), (7, 1), (1, 10**6), (1000, 1000))
)
MOMENTS = Domain((_ORDER, DIMENSION), extra=_SPOTS)
GENTLE: Points = (
    {"k": 0, "d": 3},
    {"k": 1, "d": 2},
    {"k": 2, "d": 3},
    {"k": 3, "d": 8},
    {"k": 6, "d": 5},
    {"k": 4, "d": 1},
)
POSITIVE_ORDERS = Domain((_HIGHER, DIMENSION), extra=tuple(p for p in _SPOTS if p["k"]))


def powers(cosines: sp.Expr, sines: sp.Expr, angle: sp.Symbol = phi) -> sp.Expr:
    """int_0^pi cos^cosines sin^sines."""
    return sp.Integral(sp.cos(angle) ** cosines * sp.sin(angle) ** sines, (angle, 0, sp.pi))


def beta(cosines: sp.Expr, sines: sp.Expr) -> sp.Expr:
    """The same by Gamma functions for an even power of the cosine."""
    return sp.gamma((cosines + 1) / 2) * sp.gamma((sines + 1) / 2) / sp.gamma((cosines + sines) / 2 + 1)


_BY_ANGLE = sp.Piecewise((1, sp.Eq(d, 1)), (powers(2 * k, d - 2) / powers(0, d - 2), True))
A = formula(_BY_ANGLE, MOMENTS, "k d", closed=SPHERE_MOMENT)
DOUBLE_FACTORIAL = sp.Product(2 * _j + 1, (_j, 0, k - 1))  # (2k-1)!!
_BY_FACTORS = DOUBLE_FACTORIAL / sp.Product(d + 2 * _j, (_j, 0, k - 1))
QUOTIENT = formula(_BY_FACTORS, MOMENTS, "k d", closed=SPHERE_MOMENT)
A_DOUBLED = formula(SPHERE_MOMENT.subs(k, 2 * k), MOMENTS, "k d")
MIXED = "A(k,d) is the moment of order 2k, so A(2k,d) is that of order 4k; the quotient is A(k,d)."
W_POINTS: Points = ({"d": 2, "w": "1/3"}, {"d": 3, "w": 1}, {"d": 10, "w": 4}, {"d": 5, "w": 20})
RATIO_SIDES = {
    "lhs": formula(reg.ratio_bessel(), PLANE, "d w", closed=reg.ratio()),
    "rhs": formula(reg.ratio_series(), PLANE, "d w", closed=reg.ratio()),
}


_ROW = Row("iid", 1)
COORDINATE = Inner(_ROW, sp.Symbol("e_1")) / Length(_ROW)  # u_1 for u = omega/|omega|
Z = sp.Symbol("z")  # x + y
SPHERE_EXPONENTIAL = Expectation(sp.exp(sp.sqrt(d) * Inner(_ROW, Z) / Length(_ROW)))
SMREG = LAMBDA * SPHERE_EXPONENTIAL


def even_moment(half: sp.Expr) -> sp.Expr:
    """A(half, d) = E u_1^(2 half)."""
    return Expectation(COORDINATE ** (2 * half))


SPHERE_MEAN = Simulation(
    "orthogonal-fixed-norm",
    "positive",
    "mean",
    formula(sphere_kernel(length**2), DRAWN, "d length"),
    ({"d": 4, "m": 2, "length": 1}, {"d": 8, "m": 2, "length": 2}),
    second=formula(
        (sphere_kernel(4 * length**2) + (m - 1) * sphere_kernel(2 * length**2)) / m,
        DRAWN,
        "d m length",
    ),
)


def series_steps(proof: Proof) -> None:
    """SMREG as a series of even moments."""
    reg.direction_moments(proof)
    t = sp.Symbol("t", real=True)
    proof.equal((t ** (2 * k) + (-t) ** (2 * k)) / 2, t ** (2 * k), "u and -u have one law: even powers stay")
    proof.equal(t ** (2 * k + 1) + (-t) ** (2 * k + 1), sp.S.Zero, "odd powers cancel")
    length = sp.Symbol("z", nonnegative=True)
    proof.equal(
        (sp.sqrt(d) * length) ** (2 * k) / sp.factorial(2 * k),
        length ** (2 * k) * d**k / sp.factorial(2 * k),
        "the terms of the exponential of sqrt(d) |z| u_1, isotropy turning z into |z| e_1; Tonelli",
    )


def density_steps(proof: Proof) -> None:
    """The angle between a direction and an axis has a density proportional to sin^(d-2)."""
    reg.direction_moments(proof)
    proof.cite(
        "int_0^pi cos^a sin^b = Gamma((a+1)/2) Gamma((b+1)/2)/Gamma((a+b)/2+1) for even a (Beta integral)"
    )
    proof.equal(
        beta(2 * k, d - 2) / beta(sp.S.Zero, d - 2),
        SPHERE_MOMENT,
        "the even moments of the cosine under the density are those of u_1, the odd ones vanish on both sides",
    )
    proof.cite(
        "a law on [-1, 1] is determined by its moments (Weierstrass); the cosine is one-to-one on [0, pi]"
    )
