"""Rows that are products of Hadamard matrices and diagonals of signs, told by their entries."""

from __future__ import annotations

import math

import numpy as np

from rftheory.measured.inputs import Floats


def hadamard(w: Floats, error: float) -> str | None:
    """hd1, hd2 or hd3, where entries are multiples of 1, of 1/sqrt(d) or of 1/d as products of HD make them; rotations
    hit none.

    |HDH|_ij depends on i xor j alone (Sylvester's H): so do the entries of hd2.
    """
    d = w.shape[-1]
    if d < 4 or d & (d - 1):
        return None
    limit = 1e-4 * d + 16.0 * d * error
    units = np.abs(w) * math.sqrt(d) / np.linalg.norm(w, axis=-1, keepdims=True)
    if limit >= 0.1 or not any(_whole(size * units, limit) for size in (d, math.sqrt(d))):
        return None
    if float(np.max(np.abs(units - 1.0))) <= limit / d:
        return "hd1"
    here = np.arange(min(d, units.shape[1]))[:, None] ^ np.arange(d)
    turned = units[:, :1].repeat(len(here), axis=1)
    gap = units[:, : len(here)] - np.take_along_axis(turned, here[None], axis=2)
    return "hd2" if float(np.max(np.abs(gap))) <= limit / d else "hd3"


def _whole(values: Floats, limit: float) -> bool:
    """Whether all of them are whole numbers."""
    return float(np.max(np.abs(values - np.round(values)))) <= limit
