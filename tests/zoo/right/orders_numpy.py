"""Correct features in unusual orders, of padded points, and on a scale that is declared by its parameter alone."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.linalg import hadamard

from tests.zoo.right.orthogonal_numpy import chi_norms
from tests.zoo.right.trigonometric_numpy import squared
from tests.zoo.specimen import right

M = 24
GAUSSIAN = {"kernel": "gaussian"}


def shuffled(X: Any, seed: int) -> Any:
    """Features in a random order, each with a random sign, new ones in every draw."""
    rng = np.random.default_rng(seed)
    P = X @ rng.standard_normal((X.shape[1], M))
    F = np.hstack([np.cos(P), np.sin(P)]) / np.sqrt(M)
    return F[:, rng.permutation(2 * M)] * rng.choice([-1.0, 1.0], 2 * M)


def reversed_sines(X: Any, seed: int) -> Any:
    """Cosines forwards, sines backwards."""
    P = X @ chi_norms(M, X.shape[1], np.random.default_rng(seed)).T
    return np.hstack([np.cos(P), np.sin(P)[:, ::-1]]) / np.sqrt(M)


def padded(size: float = 8.0**0.5) -> Any:
    """Structured rows on points of 6 coordinates that are padded to 8; `size`: the length of a row of 8."""

    def features(X: Any, seed: int) -> Any:
        rng, h, parts = np.random.default_rng(seed), hadamard(8) / np.sqrt(8), []
        points = np.pad(X, ((0, 0), (0, 8 - X.shape[1])))
        for _ in range(3):
            Z = points
            for _ in range(3):
                Z = (Z * rng.choice([-1.0, 1.0], 8)) @ h
            parts.append(size * Z)
        P = np.hstack(parts)
        return np.hstack([np.cos(P), np.sin(P)]) / np.sqrt(P.shape[1])

    return features


def gamma_two(X: Any, seed: int) -> Any:
    """Rows of N(0, 2 gamma) for exp(-gamma |x-y|^2)."""
    P = X @ np.random.default_rng(seed).normal(scale=2.0, size=(X.shape[1], M))
    return np.hstack([np.sin(P), np.cos(P)]) / np.sqrt(M)


SPECIMENS = (
    right(
        "rff-shuffled",
        shuffled,
        "a random order and random signs of features",
        {"mechanism": "iid-trigonometric", **GAUSSIAN},
        GAUSSIAN,
    ),
    right(
        "orf-sines-reversed",
        reversed_sines,
        "sines in the opposite order",
        {"mechanism": "orthogonal-trigonometric", **GAUSSIAN},
        GAUSSIAN,
    ),
    right(
        "sorf-padded",
        padded(),
        "6 coordinates padded to 8",
        {"mechanism": "sorf"},
        {"mechanism": "hd3-trigonometric"},
        common={"d": 6},
        kernel=None,
    ),
    right(
        "gamma-alone",
        gamma_two,
        "gamma = 2 and nothing else is said",
        {"mechanism": "rff", "gamma": 2.0},
        {"gamma": 2.0},
        kernel=squared(4.0),
    ),
)
