"""What holds in every draw: rows are drawn anew, cosines of a block are declared ones, blocks differ."""

from __future__ import annotations

import numpy as np

from rftheory.battery.concentration import Deviation, to_rounding
from rftheory.battery.rows.digest import FEW
from rftheory.battery.rows.draws import DrawnRows
from rftheory.battery.rows.functionals import gram, residuals
from rftheory.measured.inference.error_budget import Share
from rftheory.measured.inputs import Floats


def redraws(rows: DrawnRows, share: Share) -> Deviation:
    """Norms and directions change from draw to draw, those of every row."""
    del share
    still = float(np.mean(rows.still))
    if 0.0 < still < 1.0:
        return to_rounding("share of rows that every draw repeats", still, 0.0, rows.n)
    repeats = still > 0.0 or rows.frozen_norms
    return to_rounding("share of draws that repeat", float(repeats), 0.0, rows.n)


def cosines(rows: DrawnRows, share: Share) -> Deviation:
    """The cosines of every block are the declared ones, to rounding; independent rows are not all orthogonal."""
    del share
    law, block = rows.claim.law, rows.block
    if law.directions == "independent":
        off = float(np.max(np.abs(rows.gram - np.eye(block)))) if block > 1 else 1.0
        return to_rounding("rows too regular", 0.0 if off > rows.tolerance else 1.0, 0.0, FEW)
    if law.directions == "anti-resultant":
        return _resultants(rows)
    claimed = law.gram(rows.claim.padded(rows.d))
    if claimed is None or rows.claim.padded(rows.d) != rows.d:
        return to_rounding("no cosines are claimed of rows that were cut", 0.0, 0.0)
    gap = max(_departure(rows, claimed, start) for start in range(0, rows.m, block))
    return to_rounding("largest error of a cosine", gap, rows.tolerance, FEW)


def _departure(rows: DrawnRows, claimed: Floats, start: int) -> float:
    """How far the cosines of the block that starts there are from those claimed."""
    units = rows.units[:FEW, start : start + rows.block]
    found, height = gram(units), units.shape[1]
    claimed = claimed[:height, :height]
    if start:
        found = np.where(np.eye(height, dtype=bool), claimed, np.nan_to_num(found))
    return float(np.max(np.abs(found - claimed if rows.signed else np.abs(found) - np.abs(claimed))))


def _resultants(rows: DrawnRows) -> Deviation:
    """Rows are opposite to the resultants of the others, in most draws of a whole block."""
    if not rows.signed:
        return to_rounding("the signs of rows do not show", 0.0, 0.0)
    whole = rows.block == rows.claim.height(rows.d)
    gap = float(np.quantile(residuals(rows.w[:FEW, : rows.block]), 0.9)) if whole else 0.0
    return to_rounding("residual of the fixed point", gap, 1e-6 + rows.tolerance, FEW)


def blocks(rows: DrawnRows, share: Share) -> Deviation:
    """No block repeats the directions of another."""
    del share
    return to_rounding("blocks repeated", float(rows.repeated_blocks), 0.0, rows.n)
