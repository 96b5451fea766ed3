"""Correct features in unusual orders, of padded points, and on a scale that is declared by its parameter alone."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.linalg import hadamard

from tests.zoo.right.orthogonal_numpy import ORF, chi_norms, waves
from tests.zoo.right.positive_numpy import positive
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


def rows_in_any_order(m: int, d: int, rng: Any) -> Any:
    """Orthogonal blocks, all rows shuffled."""
    return chi_norms(m, d, rng)[rng.permutation(m)]


def reshaped(m: int, d: int, rng: Any) -> Any:
    """Blocks side by side as (d, m), then reshape for a transpose: the first rows of all blocks come first."""
    return np.hstack(np.split(chi_norms(m, d, rng), m // d)).reshape(m, d)


def ranked(m: int, d: int, rng: Any) -> Any:
    """Rows by their norms."""
    w = rng.standard_normal((m, d))
    return w[np.argsort(np.linalg.norm(w, axis=1))]


def sampler_in_any_order(d: int, m: int, seed: int) -> Any:
    return rows_in_any_order(m, d, np.random.default_rng(seed))


def grid_of_phases(X: Any, seed: int) -> Any:
    """Phases k 2 pi/m for iid rows: cosines and sines of 2b have mean zero over features."""
    P = X @ np.random.default_rng(seed).standard_normal((X.shape[1], M))
    return np.sqrt(2 / M) * np.cos(P + np.linspace(0.0, 2 * np.pi, M, endpoint=False))


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
    right("orf-rows-shuffled", waves(rows_in_any_order), "orthogonal rows in a random order", ORF, GAUSSIAN),
    right(
        "favor-rows-reshaped",
        positive(reshaped),
        "reshape for a transpose: the blocks are woven into one another",
        {"mechanism": "favor+", "kernel": "softmax"},
        {"kernel": "softmax"},
        kernel="softmax",
    ),
    right(
        "prf-rows-ranked",
        positive(ranked),
        "rows sorted by their norms",
        {"mechanism": "iid-positive", "kernel": "softmax"},
        {"kernel": "softmax"},
        kernel="softmax",
    ),
    right(
        "sampler-shuffled",
        sampler_in_any_order,
        "rows alone, in a random order",
        {"mechanism": "orthogonal", "m": 24},
        common={"contract": "frequencies"},
        kernel=None,
    ),
    right(
        "rff-grid-of-phases",
        grid_of_phases,
        "phases on a grid: two waves are even, and show no signs",
        {"mechanism": "iid-phase", **GAUSSIAN},
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
