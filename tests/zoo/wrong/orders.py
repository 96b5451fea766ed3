"""What the correct code of `right.orders_numpy` is with one mistake, and features of a huge scale."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.zoo.right.orders_numpy import GAUSSIAN, M, padded
from tests.zoo.right.orthogonal_numpy import chi_norms
from tests.zoo.right.trigonometric_numpy import squared
from tests.zoo.specimen import wrong


def sigma_unsquared(X: Any, seed: int) -> Any:
    """Rows of N(0, 1/sigma) for sigma = 2, where N(0, 1/sigma^2) belongs."""
    P = X @ np.random.default_rng(seed).normal(scale=2.0**-0.5, size=(X.shape[1], M))
    return np.hstack([np.sin(P), np.cos(P)]) / np.sqrt(M)


def huge(x: Any, seed: int) -> Any:
    """A scale at which squares of estimates overflow."""
    P = x @ chi_norms(M, x.shape[1], np.random.default_rng(seed)).T
    return 1e120 * np.exp(P - np.sum(x * x, axis=1, keepdims=True) / 2)


SPECIMENS = (
    wrong(
        "sorf-padded-unscaled",
        padded(1.0),
        "bandwidth norm-law",
        "rows of length one, cut off",
        {"mechanism": "sorf", **GAUSSIAN},
        GAUSSIAN,
        also="row-density",
        common={"d": 6},
        kernel=None,
    ),
    wrong(
        "sigma-unsquared",
        sigma_unsquared,
        "bandwidth-2",
        "a variance of 1/sigma",
        {"mechanism": "rff", "sigma": 2.0},
        {"sigma": 2.0},
        kernel=squared(0.25),
    ),
    wrong(
        "huge",
        huge,
        "scale",
        "1e120 in place of 1/sqrt(m)",
        {"mechanism": "favor+", "kernel": "softmax"},
        {"kernel": "softmax"},
        kernel=None,
    ),
)
