"""Exponential features of queries and keys that are scaled or mapped differently, in ways that cancel in x.y."""

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


def skew(features: RecognisedFeatures) -> Floats | None:
    """P such that queries at P x and keys at P^-T y have the same slopes and the right weights; None where no P has.

    phi_q(x) = f(M x), phi_k(y) = f(M^-T y), f(x) = exp(w.x - |x|^2/2 + ..): slopes of the keys are L = (M^T M)^-1 times
    those of the queries, weights are x.L^-1 x and y.L y, and P = L^{1/2} takes both to one map, turned, unbiased as it is.
    Source: beyond/dense, asymmetric and balanced features.
    """
    if features.kernel != "softmax" or not features.form.exponential or features.floor or features.subtracted:
        return None
    (one, first), (other, second) = (_each(features, phi) for phi in (features.queries, features.keys))
    d, limit = features.d, 512.0 * features.tolerance
    if d == 1 or not np.all(np.isfinite(one)) or not np.all(np.isfinite(other)) or one.shape[1] < d + 2:
        return None
    found = np.linalg.lstsq(one.T, other.T, rcond=None)[0].T
    if float(np.max(np.abs(other - found @ one))) > limit * float(np.max(np.abs(other))):
        return None
    near = float(np.max(np.abs(found - found.T))) <= 10.0 * limit * float(np.max(np.abs(found)))
    values, vectors = np.linalg.eigh((found + found.T) / 2.0)
    if not near or values[0] <= 1e-6 * values[-1] or values[-1] - values[0] <= APART * values[-1]:
        return None
    diagonals = ((first, np.sum(vectors**2 / values, axis=1)), (second, np.sum(vectors**2 * values, axis=1)))
    if any(np.any(np.abs(seen - wanted) > 10.0 * limit * wanted) for seen, wanted in diagonals):
        return None
    return np.asarray((vectors * np.sqrt(values)) @ vectors.T, dtype=np.float64)


def _each(features: RecognisedFeatures, phi: Floats) -> tuple[Floats, Floats]:
    """Slopes at the axes (d, features of all draws), and the multiple of x_j^2/2 in the weight, (d,)."""
    slopes, weights = _parts(features, phi)
    return np.concatenate(list(slopes), axis=1), np.asarray(np.median(weights, axis=(0, 2)))


def _read(features: RecognisedFeatures, phi: Floats) -> tuple[Floats, float]:
    """Slopes at the axes, and the multiple of |x|^2/2 in the weight."""
    slopes, weights = _parts(features, phi)
    return slopes, float(np.median(weights))


def _parts(features: RecognisedFeatures, phi: Floats) -> tuple[Floats, Floats]:
    """Slopes and weights of every draw and axis."""
    d, step = features.d, STEPS["exponential"]
    with np.errstate(all="ignore"):
        plus, minus, middle = (
            np.log(phi[:, part]) for part in (slice(1, d + 1), slice(d + 1, 2 * d + 1), slice(1))
        )
        weights = (2.0 * middle - plus - minus) / step**2
    return plus - minus, weights
