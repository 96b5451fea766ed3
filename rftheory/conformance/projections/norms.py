"""Norms of projections against their law."""

from __future__ import annotations

import math

import numpy as np

from rftheory.battery.concentration import reach
from rftheory.conformance.bands import chi, distance, identity, ks, mean, reported, uncorrelated
from rftheory.conformance.causes import BANDWIDTHS
from rftheory.conformance.findings import Finding, Measurements
from rftheory.conformance.projections.draws import Projections, wrong_axis
from rftheory.conformance.projections.measurements import (
    ConstantNorm,
    EqualNorms,
    RandomNorms,
    VaryingNorms,
)
from rftheory.conformance.references import FIXED_NORMS, NORMS
from rftheory.measured.inputs import Floats


def norm_law(rows: Projections) -> Finding:
    """All norms are sqrt(d), or independent chi_d."""
    d, root, name = rows.d, math.sqrt(rows.d), "norm law"
    if rows.claim.law.norm == "sqrt(d)":
        gap = float(np.max(np.abs(rows.norms / root - 1.0)))
        seen: Measurements = _constant(rows, claimed=True) if rows.constant else RandomNorms()
        text = f"mean |w|^2/d = {np.mean(rows.norms**2) / d:.4g}"
        return identity(name, FIXED_NORMS, gap, rows.tolerance, rows.n, text, seen)
    if rows.shared_norms:
        values = rows.norms[:, :: rows.block]
    else:
        values = rows.norms[:1] if rows.frozen_norms else rows.norms
    found = ks(values.ravel(), chi(d), rows.share(name), 0.6 * root * rows.error)
    text = f"|w| against chi_{d}: mean |w|^2/d = {np.mean(values**2) / d:.4g}"
    return reported(name, NORMS, found, text, _norms(rows, values.ravel()) if found.fails else None)


def _constant(rows: Projections, *, claimed: bool) -> ConstantNorm:
    return ConstantNorm(float(np.mean(rows.norms)), rows.d, rows.m, rows.tolerance, claimed)


def _norms(rows: Projections, values: Floats) -> Measurements:
    """The laws that the norms come near to."""
    d, m = rows.d, rows.m
    if rows.constant:
        return _constant(rows, claimed=False)
    turned = rows.block == d and wrong_axis(rows.w[:64, :d], rows.tolerance)
    factors = {c: distance(values / math.sqrt(c), chi(d)) for c, _, _ in BANDWIDTHS}
    degrees = {k: distance(values, chi(k)) for k in (d - 1, d + 1, 2 * d, 1, m) if k > 0 and k != d}
    free = float(np.mean(values**2)) / d
    size = distance(values / math.sqrt(free), chi(d)) + 2.0 * reach(len(values), 1e-3)
    return VaryingNorms(len(values), d, m, turned, factors, degrees, size)


def norms_within(rows: Projections) -> Finding:
    """Norms of different rows of a draw are independent (or constant, where that is the law)."""
    name = "norms within a draw"
    if rows.claim.law.norm == "sqrt(d)" or rows.m == 1 or rows.constant:
        return identity(name, NORMS, 0.0, 0.0, 0, "constant norms have no law of their own")
    if rows.shared_norms:
        return identity(name, NORMS, 1.0, 0.0, rows.n, "all norms of a block are equal", EqualNorms())
    ranks = 2.0 * chi(rows.d)(rows.norms / math.sqrt(float(np.mean(rows.norms**2)) / rows.d)) - 1.0
    partner = np.roll(ranks, 1, axis=1)[:, :: max(2, rows.m // 4)]
    values = np.mean(ranks[:, :: max(2, rows.m // 4)] * partner, axis=1)
    return reported(
        name, NORMS, mean(values, rows.share(name), rows.error), "correlation of neighbouring norms"
    )


def norms_and_directions(rows: Projections) -> Finding:
    """The norm of a row tells nothing of its direction."""
    name = "norms and directions"
    ranks = 2.0 * chi(rows.d)(rows.norms[:, 0]) - 1.0
    if rows.constant or rows.frozen_norms:
        return identity(name, NORMS, 0.0, 0.0, 0, "norms that do not vary")
    waves = np.cos(1.5 * math.sqrt(rows.d) * rows.units[:, 0, 0])
    found = uncorrelated(ranks, waves, rows.share(name), rows.error)
    return reported(name, NORMS, found, "covariance of a norm and its direction")
