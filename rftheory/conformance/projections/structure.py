"""Exact structure of projections: redraws, cosines of a block, repeated blocks."""

from __future__ import annotations

import math

import numpy as np

from rftheory.battery.rows.functionals import residuals
from rftheory.conformance.bands import identity
from rftheory.conformance.findings import Finding
from rftheory.conformance.projections.draws import Projections, wrong_axis
from rftheory.conformance.projections.measurements import BlockCosines, RepeatedBlocks, Repetition
from rftheory.conformance.references import BLOCKS, COSINES, ESTIMATE


def redraws(rows: Projections) -> Finding:
    """Norms and directions change from draw to draw."""
    size = math.sqrt(float(np.mean(rows.w**2)))
    seen = Repetition(rows.frozen_directions, rows.frozen_norms, rows.constant, size, rows.m, rows.d)
    effect = 1.0 if seen.directions or seen.norms else 0.0
    return identity("redraws", ESTIMATE, effect, 0.0, rows.n, "share of draws that repeat", seen)


def gram(rows: Projections) -> Finding:
    """The cosines of a block are the mechanism's, to rounding; independent rows are not all orthogonal."""
    law, block, name = rows.claim.law, rows.block, "cosines of a block"
    statement = COSINES.get(law.directions, COSINES["independent"])
    if law.directions == "independent":
        off = float(np.max(np.abs(rows.gram - np.eye(block)))) if block > 1 else 1.0
        effect = 0.0 if off > rows.tolerance else 1.0
        return identity(name, statement, effect, 0.0, 64, "rows too regular")
    if law.directions == "anti-resultant" and not rows.signed:
        return identity(name, statement, 0.0, 0.0, 0, "the signs of rows do not show")
    if law.directions == "anti-resultant":
        full = rows.block == rows.claim.height(rows.d)
        gap = float(np.quantile(residuals(rows.w[:64, :block]), 0.9)) if full else 0.0
        return identity(name, statement, gap, 1e-6 + rows.tolerance, 64, "residual of the fixed point")
    claimed = law.gram(rows.claim.padded(rows.d))
    if claimed is None or rows.claim.padded(rows.d) != rows.d:
        return identity(name, statement, 0.0, 0.0, 0, "no cosines are claimed of rows that were cut")
    found, claimed = rows.gram, claimed[:block, :block]
    gap = float(np.max(np.abs(found - claimed if rows.signed else np.abs(found) - np.abs(claimed))))
    text = "largest error of a cosine"
    return identity(name, statement, gap, rows.tolerance, 64, text, _cosines(rows))


def _cosines(rows: Projections) -> BlockCosines:
    w = rows.w[:64, : rows.block]
    off = rows.gram[:, ~np.eye(rows.block, dtype=bool)]
    mean, spread = float(np.max(np.abs(np.mean(off, axis=0)))), float(np.std(off))
    turned = rows.block == rows.d and wrong_axis(w, rows.tolerance)
    return BlockCosines(rows.claim.law.directions, rows.d, mean, spread, turned)


def blocks(rows: Projections) -> Finding:
    """No block repeats the directions of another."""
    effect = 1.0 if rows.repeated_blocks else 0.0
    return identity("blocks", BLOCKS, effect, 0.0, rows.n, "blocks repeated", RepeatedBlocks())
