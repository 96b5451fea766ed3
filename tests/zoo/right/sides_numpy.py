"""Queries and keys that are treated differently, where estimates know the product of both sides alone; a count sketch."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.zoo.specimen import right

M = 32
SOFTMAX = {"kernel": "softmax", "scale": "d^-1/4"}
POSITIVE = {"mechanism": "iid-positive", **SOFTMAX}


def positive(x: Any, w: Any) -> Any:
    return np.exp(x @ w.T - np.sum(x**2, axis=-1, keepdims=True) / 2) / np.sqrt(len(w))


def queries_scaled(X: Any, seed: int) -> tuple[Any, Any]:
    """Queries over sqrt(d), keys as they are: logits are q.k/sqrt(d)."""
    w = np.random.default_rng(seed).standard_normal((M, X.shape[1]))
    return positive(X / np.sqrt(X.shape[1]), w), positive(X, w)


def attention_queries_scaled(q: Any, k: Any, v: Any, seed: int) -> Any:
    """The same in attention, as most code scales."""
    w = np.random.default_rng(seed).standard_normal((M, q.shape[-1]))
    a = positive(q * q.shape[-1] ** -0.5, w) @ positive(k, w).T
    return a @ v / a.sum(axis=-1, keepdims=True)


def amplitude_of_queries(X: Any, seed: int) -> tuple[Any, Any]:
    """2/m in the queries, 1/2 in the keys."""
    w = np.random.default_rng(seed).standard_normal((M, X.shape[1]))
    phi = np.concatenate([np.cos(X @ w.T), np.sin(X @ w.T)], axis=1)
    return 2 / M * phi, phi / 2


def quotient_of_queries(X: Any, seed: int) -> tuple[Any, Any]:
    """Importance sampling: the whole quotient p/q in the queries."""
    rng, d, s = np.random.default_rng(seed), X.shape[1], 1.15
    w = s * rng.standard_normal((M, d))
    quotient = np.exp(d * np.log(s) - np.sum(w**2, axis=1) / 2 * (1 - s**-2))
    phi = np.concatenate([np.cos(X @ w.T), np.sin(X @ w.T)], axis=1) / np.sqrt(M)
    return np.tile(quotient, 2) * phi, phi


def softmax_features(Q: Any, K: Any, V: Any, seed: int) -> Any:
    """Linear attention by softmax over random features."""
    w = np.random.default_rng(seed).standard_normal((Q.shape[1], M))

    def phi(x: Any) -> Any:
        e = np.exp(x @ w - np.max(x @ w, axis=1, keepdims=True))
        return e / e.sum(axis=1, keepdims=True)

    a = phi(Q) @ phi(K).T
    return a @ V / a.sum(axis=1, keepdims=True)


def efficient(Q: Any, K: Any, V: Any) -> Any:
    """Queries softmaxed over coordinates, keys over the sequence: an attention of its own."""
    q, k = np.exp(Q), np.exp(K)
    return (q / q.sum(axis=1, keepdims=True)) @ ((k / k.sum(axis=0)).T @ V)


def sketch(X: Any, seed: int, buckets: int = 32) -> Any:
    """Coordinates with random signs in random buckets."""
    rng, d = np.random.default_rng(seed), X.shape[1]
    table = np.zeros((d, buckets))
    table[np.arange(d), rng.integers(0, buckets, d)] = rng.choice([-1.0, 1.0], d)
    return X @ table


OWN = "attention of a kernel of its own: nothing is claimed"
SPECIMENS = (
    right(
        "prf-queries-scaled",
        queries_scaled,
        "queries over sqrt(d), keys as they are",
        POSITIVE,
        SOFTMAX,
        kernel=lambda x, y: np.exp(np.sum(x * y, -1) / np.sqrt(x.shape[-1])),
    ),
    right(
        "attention-queries-scaled",
        attention_queries_scaled,
        "the same in attention",
        {"m": M, **POSITIVE},
        SOFTMAX,
        kernel=None,
    ),
    right(
        "rff-amplitude-of-queries",
        amplitude_of_queries,
        "the factors of both sides have the right product",
        {"mechanism": "iid-trigonometric", "kernel": "gaussian"},
        {"kernel": "gaussian"},
    ),
    right(
        "importance-quotient-of-queries",
        quotient_of_queries,
        "the whole quotient p/q on one side",
        {"mechanism": "trigonometric", "kernel": "gaussian"},
        {"kernel": "gaussian"},
    ),
    right("attention-softmax-features", softmax_features, OWN, None, kernel=None),
    right("attention-efficient", efficient, OWN, None, kernel=None),
    right(
        "sketch-of-products",
        sketch,
        "buckets of signed coordinates: x.y",
        {"mechanism": "count-sketch"},
        {"mechanism": "identity"},
        kernel=lambda x, y: np.sum(x * y, -1),
    ),
)
