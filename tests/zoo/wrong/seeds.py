"""Seeds that do nothing, or too much."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from tests.zoo.right.orthogonal_numpy import haar
from tests.zoo.specimen import wrong

M = 16
GAUSSIAN, SOFTMAX = {"kernel": "gaussian"}, {"kernel": "softmax"}
BOTH, SOFT = {"mechanism": "iid-trigonometric", **GAUSSIAN}, {"mechanism": "iid-positive", **SOFTMAX}


def waves(X: Any, W: Any) -> Any:
    return np.hstack([np.cos(X @ W), np.sin(X @ W)]) / np.sqrt(M)


def exponentials(X: Any, W: Any) -> Any:
    return np.exp(X @ W - np.sum(X**2, axis=1, keepdims=True) / 2) / np.sqrt(M)


def constant_seed(X: Any, seed: int = 0) -> Any:
    return waves(X, np.random.default_rng(0).standard_normal((X.shape[1], M)))


def constant_seed_positive(X: Any, seed: int = 0) -> Any:
    return exponentials(X, np.random.default_rng(42).standard_normal((X.shape[1], M)))


@cache
def cached(d: int) -> Any:
    """Kept by the dimension: the first generator serves all."""
    return np.random.default_rng(d).standard_normal((d, M))


def kept(X: Any, seed: int) -> Any:
    return exponentials(X, cached(X.shape[1]))


class Buffered:
    """W is drawn where the object is made; `seed` reaches nothing."""

    def __init__(self) -> None:
        self.W = np.random.default_rng(9).standard_normal((8, M))

    def features(self, X: Any, seed: int) -> Any:
        np.random.seed(seed)
        return exponentials(X, self.W)


GENERATOR = np.random.default_rng(5)


def own_generator(X: Any, seed: int) -> Any:
    """A generator of the module: no two calls agree."""
    return waves(X, GENERATOR.standard_normal((X.shape[1], M)))


def clock(X: Any, seed: int) -> Any:
    """Entropy of the system, whatever the seed."""
    return exponentials(X, np.random.default_rng().standard_normal((X.shape[1], M)))


def same_seed_twice(X: Any, seed: int) -> Any:
    """Norms and directions from generators of one seed: the norms are those of the rotated matrix."""
    d, rows = X.shape[1], []
    for block in range(2):
        q = haar(d, np.random.default_rng([seed, block]))
        norms = np.linalg.norm(np.random.default_rng([seed, block]).standard_normal((d, d)), axis=1)
        rows.append(norms[:, None] * q)
    return exponentials(X, np.vstack(rows).T)


def phase_seed(X: Any, seed: int) -> Any:
    """Frequencies are seeded, phases are not."""
    W = np.random.default_rng(seed).standard_normal((X.shape[1], M))
    b = np.random.default_rng(0).uniform(0, 2 * np.pi, M)
    return np.sqrt(2 / M) * np.cos(X @ W + b)


def frozen_frequencies(X: Any, seed: int) -> Any:
    """Phases are seeded, frequencies are not."""
    W = np.random.default_rng(0).standard_normal((X.shape[1], M))
    b = np.random.default_rng(seed).uniform(0, 2 * np.pi, M)
    return np.sqrt(2 / M) * np.cos(X @ W + b)


def never_drawn(X: Any, seed: int) -> Any:
    """np.empty and a loop that never runs: all zeros."""
    return waves(X, np.zeros((X.shape[1], M)))


def data_seed(X: Any, seed: int) -> Any:
    """A seed from the data: each batch has its own rows."""
    rng = np.random.default_rng([seed, int(abs(X).sum() * 1e6)])
    return waves(X, rng.standard_normal((X.shape[1], M)))


SPECIMENS = (
    wrong(
        "seed-constant",
        constant_seed,
        "seed-ignored",
        "default_rng(0)",
        BOTH,
        GAUSSIAN,
        shows="shown",
        kernel=None,
    ),
    wrong(
        "seed-constant-positive",
        constant_seed_positive,
        "seed-ignored",
        "default_rng(42)",
        SOFT,
        SOFTMAX,
        shows="shown",
        kernel=None,
    ),
    wrong(
        "seed-cached",
        kept,
        "seed-ignored",
        "rows are kept by dimension",
        SOFT,
        SOFTMAX,
        shows="shown",
        kernel=None,
    ),
    wrong(
        "seed-buffer",
        Buffered(),
        "seed-ignored",
        "W belongs to the object, a seed is taken",
        SOFT,
        SOFTMAX,
        shows="shown",
        kernel=None,
    ),
    wrong(
        "seed-own-generator",
        own_generator,
        "not-reproducible",
        "a generator of the module",
        BOTH,
        GAUSSIAN,
        shows="shown",
        kernel=None,
    ),
    wrong(
        "seed-of-the-system",
        clock,
        "not-reproducible",
        "default_rng()",
        SOFT,
        SOFTMAX,
        shows="shown",
        kernel=None,
    ),
    wrong(
        "seed-twice",
        same_seed_twice,
        "norm-direction",
        "one seed for norms and directions",
        {"mechanism": "orthogonal-positive", **SOFTMAX},
        SOFTMAX,
        also="norms-dependent",
        kernel="softmax",
    ),
    wrong(
        "phases-frozen",
        phase_seed,
        "seed-ignored phase-law phase-shared",
        "one set of phases for all seeds",
        {"mechanism": "iid-phase", **GAUSSIAN},
        GAUSSIAN,
    ),
    wrong(
        "frequencies-frozen",
        frozen_frequencies,
        "norms-frozen directions-frozen seed-ignored",
        "one set of frequencies for all seeds",
        {"mechanism": "iid-phase", **GAUSSIAN},
        GAUSSIAN,
        kernel=None,
    ),
    wrong(
        "never-drawn", never_drawn, "unknown-map", "frequencies are zero", BOTH, GAUSSIAN, also="seed-ignored"
    ),
    wrong(
        "seed-of-the-data",
        data_seed,
        "batch-dependent",
        "the seed depends on the batch",
        BOTH,
        GAUSSIAN,
        also="not-reproducible separate-projections",
        shows="shown",
        kernel=None,
    ),
)
