"""Hadamard products, Fastfood, Givens rotations, sketches."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.linalg import hadamard

from tests.zoo.right.orthogonal_numpy import waves
from tests.zoo.right.positive_numpy import positive
from tests.zoo.specimen import wrong

GAUSSIAN, SOFTMAX = {"kernel": "gaussian"}, {"kernel": "softmax"}


def products(*, normalised: bool = True, signs: str = "new", length: float = 1.0, factors: int = 3) -> Any:
    """sqrt(d) HDHDHD with one thing changed."""

    def sampler(m: int, d: int, rng: Any) -> Any:
        h = hadamard(d) / (np.sqrt(d) if normalised else 1.0)
        fixed, blocks = rng.choice([-1.0, 1.0], (factors, d)), []
        for _ in range(m // d):
            block = np.eye(d)
            for k in range(factors):
                diagonal = {"new": rng.choice([-1.0, 1.0], d), "none": np.ones(d), "repeated": fixed[k]}[
                    signs
                ]
                block = h @ (diagonal[:, None] * block)
            blocks.append(length * np.sqrt(d) * block)
        return np.vstack(blocks)

    return sampler


def fastfood_unscaled(m: int, d: int, rng: Any) -> Any:
    """S and the norm of g are forgotten, and one d too many."""
    h, blocks = hadamard(d).astype(float), []
    for _ in range(m // d):
        b, g = rng.choice([-1.0, 1.0], d), rng.standard_normal(d)
        blocks.append(h @ (g[:, None] * (h * b)[rng.permutation(d)]) / d)
    return np.concatenate(blocks)


def fastfood_flat(m: int, d: int, rng: Any) -> Any:
    """Without G: signs alone, scaled to chi norms."""
    h, blocks = hadamard(d).astype(float), []
    for _ in range(m // d):
        b = rng.choice([-1.0, 1.0], d)
        v = h @ (h * b)[rng.permutation(d)] / d
        blocks.append(np.sqrt(rng.chisquare(d, d))[:, None] * v)
    return np.concatenate(blocks)


def givens(kind: str) -> Any:
    """Products of rotations of planes with one thing changed; norms sqrt(d)."""

    def sampler(m: int, d: int, rng: Any) -> Any:
        blocks = []
        for _ in range(m // d):
            q = np.eye(d)
            for _ in range(int(d * np.log(d))):
                i, j = rng.integers(0, d, 2) if kind == "i = j" else rng.choice(d, 2, replace=False)
                angle = rng.uniform(0, 2 * np.pi)
                c, s = np.cos(angle), np.sin(angle)
                if kind == "i = j":
                    q[i], q[j] = c * q[i] - s * q[j], s * q[i] + c * q[j]
                else:
                    turn = {"cos for sin": [[c, -c], [c, c]], "sign": [[c, s], [s, c]]}[kind]
                    q[[i, j]] = np.array(turn) @ q[[i, j]]
            blocks.append(np.sqrt(d) * q)
        return np.concatenate(blocks)

    return sampler


def overwritten(m: int, d: int, rng: Any) -> Any:
    """q[i] is overwritten before q[j] reads it."""
    blocks = []
    for _ in range(m // d):
        q = np.eye(d)
        for _ in range(int(d * np.log(d))):
            i, j = rng.choice(d, 2, replace=False)
            angle = rng.uniform(0, 2 * np.pi)
            q[i] = np.cos(angle) * q[i] - np.sin(angle) * q[j]
            q[j] = np.sin(angle) * q[i] + np.cos(angle) * q[j]
        blocks.append(np.sqrt(d) * q)
    return np.concatenate(blocks)


def bucket_sum(X: Any, seed: int, buckets: int = 32) -> Any:
    """A hash of coordinates without signs: x.y is overestimated where coordinates are positive."""
    table = np.zeros((X.shape[1], buckets))
    table[np.arange(X.shape[1]), np.random.default_rng(seed).integers(0, buckets, X.shape[1])] = 1.0
    return X @ table


def one_sign(X: Any, seed: int, m: int = 24) -> Any:
    """Maclaurin features whose projections share their signs: even degrees lose their mean."""
    from math import factorial

    rng, columns = np.random.default_rng(seed), []
    for _ in range(m):
        n = rng.geometric(0.5) - 1
        projection = X @ rng.choice([-1.0, 1.0], X.shape[1])
        columns.append(np.sqrt(2.0 ** (n + 1) / factorial(n)) * projection**n)
    return np.stack(columns, axis=1) / np.sqrt(m)


HD = {"mechanism": "hd3-trigonometric", **GAUSSIAN}
GIVENS = {"mechanism": "givens-trigonometric", **GAUSSIAN}


def hd(name: str, code: Any, causes: str, note: str, **more: Any) -> Any:
    return wrong(
        name,
        waves(code),
        causes,
        note,
        HD,
        {"mechanism": "trigonometric", **GAUSSIAN},
        **{"kernel": "gaussian", **more},
    )


SPECIMENS = (
    hd(
        "hadamard-unnormalised",
        products(normalised=False),
        "bandwidth norm-law",
        "each H is sqrt(d) too large",
        also="bandwidth-2",
    ),
    hd(
        "hadamard-without-signs",
        products(signs="none"),
        "seed-ignored",
        "nothing random is left",
        also="anisotropic",
        kernel=None,
    ),
    hd(
        "hadamard-signs-repeated",
        products(signs="repeated"),
        "blocks-repeated",
        "all blocks have the same signs",
        also="hadamard-rows",
        sparsely="either",
        kernel=None,
    ),
    hd("hadamard-unit", products(length=8**-0.5), "norms-unit", "sqrt(d) is forgotten", also="bandwidth"),
    wrong(
        "hadamard-positive",
        positive(products(factors=1)),
        "hadamard-rows",
        "HD declared as uniform: the first row is all signs",
        {"mechanism": "orthogonal-positive", **SOFTMAX},
        SOFTMAX,
        also="norms-sqrt-d anisotropic row-density",
        kernel="softmax",
    ),
    wrong(
        "fastfood-unscaled",
        waves(fastfood_unscaled),
        "bandwidth norm-law",
        "lengths are forgotten",
        {"mechanism": "trigonometric", **GAUSSIAN},
        GAUSSIAN,
        also="norms-shared norms-dependent",
        shows="silent",
    ),
    wrong(
        "fastfood-without-gaussian",
        waves(fastfood_flat),
        "row-density anisotropic",
        "G is forgotten: signs alone",
        {"mechanism": "trigonometric", **GAUSSIAN},
        GAUSSIAN,
        also="gram not-orthogonal uncoupled",
    ),
    wrong(
        "givens-cos-for-sin",
        waves(givens("cos for sin")),
        "givens-rotation",
        "c -c; c c in place of c -s; s c",
        GIVENS,
        GAUSSIAN,
        also="not-orthogonal gram correlated-rows norm-law norms-dependent row-density",
    ),
    wrong(
        "givens-sign",
        waves(givens("sign")),
        "givens-rotation",
        "c s; s c: a minus is lost",
        GIVENS,
        GAUSSIAN,
        also="not-orthogonal gram correlated-rows norm-law norms-dependent row-density",
    ),
    wrong(
        "givens-same-axis",
        waves(givens("i = j")),
        "givens-rotation",
        "i = j may be drawn: a row shrinks or grows",
        GIVENS,
        GAUSSIAN,
        also="not-orthogonal gram norm-law norms-dependent row-density",
    ),
    wrong(
        "givens-overwritten",
        waves(overwritten),
        "givens-rotation",
        "a row is read after it was overwritten",
        GIVENS,
        GAUSSIAN,
        also="not-orthogonal gram correlated-rows norm-law norms-dependent row-density",
    ),
    wrong(
        "sketch-without-signs",
        bucket_sum,
        "hash-signs",
        "buckets without signs",
        {"mechanism": "count-sketch"},
        {"mechanism": "identity"},
        also="not-centred",
        kernel=lambda x, y: np.sum(x * y, -1),
    ),
    wrong(
        "maclaurin-one-projection",
        one_sign,
        "biased unknown-map",
        "powers of one projection for products of several",
        {"kernel": "softmax"},
        None,
        also="constant-feature",  # of degree 0, which a draw may have or not
        kernel="softmax",
    ),
)
