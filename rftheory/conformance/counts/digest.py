"""Counts of every draw, taken one after another, to the numbers that checks of their law need.

u = F(w - 1) + v p_w, v uniform, is uniform where w has the law F, whatever its atoms: bands of continuous laws then hold.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from rftheory.measured.inputs import Floats
from rftheory.measured.rowmaps.laws import AbstractDiscreteLaw, GeometricLaw
from rftheory.moments.row_maps import Counts

CELLS = 2**16
"""Of the histogram of u: its distance from uniformity is at most 1/CELLS below that of u itself."""


class Histogram:
    """The empirical law of u under one law of counts, at the ends of CELLS cells."""

    def __init__(self, law: AbstractDiscreteLaw, seed: int) -> None:
        self._law = law
        self._ties = np.random.Generator(np.random.PCG64DXSM(seed))
        self._cells: NDArray[np.int64] = np.zeros(CELLS, dtype=np.int64)

    def take(self, counts: Floats) -> Floats:
        """The u of one more draw (m, d)."""
        u = uniform(counts, self._law, self._ties)
        cells = np.clip((u * CELLS).astype(np.intp), 0, CELLS - 1)
        self._cells += np.bincount(cells.ravel(), minlength=CELLS)
        return u

    @property
    def size(self) -> int:
        """How many counts there were."""
        return int(np.sum(self._cells))

    @property
    def distance(self) -> float:
        """sup |F_n(t) - t| over the ends t of cells."""
        ends = np.arange(1.0, CELLS + 1.0) / CELLS
        return float(np.max(np.abs(np.cumsum(self._cells) / self.size - ends)))


class CountDigest:
    """n draws of counts (m, d) of a declared law; ties are broken by the stream of the seed.

    same, rows, coordinates: whether all draws, rows of a draw, coordinates of a row have been alike so far. within,
    between: mean products of ranks 2u - 1 of two coordinates of the first row, of two rows; first: the ranks of the
    first row (n, d). possible: whether the law draws such counts. swapped: u under 1 - p, for a geometric law.
    """

    def __init__(self, n: int, row: Counts, seed: int) -> None:
        self._n, self._law, self._start = n, row.law, np.empty((0, 0))
        self.law = Histogram(row.law, seed)
        self.swapped = _swapped(row.law, seed + 1)
        self.draws, self.total = 0, 0.0
        self.same = self.rows = self.coordinates = self.possible = True
        self.within, self.between = np.empty(n), np.empty(n)
        self.first: Floats = np.empty((0, 0))

    def take(self, w: Floats) -> None:
        """One more draw (m, d)."""
        if not self.draws:
            self._start, self.first = w, np.empty((self._n, w.shape[1]))
        self.same &= bool(np.array_equal(w, self._start))
        self.rows &= bool(np.all(w == w[:1]))
        self.coordinates &= bool(np.all(w == w[:, :1]))
        self.possible &= bool(np.all(self._law.log_mass(w) > -math.inf))
        self.total += float(np.sum(w))
        ranks, here = 2.0 * self.law.take(w) - 1.0, self.draws
        if self.swapped is not None:
            self.swapped.take(w)
        self.first[here] = ranks[0]
        one, two = ranks[0, ::2][: self.d // 2], ranks[0, 1::2]
        self.within[here] = float(np.mean(one * two)) if self.d > 1 else 0.0
        above, below = ranks[::2][: self.m // 2], ranks[1::2]
        self.between[here] = float(np.mean(above * below)) if self.m > 1 else 0.0
        self.draws += 1

    @property
    def m(self) -> int:
        """Rows of a draw."""
        return self._start.shape[0]

    @property
    def d(self) -> int:
        """Coordinates of a row."""
        return self._start.shape[1]

    @property
    def mean(self) -> float:
        """Of all counts."""
        return self.total / (self.draws * self.m * self.d)


def _swapped(law: AbstractDiscreteLaw, seed: int) -> Histogram | None:
    if not isinstance(law, GeometricLaw):
        return None
    return Histogram(GeometricLaw(tuple(1.0 - share for share in law.shares)), seed)


def uniform(counts: Floats, law: AbstractDiscreteLaw, ties: np.random.Generator) -> Floats:
    """F(w - 1) + v p_w, elementwise."""
    d, top = counts.shape[-1], int(np.max(counts)) + 1
    masses = np.exp(law.log_mass(np.broadcast_to(np.arange(top, dtype=np.float64)[:, None], (top, d))))
    below = np.concatenate([np.zeros((1, d)), np.cumsum(masses, axis=0)])
    index, column = counts.astype(np.intp), np.arange(d)
    found: Floats = below[index, column] + ties.random(counts.shape) * masses[index, column]
    return found
