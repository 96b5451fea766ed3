"""The shapes of public code: columns for rows, classes by their own names, masks, and constants that keep code from zero."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from tests.zoo.right.orthogonal_numpy import chi_norms
from tests.zoo.specimen import right

M = 24
GAUSSIAN, SOFTMAX = {"kernel": "gaussian"}, {"kernel": "softmax"}
WAVES, FAVOR = {"mechanism": "iid-trigonometric", **GAUSSIAN}, {"mechanism": "orthogonal-positive", **SOFTMAX}
QUARTER = {**SOFTMAX, "scale": "d^-1/4"}


def turned(X: Any, seed: int) -> Any:
    """A feature is a row of what comes back, a point a column."""
    W = np.random.default_rng(seed).normal(size=(M, X.shape[1]))
    P = W @ X.T
    return np.vstack([np.cos(P), np.sin(P)]) / math.sqrt(M)


def columns(dim: int, num_features: int, seed: int) -> Any:
    """Omega as x @ omega wants it."""
    return chi_norms(num_features, dim, np.random.default_rng(seed)).T


def phases_of_pairs(X: Any, Y: Any, seed: int) -> Any:
    """A kernel matrix by cosines with random phases."""
    rng = np.random.default_rng(seed)
    W, b = rng.normal(size=(X.shape[1], M)), rng.uniform(0.0, 2.0 * np.pi, M)
    return (2.0 / M) * np.cos(X @ W + b) @ np.cos(Y @ W + b).T


def waves_of_one_phase(X: Any, seed: int) -> Any:
    """cos(w.x + b) and sin(w.x + b): the phase cancels."""
    rng = np.random.default_rng(seed)
    P = X @ rng.normal(size=(X.shape[1], M)) + rng.uniform(0.0, 2.0 * np.pi, M)
    return np.hstack([np.cos(P), np.sin(P)]) / math.sqrt(M)


def with_points(X: Any, seed: int) -> Any:
    """The points themselves beside the features: K + x.y, as documented."""
    rng = np.random.default_rng(seed)
    P = X @ rng.normal(size=(X.shape[1], M)) + rng.uniform(0.0, 2.0 * np.pi, M)
    return np.hstack([X, math.sqrt(2.0 / M) * np.cos(P)])


def positive(x: Any, seed: int, epsilon: float) -> Any:
    w = chi_norms(M, x.shape[1], np.random.default_rng(seed))
    return (np.exp(x @ w.T - np.sum(x * x, axis=1, keepdims=True) / 2.0) + epsilon) / math.sqrt(M)


def hardly_more(x: Any, seed: int) -> Any:
    """1e-6 in every feature changes an estimate at norm 1 by five in a million."""
    return positive(x, seed, 1e-6)


def attention(q: Any, k: Any, v: Any, seed: int, masked: bool, epsilon: float) -> Any:
    quarter = q.shape[1] ** -0.25
    a, b = (positive(quarter * part, seed, 0.0) for part in (q, k))
    weights = np.tril(a @ b.T) if masked else a @ b.T
    return weights @ v / (np.sum(weights, axis=1, keepdims=True) + epsilon)


def guarded(q: Any, k: Any, v: Any, seed: int) -> Any:
    """1e-8 in the denominator."""
    return attention(q, k, v, seed, False, 1e-8)


def masked(q: Any, k: Any, v: Any, seed: int) -> Any:
    """A query sees no later key."""
    return attention(q, k, v, seed, True, 0.0)


class TransformAlone:
    """transform, without a fit: rows are drawn where it is made."""

    def __init__(self, d: int, D: int, sigma: float = 1.0, seed: int = 0) -> None:
        rng = np.random.RandomState(seed)
        self.A, self.b = rng.normal(0.0, 1.0 / sigma, (d, D)), rng.uniform(0.0, 2.0 * np.pi, D)

    def transform(self, x: Any) -> Any:
        return np.sqrt(2.0 / len(self.b)) * np.cos(x @ self.A + self.b)


class FeatureMap:
    """feature_map and kernel; sizes of other names."""

    def __init__(self, in_size: int, n_rffs: int, bandwidth: float, seed: int = 0) -> None:
        self.omega = np.random.default_rng(seed).normal(size=(in_size, n_rffs)) / bandwidth

    def feature_map(self, x: Any) -> Any:
        p = x @ self.omega
        return np.concatenate([np.cos(p), np.sin(p)], axis=-1) / math.sqrt(self.omega.shape[1])

    def kernel(self, x: Any, y: Any) -> Any:
        return self.feature_map(x) @ self.feature_map(y).T


class FitsItself:
    """fit without points, then forward."""

    def __init__(self, R: int, p: int, sigmasq: float = 1.0) -> None:
        self.shape, self.sigmasq = (R, p), sigmasq

    def fit(self) -> None:
        self.W = np.random.normal(0.0, self.sigmasq**-0.5, self.shape)
        self.b = 2.0 * np.pi * np.random.rand(self.shape[0])

    def forward(self, X: Any) -> Any:
        return np.sqrt(2.0 / self.shape[0]) * np.cos(X @ self.W.T + self.b)


SIZED = {"m": M}
PHASES = {"mechanism": "rff", **GAUSSIAN}
SPECIMENS = (
    right(
        "rff-turned", turned, "features are rows", WAVES, GAUSSIAN, plain=lambda x, seed: turned(x, seed).T
    ),
    right(
        "sampler-columns",
        columns,
        "rows alone, as columns",
        {"mechanism": "orthogonal"},
        common={**SIZED},
        kernel=None,
    ),
    right(
        "estimates-phases",
        phases_of_pairs,
        "a kernel matrix with random phases, called rff",
        PHASES,
        common={**SIZED, "contract": "estimates"},
        pairwise=True,
        plain=lambda x, y, seed: np.diagonal(phases_of_pairs(x, y, seed)),
    ),
    right("rff-phase-cancels", waves_of_one_phase, "sines and cosines of one phase", PHASES, GAUSSIAN),
    right("rff-with-points", with_points, "K + x.y, as documented", None, kernel=None),
    right("prf-epsilon-1e-6", hardly_more, "a constant that harms nobody", FAVOR, SOFTMAX, kernel=None),
    right(
        "attention-guarded",
        guarded,
        "a constant in the denominator that harms nobody",
        {"mechanism": "performer", "m": M, **QUARTER},
        QUARTER,
        kernel=None,
    ),
    right(
        "attention-masked",
        masked,
        "later keys are masked",
        {"mechanism": "performer", "m": M, **QUARTER},
        QUARTER,
        kernel=None,
    ),
    right(
        "class-transform-alone",
        TransformAlone,
        "transform without fit",
        PHASES,
        GAUSSIAN,
        common=SIZED,
        kernel=None,
    ),
    right(
        "class-feature-map", FeatureMap, "a method feature_map", PHASES, GAUSSIAN, common=SIZED, kernel=None
    ),
    right("class-fits-itself", FitsItself, "fit without points", PHASES, GAUSSIAN, common=SIZED, kernel=None),
)
