"""Mistakes that leave most of a draw as it should be, or look like another mistake than they are."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.zoo.right.orthogonal_numpy import chi_norms, haar, waves
from tests.zoo.right.positive_numpy import positive
from tests.zoo.right.trigonometric_numpy import cos_sin
from tests.zoo.specimen import wrong

M = 24
GAUSSIAN, SOFTMAX = {"kernel": "gaussian"}, {"kernel": "softmax"}
BOTH = {"mechanism": "iid-trigonometric", **GAUSSIAN}
ORF = {"mechanism": "orthogonal-trigonometric", **GAUSSIAN}
SOFT = {"mechanism": "iid-positive", **SOFTMAX}


def rest_of_zeros(m: int, d: int, rng: Any) -> Any:
    """W starts as zeros, and only whole blocks are filled in."""
    w = np.zeros((m, d))
    w[: m // d * d] = chi_norms(m // d * d, d, rng)
    return w


def rest_drawn_freely(m: int, d: int, rng: Any) -> Any:
    return np.vstack([chi_norms(m // d * d, d, rng), rng.standard_normal((m % d, d))])


def rest_repeats(m: int, d: int, rng: Any) -> Any:
    """np.resize for what is missing, and new norms."""
    q = np.vstack([haar(d, rng) for _ in range(m // d)])
    return np.sqrt(rng.chisquare(d, m))[:, None] * np.resize(q, (m, d))


def cayley(m: int, d: int, rng: Any) -> Any:
    """(1 + A)^{-1} (1 - A) of a skew A: orthogonal, and near the identity more often than a uniform rotation."""
    blocks = []
    for _ in range(m // d):
        a = rng.standard_normal((d, d))
        blocks.append(np.linalg.solve(np.eye(d) + a - a.T, np.eye(d) - a + a.T))
    return np.sqrt(rng.chisquare(d, m))[:, None] * np.vstack(blocks)


def walk(m: int, d: int, rng: Any) -> Any:
    """A cumulative sum, scaled back: each row is normal, neighbours are nearly one."""
    return np.cumsum(rng.standard_normal((m, d)), axis=0) / np.sqrt(np.arange(1.0, m + 1.0))[:, None]


def uneven_amplitudes(X: Any, seed: int) -> Any:
    """sqrt(2m) for the sines, sqrt(m) for the cosines."""
    P = X @ np.random.default_rng(seed).standard_normal((X.shape[1], M))
    return np.hstack([np.cos(P) / np.sqrt(M), np.sin(P) / np.sqrt(2 * M)])


def median_of_batch(X: Any, seed: int) -> Any:
    """The median heuristic, on whatever batch comes."""
    return cos_sin(X / np.median(np.linalg.norm(X, axis=1)), seed)


def softly(weight: Any) -> Any:
    """exp(w.x + weight)/sqrt(m)."""

    def features(x: Any, seed: int) -> Any:
        p = x @ np.random.default_rng(seed).standard_normal((x.shape[1], M))
        return np.exp(p + weight(x)) / np.sqrt(M)

    return features


def plus(x: Any) -> Any:
    return np.sum(x * x, axis=1, keepdims=True) / 2


def of_batch(x: Any) -> Any:
    """A sum without an axis."""
    return -np.sum(x * x) / 2


def rectified(x: Any, seed: int) -> Any:
    """exp(max(w.x, 0) - |x|^2/2)."""
    p = x @ np.random.default_rng(seed).standard_normal((x.shape[1], M))
    return np.exp(np.maximum(p, 0) - np.sum(x * x, axis=1, keepdims=True) / 2) / np.sqrt(M)


SPECIMENS = (
    wrong(
        "rest-of-zeros",
        waves(rest_of_zeros, 20),
        "last-block norm-law row-density",
        "the last 4 of 20 rows are never filled in",
        ORF,
        GAUSSIAN,
        also="not-orthogonal",
    ),
    wrong(
        "rest-drawn-freely",
        waves(rest_drawn_freely, 20),
        "last-block not-orthogonal gram uncoupled",
        "the last 4 of 20 rows are independent: unbiased",
        ORF,
    ),
    wrong(
        "rest-repeats",
        waves(rest_repeats, 20),
        "blocks-repeated correlated-rows",
        "the last 4 of 20 rows are the first ones",
        ORF,
    ),
    wrong(
        "cayley",
        positive(cayley),
        "not-centred row-density",
        "a Cayley transform is no uniform rotation",
        {"mechanism": "orthogonal-positive", **SOFTMAX},
        SOFTMAX,
        also="anisotropic",
        kernel="softmax",
    ),
    wrong(
        "rows-of-a-walk",
        waves(walk, M),
        "correlated-rows blocks-dependent",
        "a cumulative sum: unbiased, of twelve times the variance",
        BOTH,
        GAUSSIAN,
        also="norms-dependent",
        sparsely="silent",
        shows="silent",
    ),
    wrong(
        "amplitudes-uneven",
        uneven_amplitudes,
        "unknown-map sine-without-cosine scale",
        "sines over sqrt(2m)",
        BOTH,
        GAUSSIAN,
    ),
    wrong(
        "median-of-the-batch",
        median_of_batch,
        "batch-dependent",
        "a bandwidth from the batch",
        BOTH,
        GAUSSIAN,
        also="overflow",
        shows="shown",
        kernel=None,
    ),
    wrong(
        "weight-with-a-plus",
        softly(plus),
        "weight",
        "a sign: features grow in all directions",
        SOFT,
        SOFTMAX,
        kernel="softmax",
    ),
    wrong(
        "weight-of-the-batch",
        softly(of_batch),
        "batch-dependent",
        "the squares of all points",
        SOFT,
        SOFTMAX,
        also="weight scale",
        shows="shown",
        kernel=None,
    ),
    wrong(
        "exponent-rectified",
        rectified,
        "unknown-map",
        "exponentials on one side alone",
        SOFT,
        SOFTMAX,
        kernel="softmax",
    ),
)
