"""Exact structure of projections: redraws, cosines of a block, repeated blocks. No statistics here."""

from __future__ import annotations

import math

import numpy as np

from rftheory.battery.row_functionals import residuals
from rftheory.conformance.findings import Finding
from rftheory.conformance.projections.bands import exact
from rftheory.conformance.projections.row_reading import Subject, wrong_axis

GRAM_STATEMENTS = {
    "orthogonal": "orf/eq2",
    "simplex": "simrf/eq9/inner",
    "full-simplex": "beyond/simplex-d+1/mse",
    "cross-polytope": "beyond/cross-polytope/mse",
    "anti-resultant": "simrf/eq16",
    "independent": "orf/eq1",
}


def redraws(subject: Subject) -> Finding:
    """Norms and directions change from draw to draw."""
    found = None
    if subject.frozen_directions and (subject.frozen_norms or subject.constant):
        found = "seed-ignored"
    elif subject.frozen_norms:
        found = "norms-frozen"
    elif subject.frozen_directions:
        found = "directions-frozen"
    return exact(
        "redraws", "simrf/eq1", 1.0 if found else 0.0, 0.0, found, subject.n, "share of draws that repeat"
    )


def gram(subject: Subject) -> Finding:
    """The cosines of a block are the mechanism's, to rounding; independent rows are not all orthogonal."""
    law, block, name = subject.claim.law, subject.block, "cosines of a block"
    statement = GRAM_STATEMENTS.get(law.directions, GRAM_STATEMENTS["independent"])
    if law.directions == "independent":
        off = float(np.max(np.abs(subject.gram - np.eye(block)))) if block > 1 else 1.0
        return exact(
            name, statement, 0.0 if off > subject.tolerance else 1.0, 0.0, "gram", 64, "rows too regular"
        )
    if law.directions == "anti-resultant" and not subject.signed:
        return exact(name, statement, 0.0, 0.0, "gram", 0, "the signs of rows do not show")
    if law.directions == "anti-resultant":
        full = subject.block == subject.claim.height(subject.d)
        gap = float(np.quantile(residuals(subject.w[:64, :block]), 0.9)) if full else 0.0
        return exact(
            name, statement, gap, 1e-6 + subject.tolerance, "gram", 64, "residual of the fixed point"
        )
    claimed = law.gram(subject.claim.padded(subject.d))
    if claimed is None or subject.claim.padded(subject.d) != subject.d:
        return exact(name, statement, 0.0, 0.0, "gram", 0, "no cosines are claimed of rows that were cut")
    found, claimed = subject.gram, claimed[:block, :block]
    gap = float(np.max(np.abs(found - claimed if subject.signed else np.abs(found) - np.abs(claimed))))
    return exact(
        name, statement, gap, subject.tolerance, _gram_cause(subject), 64, "largest error of a cosine"
    )


def _gram_cause(subject: Subject) -> str:
    w = subject.w[:64, : subject.block]
    if subject.block == subject.d and wrong_axis(w, subject.tolerance):
        return "wrong-axis"
    off = subject.gram[:, ~np.eye(subject.block, dtype=bool)]
    if float(np.max(np.abs(np.mean(off, axis=0)))) < 1.0 and float(np.std(off)) > 0.3 / math.sqrt(subject.d):
        return "uncoupled"
    return "not-orthogonal" if subject.claim.law.directions == "orthogonal" else "gram"


def blocks(subject: Subject) -> Finding:
    """No block repeats the directions of another."""
    found = "blocks-repeated" if subject.repeated_blocks else None
    return exact(
        "blocks", "performer/secB.2/block", 1.0 if found else 0.0, 0.0, found, subject.n, "blocks repeated"
    )
