"""Rows of a coupling of which one, chosen uniformly, has a shifted and scaled law: projections and squared norms alone."""

from __future__ import annotations

import numpy as np

from rftheory.measured.couplings.tilting import others_of_block
from rftheory.measured.inputs import Floats
from rftheory.measured.protocol import AbstractCoupling


def tilted_rows(
    coupling: AbstractCoupling, d: int, m: int, shift: Floats, scale: Floats, *, rng: np.random.Generator
) -> tuple[Floats, Floats]:
    """(n, m) projections on a unit vector e and squared norms, one row drawn from N(shift e, scale^2 I) instead.

    The row is chosen uniformly and written first in its block; the others follow from the declared law given its
    direction. shift 0 and scale 1 are that law.
    """
    n, law = shift.size, coupling.law
    first = shift + scale * rng.standard_normal(n)
    across = scale**2 * (rng.chisquare(d - 1, n) if d > 1 else np.zeros(n))
    t, w2 = np.empty((n, m)), np.empty((n, m))
    t[:, 0], w2[:, 0] = first, first**2 + across
    angle = law.cosine(d)
    size = m if angle is None else min(d, m)
    if angle is not None and m > d:
        last = m % d or d
        size_of = np.where(rng.integers(m, size=n) >= m - last, last, d)
    else:
        size_of = np.full(n, size)
    for rows in np.unique(size_of):
        (where,) = np.nonzero(size_of == rows)
        _rest_of_block(t, w2, where, int(rows), d, angle, rng)
        _other_blocks(t, w2, where, int(rows), m, d, angle, rng)
    return t, w2


def _rest_of_block(
    t: Floats, w2: Floats, where: np.ndarray, rows: int, d: int, angle: float | None, rng: np.random.Generator
) -> None:
    """The rows beside the first one of its block."""
    if rows == 1:
        return
    count = where.size
    norms = rng.chisquare(d, (count, rows - 1))
    if angle is None:
        own = rng.standard_normal((count, rows - 1))
        rest = rng.chisquare(d - 1, own.shape) if d > 1 else 0.0
        t[where, 1:rows], w2[where, 1:rows] = own, own**2 + rest
        return
    height = t[where, 0] / np.sqrt(w2[where, 0])
    beside = others_of_block(d, rows - 1, angle, count, rng)
    cosines = angle * height[:, None] + np.sqrt(np.maximum(0.0, 1.0 - height**2))[:, None] * beside
    t[where, 1:rows], w2[where, 1:rows] = np.sqrt(norms) * cosines, norms


def _other_blocks(
    t: Floats,
    w2: Floats,
    where: np.ndarray,
    rows: int,
    m: int,
    d: int,
    angle: float | None,
    rng: np.random.Generator,
) -> None:
    """Blocks without the tilted row, of d rows but for the last one."""
    start, short = rows, (m % d or d)
    while start < m and angle is not None:
        # the short block is the tilted one, or else comes last
        size = d if rows == short and rows != d else min(d, m - start)
        first = rng.standard_normal(where.size)
        block_t, block_w2 = np.empty((where.size, size)), np.empty((where.size, size))
        block_t[:, 0] = first
        block_w2[:, 0] = first**2 + (rng.chisquare(d - 1, where.size) if d > 1 else 0.0)
        _rest_of_block(block_t, block_w2, np.arange(where.size), size, d, angle, rng)
        t[where, start : start + size], w2[where, start : start + size] = block_t, block_w2
        start += size
