"""Projections of a coupled block drawn under an exponential tilt. No weight and no functional is formed here."""

from __future__ import annotations

import numpy as np

from rftheory.errors import DomainError
from rftheory.measured.inputs import Floats
from rftheory.measured.protocol import Law


def tiltable(law: Law) -> bool:
    """Whether the law is one that this room can condition: chi_d norms, rows independent or at one angle."""
    return law.norm == "chi_d" and law.directions in ("independent", "orthogonal", "simplex")


def tilted_projections(law: Law, d: int, m: int, tilt: float, *, rng: np.random.Generator, n: int) -> Floats:
    """(n, m) projections w_k . e under the law with density (1/m) sum_i exp(tilt w_i . e - tilt^2 / 2)
    relative to the coupling's declared law (e a unit vector, every w_i ~ N(0, I_d)).

    A row i is chosen uniformly, w_i ~ N(tilt e, I_d), and the rest of its block follows from its
    conditional law given w_i; other blocks (of d rows, the last one shorter) keep their law. Rows of a
    block are exchangeable, so the chosen row may be written first: functionals must be symmetric.
    Exact where `tiltable`; DomainError otherwise. Proof: docs/inference.md, section 6.
    """
    if not tiltable(law):
        raise DomainError("law", law, "chi_d norms and rows that are independent, orthogonal or simplex")
    angle = law.cosine(d)
    if angle is None:
        projections: Floats = rng.standard_normal((n, m))
        projections[:, 0] += tilt
        return projections
    sizes = [min(d, m - start) for start in range(0, m, d)]
    ends = np.cumsum(sizes)
    chosen = np.searchsorted(ends, rng.integers(m, size=n), side="right")
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
    height = first / np.sqrt(first**2 + rng.chisquare(d - 1, n))
    others = angle * height[:, None] + np.sqrt(1 - height**2)[:, None] * _rest(d, rows - 1, angle, n, rng)
    norms = np.sqrt(rng.chisquare(d, (n, rows - 1)))
    projections: Floats = np.concatenate([first[:, None], norms * others], axis=1)
    return projections


def _rest(d: int, rows: int, angle: float, n: int, rng: np.random.Generator) -> Floats:
    """(n, rows) products of the other unit rows with a uniform unit vector of the first row's complement."""
    normals = rng.standard_normal((n, rows))
    length = np.sum(normals**2, axis=1)
    if rows < d - 1:
        length += rng.chisquare(d - 1 - rows, n)
    mean = normals.mean(axis=1, keepdims=True)
    along = np.sqrt(max(0.0, 1 + angle * rows))
    spread: Floats = np.sqrt(1 - angle) * (normals - mean + along * mean)
    spread /= np.sqrt(length)[:, None]
    return spread
