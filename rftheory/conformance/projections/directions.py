"""Signs, marginals, directions and successive draws of projections, in bands. Nothing is drawn here."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from rftheory.battery.rows.functionals import combination, successive
from rftheory.conformance.causes import BANDWIDTHS
from rftheory.conformance.findings import Finding
from rftheory.conformance.projections.bands import (
    banded,
    coordinate,
    cosine,
    exact,
    finish,
    ks,
    mean,
    normal,
    uncorrelated,
)
from rftheory.conformance.projections.row_reading import Subject
from rftheory.measured.inference.error_budget import Share
from rftheory.measured.inputs import Floats
from rftheory.verdict import Outcome


def entry_signs(subject: Subject) -> Finding:
    """No entry of W prefers a sign: largest |mean sign|, with a union bound over all entries."""
    share = subject.share("signs of entries")
    worst = float(np.max(np.abs(np.mean(np.sign(subject.w), axis=0))))
    count = subject.m * subject.d
    limit = math.sqrt(2.0 * math.log(2.0 * count / share.alpha) / subject.n)
    found = banded(
        worst, limit, limit + math.sqrt(2.0 * math.log(2.0 / share.beta) / subject.n), share, subject.n
    )
    cause = "unsigned-qr" if _corner(subject) else "not-centred"
    return finish("signs of entries", "orf/sec3/footnote1", found, "largest |mean sign| of an entry", cause)


def diagonal_signs(subject: Subject) -> Finding:
    """The diagonals of blocks prefer no sign: what an unsigned QR gets wrong."""
    block, d = subject.block, subject.d
    diagonals = [
        np.diagonal(subject.w[:, start : start + block], axis1=1, axis2=2)
        for start in range(0, subject.m - min(block, d) + 1, block)
    ]
    values = np.mean(np.sign(np.concatenate(diagonals, axis=1)), axis=1)
    found = mean(values, subject.share("signs of diagonals"), 0.0)
    cause = "unsigned-qr" if _corner(subject) else "not-centred"
    return finish("signs of diagonals", "orf/sec3/footnote1", found, "mean sign of a diagonal", cause)


def _corner(subject: Subject) -> bool:
    """Whether the first diagonal entry always has one sign."""
    return abs(float(np.mean(np.sign(subject.w[:, 0, 0])))) > 0.95


def marginal(subject: Subject) -> Finding:
    """w.u has its law for u = all ones, axes, a generic direction: mean, covariance and shape of a row."""
    d, name = subject.d, "marginal law"
    fixed = subject.claim.law.norm == "sqrt(d)"
    cdf: Callable[[Floats], Floats] = coordinate(d) if fixed else normal
    share, n = subject.share(name), subject.n
    turn = np.arange(n) % subject.block
    picked = subject.w[np.arange(n), turn]
    generic = np.cos(1.0 + 2.399963 * np.arange(d))
    tests = {"all ones": np.ones(d), "axis 1": np.eye(d)[0], f"axis {d}": np.eye(d)[-1], "generic": generic}
    part = Share(name, share.alpha / len(tests), share.beta / len(tests))
    found = {
        label: ks(picked @ (u / np.linalg.norm(u)), cdf, part, subject.error) for label, u in tests.items()
    }
    label, worst = max(found.items(), key=lambda item: item[1].effect or 0.0)
    size = float(np.mean(picked**2))
    failed = worst.outcome is Outcome.FAILS
    alike = failed and min(f.effect or 0.0 for f in found.values()) > 0.5 * (worst.effect or 0.0)
    cause = None
    if failed:
        cause = _factor(size) if alike else "anisotropic"
    statement = "orf/thm2/bias" if fixed else "orf/thm1/marginal"
    return finish(name, statement, worst, f"w.u along {label}; mean of w_j^2 = {size:.4g}", cause)


def _factor(size: float) -> str:
    return next(
        (cause for c, cause, _ in BANDWIDTHS if abs(size / c - 1.0) < 0.08),
        "norm-law" if abs(size - 1.0) < 0.08 else "bandwidth",
    )


def between_blocks(subject: Subject) -> Finding:
    """Rows of two blocks are independent directions."""
    name, statement = "directions between blocks", "performer/secB.2/block"
    if subject.m <= subject.block or subject.repeated_blocks:
        cause = "blocks-repeated" if subject.repeated_blocks else None
        effect = 1.0 if cause else 0.0
        return exact(name, statement, effect, 0.0, cause, subject.n, "blocks that repeat (or only one)")
    found = ks(
        np.vecdot(subject.units[:, 0], subject.units[:, subject.block]),
        cosine(subject.d),
        subject.share(name),
        subject.error,
    )
    return finish(name, statement, found, "cosine of the first rows of two blocks", "blocks-dependent")


def within_block(subject: Subject) -> Finding:
    """Independent rows have the cosines of independent directions."""
    name = "directions within a block"
    if subject.m == 1:
        return exact(name, "orf/eq1", 0.0, 0.0, None, 0, "one row")
    cosines = np.vecdot(subject.units[:, 0], subject.units[:, 1])
    found = ks(cosines, cosine(subject.d), subject.share(name), subject.error)
    return finish(name, "orf/eq1", found, "cosine of the first two rows", "gram")


def independence(subject: Subject) -> Finding:
    """Successive draws are independent."""
    name = "independence of draws"
    now, then = successive(subject.w)
    if len(now) < 4 or subject.frozen_directions:
        return exact(name, "simrf/eq1", 0.0, 0.0, None, 0, "see redraws")
    scale = math.sqrt(float(np.mean(subject.w**2))) or 1.0
    found = uncorrelated(
        np.sin(1.5 * combination(now) / scale),
        np.sin(1.5 * combination(then) / scale),
        subject.share(name),
        0.0,
    )
    return finish(name, "simrf/eq1", found, "covariance of successive draws", "blocks-dependent")
