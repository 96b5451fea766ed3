"""Rows of a draw that come in another order than block after block: which belong together, by their angles.

Estimates are sums over rows, so that no mechanism promises an order; the cosines of a rigid block show who is in it, since
rows of different blocks have any angle.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from rftheory.battery.rows.digest import slices
from rftheory.measured.inputs import Floats

Indices = NDArray[np.intp]
Flags = NDArray[np.bool_]

SINGLE = 1e-5
"""Rows are often drawn in single precision and used in double."""
DRAWS, LEAST = 64, 4
"""Draws in which a fixed order is looked for."""
ENTRIES, SEED = 2**21, 20260729


@dataclass(frozen=True)
class RowOrder:
    """Blocks of `height` rows whose cosines are `cosine` up to sign, to within `limit`; one order for all draws, or None.

    mixed: rows come ranked by their norms, so that they are put in a random order first; height 0: that alone.
    """

    height: int
    cosine: float
    limit: float
    fixed: Indices | None = None
    mixed: bool = False
    rng: np.random.Generator = field(default_factory=lambda: np.random.Generator(np.random.PCG64DXSM(SEED)))

    def sorted(self, w: Floats) -> Floats:
        """Draws (k, m, d), each with the rows of a block together; those that have no such blocks as they are."""
        if self.mixed:
            places = np.argsort(self.rng.random(w.shape[:2]), axis=1)
            w = np.take_along_axis(w, places[..., None], axis=1)
        if self.fixed is not None or not self.height:
            return w if self.fixed is None else w[:, self.fixed]
        made, step = w.copy(), max(1, ENTRIES // w.shape[1] ** 2)
        for start in range(0, len(w), step):
            part = slice(start, start + step)
            order, whole = _blocks(_alike(w[part], self.cosine, self.limit), self.height)
            made[part][whole] = np.take_along_axis(w[part], order[..., None], axis=1)[whole]
        return made


def row_order(w: Floats, error: float) -> RowOrder | None:
    """The order that makes blocks of the first draws (k, m, d); None where they are in order, or have no rigid blocks."""
    m, d = w.shape[1:]
    limit, few = SINGLE + 16.0 * error, w[:DRAWS]
    if _ranked(few):
        alone = RowOrder(0, 0.0, limit, mixed=True)
        found = row_order(alone.sorted(few), error)
        return alone if found is None else RowOrder(found.height, found.cosine, limit, mixed=True)
    for height, cosine in ((d, 0.0), (d, 1.0 / max(d - 1, 1)), (d + 1, 1.0 / d)):
        if m <= height or limit > 0.1 / np.sqrt(d) or (d == 2 and cosine == 1.0):
            continue
        alike = _alike(few, cosine, limit)
        always, whole = _blocks(np.all(alike, axis=0, keepdims=True), height)
        if whole[0]:
            same = np.array_equal(always[0], np.arange(m))
            return None if same else RowOrder(height, cosine, limit, always[0])
        if _blocks(alike[:1], height)[1][0] and np.all(_blocks(alike, height)[1]):
            return RowOrder(height, cosine, limit)
    return None


def _ranked(w: Floats) -> bool:
    """Whether the norms of every draw rise, or fall, from row to row."""
    steps = np.diff(np.linalg.norm(w, axis=-1), axis=1)
    return w.shape[0] >= LEAST <= w.shape[1] and bool(np.all(steps > 0.0) or np.all(steps < 0.0))


def _alike(w: Floats, cosine: float, limit: float) -> Flags:
    """Which two rows of a draw have that cosine up to sign, and every row with itself: (k, m, m)."""
    k, m, _ = w.shape
    found: Flags = np.empty((k, m, m), dtype=np.bool_)
    with np.errstate(invalid="ignore", divide="ignore"):
        for some in slices(k, m * m):
            units = w[some] / np.linalg.norm(w[some], axis=-1, keepdims=True)
            found[some] = np.abs(np.abs(units @ np.swapaxes(units, 1, 2)) - cosine) <= limit
    return found | np.eye(m, dtype=bool)


def _blocks(alike: Flags, height: int) -> tuple[Indices, Flags]:
    """The same as `_few_blocks`, of a few draws after another."""
    k, m, _ = alike.shape
    orders, wholes = zip(*(_few_blocks(alike[some], height) for some in slices(k, m * m)), strict=True)
    return np.concatenate(orders), np.concatenate(wholes)


def _few_blocks(alike: Flags, height: int) -> tuple[Indices, Flags]:
    """Of every draw an order (k, m) that puts blocks together, a cut one last, and whether all rows are in such blocks.

    Two rows of different blocks may have the cosine by chance, but then share no third row with it.
    """
    m = alike.shape[1]
    rest, here = m % height, np.arange(m)
    shared = alike.astype(np.float64) @ alike.astype(np.float64)
    same = alike & ((shared >= min(3, height)) | np.eye(m, dtype=bool))
    if 0 < rest < min(3, height):
        lone = same.sum(axis=-1) == 1
        same |= alike & lone[:, :, None] & lone[:, None, :]
    first, size = np.argmax(same, axis=-1), same.sum(axis=-1)
    whole = np.all(same == (first[:, :, None] == first[:, None, :]), axis=(1, 2))
    cut = size != height
    whole &= np.all(~cut | (size == rest), axis=1) & (cut.sum(axis=1) == rest)
    return np.argsort(np.where(cut, m, first) * m + here, axis=1), whole
