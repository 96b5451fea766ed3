"""Norms of projections against their law, and what a wrong law means. Nothing is drawn here."""

from __future__ import annotations

import math

import numpy as np

from rftheory.conformance.causes import BANDWIDTHS
from rftheory.conformance.findings import Finding
from rftheory.conformance.projections.bands import chi, distance, exact, finish, ks, mean, reach, uncorrelated
from rftheory.conformance.projections.row_reading import Subject, wrong_axis
from rftheory.measured.inputs import Floats
from rftheory.verdict import Outcome


def norm_law(subject: Subject) -> Finding:
    """All norms are sqrt(d), or independent chi_d."""
    d, root = subject.d, math.sqrt(subject.d)
    if subject.claim.law.norm == "sqrt(d)":
        gap = float(np.max(np.abs(subject.norms / root - 1.0)))
        found = _scale_cause(subject) if subject.constant else "norms-random"
        text = f"mean |w|^2/d = {np.mean(subject.norms**2) / d:.4g}"
        return exact("norm law", "orf/eq4", gap, subject.tolerance, found or "bandwidth", subject.n, text)
    if subject.shared_norms:
        values = subject.norms[:, :: subject.block]
    else:
        values = subject.norms[:1] if subject.frozen_norms else subject.norms
    slack = 0.6 * root * subject.error
    found_law = ks(values.ravel(), chi(d), subject.share("norm law"), slack)
    found = _norm_cause(subject, values.ravel()) if found_law.outcome is Outcome.FAILS else None
    text = f"|w| against chi_{d}: mean |w|^2/d = {np.mean(values**2) / d:.4g}"
    return finish("norm law", "orf/sec3/norms", found_law, text, found)


def _norm_cause(subject: Subject, values: Floats) -> str:
    d, m = subject.d, subject.m
    if subject.constant:
        return _scale_cause(subject) or "norms-sqrt-d"
    if subject.block == d and wrong_axis(subject.w[:64, :d], subject.tolerance):
        return "wrong-axis"
    candidates: list[tuple[float, str]] = [
        (distance(values / math.sqrt(factor), chi(d)), cause) for factor, cause, _ in BANDWIDTHS
    ]
    degrees = {
        d - 1: "chi-degrees",
        d + 1: "chi-degrees",
        2 * d: "chi-degrees",
        1: "chi-degrees",
        m: "d-and-m-swapped",
    }
    candidates += [(distance(values, chi(k)), cause) for k, cause in degrees.items() if k > 0 and k != d]
    free = float(np.mean(values**2)) / d
    candidates.append(
        (distance(values / math.sqrt(free), chi(d)) + 2.0 * reach(len(values), 1e-3), "bandwidth")
    )
    best = min(candidates)
    return best[1] if best[0] <= max(0.02, 2.0 * reach(len(values), 1e-6)) else "norm-law"


def _scale_cause(subject: Subject) -> str | None:
    """What one constant norm means; None where it is sqrt(d)."""
    value, d, m = float(np.mean(subject.norms)), subject.d, subject.m

    def near(other: float) -> bool:
        return abs(value / other - 1.0) <= 1e-6 + subject.tolerance

    if near(math.sqrt(d)):
        return None
    if near(math.sqrt(m)):
        return "d-and-m-swapped"
    if near(1.0):
        return "norms-unit"
    return next((cause for c, cause, _ in BANDWIDTHS if near(math.sqrt(c * d))), "bandwidth")


def norms_within(subject: Subject) -> Finding:
    """Norms of different rows of a draw are independent (or constant, where that is the law)."""
    statement, name = "orf/sec3/norms", "norms within a draw"
    if subject.claim.law.norm == "sqrt(d)" or subject.m == 1 or subject.constant:
        return exact(name, statement, 0.0, 0.0, None, 0, "constant norms have no law of their own")
    if subject.shared_norms:
        return exact(name, statement, 1.0, 0.0, "norms-shared", subject.n, "all norms of a block are equal")
    ranks = (
        2.0 * chi(subject.d)(subject.norms / math.sqrt(float(np.mean(subject.norms**2)) / subject.d)) - 1.0
    )
    partner = np.roll(ranks, 1, axis=1)[:, :: max(2, subject.m // 4)]
    values = np.mean(ranks[:, :: max(2, subject.m // 4)] * partner, axis=1)
    found = mean(values, subject.share(name), subject.error)
    return finish(name, statement, found, "correlation of neighbouring norms", "norms-dependent")


def norms_and_directions(subject: Subject) -> Finding:
    """The norm of a row tells nothing of its direction."""
    name = "norms and directions"
    ranks = 2.0 * chi(subject.d)(subject.norms[:, 0]) - 1.0
    if subject.constant or subject.frozen_norms:
        return exact(name, "orf/sec3/norms", 0.0, 0.0, None, 0, "norms that do not vary")
    found = uncorrelated(
        ranks, np.cos(1.5 * math.sqrt(subject.d) * subject.units[:, 0, 0]), subject.share(name), subject.error
    )
    return finish(name, "orf/sec3/norms", found, "covariance of a norm and its direction", "norm-direction")
