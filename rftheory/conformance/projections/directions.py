"""Signs, marginals, directions and successive draws of projections, in bands."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from rftheory.battery.rows.functionals import combination, successive
from rftheory.conformance.bands import (
    banded,
    coordinate,
    cosine,
    identity,
    ks,
    mean,
    normal,
    reported,
    uncorrelated,
)
from rftheory.conformance.findings import Finding
from rftheory.conformance.projections.draws import Projections
from rftheory.conformance.projections.measurements import Corner, EntrySizes, RepeatedBlocks
from rftheory.conformance.references import (
    BLOCKS,
    ESTIMATE,
    FIXED_MARGINAL,
    INDEPENDENT_ROWS,
    MARGINAL,
    SIGNED_QR,
)
from rftheory.measured.inference.error_budget import Share
from rftheory.measured.inputs import Floats


def entry_signs(rows: Projections) -> Finding:
    """No entry of W prefers a sign: largest |mean sign|, with a union bound over all entries."""
    name = "signs of entries"
    share, n = rows.share(name), rows.n
    worst = float(np.max(np.abs(np.mean(np.sign(rows.w), axis=0))))
    limit = math.sqrt(2.0 * math.log(2.0 * rows.m * rows.d / share.alpha) / n)
    found = banded(worst, limit, limit + math.sqrt(2.0 * math.log(2.0 / share.beta) / n), share, n)
    return reported(name, SIGNED_QR, found, "largest |mean sign| of an entry", _corner(rows))


def diagonal_signs(rows: Projections) -> Finding:
    """The diagonals of blocks prefer no sign: what an unsigned QR gets wrong."""
    block, name = rows.block, "signs of diagonals"
    diagonals = [
        np.diagonal(rows.w[:, start : start + block], axis1=1, axis2=2)
        for start in range(0, rows.m - min(block, rows.d) + 1, block)
    ]
    values = np.mean(np.sign(np.concatenate(diagonals, axis=1)), axis=1)
    found = mean(values, rows.share(name), 0.0)
    return reported(name, SIGNED_QR, found, "mean sign of a diagonal", _corner(rows))


def _corner(rows: Projections) -> Corner:
    return Corner(abs(float(np.mean(np.sign(rows.w[:, 0, 0])))) > 0.95)


def marginal(rows: Projections) -> Finding:
    """w.u has its law for u = all ones, axes, a generic direction: mean, covariance and shape of a row."""
    d, name = rows.d, "marginal law"
    fixed = rows.claim.law.norm == "sqrt(d)"
    cdf: Callable[[Floats], Floats] = coordinate(d) if fixed else normal
    share, n = rows.share(name), rows.n
    turn = np.arange(n) % rows.block
    picked = rows.w[np.arange(n), turn]
    generic = np.cos(1.0 + 2.399963 * np.arange(d))
    tests = {"all ones": np.ones(d), "axis 1": np.eye(d)[0], f"axis {d}": np.eye(d)[-1], "generic": generic}
    part = Share(name, share.alpha / len(tests), share.beta / len(tests))
    found = {label: ks(picked @ (u / np.linalg.norm(u)), cdf, part, rows.error) for label, u in tests.items()}
    label, worst = max(found.items(), key=lambda item: item[1].effect or 0.0)
    size = float(np.mean(picked**2))
    alike = min(f.effect or 0.0 for f in found.values()) > 0.5 * (worst.effect or 0.0)
    text = f"w.u along {label}; mean of w_j^2 = {size:.4g}"
    return reported(name, FIXED_MARGINAL if fixed else MARGINAL, worst, text, EntrySizes(size, alike))


def between_blocks(rows: Projections) -> Finding:
    """Rows of two blocks are independent directions."""
    name = "directions between blocks"
    if rows.m <= rows.block or rows.repeated_blocks:
        effect, text = 1.0 if rows.repeated_blocks else 0.0, "blocks that repeat (or only one)"
        return identity(name, BLOCKS, effect, 0.0, rows.n, text, RepeatedBlocks())
    cosines = np.vecdot(rows.units[:, 0], rows.units[:, rows.block])
    found = ks(cosines, cosine(rows.d), rows.share(name), rows.error)
    return reported(name, BLOCKS, found, "cosine of the first rows of two blocks")


def within_block(rows: Projections) -> Finding:
    """Independent rows have the cosines of independent directions."""
    name = "directions within a block"
    if rows.m == 1:
        return identity(name, INDEPENDENT_ROWS, 0.0, 0.0, 0, "one row")
    cosines = np.vecdot(rows.units[:, 0], rows.units[:, 1])
    found = ks(cosines, cosine(rows.d), rows.share(name), rows.error)
    return reported(name, INDEPENDENT_ROWS, found, "cosine of the first two rows")


def independence(rows: Projections) -> Finding:
    """Successive draws are independent."""
    name = "independence of draws"
    now, then = successive(rows.w)
    if len(now) < 4 or rows.frozen_directions:
        return identity(name, ESTIMATE, 0.0, 0.0, 0, "see redraws")
    scale = math.sqrt(float(np.mean(rows.w**2))) or 1.0
    waves = [np.sin(1.5 * combination(half) / scale) for half in (now, then)]
    found = uncorrelated(waves[0], waves[1], rows.share(name), 0.0)
    return reported(name, ESTIMATE, found, "covariance of successive draws")
