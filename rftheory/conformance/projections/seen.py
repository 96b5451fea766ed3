"""What draws of projections show beyond the deviation that a check measures: what a diagnosis goes by."""

from __future__ import annotations

import math

import numpy as np

from rftheory.battery.concentration import Deviation, distance, reach
from rftheory.battery.rows.digest import FEW
from rftheory.battery.rows.directions import marginals
from rftheory.battery.rows.draws import DrawnRows
from rftheory.battery.rows.functionals import directions, gram
from rftheory.battery.rows.laws import chi
from rftheory.battery.rows.norms import distinct_norms
from rftheory.conformance.causes import BANDWIDTHS
from rftheory.conformance.findings import Measurements
from rftheory.conformance.projections.hadamard import hadamard
from rftheory.conformance.projections.measurements import (
    BlockCosines,
    Buckets,
    ConstantNorm,
    Corner,
    EntrySizes,
    EqualNorms,
    RandomNorms,
    RepeatedBlocks,
    Repetition,
    VaryingNorms,
)
from rftheory.conformance.spectral import scales
from rftheory.measured.inputs import Floats
from rftheory.mechanisms.givens import Givens
from rftheory.moments.radial_kernels import GaussianCovariance


def repetition(rows: DrawnRows, found: Deviation) -> Repetition:
    """What does not change from draw to draw."""
    del found
    size = math.sqrt(rows.square)
    products = rows.constant and hadamard(rows.w[:FEW], rows.error) is not None
    return Repetition(
        rows.frozen_directions,
        rows.frozen_norms,
        rows.constant,
        size,
        rows.m,
        rows.d,
        _flat(rows),
        products and _orthogonal(rows),
        rows.claim.isotropic,
        _buckets(rows),
        bool(np.any(rows.still)) and not rows.frozen_directions,
    )


def _orthogonal(rows: DrawnRows) -> bool:
    """Whether rows of a square block are, whatever is claimed of them."""
    few = min(rows.d, rows.m)
    off = rows.units[:FEW, :few] @ np.swapaxes(rows.units[:FEW, :few], 1, 2) - np.eye(few)
    return bool(few > 1 and np.max(np.abs(off)) <= rows.tolerance)


def _buckets(rows: DrawnRows) -> Buckets | None:
    """Whether each coordinate is in one row, with one size; and whether those that share a row ever differ in sign."""
    few = rows.w[:FEW]
    there = np.abs(few) > rows.tolerance * np.max(np.abs(few))
    if rows.m < 2 or not np.all(np.sum(there, axis=1) == 1):
        return None
    sizes = np.sum(np.abs(few), axis=1)
    if np.ptp(sizes) > rows.tolerance * np.max(sizes):
        return None
    sums = np.abs(np.sum(few, axis=2)) - np.sum(np.abs(few), axis=2)
    return "unsigned" if np.max(np.abs(sums)) <= rows.tolerance * rows.d * np.max(sizes) else "signed"


def _flat(rows: DrawnRows) -> bool:
    flat = rows.w[:FEW].reshape(-1, rows.d)
    if len(flat) < 4 * rows.d or rows.frozen_directions:
        return False
    values = np.linalg.eigvalsh(flat.T @ flat)
    return bool(values[0] <= rows.same**2 * values[-1])


def block_cosines(rows: DrawnRows, found: Deviation) -> BlockCosines | None:
    """Means and spread of the cosines that a law fixes."""
    if found.holds or rows.claim.law.directions in ("independent", "anti-resultant"):
        return None
    off = rows.gram[:, ~np.eye(rows.block, dtype=bool)]
    mean, spread = float(np.max(np.abs(np.mean(off, axis=0)))), float(np.std(off))
    return BlockCosines(rotated(rows), rows.claim.law.directions, rows.d, mean, spread, _turned(rows))


def norms(rows: DrawnRows, found: Deviation) -> Measurements | None:
    """The one number that all norms are, or the laws that they come near to."""
    if found.holds:
        return None
    claimed = rows.claim.law.norm == "sqrt(d)"
    if rows.claim.padded(rows.d) != rows.d:
        return ConstantNorm(math.sqrt(rows.square * rows.d), rows.d, rows.m, rows.tolerance, claimed)
    if rows.constant:
        return ConstantNorm(float(np.mean(rows.norms)), rows.d, rows.m, rows.tolerance, claimed)
    return RandomNorms(rotated(rows)) if claimed else _laws(rows, distinct_norms(rows).ravel())


def _laws(rows: DrawnRows, values: Floats) -> VaryingNorms:
    """Distances from the laws that a mistake would make."""
    d, m = rows.d, rows.m
    factors = {c: distance(values / math.sqrt(c), chi(d)) for c, _, _ in BANDWIDTHS}
    degrees = {k: distance(values, chi(k)) for k in (d - 1, d + 1, 2 * d, 1, m) if k > 0 and k != d}
    free = float(np.vdot(values, values)) / values.size / d
    size = distance(values / math.sqrt(free), chi(d)) + 2.0 * reach(len(values), 1e-3)
    middle = float(np.median(values)) ** 2 / d
    return VaryingNorms(len(values), d, m, _turned(rows), factors, degrees, size, free, middle)


def equal_norms(rows: DrawnRows, found: Deviation) -> EqualNorms | None:
    """That a block shares one norm."""
    return EqualNorms() if rows.shared_norms and not found.holds else None


def corner(rows: DrawnRows, found: Deviation) -> Corner:
    """The sign of the first entry."""
    del found
    off = rows.gram[:, ~np.eye(rows.block, dtype=bool)]
    orthogonal = rows.block > 1 and float(np.max(np.abs(off))) <= rows.tolerance + 0.5 / rows.d
    return Corner(abs(float(rows.numbers.signs[0, 0])) >= 0.9999 * rows.n, orthogonal)


def entry_sizes(rows: DrawnRows, found: Deviation) -> EntrySizes | None:
    """How long rows are, and whether they depart from their law along every direction."""
    if found.holds or found.share is None:
        return None
    gaps = [marginal.distance for marginal in marginals(rows, found.share).values()]
    return EntrySizes(float(np.mean(rows.numbers.picked**2)), min(gaps) > 0.5 * max(gaps))


def power(w: Floats, lengths: tuple[float, ...]) -> str:
    """The mistake of lengthscales that entries of rows (k, m, d) in units of them are; empty where they are none."""
    logs = scales.logarithms(w)
    found = scales.by_scale(logs, GaussianCovariance(), np.asarray(lengths), 0.0, lambda *_: False)
    return next((name for name in found if name != "anisotropic"), "")


def repeated_blocks(rows: DrawnRows, found: Deviation) -> RepeatedBlocks | None:
    """That blocks have the same directions."""
    if found.holds or not rows.repeated_blocks:
        return None
    return RepeatedBlocks(opposites(rows.w[:FEW, 0], rows.w[:FEW, rows.block], rows.same))


def opposites(first: Floats, second: Floats, tolerance: float) -> bool:
    """Whether the second rows (k, d) are the first with the other sign."""
    size = float(np.max(np.abs(first)))
    return float(np.max(np.abs(first + second))) <= tolerance * size


def rotated(rows: DrawnRows) -> bool:
    """Whether the claim is of products of rotations of planes."""
    return isinstance(rows.claim, Givens)


def _turned(rows: DrawnRows) -> bool:
    """Whether columns of square blocks are orthogonal while rows are not."""
    w = rows.w[:FEW, : rows.block]
    if rows.block != rows.d:
        return False
    with np.errstate(invalid="ignore"):
        skew, off = (gram(directions(a)) - np.eye(rows.d) for a in (w, np.swapaxes(w, 1, 2)))
    return float(np.max(np.abs(off))) <= rows.tolerance < float(np.max(np.abs(skew)))
