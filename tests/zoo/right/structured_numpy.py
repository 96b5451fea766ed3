"""Structured projections: Hadamard products, Fastfood, circulant and Toeplitz rows, Givens rotations."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.linalg import hadamard, toeplitz

from tests.zoo.right.orthogonal_numpy import waves
from tests.zoo.specimen import right

GAUSSIAN = {"kernel": "gaussian"}


def fwht(x: Any) -> Any:
    """The fast Walsh-Hadamard transform of each row, normalised."""
    n, d = x.shape
    h = 1
    while h < d:
        y = x.reshape(n, d // (2 * h), 2, h)
        x = np.stack([y[:, :, 0] + y[:, :, 1], y[:, :, 0] - y[:, :, 1]], axis=2).reshape(n, d)
        h *= 2
    return x / np.sqrt(d)


def sorf(X: Any, seed: int, m: int = 16) -> Any:
    """sqrt(d) H D1 H D2 H D3 x, by fast transforms of the points."""
    rng, d, parts = np.random.default_rng(seed), X.shape[1], []
    for _ in range(m // d):
        Z = X
        for _ in range(3):
            Z = fwht(Z * rng.choice([-1.0, 1.0], d))
        parts.append(np.sqrt(d) * Z)
    P = np.concatenate(parts, axis=1)
    return np.concatenate([np.cos(P), np.sin(P)], axis=1) / np.sqrt(m)


def products(factors: int) -> Any:
    """sqrt(d) (HD)^factors as matrices."""

    def sampler(m: int, d: int, rng: Any) -> Any:
        h, blocks = hadamard(d) / np.sqrt(d), []
        for _ in range(m // d):
            block = np.eye(d)
            for _ in range(factors):
                block = h @ (rng.choice([-1.0, 1.0], d)[:, None] * block)
            blocks.append(np.sqrt(d) * block)
        return np.vstack(blocks)

    return sampler


def fastfood(m: int, d: int, rng: Any) -> Any:
    """S H G P H B: every row is exactly Gaussian."""
    h, blocks = hadamard(d).astype(float), []
    for _ in range(m // d):
        b, g = rng.choice([-1.0, 1.0], d), rng.standard_normal(d)
        s = np.sqrt(rng.chisquare(d, d)) / np.linalg.norm(g)
        v = h @ (g[:, None] * (h * b)[rng.permutation(d)]) / np.sqrt(d)
        blocks.append(s[:, None] * v)
    return np.concatenate(blocks)


def circulant(m: int, d: int, rng: Any) -> Any:
    """Shifts of one Gaussian vector: each row is Gaussian."""
    blocks = []
    for _ in range(m // d):
        g = rng.standard_normal(d)
        blocks.append(np.stack([np.roll(g, k) for k in range(d)]) * rng.choice([-1.0, 1.0], d))
    return np.vstack(blocks)


def toeplitz_rows(m: int, d: int, rng: Any) -> Any:
    g = rng.standard_normal(m + d - 1)
    return toeplitz(g[d - 1 :], g[d - 1 :: -1])


def givens(m: int, d: int, rng: Any) -> Any:
    """Products of d log d random rotations of planes, norms sqrt(d)."""
    blocks = []
    for _ in range(m // d):
        q = np.eye(d)
        for _ in range(int(d * np.log(d))):
            i, j = rng.choice(d, size=2, replace=False)
            angle = rng.uniform(0, 2 * np.pi)
            c, s = np.cos(angle), np.sin(angle)
            q[[i, j]] = np.array([[c, -s], [s, c]]) @ q[[i, j]]
        blocks.append(np.sqrt(d) * q)
    return np.concatenate(blocks)


SPECIMENS = (
    right(
        "sorf-fast",
        sorf,
        "the structure is the mechanism's; its bias for the Gaussian kernel vanishes with d",
        {"mechanism": "hd3-trigonometric", **GAUSSIAN},
        {"mechanism": "sorf"},
        kernel=None,
    ),
    right(
        "hd1", waves(products(1)), "sqrt(d) HD, as declared", {"mechanism": "hd1-trigonometric"}, kernel=None
    ),
    right(
        "hd2",
        waves(products(2)),
        "sqrt(d) HDHD, as declared",
        {"mechanism": "hd2-trigonometric"},
        kernel=None,
    ),
    right(
        "fastfood",
        waves(fastfood),
        "given the permutation each row is linear in Gaussian variables: exactly N(0, I)",
        {"mechanism": "trigonometric", **GAUSSIAN},
        GAUSSIAN,
    ),
    right(
        "circulant",
        waves(circulant),
        "each row is N(0, I); rows of a block are dependent",
        {"mechanism": "trigonometric", **GAUSSIAN},
        GAUSSIAN,
    ),
    right(
        "toeplitz",
        waves(toeplitz_rows),
        "each row is N(0, I); rows are dependent",
        {"mechanism": "trigonometric", **GAUSSIAN},
        GAUSSIAN,
    ),
    right(
        "givens",
        waves(givens),
        "d log d rotations, norms sqrt(d), as declared",
        {"mechanism": "givens-trigonometric"},
        kernel=None,
    ),
)
