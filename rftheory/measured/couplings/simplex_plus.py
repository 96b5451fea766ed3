"""The iteration of SimRFs+: each vector turns against the resultant of the others."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rftheory.errors import InputError
from rftheory.measured.couplings.transforms import simplex_matrix
from rftheory.measured.inputs import Floats, integer, reals
from rftheory.measured.products import vecdot

TOLERANCE = 1e-10  # of the directions: far below what an estimate resolves, most often reached in ten sweeps
# convergence is geometric, but slow in dimensions 3 and 4 where one norm nearly equals the sum of the others; where
# it exceeds the sum there is none. Such draws are said not to have converged
MAX_SWEEPS = 100
_SLICE = 1 << 13  # numbers of one vector over the draws worked on together: they stay in the first caches


@dataclass(frozen=True)
class Relaxation:
    """What the iteration did, one entry a draw.

    `sweeps`: passes through the d vectors. `residual`: max_i |w_i/|w_i| + u_i/|u_i||, the violation of
    simrf (16), or its bound 2 |sum_i w_i| / min_i |w_i| where that is already within the tolerance.
    `before`, `after`: the objective |sum_i w_i|^2, which is sum_{i != j} |w_i + w_j|^2 up to a factor and
    a term that the norms fix. `converged`: the residual is within the tolerance.
    """

    sweeps: NDArray[np.int64]
    residual: Floats
    before: Floats
    after: Floats
    converged: NDArray[np.bool_]


def relax(
    norms: Floats, *, tolerance: float = TOLERANCE, max_sweeps: int = MAX_SWEEPS
) -> tuple[Floats, Relaxation]:
    """Vectors w_i (n, d, d) of the given norms (n, d), and the report of how they were found.

    w_i <- -|w_i| u_i/|u_i|, u_i = sum_{j != i} w_j, swept through i = 1..d from the simplex directions
    until (16) holds within `tolerance`; the running sum makes a sweep O(d^2). Where u_i vanishes (to
    rounding) w_i stays. Every draw stops by itself. Source: simrf, (17). InputError unless the norms are
    positive and finite; DomainError unless d >= 2 and max_sweeps >= 0.
    """
    norms = _positive(norms)
    n, d = norms.shape
    integer("max_sweeps", max_sweeps, 0)
    vectors, simplex, step = np.empty((d, n, d)), simplex_matrix(d), max(1, _SLICE // d)
    sweeps, residual, before, after = np.zeros(n, dtype=np.int64), np.empty(n), np.empty(n), np.empty(n)
    for first in range(0, n, step):
        part = slice(first, first + step)
        w, lengths, total = vectors[:, part], np.ascontiguousarray(norms[part].T), norms[part] @ simplex
        np.multiply(simplex[:, None, :], lengths[:, :, None], out=w)
        before[part] = vecdot(total, total)
        current, draws = w, np.arange(first, first + len(total))
        for sweep in range(min(1, max_sweeps), max_sweeps + 1):
            if sweep:
                _sweep(current, lengths, total)
                sweeps[draws] = sweep
            if sweep > 1:
                w[:, draws - first] = current
            residual[draws] = _residual(current, lengths, total, tolerance)
            after[draws] = vecdot(total, total)
            moving = residual[draws] > tolerance
            if not moving.any():
                break
            current, lengths, draws = current[:, moving], lengths[:, moving], draws[moving]
            total = current.sum(axis=0)
    return vectors.swapaxes(0, 1), Relaxation(sweeps, residual, before, after, residual <= tolerance)


def _sweep(w: Floats, norms: Floats, total: Floats) -> None:
    """One pass in place over w (d, n, d) of norms (d, n) and their sum `total` (n, d).

    It ends early once all sums vanish to rounding: then u_i = -w_i, and no later vector would turn.
    """
    least = _least(norms)
    for vector, norm in zip(w, norms, strict=True):
        total -= vector
        length = np.sqrt(vecdot(total, total))
        free = length <= least
        held = vector[free] if free.any() else None
        np.multiply(total, (-norm / np.maximum(length, least))[:, None], out=vector)
        if held is not None:
            vector[free] = held
        total += vector
        if (np.abs(length - norm) <= least).all():
            break


def _residual(w: Floats, norms: Floats, total: Floats, tolerance: float) -> Floats:
    """The violation of (16) for each draw, or its bound 2 |total| / min norm where that suffices."""
    residual: Floats = 2.0 * np.sqrt(vecdot(total, total)) / norms.min(axis=0)
    open_ = residual > tolerance
    if open_.any():
        w, norms, total = w[:, open_], norms[:, open_], total[open_]
        least, worst = _least(norms), np.zeros(len(total))
        for vector, norm in zip(w, norms, strict=True):
            others = total - vector
            length = np.sqrt(vecdot(others, others))
            gap = others / np.maximum(length, least)[:, None] + vector / norm[:, None]
            np.maximum(worst, np.where(length > least, vecdot(gap, gap), 0.0), out=worst)
        residual[open_] = np.sqrt(worst)
    return residual


def _least(norms: Floats) -> Floats:
    """The length below which a resultant of vectors of these norms (d, n) is rounding; (n,)."""
    least: Floats = 8.0 * np.finfo(np.float64).eps * norms.sum(axis=0)
    return least


def relax_one_literally(
    norms: Floats, *, tolerance: float = TOLERANCE, max_sweeps: int = MAX_SWEEPS
) -> Floats:
    """`relax` for one draw, (d,) to (d, d), as the paper prints it: the oracle, a loop over vectors."""
    norms = _positive(norms[None])[0]
    w = norms[:, None] * simplex_matrix(len(norms))
    for _ in range(max_sweeps):
        if _violation_literally(w, norms) <= tolerance:
            break
        for i, norm in enumerate(norms):
            others = w.sum(axis=0) - w[i]
            length = np.linalg.norm(others)
            if length > 8.0 * np.finfo(np.float64).eps * norms.sum():
                w[i] = -others / length * norm
    return w


def _violation_literally(w: Floats, norms: Floats) -> float:
    """max_i |w_i/|w_i| + u_i/|u_i|| of one arrangement (d, d), over the i whose u_i does not vanish."""
    others = w.sum(axis=0) - w
    lengths = np.linalg.norm(others, axis=1)
    kept = lengths > 8.0 * np.finfo(np.float64).eps * norms.sum()
    gaps = others[kept] / lengths[kept, None] + w[kept] / norms[kept, None]
    return float(np.max(np.linalg.norm(gaps, axis=1), initial=0.0))


def _positive(norms: Floats) -> Floats:
    """The norms (n, d) as float64; InputError unless all are positive, DomainError unless d >= 2."""
    checked = np.asarray(reals("norms", norms, ndims=(2,), shape="(n, d)"), dtype=np.float64)
    integer("d", checked.shape[1], 2)
    if not bool(np.all(checked > 0.0)):
        raise InputError(f"norms contain {checked.min()}; allowed: positive numbers")
    return checked
