"""Draws of W, taken block by block, to the numbers that checks of rows need: no array of all draws of W is kept.

Of every draw stay its norms, the first coordinates of its directions, one whole row and a few products; of all of them
together the signs of entries; of the first draws, which structures that hold in every draw are looked for in, all entries.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rftheory.battery.rows.functionals import coefficients, lengths
from rftheory.measured.inputs import Floats
from rftheory.measured.products import vecdot
from rftheory.measured.protocol import AbstractCoupling

SINGLE = 2.0**-18
"""32 units of single precision: no mistake of the theory is as small."""
FEW = 64
"""How many draws a structure that holds in every draw is looked for in."""
LEAST = 8
"""How many of them are kept whatever their size."""
KEPT, MOST = 2**22, 2**24
"""How many entries of first draws are kept; up to MOST where FEW draws have more."""
BLOCK = 2**20
"""How many entries are looked at together."""


def kept(m: int, d: int) -> int:
    """How many first draws of W (m, d) are kept whole."""
    return max(KEPT // (m * d), min(FEW, max(LEAST, MOST // (m * d))))


def slices(count: int, size: int) -> Iterator[slice]:
    """Parts of `count` things of `size` entries each, BLOCK entries together."""
    step = max(1, BLOCK // size)
    return (slice(start, start + step) for start in range(0, count, step))


@dataclass
class Numbers:
    """What is made of all draws: of every one its norms and first coordinates (n, m), a row (n, d), products (n,).

    picked: one row of every draw, each of the first block in turn. diagonal: the mean sign of the diagonals of blocks.
    combined: a fixed combination of all entries. key: another one, of the sizes of a combination of columns.
    within, between: cosines of the first two rows, and of the first rows of two blocks. likeness: the mean cos^2 of two
    rows, where rows are claimed to be independent. signs: the sum of the signs of every entry, (m, d). still: the rows
    (m,) of which all draws have one direction.
    """

    norms: Floats
    first: Floats
    picked: Floats
    diagonal: Floats
    combined: Floats
    key: Floats
    within: Floats
    between: Floats
    likeness: Floats | None
    signs: Floats
    still: NDArray[np.bool_]
    tolerance: float

    @property
    def frozen_directions(self) -> bool:
        """Whether no row has another direction in another draw."""
        return bool(np.all(self.still))

    @property
    def same(self) -> float:
        """Below this two numbers that vary by about one count as the same."""
        return min(self.tolerance, 0.05)


class Digest:
    """n draws of W (m, d) that claim a coupling, entries off by `error`; `signed`: whether signs of rows are known."""

    def __init__(self, n: int, m: int, d: int, claim: AbstractCoupling, error: float, signed: bool) -> None:
        self.first: Floats = np.empty((0, m, d))
        self._claim, self._signed, self._taken = claim, signed, 0
        self._block = min(claim.height(d), m)
        self._range: tuple[Floats, Floats, Floats] | None = None
        alike = claim.law.directions == "independent" and m > 1
        self.numbers = Numbers(
            norms=np.empty((n, m)),
            first=np.empty((n, m)),
            picked=np.empty((n, d)),
            diagonal=np.empty(n),
            combined=np.empty(n),
            key=np.empty(n),
            within=np.empty(n),
            between=np.empty(n),
            likeness=np.empty(n) if alike else None,
            signs=np.zeros((m, d)),
            still=np.ones(m, dtype=np.bool_),
            tolerance=max(SINGLE, 4.0 * error),
        )
        key = coefficients(m * d)
        self._key = key / np.linalg.norm(key)

    def take(self, w: Floats) -> None:
        """The next draws (k, m, d)."""
        missing = kept(*w.shape[1:]) - len(self.first)
        if missing > 0:
            part = w if len(w) <= missing else w[:missing].copy()
            self.first = np.concatenate([self.first, part]) if len(self.first) else part
        for some in slices(len(w), w.shape[1] * w.shape[2]):
            self._digest(w[some])

    def _digest(self, w: Floats) -> None:
        numbers, (k, m, d) = self.numbers, w.shape
        here, block = slice(self._taken, self._taken + k), self._block
        numbers.norms[here] = lengths(w)
        with np.errstate(invalid="ignore", divide="ignore"):
            units = w / numbers.norms[here][..., None]
        numbers.first[here] = units[..., 0]
        numbers.picked[here] = w[np.arange(k), np.arange(here.start, here.stop) % block]
        signs = np.sign(w)
        numbers.signs += np.sum(signs, axis=0)
        numbers.diagonal[here] = _diagonal(signs, block)
        numbers.combined[here] = w.reshape(k, -1) @ self._key
        numbers.key[here] = np.abs(w @ np.cos(1.0 + 2.399963 * np.arange(d))) @ np.cos(2.0 + np.arange(m))
        numbers.within[here] = vecdot(units[:, 0], units[:, min(1, m - 1)])
        numbers.between[here] = vecdot(units[:, 0], units[:, block if m > block else 0])
        if numbers.likeness is not None:
            numbers.likeness[here] = _likeness(np.nan_to_num(units))
        if np.any(numbers.still):
            self._watch(units)
        self._taken += k

    def _watch(self, units: Floats) -> None:
        """Which directions have stayed the same so far."""
        start, low, high = (units[0].copy(),) * 3 if self._range is None else self._range
        if not self._signed:
            units = units * np.where(vecdot(units, start) < 0.0, -1.0, 1.0)[..., None]
        low, high = np.minimum(low, np.min(units, axis=0)), np.maximum(high, np.max(units, axis=0))
        self._range = (start, low, high)
        self.numbers.still = np.max(high - low, axis=-1) <= self.numbers.same


def _diagonal(signs: Floats, block: int) -> Floats:
    """The mean of the diagonals of all whole blocks, (k,)."""
    _, m, d = signs.shape
    starts = range(0, m - min(block, d) + 1, block)
    diagonals = [np.diagonal(signs[:, start : start + block], axis1=1, axis2=2) for start in starts]
    found: Floats = np.mean(np.concatenate(diagonals, axis=1), axis=1)
    return found


def _likeness(units: Floats) -> Floats:
    """The mean of cos^2 over all pairs of rows of a draw, (k,): |U^T U|^2 has m more."""
    m = units.shape[1]
    square = np.swapaxes(units, 1, 2) @ units
    found: Floats = (np.sum(square**2, axis=(1, 2)) - m) / (m * (m - 1.0))
    return found
