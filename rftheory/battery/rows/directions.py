"""Signs, marginals, directions and successive draws of rows."""

from __future__ import annotations

import math

import numpy as np

from rftheory.battery.concentration import Deviation, law, mean, to_rounding
from rftheory.battery.rows.draws import DrawnRows
from rftheory.battery.rows.functionals import successive, uncorrelated
from rftheory.battery.rows.laws import cosine, marginal
from rftheory.measured.inference.error_budget import Share
from rftheory.measured.inputs import Floats


def entry_signs(rows: DrawnRows, share: Share) -> Deviation:
    """No entry of W prefers a sign: largest |mean sign|, with a union bound over all entries."""
    n, worst = rows.n, float(np.max(np.abs(rows.numbers.signs))) / rows.n
    limit = math.sqrt(2.0 * math.log(2.0 * rows.m * rows.d / share.alpha) / n)
    effect = limit + math.sqrt(2.0 * math.log(2.0 / share.beta) / n)
    return Deviation("largest |mean sign| of an entry", worst, limit, effect, n, share)


def diagonal_signs(rows: DrawnRows, share: Share) -> Deviation:
    """The diagonals of blocks prefer no sign: what an unsigned QR gets wrong."""
    return mean("mean sign of a diagonal", rows.numbers.diagonal, share=share)


def marginals(rows: DrawnRows, share: Share) -> dict[str, Deviation]:
    """w.u along all ones, axes and a generic direction, for one row of every draw; each at a part of the share."""
    d, picked = rows.d, rows.numbers.picked
    generic = np.cos(1.0 + 2.399963 * np.arange(d))
    axes = {"all ones": np.ones(d), "axis 1": np.eye(d)[0], f"axis {d}": np.eye(d)[-1], "generic": generic}
    part = Share(share.name, share.alpha / len(axes), share.beta / len(axes))
    cdf = marginal(rows.claim.law, d)
    return {
        label: law(f"w.u along {label}", picked @ (u / np.linalg.norm(u)), cdf, part, rows.error)
        for label, u in axes.items()
    }


def marginal_law(rows: DrawnRows, share: Share) -> Deviation:
    """w.u has its law for each of those u: mean, covariance and shape of a row; the worst one is shown."""
    worst = max(marginals(rows, share).values(), key=lambda found: found.distance)
    size = float(np.mean(rows.numbers.picked**2))
    what = f"{worst.what}; mean of w_j^2 = {size:.4g}"
    return Deviation(what, worst.distance, worst.limit, worst.effect, worst.draws, worst.share)


def between_blocks(rows: DrawnRows, share: Share) -> Deviation:
    """Rows of two blocks are independent directions."""
    if rows.m <= rows.block or rows.repeated_blocks:
        what = "blocks that repeat (or only one)"
        return to_rounding(what, float(rows.repeated_blocks), 0.0, rows.n)
    return _independent("cosine of the first rows of two blocks", rows, rows.numbers.between, share)


def within_block(rows: DrawnRows, share: Share) -> Deviation:
    """Independent rows have the cosines of independent directions."""
    if rows.m == 1:
        return to_rounding("one row", 0.0, 0.0)
    return _independent("cosine of the first two rows", rows, rows.numbers.within, share)


def _independent(what: str, rows: DrawnRows, cosines: Floats, share: Share) -> Deviation:
    """Two rows are independent directions, by their cosines."""
    return law(what, cosines, cosine(rows.d), share, rows.error)


def independence(rows: DrawnRows, share: Share) -> Deviation:
    """Successive draws are independent."""
    scale = math.sqrt(rows.square) or 1.0
    one, two = successive(np.sin(1.5 * rows.numbers.combined / scale))
    if len(one) < 4 or rows.frozen_directions:
        return to_rounding("see redraws", 0.0, 0.0)
    return uncorrelated("covariance of successive draws", one, two, share)
