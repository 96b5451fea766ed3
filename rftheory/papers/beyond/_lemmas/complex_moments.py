"""Moments of the real part of a complex exponential estimate, in closed form and by integrals over each coordinate."""

from __future__ import annotations

from dataclasses import replace

import sympy as sp

from rftheory.exact.functions.complex_vectors import Conjugated, Dot, Minus, Plus
from rftheory.exact.functions.gaussian_exponential import GaussianMoment
from rftheory.kit import Domain, Equal, On, formula
from rftheory.papers._shared.complex_pairs import CROSS, IMAGINARY2, PAIR, REAL2, Z

SIZE, RADIUS, TURN = REAL2 - IMAGINARY2, REAL2 + IMAGINARY2, 2 * CROSS  # z.z = size + i turn, |z|^2


def variance(sign: int) -> sp.Expr:
    """Var of the real (1) or imaginary (-1) part over SM^2/m, plus 1 for the real part."""
    return (sp.exp(RADIUS) + sign * sp.exp(SIZE) * sp.cos(TURN)) / 2


def integral(u: sp.Expr, v: sp.Expr) -> sp.Expr:
    """E exp(w.u + w.v), every coordinate integrated numerically."""
    return GaussianMoment(Plus(u, v))


def integrated(z: sp.Expr, other: sp.Expr, signs: tuple[int, ...] = (1,)) -> sp.Expr:
    """E Re T Re T' / SM^2 from integrals over each coordinate, averaged over the signs of w in T'."""
    total = sp.S.Zero
    for second in (other, Conjugated(other)):
        weight = sp.exp(-(Dot(z, z) + Dot(second, second)) / 2)
        for sign in signs:
            total += sp.re(weight * GaussianMoment((Plus if sign > 0 else Minus)(z, second)))
    return total / (2 * len(signs))


REAL_PART_MOMENT = integrated(Z, Z)


def by_quadrature(expression: sp.Expr, domain: Domain, names: str) -> On:
    """The side is the same moment integrated coordinate by coordinate: at chosen points, where z is not 0."""
    chosen = tuple(point for place, point in enumerate(domain.extra[:6]) if place != 2)
    form = formula(expression, domain, names, complex_valued=names == PAIR)
    return On(replace(domain, extra=chosen), Equal("", form), "A invertible")
