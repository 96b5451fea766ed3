"""Norms of rows: their law, their independence of one another and of directions."""

from __future__ import annotations

import math

import numpy as np

from rftheory.battery.concentration import Deviation, law, mean, to_rounding
from rftheory.battery.rows.draws import DrawnRows
from rftheory.battery.rows.functionals import uncorrelated
from rftheory.battery.rows.laws import chi
from rftheory.measured.inference.error_budget import Share
from rftheory.measured.inputs import Floats


def norm_law(rows: DrawnRows, share: Share) -> Deviation:
    """All norms are sqrt(d), or independent chi_d."""
    d, root = rows.d, math.sqrt(rows.d)
    if rows.claim.padded(d) != d:
        return _padded(rows)
    if rows.claim.law.norm == "sqrt(d)":
        gap = max(abs(float(end(rows.norms)) / root - 1.0) for end in (np.max, np.min))
        what = f"mean |w|^2/d = {rows.square:.4g}"
        return to_rounding(what, gap, rows.tolerance, rows.n)
    values = distinct_norms(rows)
    what = f"|w| against chi_{d}: mean |w|^2/d = {np.vdot(values, values) / values.size / d:.4g}"
    return law(what, values.ravel(), chi(d), share, 0.6 * root * rows.error)


def _padded(rows: DrawnRows) -> Deviation:
    """Rows that were cut off: the columns of a whole block of orthogonal rows of length sqrt(D) have that length too."""
    law, whole = rows.claim.law, rows.m - rows.m % rows.claim.height(rows.d)
    if law.norm != "sqrt(d)" or law.directions != "orthogonal" or whole == 0:
        return to_rounding("norms of padded rows have no law of their own", 0.0, 0.0)
    size = math.sqrt(mean_square(rows, whole))
    return to_rounding(f"mean |w|^2/d = {size**2:.4g}", abs(size - 1.0), rows.tolerance, rows.n)


def mean_square(rows: DrawnRows, count: int) -> float:
    """The mean square of the entries of the first rows."""
    return float(np.mean(np.square(rows.norms[:, :count]))) / rows.d


def distinct_norms(rows: DrawnRows) -> Floats:
    """The norms that differ: one a block where a block shares one, those of the first draw where all draws do."""
    if rows.shared_norms:
        return rows.norms[:, :: rows.block]
    return rows.norms[:1] if rows.frozen_norms else rows.norms


def norms_within(rows: DrawnRows, share: Share) -> Deviation:
    """Norms of different rows of a draw are independent (or constant, where that is the law)."""
    if rows.claim.law.norm == "sqrt(d)" or rows.m == 1 or rows.constant:
        return to_rounding("constant norms have no law of their own", 0.0, 0.0)
    if rows.shared_norms:
        return to_rounding("all norms of a block are equal", 1.0, 0.0, rows.n)
    here = np.arange(0, rows.m, max(2, rows.m // 4))
    size, law_of_one = math.sqrt(rows.square), chi(rows.d)
    one, other = (2.0 * law_of_one(rows.norms[:, places] / size) - 1.0 for places in (here, here - 1))
    values = np.mean(one * other, axis=1)
    return mean("correlation of neighbouring norms", values, share=share, slack=rows.error)


def norms_and_directions(rows: DrawnRows, share: Share) -> Deviation:
    """The norm of a row tells nothing of its direction."""
    if rows.constant or rows.frozen_norms:
        return to_rounding("norms that do not vary", 0.0, 0.0)
    ranks = 2.0 * chi(rows.d)(rows.norms[:, 0]) - 1.0
    waves = np.cos(1.5 * math.sqrt(rows.d) * rows.numbers.first[:, 0])
    return uncorrelated("covariance of a norm and its direction", ranks, waves, share, rows.error)
