"""Mistakes of public code that no repair of single rows mends: arithmetic, seeds, sums, factors of products."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from scipy.linalg import hadamard

from tests.zoo.right.public_numpy import M, waves
from tests.zoo.specimen import wrong

GAUSSIAN, SOFTMAX = {"kernel": "gaussian"}, {"kernel": "softmax"}
WAVES, SORF = {"mechanism": "iid-trigonometric", **GAUSSIAN}, {"mechanism": "sorf", **GAUSSIAN}


def half_inside(x: Any, seed: int) -> Any:
    """float16 within, float64 without."""
    w = np.random.default_rng(seed).standard_normal((M, x.shape[1])).astype(np.float16)
    p = x.astype(np.float16) @ w.T - np.float16(0.5) * np.sum(x * x, 1, keepdims=True).astype(np.float16)
    return np.exp(p).astype(np.float64) / math.sqrt(M)


def half_waves(x: Any, seed: int) -> Any:
    w = np.random.default_rng(seed).standard_normal((M, x.shape[1])).astype(np.float16)
    return waves(np.eye(M), (x.astype(np.float16) @ w.T).astype(np.float64))


def seeds_itself(x: Any) -> Any:
    """The generator of the whole program starts anew."""
    np.random.seed(0)
    return waves(np.random.randn(M, x.shape[1]), x)


def cosines_summed(x: Any, seed: int) -> Any:
    """The sum over coordinates is taken after the cosine."""
    rng = np.random.default_rng(seed)
    w, b = rng.standard_normal((x.shape[1], M)), rng.uniform(0, 2 * np.pi, M)
    return math.sqrt(2 / M) * np.cos(x[:, :, None] * w + b).sum(1)


def estimates_apart(x: Any, y: Any, seed: int) -> Any:
    """A mean over coordinates of one-dimensional estimates."""
    w = np.random.default_rng(seed).standard_normal((M, x.shape[1]))
    return np.cos((x - y)[:, None, :] * w).mean((1, 2))


def products(missing: int | None, factors: int = 3) -> Any:
    """sqrt(d) HD .. HD without one of its diagonals, numbered from the points."""

    def features(x: Any, seed: int) -> Any:
        rng, d, blocks = np.random.default_rng(seed), x.shape[1], []
        h = hadamard(d) / math.sqrt(d)
        for _ in range(4):
            z = x
            for k in range(factors):
                signs = rng.choice([-1.0, 1.0], d)
                z = (z if k == missing else z * signs) @ h
            blocks.append(math.sqrt(d) * z)
        return waves(np.eye(4 * d), np.concatenate(blocks, axis=1))

    return features


def positive(name: str, code: Any, causes: str, note: str, **more: Any) -> Any:
    return wrong(name, code, causes, note, {"mechanism": "prf", **SOFTMAX}, SOFTMAX, kernel=None, **more)


def fourier(
    name: str, code: Any, causes: str, note: str, full: Any = WAVES, sparse: Any = GAUSSIAN, **more: Any
) -> Any:
    return wrong(name, code, causes, note, full, sparse, kernel=None, **more)


SPECIMENS = (
    positive("half-inside", half_inside, "precision", "float16 within"),
    fourier("half-waves", half_waves, "precision", "products in float16"),
    fourier("seeds-itself", seeds_itself, "seed-ignored", "np.random.seed(0) within", shows="shown"),
    fourier(
        "cosines-summed",
        cosines_summed,
        "additive-kernel",
        "summed after the cosine",
        {"mechanism": "rff", **GAUSSIAN},
        sparsely="either",
        also="unknown-map",
    ),
    fourier(
        "estimates-apart",
        estimates_apart,
        "additive-kernel",
        "a mean over coordinates",
        {"mechanism": "rff", "m": M * 8, **GAUSSIAN},
        {"mechanism": "rff", **GAUSSIAN},
        common={"contract": "estimates"},
    ),
    fourier(
        "hadamard-without-last", products(0), "signs-shared", "no diagonal next to the points", SORF, None
    ),
    fourier(
        "hadamard-without-first",
        products(2),
        "signs-shared",
        "no diagonal before the last matrix",
        SORF,
        None,
    ),
    fourier("hadamard-two-factors", products(None, 2), "signs-shared", "HDHD declared as SORF", SORF, None),
)
