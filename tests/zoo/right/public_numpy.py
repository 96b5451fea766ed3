"""Shapes of public packages: stabilisers with a default side, encodings, other attention, other features, quasi-Monte Carlo."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from scipy.stats import norm, qmc

from tests.zoo.right.orthogonal_numpy import haar
from tests.zoo.specimen import right

M = 32
GAUSSIAN, SOFTMAX = {"kernel": "gaussian"}, {"kernel": "softmax"}
WAVES = {"mechanism": "trigonometric", **GAUSSIAN}


def rows(m: int, d: int, rng: Any) -> Any:
    """Blocks of rotations with chi norms, m a multiple of nothing."""
    blocks = [haar(d, rng) for _ in range(math.ceil(m / d))]
    return np.concatenate(blocks)[:m] * np.linalg.norm(rng.standard_normal((m, d)), axis=1)[:, None]


def softmax_kernel(data: Any, seed: int, is_query: bool = True) -> Any:
    """The side has a default; a maximum is subtracted, of each query or of all keys."""
    w = rows(M, data.shape[-1], np.random.default_rng(seed))
    dash = data @ w.T
    top = dash.max(-1, keepdims=True) if is_query else dash.max()
    return np.exp(dash - np.sum(data * data, -1, keepdims=True) / 2 - top) / math.sqrt(M)


def waves(w: Any, x: Any) -> Any:
    z = x @ w.T
    return np.concatenate([np.cos(z), np.sin(z)], axis=-1) / math.sqrt(len(w))


class GaussianEncoding:
    """Cycles, and the deviation that makes them radians."""

    def __init__(
        self, input_size: int = 8, encoded_size: int = M, sigma: float = 0.5 / math.pi, seed: int = 0
    ):
        del sigma
        self.b = np.random.default_rng(seed).standard_normal((encoded_size, input_size)) / (2 * math.pi)

    def __call__(self, v: Any) -> Any:
        return waves(2 * math.pi * self.b, v)


def halton(x: Any, seed: int) -> Any:
    u = qmc.Halton(x.shape[1], scramble=True, seed=np.random.default_rng(seed)).random(64)
    return waves(norm.ppf(np.clip(u, 1e-12, 1 - 1e-12)), x)


def latin(x: Any, seed: int) -> Any:
    return waves(norm.ppf(qmc.LatinHypercube(x.shape[1], seed=np.random.default_rng(seed)).random(64)), x)


def products_of_neighbours(x: Any) -> Any:
    """Parameter-free: zero along every axis."""
    z = np.concatenate([np.maximum(x, 0), np.maximum(-x, 0)], axis=1)
    return np.concatenate([z * np.roll(z, shift, axis=1) for shift in (1, 2)], axis=1)


def taylor(x: Any) -> Any:
    """1 + x.y/sqrt(d) + (x.y)^2 / 2d."""
    d = x.shape[1]
    squares = (x[:, :, None] * x[:, None, :]).reshape(len(x), -1) / math.sqrt(2 * d)
    return np.concatenate([np.ones((len(x), 1)), x / d**0.25, squares], axis=1)


def siren(x: Any, seed: int) -> Any:
    rng, d = np.random.default_rng(seed), x.shape[1]
    return np.sin(30 * (x @ rng.uniform(-1 / d, 1 / d, (d, M)) + rng.uniform(-1, 1, M) / math.sqrt(d)))


def cells(x: Any, seed: int) -> Any:
    """Waves of whole numbers: hashes."""
    rng = np.random.default_rng(seed)
    return waves(np.eye(16), np.floor(x @ rng.standard_normal((x.shape[1], 16)) + rng.uniform(0, 1, 16)))


def cosine_reweighted(Q: Any, K: Any, V: Any) -> Any:
    """Linear attention of rectified points, weighed by their places."""
    longest = max(len(Q), len(K))
    sides = []
    for z in (np.maximum(Q, 0), np.maximum(K, 0)):
        angle = np.arange(1, len(z) + 1)[:, None] * np.pi / (2 * longest)
        sides.append(np.concatenate([z * np.sin(angle), z * np.cos(angle)], axis=1))
    q, k = sides
    return q @ (k.T @ V) / np.maximum(q @ k.sum(0), 1e-6)[:, None]


class Projected:
    """Keys and values are projected along the sequence: weights that sum to nothing in particular."""

    def __init__(self, seed: int = 0):
        self.e = np.random.default_rng(seed).standard_normal((64, 512)) / 8

    def attention(self, Q: Any, K: Any, V: Any) -> Any:
        e = self.e[:, : len(K)]
        s = np.exp(Q @ (e @ K).T / math.sqrt(Q.shape[1]))
        return s / s.sum(1, keepdims=True) @ (e @ V)


def other(name: str, code: Any, note: str, **more: Any) -> Any:
    """Code that no declaration describes."""
    return right(name, code, note, None, None, kernel=None, **more)


SPECIMENS = (
    right(
        "favor-side-by-default",
        softmax_kernel,
        "is_query has a default",
        {"mechanism": "orthogonal-positive", **SOFTMAX, "ratios": True},
        {**SOFTMAX, "ratios": True},
        kernel=None,
    ),
    right(
        "gaussian-encoding",
        GaussianEncoding,
        "cycles over 2 pi",
        {**WAVES, "mechanism": "rff"},
        GAUSSIAN,
        kernel=None,
    ),
    right("qmc-halton", halton, "scrambled Halton points", WAVES, GAUSSIAN, kernel=None),
    right("qmc-latin", latin, "a Latin hypercube", WAVES, GAUSSIAN, kernel=None),
    other("products-of-neighbours", products_of_neighbours, "deterministic, zero along all axes"),
    other("taylor", taylor, "a polynomial kernel, exactly"),
    other("siren", siren, "sines of 30 times a layer"),
    other("cells", cells, "waves of cells"),
    other("attention-cosine", cosine_reweighted, "places enter the weights"),
    other("attention-projected-sequence", Projected, "neither sums to one nor takes keys in any order"),
)
