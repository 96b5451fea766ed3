"""What goes wrong in the shapes of public code."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from tests.zoo.right.shapes_python import FAVOR, GAUSSIAN, PHASES, QUARTER, SOFTMAX, M, positive, with_points
from tests.zoo.specimen import wrong


def unscaled(X: Any, seed: int) -> Any:
    """cos(xW + b), and no factor at all."""
    rng = np.random.default_rng(seed)
    return np.cos(X @ rng.normal(size=(X.shape[1], M)) + rng.uniform(0.0, 2.0 * np.pi, M))


def unsigned_columns(dim: int, num_features: int, seed: int) -> Any:
    """Omega for x @ omega, of Q as LAPACK gives it, transposed."""
    rng = np.random.default_rng(seed)
    rows = [np.linalg.qr(rng.normal(size=(dim, dim)))[0].T for _ in range(num_features // dim)]
    norms = np.linalg.norm(rng.normal(size=(num_features, dim)), axis=1, keepdims=True)
    return (norms * np.concatenate(rows)).T


def constant(x: Any, seed: int) -> Any:
    """1e-4, as published: five in ten thousand at norm 1, and far more beyond."""
    return positive(x, seed, 1e-4)


def masked_unscaled(q: Any, k: Any, v: Any, seed: int) -> Any:
    """A causal mask, and points that were not divided by d^(1/4)."""
    a, b = positive(q, seed, 0.0), positive(k, seed, 0.0)
    weights = np.tril(a @ b.T)
    return weights @ v / np.sum(weights, axis=1, keepdims=True)


def constant_of_pairs(X: Any, Y: Any, seed: int) -> Any:
    """A kernel matrix with random phases and 1/m for 2/m."""
    rng = np.random.default_rng(seed)
    W, b = rng.normal(size=(X.shape[1], M)), rng.uniform(0.0, 2.0 * math.pi, M)
    return np.cos(X @ W + b) @ np.cos(Y @ W + b).T / M


SPECIMENS = (
    wrong("no-factor-phases", unscaled, "missing-1/sqrt-m", "cos(w.x + b) alone", PHASES, GAUSSIAN),
    wrong(
        "unsigned-qr-columns",
        unsigned_columns,
        "unsigned-qr",
        "rows alone, as columns",
        {"mechanism": "orthogonal"},
        common={"m": M},
        kernel=None,
    ),
    wrong(
        "points-beside",
        with_points,
        "linear-feature",
        "the points themselves stand among the features",
        PHASES,
        GAUSSIAN,
        shows="silent",
    ),
    wrong(
        "epsilon-1e-4", constant, "epsilon-added", "1e-4 in every feature", FAVOR, SOFTMAX, kernel="softmax"
    ),
    wrong(
        "attention-masked-unscaled",
        masked_unscaled,
        "weight bandwidth bandwidth-2 scale",
        "a mask, and d^(-1/4) is forgotten",
        {"mechanism": "performer", "m": M, **QUARTER},
        QUARTER,
        shows="silent",
        kernel=None,
    ),
    wrong(
        "estimates-halved",
        constant_of_pairs,
        "scale biased",
        "1/m for 2/m in a kernel matrix",
        PHASES,
        common={"m": M, "contract": "estimates"},
        pairwise=True,
        plain=lambda x, y, seed: np.diagonal(constant_of_pairs(x, y, seed)),
    ),
)
