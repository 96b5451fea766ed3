"""How much larger than with independent rows a variance can be when rows are coupled: a proved bound."""

from __future__ import annotations

import math
from functools import cache

import numpy as np
import scipy

from rftheory.measured.inputs import Floats
from rftheory.measured.protocol import AbstractCoupling
from rftheory.mechanisms._shelf import couplings

DEGREES = 64
USUAL = ("iid", "orthogonal", "simplex", "simplex-full")


@cache
def coupled_factor(coupling: AbstractCoupling, d: int, m: int) -> float:
    """f with Var((1/m) sum_i F(w_i)) <= f Var F(w_1)/m for every F, rows of an isotropic coupling.

    Norms are independent of each other and of the directions, so Cov(F(w_i), F(w_j)) is that of F's mean over the
    norm, a function on the sphere; by Funk and Hecke degree l of its spherical harmonics adds P_l(c) |F_l|^2, c the
    cosine of the rows, P_l the Legendre polynomial of R^d with P_l(1) = 1. A block then has at most the greatest over
    l >= 1 of sum_ij P_l(c_ij) times the variance of one row. Where cosines are random or vectors are padded, Cauchy
    and Schwarz: the number of rows of a block.
    """
    rows = coupling.height(d)
    if coupling.law.directions == "independent":
        return 1.0
    gram = coupling.law.gram(d) if coupling.isotropic and coupling.padded(d) == d else None
    sizes = [rows] * (m // rows) + ([m % rows] if m % rows else [])
    return math.fsum(b * (b if gram is None else _block(gram[:b, :b], d)) for b in sizes) / m


def largest_factor(coupling: AbstractCoupling | None, d: int, m: int) -> float:
    """`coupled_factor`; without a coupling the largest of those that code usually has (USUAL)."""
    shelf = couplings()
    return max(
        coupled_factor(one, d, m)
        for one in ([shelf[name] for name in USUAL] if coupling is None else [coupling])
    )


def _block(gram: Floats, d: int) -> float:
    """The greatest over l >= 1 of (1/b) sum_ij P_l(c_ij), at least the tail's bound."""
    values, counts = np.unique(np.round(gram, 15), return_counts=True)
    totals = legendre(values, d)[1:] @ counts
    tail = float(np.sum(counts * np.array([_tail(float(c), d) for c in values])))
    return max(float(np.max(totals)), tail) / len(gram)


def legendre(c: Floats, d: int) -> Floats:
    """P_0(c) .. P_DEGREES(c) of R^d, (DEGREES + 1, k)."""
    found = [np.ones_like(c), c]
    for degree in range(1, DEGREES):
        found.append(((2 * degree + d - 2) * c * found[-1] - degree * found[-2]) / (degree + d - 2))
    return np.stack(found)


def _tail(c: float, d: int) -> float:
    """A bound of |P_l(c)| for l > DEGREES, by Laplace's integral of (c + i sqrt(1 - c^2) cos f)^l; it falls with l.

    In the plane P_l is cos(l t), and all cosines of blocks have a period that DEGREES covers.
    """
    if d == 2:
        return -1.0
    if abs(c) >= 1.0:
        return 1.0
    nodes, weights = scipy.special.roots_gegenbauer(256, (d - 2) / 2.0)
    size = c * c + (1.0 - c * c) * nodes**2
    return float(weights @ size ** (DEGREES / 2.0) / np.sum(weights))
