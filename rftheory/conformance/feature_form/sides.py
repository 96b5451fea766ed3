"""Exponential features of queries and keys that are scaled differently, by factors that cancel in x.y."""

from __future__ import annotations

import math

import numpy as np

from rftheory.conformance.feature_form.recovery import STEPS
from rftheory.conformance.feature_form.traits import RecognisedFeatures
from rftheory.measured.inputs import Floats

APART = 1e-3
"""By how much, relative, scales must differ to be looked at."""


def tilt(features: RecognisedFeatures) -> float | None:
    """t such that queries at t x and keys at x/t have one scale, the right one; None where no t or t = 1 does that.

    phi(x) = exp(s w.x - s^2 |x|^2/2), with s of the queries and 1/s of the keys: estimates of e^{x.y} are those of one
    map at x s and y/s, unbiased as it is.
    """
    if features.kernel != "softmax" or not features.form.exponential or features.floor or features.subtracted:
        return None
    (one, first), (other, second) = (_read(features, phi) for phi in (features.queries, features.keys))
    if not np.all(np.isfinite(one)) or not np.all(np.isfinite(other)) or min(first, second) <= 0.0:
        return None
    ratio = float(np.vdot(one, other) / np.vdot(one, one))
    limit = 512.0 * features.tolerance
    fits = float(np.max(np.abs(other - ratio * one))) <= limit * float(np.max(np.abs(other)))
    near = abs(first * second - 1.0) <= limit and abs(second - ratio**2 * first) <= limit * second
    return math.sqrt(ratio) if fits and near and ratio > 0.0 and abs(ratio - 1.0) > APART else None


def _read(features: RecognisedFeatures, phi: Floats) -> tuple[Floats, float]:
    """Slopes at the axes, and the multiple of |x|^2/2 in the weight."""
    d, step = features.d, STEPS["exponential"]
    with np.errstate(all="ignore"):
        plus, minus, middle = (
            np.log(phi[:, part]) for part in (slice(1, d + 1), slice(d + 1, 2 * d + 1), slice(1))
        )
        weights = (2.0 * middle - plus - minus) / step**2
    return plus - minus, float(np.median(weights))
