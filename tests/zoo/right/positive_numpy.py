"""Positive random features in NumPy: FAVOR+, hyperbolic, simplex, antithetic, generalised exponential."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tests.zoo.right.orthogonal_numpy import chi_norms, columns_of_q, haar
from tests.zoo.specimen import right

M = 16
GAUSSIAN, SOFTMAX = {"kernel": "gaussian"}, {"kernel": "softmax"}
Sampler = Callable[[int, int, Any], Any]


def independent(m: int, d: int, rng: Any) -> Any:
    return rng.standard_normal((m, d))


def positive(sampler: Sampler, m: int = M) -> Any:
    """exp(w.x - |x|^2/2)/sqrt(m): the softmax kernel."""

    def features(x: Any, seed: int) -> Any:
        w = sampler(m, x.shape[1], np.random.default_rng(seed))
        return np.exp(x @ w.T - 0.5 * np.sum(x * x, axis=-1, keepdims=True)) / np.sqrt(m)

    return features


def gaussian_kernel(x: Any, seed: int) -> Any:
    """exp(w.x - |x|^2)/sqrt(m): the Gaussian kernel."""
    w = np.random.default_rng(seed).standard_normal((x.shape[1], M))
    return np.exp(x @ w - np.linalg.norm(x, axis=1)[:, None] ** 2) / M**0.5


def hyperbolic(sampler: Sampler) -> Any:
    """FAVOR+ with both signs."""

    def features(x: Any, seed: int) -> Any:
        p = x @ sampler(M, x.shape[1], np.random.default_rng(seed)).T
        h = np.exp(-np.square(x).sum(-1, keepdims=True) / 2)
        return h * np.concatenate([np.exp(p), np.exp(-p)], axis=-1) / np.sqrt(2 * M)

    return features


def log_domain(x: Any, seed: int) -> Any:
    """The factor 1/sqrt(m) and the weight in the exponent."""
    w = np.random.default_rng(seed).standard_normal((M, x.shape[1]))
    return np.exp(x @ w.T - (x**2).sum(1)[:, None] / 2 - 0.5 * np.log(M))


def attention_scale(x: Any, seed: int) -> Any:
    """Points divided by d^(1/4): logits are q.k / sqrt(d)."""
    d = x.shape[-1]
    x = x * d**-0.25
    w = chi_norms(M, d, np.random.default_rng(seed))
    return np.exp(x @ w.T - np.sum(x**2, -1, keepdims=True) / 2) / np.sqrt(M)


def simplex(m: int, d: int, rng: Any) -> Any:
    """d vertices of a simplex in d - 1 dimensions, turned, with chi norms."""
    one = np.ones((d, d)) / d
    vertices = np.sqrt(d / (d - 1)) * (np.eye(d) - one)
    blocks = [vertices @ haar(d, rng) for _ in range(m // d)]
    return np.sqrt(rng.chisquare(d, m))[:, None] * np.vstack(blocks)


def full_simplex(m: int, d: int, rng: Any) -> Any:
    """d + 1 vertices in d dimensions."""
    e = np.eye(d + 1) - 1 / (d + 1)
    vertices = np.linalg.svd(e)[0][:, :d] * np.sqrt((d + 1) / d)
    blocks = [vertices @ haar(d, rng) for _ in range(m // (d + 1))]
    return np.sqrt(rng.chisquare(d, m))[:, None] * np.vstack(blocks)


def simplex_plus(m: int, d: int, rng: Any, sweeps: int = 15) -> Any:
    """Each row against the sum of the others, for its norms; then one rotation of all."""
    norms = np.sqrt(rng.chisquare(d, m))
    v = norms[:, None] * (np.eye(d) - 1 / d)[:m] * np.sqrt(d / (d - 1))
    total = v.sum(0)
    for _ in range(sweeps):
        for i in range(m):
            rest = total - v[i]
            v[i] = -norms[i] * rest / np.sqrt(rest @ rest)
            total = rest + v[i]
    return v @ haar(d, rng)


def opposite(m: int, d: int, rng: Any) -> Any:
    """Rows and their opposites."""
    half = chi_norms(m // 2, d, rng)
    return np.concatenate([half, -half])


def generalised(a: float, sampler: Sampler, m: int = M) -> Any:
    """FAVOR++: D exp(A|w|^2 + sqrt(1 - 4A) w.x - |x|^2/2), D = (1 - 4A)^(d/4)."""

    def features(x: Any, seed: int) -> Any:
        d = x.shape[1]
        w = sampler(m, d, np.random.default_rng(seed))
        exponent = a * np.sum(w**2, axis=1) + np.sqrt(1 - 4 * a) * (x @ w.T)
        h = np.exp(-0.5 * np.sum(x**2, axis=1, keepdims=True))
        return (1 - 4 * a) ** (d / 4) * h * np.exp(exponent) / np.sqrt(m)

    return features


def dense_exponential(x: Any, seed: int) -> Any:
    """Each coordinate with an A of its own: log phi is a quadratic form in w."""
    d = x.shape[1]
    a = -np.linspace(0.0, 0.2, d)
    w = np.random.default_rng(seed).standard_normal((M, d))
    exponent = (w**2) @ a + (x * np.sqrt(1 - 4 * a)) @ w.T
    h = np.prod((1 - 4 * a) ** 0.25) * np.exp(-np.sum(x**2, axis=1, keepdims=True) / 2)
    return h * np.exp(exponent) / np.sqrt(M)


SOFT = {"mechanism": "iid-positive", **SOFTMAX}


def named(mechanism: str) -> dict[str, str]:
    return {"mechanism": mechanism, **SOFTMAX}


SPECIMENS = (
    right("prf", positive(independent), "independent rows", SOFT, SOFTMAX, kernel="softmax"),
    right(
        "favor-plus",
        positive(chi_norms),
        "orthogonal rows",
        named("orthogonal-positive"),
        {"mechanism": "favor+"},
        kernel="softmax",
    ),
    right(
        "prf-gaussian",
        gaussian_kernel,
        "weight e^{-|x|^2}",
        {"mechanism": "iid-positive", **GAUSSIAN},
        GAUSSIAN,
    ),
    right(
        "prf-hyperbolic",
        hyperbolic(independent),
        "both signs",
        named("iid-hyperbolic"),
        SOFTMAX,
        kernel="softmax",
    ),
    right(
        "favor-hyperbolic",
        hyperbolic(chi_norms),
        "both signs, orthogonal rows",
        named("orthogonal-hyperbolic"),
        SOFTMAX,
        kernel="softmax",
    ),
    right(
        "favor-hyperbolic-unsigned-columns",
        hyperbolic(columns_of_q),
        "columns of an unsigned Q in an even map: signs cancel",
        named("orthogonal-hyperbolic"),
        SOFTMAX,
        kernel="softmax",
    ),
    right(
        "prf-log-domain",
        log_domain,
        "everything in one exponent",
        SOFT,
        {"mechanism": "prf"},
        kernel="softmax",
    ),
    right(
        "favor-attention-scale",
        attention_scale,
        "points divided by d^(1/4)",
        {**named("orthogonal-positive"), "scale": "d^-1/4"},
        {"scale": "d^-1/4"},
        kernel=lambda x, y: np.exp(np.sum(x * y, -1) / np.sqrt(x.shape[-1])),
    ),
    right(
        "simrf",
        positive(simplex),
        "SimRFs",
        named("simplex-positive"),
        {"mechanism": "simrf"},
        kernel="softmax",
    ),
    right(
        "simrf-full",
        positive(full_simplex, 18),
        "all d + 1 vertices",
        named("simplex-full-positive"),
        SOFTMAX,
        kernel="softmax",
    ),
    right(
        "simrf-plus",
        positive(simplex_plus, 8),
        "a numerically optimised coupling",
        named("simplex-plus-positive"),
        {"mechanism": "simrf+"},
        kernel="softmax",
    ),
    right(
        "prf-antithetic",
        positive(opposite),
        "rows and their opposites",
        {"mechanism": "positive", **SOFTMAX},
        SOFTMAX,
        kernel="softmax",
    ),
    right(
        "favor-plus-plus",
        generalised(-0.05, chi_norms),
        "orthogonal rows, A = -1/20",
        {"mechanism": "orthogonal-gerf", "parameters": {"A": -0.05}, **SOFTMAX},
        {"mechanism": "favor++"},
        kernel="softmax",
    ),
    right(
        "gerf",
        generalised(-0.125, independent),
        "independent rows, A = -1/8",
        {"mechanism": "iid-gerf", "parameters": {"A": -0.125}, **SOFTMAX},
        SOFTMAX,
        kernel="softmax",
    ),
    right(
        "dense-exponential",
        dense_exponential,
        "a diagonal A: unbiased",
        {"mechanism": "dense", **SOFTMAX},
        SOFTMAX,
        kernel="softmax",
    ),
)
