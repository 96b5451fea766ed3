"""How many diagonals of signs a product of Hadamard matrices has, to rounding: one that is missing leaves a lattice."""

from __future__ import annotations

import math

import numpy as np

from rftheory.conformance.bands import identity
from rftheory.conformance.checks import ClientCheck
from rftheory.conformance.findings import Finding
from rftheory.conformance.projections.draws import Projections
from rftheory.conformance.projections.hadamard import hadamard
from rftheory.conformance.references import PRODUCTS
from rftheory.measured.inputs import Floats
from rftheory.mechanisms.hadamard import Hadamard

NAME = "factors of a product"
ENOUGH = {8: 256, 16: 64}
"""Draws by which the lattice is not met by chance: at d = 8 right rows are on it in 88 % of draws, at d = 16 in 51 %."""
SMALLEST = 8


def factors(subject: Projections) -> Finding | None:
    """W = sqrt(d) H D_1 .. H D_k has k diagonals.

    Without D_1 it is D_2 H .. H D_k but for signs, of k - 2 factors less or more, as without one between. Without D_k, H 1
    is a multiple of an axis, so W 1 is a row of H D_1 .. of k - 1 factors: for k = 2 all its entries have one size, for
    k = 3 they are even numbers, while those of right rows are multiples of 1/d.
    """
    rows = subject.rows
    claim, d = rows.claim, rows.d
    assert isinstance(claim, Hadamard)
    w, k = rows.w, claim.factors
    if d < SMALLEST or k < 2 or rows.m < d or len(w) < ENOUGH.get(d, ENOUGH[16]):
        return None
    seen = hadamard(w, rows.error)
    fewer = seen is not None and int(seen.removeprefix("hd")) < k
    missing = not fewer and _lattice(w, k, 16.0 * d * rows.error + 1e-6)
    text = f"diagonals of signs: those of {seen}" if fewer else f"{k} diagonals of signs"
    text = "the diagonal next to the points is missing" if missing else text
    return identity(NAME, PRODUCTS, float(fewer or missing), 0.0, len(w), text)


def _lattice(w: Floats, k: int, limit: float) -> bool:
    """Whether W 1 has entries of one size (k = 2), or that are even (k = 3), in all draws."""
    d = w.shape[-1]
    sums = np.sum(w, axis=2) * math.sqrt(d) / np.linalg.norm(w, axis=2)
    if k == 2:
        return bool(np.max(np.abs(np.abs(sums) - np.abs(sums[:, :1]))) <= limit)
    return limit < 0.1 and bool(np.max(np.abs(sums / 2.0 - np.round(sums / 2.0))) <= limit)


CHECKS = (
    ClientCheck(
        NAME, "projections", Projections, (PRODUCTS,), factors, frozenset({"unpadded", "redrawn", "products"})
    ),
)
