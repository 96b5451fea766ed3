"""Long-winded code with checks and docstrings, as textbooks and generated answers have it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import numpy as np

from tests.zoo.specimen import right

GAUSSIAN, SOFTMAX = {"kernel": "gaussian"}, {"kernel": "softmax"}


def random_fourier_features(
    data: np.ndarray,
    seed: int,
    n_components: int = 24,
    bandwidth: float = 1.0,
    kind: Literal["cos_sin", "offset"] = "cos_sin",
) -> np.ndarray:
    """Approximate the RBF kernel k(x, y) = exp(-||x - y||^2 / (2 * bandwidth^2)).

    Args:
        data: Array of shape (n_samples, n_dims).
        seed: Seed of the random generator.
        n_components: Number of random frequencies.
        bandwidth: Bandwidth of the kernel.
        kind: Cosines with sines, or cosines with random offsets.

    Returns:
        Array whose inner products approximate the kernel.
    """
    if data.ndim != 2:
        raise ValueError("data must be two-dimensional")
    if bandwidth <= 0:
        raise ValueError("bandwidth must be positive")
    generator = np.random.default_rng(seed)
    n_dims = data.shape[1]
    frequencies = generator.standard_normal(size=(n_dims, n_components)) / bandwidth
    projection = data @ frequencies
    if kind == "cos_sin":
        features = np.concatenate([np.cos(projection), np.sin(projection)], axis=1)
        return features / np.sqrt(n_components)
    offsets = generator.uniform(0.0, 2.0 * np.pi, size=(1, n_components))
    return np.sqrt(2.0 / n_components) * np.cos(projection + offsets)


class KernelApproximator:
    """A base class, a strategy for frequencies, a strategy for the map."""

    def __init__(
        self,
        sample: Callable[[np.random.Generator, int, int], np.ndarray],
        nonlinearity: Callable[[np.ndarray, np.ndarray], np.ndarray],
        num_features: int = 16,
    ) -> None:
        self._sample = sample
        self._nonlinearity = nonlinearity
        self._num_features = num_features

    def features(self, x: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        weights = self._sample(rng, self._num_features, x.shape[-1])
        return self._nonlinearity(x @ weights.T, x) / np.sqrt(self._num_features)


def sample_orthogonal(rng: np.random.Generator, num_features: int, dim: int) -> np.ndarray:
    """Stack orthogonal blocks until there are enough rows."""
    rows: list[np.ndarray] = []
    while len(rows) < num_features:
        gaussian = rng.standard_normal((dim, dim))
        q, r = np.linalg.qr(gaussian)
        q = q @ np.diag(np.where(np.diag(r) < 0, -1.0, 1.0))
        rows.extend(q)
    lengths = np.linalg.norm(rng.standard_normal((num_features, dim)), axis=1, keepdims=True)
    return lengths * np.stack(rows[:num_features])


def softmax_nonlinearity(projection: np.ndarray, x: np.ndarray) -> np.ndarray:
    """exp(projection - ||x||^2 / 2)."""
    squared_norm = np.sum(np.square(x), axis=-1, keepdims=True)
    return np.exp(projection - squared_norm / 2.0)


def favor_plus(
    x: np.ndarray, is_query: bool, projection_seed: int, numerical_stabilizer: float = 0.0
) -> np.ndarray:
    """Performer's kernel features, without its stabiliser."""
    del is_query
    rng = np.random.default_rng(projection_seed)
    ratio = 1.0 / np.sqrt(16)
    projected = np.einsum("nd,md->nm", x, sample_orthogonal(rng, 16, x.shape[1]))
    diagonal = np.sum(x**2, axis=-1, keepdims=True) / 2.0
    return ratio * (np.exp(projected - diagonal) + numerical_stabilizer)


def gram_from_pairs(a: np.ndarray, b: np.ndarray, seed: int) -> np.ndarray:
    """Entry by entry, with two loops."""
    rng = np.random.default_rng(seed)
    omegas = [rng.standard_normal(a.shape[1]) for _ in range(6)]
    gram = np.zeros((len(a), len(b)))
    for i, p in enumerate(a):
        for j, q in enumerate(b):
            gram[i, j] = np.mean([np.cos(omega @ (p - q)) for omega in omegas])
    return gram


def box_muller(x: np.ndarray, seed: int) -> np.ndarray:
    """Box and Muller's normal numbers from uniform ones."""
    rng, d, m = np.random.default_rng(seed), x.shape[1], 24
    u, v = 1.0 - rng.random((m, d)), rng.random((m, d))
    w = np.sqrt(-2.0 * np.log(u)) * np.cos(2.0 * np.pi * v)
    return np.concatenate([np.cos(x @ w.T), np.sin(x @ w.T)], axis=1) / np.sqrt(m)


def spherical(x: np.ndarray, seed: int) -> np.ndarray:
    """Uniform directions times chi norms: a Gaussian in polar coordinates."""
    rng, d, m = np.random.default_rng(seed), x.shape[1], 24
    u = rng.standard_normal((m, d))
    u /= np.linalg.norm(u, axis=1, keepdims=True)
    w = u * np.sqrt(rng.gamma(d / 2, 2.0, (m, 1)))
    return np.exp(x @ w.T - np.sum(x * x, axis=1, keepdims=True) / 2) / np.sqrt(m)


APPROXIMATOR = KernelApproximator(sample_orthogonal, softmax_nonlinearity)
SPECIMENS = (
    right(
        "textbook-rff",
        random_fourier_features,
        "options that are left alone, checks of the input",
        {"mechanism": "iid-trigonometric", **GAUSSIAN},
        GAUSSIAN,
    ),
    right(
        "textbook-strategies",
        APPROXIMATOR,
        "an object made of strategies",
        {"mechanism": "orthogonal-positive", **SOFTMAX},
        SOFTMAX,
        kernel="softmax",
        plain=lambda x, s: APPROXIMATOR.features(x, np.random.default_rng(s)),
    ),
    right(
        "textbook-favor",
        favor_plus,
        "is_query and a seed of another name",
        {"mechanism": "orthogonal-positive", **SOFTMAX},
        {"mechanism": "performer"},
        kernel="softmax",
        plain=lambda x, s: favor_plus(x, True, s),
    ),
    right(
        "textbook-gram",
        gram_from_pairs,
        "a matrix by two loops",
        {"mechanism": "iid-trigonometric", "m": 6, **GAUSSIAN},
        {"mechanism": "trigonometric"},
        common={"contract": "estimates"},
        pairwise=True,
        plain=lambda x, y, s: np.diagonal(gram_from_pairs(x, y, s)),
    ),
    right(
        "textbook-box-muller",
        box_muller,
        "normal numbers by hand",
        {"mechanism": "iid-trigonometric", **GAUSSIAN},
        GAUSSIAN,
    ),
    right(
        "textbook-polar",
        spherical,
        "directions times chi norms",
        {"mechanism": "iid-positive", **SOFTMAX},
        SOFTMAX,
        kernel="softmax",
    ),
)
