"""Attention in linear time, in NumPy: stabilised, in heads, with the softmax kernel."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tests.zoo.right.orthogonal_numpy import chi_norms
from tests.zoo.specimen import right

M = 32
SOFTMAX = {"kernel": "softmax", "scale": "d^-1/4"}


def favor(Q: Any, K: Any, V: Any, seed: int) -> Any:
    """Positive features of q/d^(1/4); no stabiliser."""
    d = Q.shape[1]
    w = chi_norms(M, d, np.random.default_rng(seed))

    def phi(x: Any) -> Any:
        x = x / d**0.25
        return np.exp(x @ w.T - np.sum(x**2, axis=1, keepdims=True) / 2)

    q, k = phi(Q), phi(K)
    return (q @ (k.T @ V)) / (q @ k.sum(axis=0))[:, None]


def stabilised(query: Any, key: Any, value: Any, seed: int) -> Any:
    """A maximum for each query, one for all keys: both cancel."""
    d = query.shape[-1]
    w = np.random.default_rng(seed).standard_normal((M, d))

    def logits(x: Any) -> Any:
        x = x * d**-0.25
        return x @ w.T - 0.5 * (x * x).sum(-1, keepdims=True)

    a, b = logits(query), logits(key)
    q, k = np.exp(a - a.max(axis=-1, keepdims=True)), np.exp(b - b.max())
    return np.einsum("lm,md->ld", q, np.einsum("sm,sd->md", k, value)) / (q @ k.sum(0))[:, None]


def waves(q: Any, k: Any, v: Any, seed: int) -> Any:
    """Random feature attention: cosines and sines with the weight e^{|x|^2/2}."""
    scale = q.shape[-1] ** -0.25
    w = np.random.default_rng(seed).standard_normal((M, q.shape[-1]))

    def phi(x: Any) -> Any:
        z = (x * scale) @ w.T
        h = np.exp(np.sum((x * scale) ** 2, axis=-1, keepdims=True) / 2)
        return h * np.concatenate([np.cos(z), np.sin(z)], axis=-1)

    a = phi(q) @ phi(k).T
    return a @ v / a.sum(axis=-1, keepdims=True)


def stabilised_features(x: Any, is_query: bool, seed: int) -> Any:
    """Features with maxima, of which ratios are claimed."""
    w = chi_norms(M, x.shape[1], np.random.default_rng(seed))
    a = x @ w.T - np.sum(x**2, axis=1, keepdims=True) / 2
    a = a - (a.max(axis=1, keepdims=True) if is_query else a.max())
    return np.exp(a) / np.sqrt(M)


def linear(phi: Callable[[Any], Any]) -> Any:
    """Attention by features of its own, which nothing is drawn for."""

    def attention(Q: Any, K: Any, V: Any) -> Any:
        a = phi(Q) @ phi(K).T
        return a @ V / a.sum(axis=1, keepdims=True)

    return attention


def elu_and_one(x: Any) -> Any:
    return np.where(x > 0, x + 1, np.exp(np.minimum(x, 0)))


def random_relu(Q: Any, K: Any, V: Any, seed: int) -> Any:
    """The Performer's generalised attention: ReLU and an epsilon."""
    w = np.random.default_rng(seed).standard_normal((Q.shape[1], M))
    return linear(lambda x: np.maximum(x @ w, 0) + 1e-3)(Q, K, V)


def scaled_stabilised(x: Any, is_query: bool, seed: int) -> Any:
    """The same of points divided by d^(1/4)."""
    return stabilised_features(x * x.shape[1] ** -0.25, is_query, seed)


OWN = "attention of a kernel of its own: nothing is claimed"
SPECIMENS = (
    right("attention-elu", linear(elu_and_one), OWN, None, kernel=None),
    right("attention-relu", linear(lambda x: np.maximum(x, 0) + 1e-3), OWN, None, kernel=None),
    right("attention-random-relu", random_relu, OWN, None, kernel=None),
    right(
        "features-stabilised-scaled",
        scaled_stabilised,
        "maxima in features of scaled points, ratios claimed",
        {"mechanism": "performer", "ratios": True, "scale": "d^-1/4"},
        {"kernel": "softmax", "ratios": True, "scale": "d^-1/4"},
        kernel=None,
    ),
    right(
        "attention-favor",
        favor,
        "FAVOR+",
        {"mechanism": "orthogonal-positive", "m": M, **SOFTMAX},
        SOFTMAX,
        kernel=None,
    ),
    right(
        "attention-stabilised",
        stabilised,
        "maxima that cancel",
        {"mechanism": "iid-positive", "m": M, **SOFTMAX},
        SOFTMAX,
        kernel=None,
    ),
    right(
        "attention-waves",
        waves,
        "waves; denominators may be small",
        {"mechanism": "iid-trigonometric", "m": M, **SOFTMAX},
        SOFTMAX,
        kernel=None,
    ),
    right(
        "features-stabilised",
        stabilised_features,
        "maxima in the features, ratios claimed",
        {"mechanism": "orthogonal-positive", "kernel": "softmax", "ratios": True},
        {"kernel": "softmax", "ratios": True},
        kernel=None,
    ),
)
