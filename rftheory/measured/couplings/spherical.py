"""Projections under the sphere law tilted exponentially: von Mises-Fisher rows."""

from __future__ import annotations

import math

import numpy as np

from rftheory.measured.couplings.rotations import log_bessel_mean
from rftheory.measured.inputs import Floats


def log_mean(d: int, tilt: float) -> float:
    """log E exp(tilt w.e) for w uniform on the sphere of radius sqrt(d), e a unit vector."""
    if d == 1:
        return abs(tilt) + math.log1p(math.exp(-2.0 * abs(tilt))) - math.log(2.0)
    return float(log_bessel_mean(d, np.array([abs(tilt) * math.sqrt(d)]))[0])


def heights(d: int, concentration: float, n: int, *, rng: np.random.Generator) -> Floats:
    """(n,) first coordinates u of unit vectors of R^d with density proportional to e^{concentration u}.

    concentration >= 0. Exact rejection from a transformed beta law (Ulrich 1984; Wood 1994); d = 1 by its
    two points.
    """
    if d == 1:
        up = rng.random(n) < 1.0 / (1.0 + math.exp(-2.0 * concentration))
        return np.where(up, 1.0, -1.0)
    half = (d - 1) / 2.0
    slope = (d - 1) / (2.0 * concentration + math.hypot(2.0 * concentration, d - 1))
    centre = (1.0 - slope) / (1.0 + slope)
    top = concentration * centre + (d - 1) * math.log1p(-(centre**2))
    found, left = np.empty(n), np.arange(n)
    while left.size:
        share = rng.beta(half, half, left.size)
        height = (1.0 - (1.0 + slope) * share) / (1.0 - (1.0 - slope) * share)
        gain = concentration * height + (d - 1) * np.log1p(-centre * height) - top
        kept = gain >= -rng.standard_exponential(left.size)
        found[left[kept]] = height[kept]
        left = left[~kept]
    return found


def tilted_rows(d: int, m: int, tilt: float, orthogonal: bool, *, rng: np.random.Generator, n: int) -> Floats:
    """(n, m) projections w_k . e of rows of length sqrt(d) under (1/m) sum_i e^{tilt w_i.e} / E e^{tilt w_i.e}.

    tilt >= 0. One row has the tilted law and comes first in its block (rows are exchangeable; functionals
    must be symmetric); the rest of its block is uniform in its complement (orthogonal) or independent of it.
    """
    size = d if orthogonal else 1
    sizes = [min(size, m - start) for start in range(0, m, size)]
    plain = rng.standard_normal((n, len(sizes)))
    firsts = plain / np.sqrt(plain**2 + (rng.chisquare(d - 1, plain.shape) if d > 1 else 0.0))
    tilted = heights(d, tilt * math.sqrt(d), n, rng=rng)
    ends = np.cumsum(sizes)
    chosen = np.searchsorted(ends, rng.integers(m, size=n), side="right") if orthogonal else 0
    firsts[np.arange(n), chosen] = tilted
    if not orthogonal:
        return math.sqrt(d) * firsts
    blocks = [_block(d, rows, firsts[:, index], rng) for index, rows in enumerate(sizes)]
    return math.sqrt(d) * np.concatenate(blocks, axis=1)


def _block(d: int, rows: int, first: Floats, rng: np.random.Generator) -> Floats:
    """(n, rows) heights of orthonormal rows, the first of which is given."""
    if rows == 1:
        return first[:, None]
    normals = rng.standard_normal((len(first), rows - 1))
    squares = np.sum(normals**2, axis=1)
    if rows < d:
        squares += rng.chisquare(d - rows, len(first))
    others = np.sqrt((1.0 - first**2) / squares)[:, None] * normals
    return np.concatenate([first[:, None], others], axis=1)
