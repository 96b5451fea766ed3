"""Which coupling has the rows that a client draws, by the cosines of a block and the norms."""

from __future__ import annotations

import math

import numpy as np

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
        return _hadamard(w[:64], error) or "orthogonal-fixed-norm"
    return nearest


def _hadamard(w: Floats, error: float) -> str | None:
    """hd1, hd2 or hd3, where entries are multiples of 1 or of 1/d as products of HD make them; rotations hit none.

    |HDH|_ij depends on i xor j alone (Sylvester's H): so do the entries of hd2.
    """
    d = w.shape[-1]
    if d < 4 or d & (d - 1):
        return None
    limit = 1e-4 * d + 16.0 * d * error
    units = np.abs(w) * math.sqrt(d) / np.linalg.norm(w, axis=-1, keepdims=True)
    if limit >= 0.1 or float(np.max(np.abs(d * units - np.round(d * units)))) > limit:
        return None
    if float(np.max(np.abs(units - 1.0))) <= limit / d:
        return "hd1"
    here = np.arange(min(d, units.shape[1]))[:, None] ^ np.arange(d)
    turned = units[:, :1].repeat(len(here), axis=1)
    gap = units[:, : len(here)] - np.take_along_axis(turned, here[None], axis=2)
    return "hd2" if float(np.max(np.abs(gap))) <= limit / d else "hd3"
