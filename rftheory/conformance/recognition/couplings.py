"""Which coupling has the rows that a client draws, by the cosines of a block and the norms."""

from __future__ import annotations

import numpy as np

from rftheory.conformance.projections.hadamard import hadamard
from rftheory.measured.inputs import Floats
from rftheory.mechanisms._shelf import couplings

RIGID = ("orthogonal", "simplex", "simplex-full", "cross-polytope")
"""Couplings whose cosines within a block are fixed numbers."""


def recognised_coupling(w: Floats, error: float, *, signed: bool = True) -> str:
    """The coupling that has the cosines of the first block, up to sign where rows are not `signed`; iid where none has.

    To rounding, and in coarse dtypes well below what independent directions and chi_d norms spread by.
    """
    n, m, d = w.shape
    if m < 2 or n < 1:
        return "iid"
    norms = np.linalg.norm(w, axis=-1)
    tolerance = 1e-3 + 16.0 * error

    def alike(values: Floats, spread: float) -> bool:
        largest, typical = float(np.max(np.abs(values))), float(np.sqrt(np.mean(values**2)))
        return largest <= tolerance and typical <= 0.5 * spread

    def gaps(name: str) -> Floats:
        law = couplings()[name].law
        claimed, block = law.gram(d), min(law.rows(d), m)
        assert claimed is not None
        with np.errstate(invalid="ignore"):
            units = (w[:64] / norms[:64, :, None])[:, :block]
        found, claimed = units @ np.swapaxes(units, 1, 2), claimed[:block, :block]
        off = ~np.eye(block, dtype=bool)
        gap: Floats = found - claimed if signed else np.abs(found) - np.abs(claimed)
        return gap[:, off]

    constant = alike(norms / float(np.mean(norms)) - 1.0, 1.0 / np.sqrt(2.0 * d))
    nearest, off = min(
        ((name, gaps(name)) for name in RIGID), key=lambda found: float(np.mean(found[1] ** 2))
    )
    if not alike(off, 1.0 / np.sqrt(d)):
        return "sphere" if constant else "iid"
    if constant and nearest == "orthogonal":
        return hadamard(w[:64], error) or "orthogonal-fixed-norm"
    return nearest
