"""Rows with one mistake taken out, simulated: what a cause explains is what holds once its repair is made."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping

import numpy as np
import scipy.special

from rftheory.battery.rows.draws import DrawnRows
from rftheory.conformance.own_causes import own_mistakes
from rftheory.measured.inputs import Floats

SEED = 20230131
HELD = 2**22
"""Entries of repaired rows that are kept."""
Repair = Callable[[DrawnRows, np.random.Generator], Floats]


def _signs(rng: np.random.Generator, *shape: int) -> Floats:
    found: Floats = rng.choice([-1.0, 1.0], shape)
    return found


def _blocks(rows: DrawnRows) -> Iterator[slice]:
    """The rows of each block."""
    return (slice(start, start + rows.block) for start in range(0, rows.m, rows.block))


def _row_signs(rows: DrawnRows, rng: np.random.Generator) -> Floats:
    """A random sign for every row: what no even map sees."""
    return rows.w * _signs(rng, rows.n, rows.m, 1)


def _all_signs(rows: DrawnRows, rng: np.random.Generator) -> Floats:
    """Random signs for rows and, in each block, for columns: they make Haar's law of any Q of a QR."""
    w = _row_signs(rows, rng)
    for block in _blocks(rows):
        w[:, block] *= _signs(rng, rows.n, 1, rows.d)
    return w


def _entry_signs(rows: DrawnRows, rng: np.random.Generator) -> Floats:
    """A random sign for every entry."""
    return rows.w * _signs(rng, rows.n, rows.m, rows.d)


def _thawed(rows: DrawnRows, rng: np.random.Generator) -> Floats:
    """The rows that no draw changes drawn anew."""
    w, still = rows.w.copy(), rows.still
    w[:, still] = rows.claim.sample(rows.d, rows.m, rng=rng, n=rows.n)[:, still]
    return w


def _length(rows: DrawnRows, rng: np.random.Generator) -> Floats:
    """One factor, so that entries have mean square one."""
    del rng
    return rows.w / math.sqrt(rows.square or 1.0)


def _norm_law(rows: DrawnRows, rng: np.random.Generator) -> Floats:
    """Norms of the declared law in the order of those drawn, so that what depends on what stays."""
    if rows.claim.law.norm == "sqrt(d)" or rows.constant:
        return _norms(rows, rng)
    order = np.argsort(np.argsort(rows.norms, axis=None), axis=None).reshape(rows.norms.shape)
    wanted = np.sqrt(2.0 * scipy.special.gammaincinv(rows.d / 2.0, (order + 0.5) / order.size))
    found: Floats = rows.units * wanted[..., None]
    return found


def _norms(rows: DrawnRows, rng: np.random.Generator) -> Floats:
    """Norms drawn anew, each by itself."""
    fixed = rows.claim.law.norm == "sqrt(d)"
    drawn = (
        np.full(rows.norms.shape, math.sqrt(rows.d))
        if fixed
        else np.sqrt(rng.chisquare(rows.d, rows.norms.shape))
    )
    found: Floats = rows.units * drawn[..., None]
    return found


def _axis(rows: DrawnRows, rng: np.random.Generator) -> Floats:
    """The norms of columns taken off square blocks, and norms of rows put on; other blocks are drawn anew."""
    w = _directions(rows, rng)
    for block in _blocks(rows):
        part = rows.w[:, block]
        if part.shape[1] == rows.d:
            w[:, block] = part / np.sqrt(np.sum(part**2, axis=1, keepdims=True))
    return _norms(_with(rows, w), rng)


def _directions(rows: DrawnRows, rng: np.random.Generator) -> Floats:
    """The directions of the declared coupling, with the norms that were drawn."""
    drawn = rows.claim.sample(rows.d, rows.m, rng=rng, n=rows.n)
    found: Floats = drawn / np.linalg.norm(drawn, axis=-1, keepdims=True) * rows.norms[..., None]
    return found


def _between(rows: DrawnRows, rng: np.random.Generator) -> Floats:
    """Every block from another draw."""
    del rng
    w = rows.w.copy()
    for index, block in enumerate(_blocks(rows)):
        w[:, block] = np.roll(rows.w[:, block], index, axis=0)
    return w


def _white(rows: DrawnRows, rng: np.random.Generator) -> Floats:
    """Rows with no favoured direction: their covariance taken out."""
    del rng
    flat = rows.w.reshape(-1, rows.d)
    values, vectors = np.linalg.eigh(flat.T @ flat / len(flat))
    root = vectors / np.sqrt(np.maximum(values, 1e-12)) @ vectors.T
    found: Floats = rows.w @ root
    return found


def _centred(rows: DrawnRows, rng: np.random.Generator) -> Floats:
    """Rows with the mean of each entry taken off, and entries of mean square one."""
    centred = rows.w - np.mean(rows.w, axis=0)
    return _length(_with(rows, centred), rng)


def _entries(rows: DrawnRows, rng: np.random.Generator) -> Floats:
    """Normal entries in the order of those drawn, equal ones in a random order."""
    flat = rows.w.ravel()
    order, mixed = np.empty(flat.size), rng.permutation(flat.size)
    order[mixed[np.argsort(flat[mixed])]] = np.arange(flat.size)
    found: Floats = scipy.special.ndtri((order + 0.5) / flat.size).reshape(rows.w.shape)
    return found


def _last(rows: DrawnRows, rng: np.random.Generator) -> Floats:
    """The rows of a last block that is cut off drawn anew; as they are where all blocks are whole."""
    w, start = rows.w.copy(), rows.m - rows.m % rows.block
    if start < rows.m:
        w[:, start:] = rows.claim.sample(rows.d, rows.m - start, rng=rng, n=rows.n)
    return w


def _first(rows: DrawnRows, rng: np.random.Generator) -> Floats:
    """The other rows drawn anew where the last block is cut off."""
    w, start = rows.w.copy(), rows.m - rows.m % rows.block
    if start < rows.m:
        w[:, :start] = rows.claim.sample(rows.d, start, rng=rng, n=rows.n)
    return w


def _rows(rows: DrawnRows, rng: np.random.Generator) -> Floats:
    """All rows drawn anew."""
    return rows.claim.sample(rows.d, rows.m, rng=rng, n=rows.n)


def _law(rows: DrawnRows, rng: np.random.Generator) -> Floats:
    """All rows drawn anew by a law that the kernel has: the declared one, or N(0, I) where that is structured."""
    return _rows(rows, rng) if rows.claim.isotropic else rng.standard_normal((rows.n, rows.m, rows.d))


REPAIRS: Mapping[str, Repair] = {
    "rows": _rows,
    "law": _law,
    "still rows": _thawed,
    "last block": _last,
    "whole blocks": _first,
    "row signs": _row_signs,
    "entry signs": _entry_signs,
    "signs": _all_signs,
    "length": _length,
    "centre": _centred,
    "entries": _entries,
    "norm law": _norm_law,
    "norms": _norms,
    "axis": _axis,
    "directions": _directions,
    "blocks": _between,
    "covariance": _white,
}
"""By name, in the order in which several are made."""


def part(rows: DrawnRows) -> DrawnRows:
    """The draws of which all entries are kept: as many as a simulation takes."""
    return rows.whole


def repaired(rows: DrawnRows, repairs: tuple[str, ...]) -> DrawnRows:
    """The rows with these repairs made, kept as long as the rows are: one failure after another asks for the same."""
    made = rows.variants
    if not repairs:
        return rows  # what keeps itself lives until the collector finds it, with all its entries
    if repairs not in made:
        if len(made) * rows.w.size >= HELD:
            made.clear()
        made[repairs] = _repaired(rows, repairs)
    return made[repairs]


def _repaired(rows: DrawnRows, repairs: tuple[str, ...]) -> DrawnRows:
    """Rows of zeros, which have no direction, are drawn anew."""
    rng = np.random.Generator(np.random.PCG64DXSM(SEED))
    for name in REPAIRS:
        if name in repairs:
            found = REPAIRS[name](rows, rng)
            lost = ~np.all(np.isfinite(found), axis=-1)
            found[lost] = rng.standard_normal((int(np.sum(lost)), rows.d))
            rows = _with(rows, found)
    for name, mistake in own_mistakes().items() if not set(repairs) <= set(REPAIRS) else ():
        if name in repairs:
            rows = _with(rows, mistake.repaired(rows, rng))
    return rows


def _with(rows: DrawnRows, w: Floats) -> DrawnRows:
    """The same claim of other rows."""
    return DrawnRows.of(w, rows.claim, rows.error, rows.signed)
