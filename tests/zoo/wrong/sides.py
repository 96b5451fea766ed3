"""Queries and keys that are treated differently where estimates show it; rows that are drawn in part."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from scipy.linalg import hadamard

from tests.zoo.right.orthogonal_numpy import waves
from tests.zoo.right.positive_numpy import positive
from tests.zoo.right.sides_numpy import positive as features
from tests.zoo.specimen import wrong

M = 32
GAUSSIAN, SOFTMAX = {"kernel": "gaussian"}, {"kernel": "softmax", "scale": "d^-1/4"}


def half_frozen(m: int, d: int, rng: Any) -> Any:
    """The first half was made when the module was loaded."""
    return np.vstack(
        [np.random.default_rng(3).standard_normal((m // 2, d)), rng.standard_normal((m - m // 2, d))]
    )


def one_diagonal(m: int, d: int, rng: Any) -> Any:
    """sqrt(d) HDHDHD with D drawn once a block."""
    h, blocks = hadamard(d) / np.sqrt(d), []
    for _ in range(m // d):
        turn = h * rng.choice([-1.0, 1.0], d)
        blocks.append(np.sqrt(d) * turn @ turn @ turn)
    return np.vstack(blocks)


def keys_longer(X: Any, seed: int) -> tuple[Any, Any]:
    """Keys times 1.1."""
    w = np.random.default_rng(seed).standard_normal((M, X.shape[1]))
    return features(X, w), features(1.1 * X, w)


def attention(queries: Callable[[Any], Any], keys: Callable[[Any], Any], after: Callable[[Any], Any]) -> Any:
    """Attention by positive features: what is done to queries, to keys, and to the features of keys."""

    def attend(Q: Any, K: Any, V: Any, seed: int) -> Any:
        w = np.random.default_rng(seed).standard_normal((M, Q.shape[1]))
        a = features(queries(Q), w) @ after(features(keys(K), w)).T
        return a @ V / a.sum(axis=1, keepdims=True)

    return attend


def quarter(x: Any) -> Any:
    return x / x.shape[1] ** 0.25


def attending(name: str, code: Any, causes: str, note: str, **more: Any) -> Any:
    full = {"mechanism": "iid-positive", "m": M, **SOFTMAX}
    return wrong(name, code, causes, note, full, SOFTMAX, kernel=None, **more)


SPECIMENS = (
    wrong(
        "rows-half-frozen",
        waves(half_frozen),
        "rows-frozen",
        "half of the rows are the same for all seeds",
        {"mechanism": "iid-trigonometric", **GAUSSIAN},
        GAUSSIAN,
        also="seed-ignored",
    ),
    wrong(
        "rows-half-frozen-positive",
        positive(half_frozen),
        "rows-frozen",
        "half of the rows are the same for all seeds",
        {"mechanism": "iid-positive", "kernel": "softmax"},
        {"kernel": "softmax"},
        also="seed-ignored",
        kernel="softmax",
    ),
    wrong(
        "hadamard-one-diagonal",
        waves(one_diagonal),
        "signs-shared",
        "one diagonal of signs serves three factors",
        {"mechanism": "hd3-trigonometric"},
        {"mechanism": "sorf"},
        also="hadamard-rows",
    ),
    wrong(
        "hadamard-for-gaussian",
        waves(one_diagonal),
        "hadamard-rows",
        "products declared as uniform rotations",
        {"mechanism": "orthogonal-trigonometric", **GAUSSIAN},
        GAUSSIAN,
        also="signs-shared",
    ),
    wrong(
        "keys-longer",
        keys_longer,
        "not-a-kernel-map",
        "keys are longer by a tenth",
        {"mechanism": "iid-positive", "kernel": "softmax"},
        {"kernel": "softmax"},
        kernel="softmax",
    ),
    attending(
        "attention-keys-over-the-sequence",
        attention(quarter, quarter, lambda phi: phi / phi.sum(axis=0)),
        "batch-dependent",
        "features of keys are divided by their sum over the sequence",
    ),
    attending(
        "attention-softmax-of-keys",
        attention(quarter, lambda K: np.exp(quarter(K)) / np.exp(quarter(K)).sum(axis=0), lambda phi: phi),
        "batch-dependent",
        "keys are softmaxed over the sequence, then mapped",
    ),
    attending(
        "attention-features-over-their-sum",
        attention(quarter, quarter, lambda phi: phi / phi.sum(axis=1, keepdims=True)),
        "normalised-features",
        "features of a key are divided by their sum",
    ),
    attending(
        "attention-scaled-twice",
        attention(lambda Q: Q / np.sqrt(Q.shape[1]), quarter, lambda phi: phi),
        "weight not-a-kernel-map",
        "queries over sqrt(d), and keys over d^(1/4)",
    ),
)
