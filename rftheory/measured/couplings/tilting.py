"""Projections of a coupled block drawn under an exponential tilt."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rftheory.errors import DomainError
from rftheory.measured.inputs import Floats
from rftheory.measured.products import vecdot
from rftheory.measured.protocol import Law


def tiltable(law: Law) -> bool:
    """Whether the law is one that this room can condition: chi_d norms, rows independent or at known angles."""
    known = ("independent", "orthogonal", "simplex", "full-simplex", "cross-polytope")
    return law.norm == "chi_d" and law.directions in known


def rotatable(law: Law) -> bool:
    """Whether it is tiltable and all pairs of a block are alike."""
    return tiltable(law) and law.directions != "cross-polytope"


def tilted_projections(law: Law, d: int, m: int, tilt: float, *, rng: np.random.Generator, n: int) -> Floats:
    """(n, m) projections w_k . e under the law with density (1/m) sum_i exp(tilt w_i . e - tilt^2 / 2)
    relative to the coupling's declared law (e a unit vector, every w_i ~ N(0, I_d)).

    A row i is chosen uniformly, w_i ~ N(tilt e, I_d), and the rest of its block follows from its
    conditional law given w_i; other blocks (of law.rows(d) rows, the last one shorter) keep their law. Where rows
    of a block are exchangeable the chosen one may be written first: functionals must be symmetric.
    Exact where `tiltable`; DomainError otherwise. Proof: docs/inference.md, section 6.
    """
    if not tiltable(law):
        raise DomainError("law", law, "chi_d norms and rows at known angles")
    angle = law.cosine(d)
    if law.directions == "independent":
        projections: Floats = rng.standard_normal((n, m))
        projections[:, 0] += tilt
        return projections
    height = law.rows(d)
    sizes = [min(height, m - start) for start in range(0, m, height)]
    rows = rng.integers(m, size=n)
    chosen = np.searchsorted(np.cumsum(sizes), rows, side="right")
    if angle is None:
        within = np.where(chosen[:, None] == np.arange(len(sizes)), (rows % height)[:, None], 0)
        parts = [
            _opposites(d, size, within[:, index], np.where(chosen == index, tilt, 0.0), rng)
            for index, size in enumerate(sizes)
        ]
        return np.concatenate(parts, axis=1)
    blocks = [
        _block(d, size, angle, np.where(chosen == index, tilt, 0.0), rng) for index, size in enumerate(sizes)
    ]
    return np.concatenate(blocks, axis=1)


def _block(d: int, rows: int, angle: float, shift: Floats, rng: np.random.Generator) -> Floats:
    """(n, rows) projections of one block whose first row is N(shift e, I_d); shift 0 is the untilted law."""
    n = shift.size
    first = shift + rng.standard_normal(n)
    if rows == 1:
        return first[:, None]
    height = first / np.sqrt(first**2 + rng.chisquare(d - 1, n)) if d > 1 else np.sign(first)
    others = angle * height[:, None] + np.sqrt(1 - height**2)[:, None] * others_of_block(
        d, rows - 1, angle, n, rng
    )
    norms = np.sqrt(rng.chisquare(d, (n, rows - 1)))
    projections: Floats = np.concatenate([first[:, None], norms * others], axis=1)
    return projections


def _opposites(d: int, rows: int, row: NDArray[np.int64], shift: Floats, rng: np.random.Generator) -> Floats:
    """(n, rows) projections of rows +-q_1, +-q_2, .. of which number `row` is N(shift e, I_d)."""
    n = shift.size
    every, axis, sign = np.arange(n), row // 2, 1.0 - 2.0 * (row % 2)
    first = shift + rng.standard_normal(n)
    height = first / np.sqrt(first**2 + rng.chisquare(d - 1, n)) if d > 1 else np.sign(first)
    heights = rng.standard_normal((n, d))
    heights[every, axis] = 0.0
    length = np.sqrt(vecdot(heights, heights))
    heights *= (np.sqrt(np.maximum(1 - height**2, 0.0)) / np.where(length > 0.0, length, 1.0))[:, None]
    heights[every, axis] = sign * height
    signs = np.where(np.arange(rows) % 2, -1.0, 1.0)
    projections: Floats = np.sqrt(rng.chisquare(d, (n, rows))) * signs * heights[:, np.arange(rows) // 2]
    projections[every, row] = first
    return projections


def others_of_block(d: int, rows: int, angle: float, n: int, rng: np.random.Generator) -> Floats:
    """(n, rows) products of the other unit rows with a uniform unit vector of the first row's complement."""
    normals = rng.standard_normal((n, rows))
    mean = normals.mean(axis=1, keepdims=True)
    length = np.sum((normals - mean if rows == d else normals) ** 2, axis=1)
    if rows < d - 1:
        length += rng.chisquare(d - 1 - rows, n)
    along = np.sqrt(max(0.0, 1 + angle * rows))
    spread: Floats = np.sqrt(1 - angle) * (normals - mean + along * mean)
    spread /= np.sqrt(np.where(length > 0.0, length, 1.0))[:, None]
    return spread
