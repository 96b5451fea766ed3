"""Classes and long-winded code with plausible mistakes."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.zoo.specimen import wrong

M = 24
GAUSSIAN, SOFTMAX = {"kernel": "gaussian"}, {"kernel": "softmax"}
PHASE, BOTH = {"mechanism": "iid-phase", **GAUSSIAN}, {"mechanism": "iid-trigonometric", **GAUSSIAN}
SOFT = {"mechanism": "orthogonal-positive", **SOFTMAX}


class StreamingSampler:
    """fit and transform; cosines of each coordinate, none of their sum."""

    def __init__(self, gamma: float = 0.5, n_components: int = M, random_state: int | None = None) -> None:
        self.gamma, self.n_components, self.random_state = gamma, n_components, random_state

    def fit(self, X: Any, y: Any = None) -> StreamingSampler:
        rng = np.random.RandomState(self.random_state)
        self.weights = np.sqrt(2 * self.gamma) * rng.normal(size=(X.shape[1], self.n_components))
        self.offsets = rng.uniform(0, 2 * np.pi, self.n_components)
        return self

    def transform(self, X: Any) -> Any:
        waves = [np.cos(X[:, [i]] * self.weights[i] + self.offsets) for i in range(X.shape[1])]
        return np.sqrt(2 / self.n_components) * np.hstack(waves)


class Refitted:
    """transform draws again: fit and transform see other frequencies, and so do queries and keys."""

    def __init__(self, random_state: int = 0) -> None:
        self.random_state = random_state

    def fit(self, X: Any, y: Any = None) -> Refitted:
        self.rng = np.random.default_rng(self.random_state)
        return self

    def transform(self, X: Any) -> Any:
        w = np.random.standard_normal((X.shape[1], M))
        return np.hstack([np.cos(X @ w), np.sin(X @ w)]) / np.sqrt(M)


class OtherRows:
    """frequencies() gives rows that the features do not use."""

    def features(self, X: Any, seed: int) -> Any:
        rng = np.random.default_rng(seed)
        self._w = rng.standard_normal((M, X.shape[1]))
        z = X @ rng.standard_normal((M, X.shape[1])).T
        return np.hstack([np.cos(z), np.sin(z)]) / np.sqrt(M)

    def frequencies(self) -> Any:
        return self._w


def gram_schmidt(x: Any, seed: int) -> Any:
    """Each row is made orthogonal to the one before alone."""
    d = x.shape[1]
    rng = np.random.default_rng(seed)
    w = rng.standard_normal((2 * d, d))
    w /= np.linalg.norm(w, axis=1, keepdims=True)
    for i in range(1, 2 * d):
        w[i] -= (w[i] @ w[i - 1]) * w[i - 1]
        w[i] /= np.linalg.norm(w[i])
    w *= np.sqrt(rng.chisquare(d, (2 * d, 1)))
    return np.exp(x @ w.T - np.sum(x**2, axis=1, keepdims=True) / 2) / np.sqrt(2 * d)


def reflection(x: Any, seed: int) -> Any:
    """A single Householder reflection for a uniform rotation."""
    d = x.shape[1]
    rng, rows = np.random.default_rng(seed), []
    for _ in range(2):
        v = rng.standard_normal(d)
        rows.append(np.eye(d) - 2 * np.outer(v, v) / (v @ v))
    w = np.vstack(rows) * np.sqrt(rng.chisquare(d, (2 * d, 1)))
    return np.exp(x @ w.T - np.sum(x**2, axis=1, keepdims=True) / 2) / np.sqrt(2 * d)


def permutation(x: Any, seed: int) -> Any:
    """Signed permutations of the axes: orthogonal, and far from uniform."""
    d = x.shape[1]
    rng = np.random.default_rng(seed)
    rows = [np.eye(d)[rng.permutation(d)] * rng.choice([-1.0, 1.0], d) for _ in range(2)]
    w = np.vstack(rows) * np.sqrt(rng.chisquare(d, (2 * d, 1)))
    return np.exp(x @ w.T - np.sum(x**2, axis=1, keepdims=True) / 2) / np.sqrt(2 * d)


def box_muller(x: Any, seed: int) -> Any:
    """A minus two that became a minus one."""
    rng, d = np.random.default_rng(seed), x.shape[1]
    u, v = 1.0 - rng.random((M, d)), rng.random((M, d))
    w = np.sqrt(-np.log(u)) * np.cos(2.0 * np.pi * v)
    return np.concatenate([np.cos(x @ w.T), np.sin(x @ w.T)], axis=1) / np.sqrt(M)


def twelve_uniforms(x: Any, seed: int) -> Any:
    """Three uniform numbers for twelve: variance right, tails cut."""
    rng, d = np.random.default_rng(seed), x.shape[1]
    w = 2.0 * (rng.random((3, M, d)).sum(axis=0) - 1.5)
    return np.exp(x @ w.T - np.sum(x**2, axis=1, keepdims=True) / 2) / np.sqrt(M)


def standardised(X: Any, seed: int) -> Any:
    """Data are standardised inside, by the batch at hand."""
    Z = (X - X.mean(axis=0)) / (X.std(axis=0) + 1e-12)
    w = np.random.default_rng(seed).standard_normal((X.shape[1], M))
    return np.hstack([np.cos(Z @ w), np.sin(Z @ w)]) / np.sqrt(M)


def fitted(kind: Any) -> Any:
    return lambda x, s: kind(random_state=s).fit(x).transform(x)


def linear_layer(X: Any, seed: int) -> Any:
    """cos of an untrained layer: weights and biases are uniform in +-1/sqrt(d)."""
    rng, reach = np.random.default_rng(seed), X.shape[1] ** -0.5
    weights, biases = rng.uniform(-reach, reach, (24, X.shape[1])), rng.uniform(-reach, reach, 24)
    return np.sqrt(2 / 24) * np.cos(X @ weights.T + biases)


SPECIMENS = (
    wrong(
        "linear-layer",
        linear_layer,
        "row-density bandwidth norm-law phase-law",
        "weights and biases as layers have them: cosines of small angles, which are nowhere below zero",
        {"mechanism": "iid-phase", "kernel": "gaussian"},
        {"kernel": "gaussian"},
    ),
    wrong(
        "class-not-summed",
        StreamingSampler(),
        "additive-kernel",
        "coordinates are never summed",
        PHASE,
        GAUSSIAN,
        plain=fitted(StreamingSampler),
    ),
    wrong(
        "class-redrawn",
        Refitted(),
        "not-reproducible",
        "transform draws from the global generator",
        BOTH,
        GAUSSIAN,
        also="seed-ignored separate-projections batch-dependent",
        shows="shown",
        kernel=None,
    ),
    wrong(
        "class-other-rows",
        OtherRows(),
        "other-rows",
        "frequencies() are not those of the features",
        BOTH,
        GAUSSIAN,
        shows="shown",
        kernel=None,
    ),
    wrong(
        "gram-schmidt-once",
        gram_schmidt,
        "not-orthogonal gram uncoupled",
        "a row is made orthogonal to the one before alone: unbiased",
        SOFT,
        SOFTMAX,
        also="blocks-dependent anisotropic",
        kernel="softmax",
        sparsely="silent",
        shows="silent",
    ),
    wrong(
        "one-reflection",
        reflection,
        "anisotropic not-centred",
        "I - 2 v v^T for a uniform rotation",
        SOFT,
        SOFTMAX,
        also="unsigned-qr not-centred blocks-dependent row-density",
        kernel="softmax",
    ),
    wrong(
        "signed-permutations",
        permutation,
        "anisotropic row-density",
        "orthogonal rows along the axes",
        SOFT,
        SOFTMAX,
        also="blocks-dependent",
        kernel="softmax",
    ),
    wrong(
        "box-muller-half", box_muller, "bandwidth-2", "-log(u) for -2 log(u)", BOTH, GAUSSIAN, shows="silent"
    ),
    wrong(
        "sum-of-uniforms",
        twelve_uniforms,
        "row-density norm-law",
        "three uniform numbers added",
        {"mechanism": "iid-positive", **SOFTMAX},
        SOFTMAX,
        kernel="softmax",
    ),
    wrong(
        "batch-standardised",
        standardised,
        "batch-dependent",
        "mean and deviation of the batch",
        BOTH,
        GAUSSIAN,
        shows="shown",
        kernel=None,
    ),
)
