"""Orthogonal rows gone wrong: QR without signs, norms and directions of one matrix, axes, blocks."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.zoo.right.maps_numpy import arc_cosine
from tests.zoo.right.orthogonal_numpy import haar, waves
from tests.zoo.right.positive_numpy import hyperbolic, positive
from tests.zoo.specimen import wrong

SOFTMAX, GAUSSIAN = {"kernel": "softmax"}, {"kernel": "gaussian"}
POSITIVE = {"mechanism": "orthogonal-positive", **SOFTMAX}
WAVES = {"mechanism": "orthogonal-trigonometric", **GAUSSIAN}


def plain(rng: Any, d: int) -> Any:
    """Q as it comes."""
    return np.linalg.qr(rng.standard_normal((d, d)))[0]


def chi(m: int, d: int, rng: Any) -> Any:
    return np.sqrt(rng.chisquare(d, m))[:, None]


def blocks(m: int, d: int, rng: Any) -> Any:
    return np.vstack([haar(d, rng) for _ in range(-(-m // d))])[:m]


def unsigned_rows(m: int, d: int, rng: Any) -> Any:
    return chi(m, d, rng) * np.vstack([plain(rng, d) for _ in range(m // d)])


def unsigned_columns(m: int, d: int, rng: Any) -> Any:
    """The transposed Q, as performer-pytorch has it."""
    return chi(m, d, rng) * np.vstack([plain(rng, d).T for _ in range(m // d)])


def unsigned_relu(X: Any, seed: int) -> Any:
    W = unsigned_columns(16, X.shape[1], np.random.default_rng(seed))
    return np.maximum(X @ W.T, 0) / np.sqrt(16)


def unsigned_relu_unscaled(X: Any, seed: int) -> Any:
    """The factor 1/sqrt(m) is missing as well."""
    W = unsigned_columns(16, X.shape[1], np.random.default_rng(seed))
    return np.maximum(X @ W.T, 0)


def unsigned_own_norms(m: int, d: int, rng: Any) -> Any:
    """No signs, and the norms of the matrix that gave the directions."""
    rows = []
    for _ in range(m // d):
        g = rng.standard_normal((d, d))
        rows.append(np.linalg.norm(g, axis=1, keepdims=True) * np.linalg.qr(g)[0])
    return np.vstack(rows)


def own_norms(m: int, d: int, rng: Any) -> Any:
    """Norms of the rows of the matrix whose rotation is used."""
    rows = []
    for _ in range(m // d):
        g = rng.standard_normal((d, d))
        q, r = np.linalg.qr(g)
        rows.append(np.linalg.norm(g, axis=1, keepdims=True) * (q * np.sign(np.diag(r))))
    return np.vstack(rows)


def wrong_axis(m: int, d: int, rng: Any) -> Any:
    """Norms multiply columns."""
    return np.vstack([haar(d, rng) * np.sqrt(rng.chisquare(d, d)) for _ in range(m // d)])


def repeated(m: int, d: int, rng: Any) -> Any:
    """One rotation for all blocks, new norms."""
    return chi(m, d, rng) * np.tile(haar(d, rng), (m // d, 1))


def one_seed(m: int, d: int, rng: Any) -> Any:
    """Every block starts a generator from the same seed."""
    seed = int(rng.integers(2**31))

    def block() -> Any:
        own = np.random.default_rng(seed)
        return np.sqrt(own.chisquare(d, d))[:, None] * haar(d, own)

    return np.vstack([block() for _ in range(m // d)])


def independent(m: int, d: int, rng: Any) -> Any:
    return rng.standard_normal((m, d))


def tall(m: int, d: int, rng: Any) -> Any:
    """QR of the whole (m, d) matrix: its columns are orthogonal, its rows are not."""
    q, r = np.linalg.qr(rng.standard_normal((m, d)))
    return np.sqrt(m) * q * np.sign(np.diag(r))


def opposite_lost(m: int, d: int, rng: Any) -> Any:
    """[w, w] where [w, -w] was meant."""
    half = chi(m // 2, d, rng) * blocks(m // 2, d, rng)
    return np.concatenate([half, half])


def opposite(m: int, d: int, rng: Any) -> Any:
    """Rows and their opposites, which an even map does not tell apart."""
    half = chi(m // 2, d, rng) * blocks(m // 2, d, rng)
    return np.concatenate([half, -half])


def acute(m: int, d: int, rng: Any) -> Any:
    """A simplex whose cosines have the wrong sign."""
    e = np.eye(d) + (np.sqrt(1 + d / (d - 1)) - 1) / d
    e /= np.linalg.norm(e, axis=1, keepdims=True)
    return chi(m, d, rng) * np.vstack([e @ haar(d, rng) for _ in range(m // d)])


def short_simplex(m: int, d: int, rng: Any) -> Any:
    """sqrt(d/(d-1)) forgotten: vertices are not of length one."""
    e = np.eye(d) - 1 / d
    return chi(m, d, rng) * np.vstack([e @ haar(d, rng) for _ in range(m // d)])


def sampler(rows: Any) -> Any:
    """As frequencies."""
    return lambda d, m, seed: rows(m, d, np.random.default_rng(seed))


ROWS = {"contract": "frequencies", "m": 16}
ORTHOGONAL = {"mechanism": "orthogonal", **ROWS}
SIMPLEX = {"mechanism": "simplex-positive", **SOFTMAX}


def soft(name: str, rows: Any, causes: str, note: str, **more: Any) -> Any:
    """Positive features of the softmax kernel."""
    return wrong(name, positive(rows), causes, note, POSITIVE, SOFTMAX, **{"kernel": "softmax", **more})


def wavy(name: str, rows: Any, causes: str, note: str, **more: Any) -> Any:
    """Cosines and sines."""
    return wrong(name, waves(rows), causes, note, WAVES, GAUSSIAN, **more)


SPECIMENS = (
    soft("unsigned-qr-positive", unsigned_rows, "unsigned-qr", "signs of Q are LAPACK's"),
    soft(
        "unsigned-qr-positive-columns",
        unsigned_columns,
        "unsigned-qr",
        "the transposed Q, signs are LAPACK's",
    ),
    soft(
        "unsigned-qr-own-norms",
        unsigned_own_norms,
        "",
        "two mistakes, neither of which explains the other",
        together="unsigned-qr norm-direction",
        also="norms-dependent norm-law",
    ),
    wrong(
        "unsigned-qr-relu",
        unsigned_relu,
        "unsigned-qr",
        "the sign of a row matters to a ReLU",
        {"mechanism": "orthogonal-relu"},
        {"mechanism": "relu"},
        kernel=arc_cosine,
    ),
    wrong(
        "unsigned-qr-relu-unscaled",
        unsigned_relu_unscaled,
        "",
        "the missing 1/sqrt(m) does not explain the signs",
        {"mechanism": "orthogonal-relu"},
        {"mechanism": "relu"},
        together="unsigned-qr missing-1/sqrt-m",
        kernel=arc_cosine,
    ),
    wrong(
        "unsigned-qr-sampler",
        sampler(unsigned_columns),
        "unsigned-qr",
        "rows alone",
        ORTHOGONAL,
        ROWS,
        kernel=None,
    ),
    soft(
        "own-norms-positive",
        own_norms,
        "norm-direction",
        "norms and directions of one matrix",
        also="norms-dependent",
    ),
    wavy(
        "own-norms-waves",
        own_norms,
        "norm-direction",
        "norms and directions of one matrix",
        also="norms-dependent",
    ),
    wavy("wrong-axis-waves", wrong_axis, "wrong-axis", "norms scale columns", also="gram not-orthogonal"),
    soft("wrong-axis-positive", wrong_axis, "wrong-axis", "norms scale columns", also="gram not-orthogonal"),
    wrong(
        "wrong-axis-hyperbolic",
        hyperbolic(wrong_axis),
        "wrong-axis",
        "norms scale columns",
        {"mechanism": "orthogonal-hyperbolic", **SOFTMAX},
        SOFTMAX,
        also="gram not-orthogonal",
        kernel="softmax",
    ),
    wavy("blocks-repeated", repeated, "blocks-repeated", "one rotation for all blocks", sparsely="either"),
    soft(
        "blocks-one-seed",
        one_seed,
        "blocks-repeated",
        "one seed for all blocks",
        also="norms-dependent correlated-rows",
        sparsely="either",
    ),
    wrong(
        "uncoupled",
        sampler(independent),
        "uncoupled",
        "independent rows declared orthogonal",
        ORTHOGONAL,
        {"mechanism": "orthogonal", "m": 16},
        shows="silent",
        kernel=None,
    ),
    wavy(
        "tall-qr",
        tall,
        "not-orthogonal gram norm-law uncoupled",
        "one QR of the (m, d) matrix",
        also="norms-dependent",
    ),
    soft(
        "opposite-lost",
        opposite_lost,
        "blocks-repeated correlated-rows",
        "every row twice",
        also="norms-dependent",
        sparsely="either",
    ),
    wavy(
        "opposite-even",
        opposite,
        "blocks-repeated correlated-rows",
        "antithetic rows in an even map: every feature twice, unbiased, of twice the variance",
        also="antithetic-rows",
        sparsely="either",
    ),
    wrong(
        "simplex-acute",
        positive(acute),
        "gram",
        "cosines +1/(d-1) or near it",
        SIMPLEX,
        SOFTMAX,
        sparsely="silent",
        shows="silent",
        kernel="softmax",
    ),
    wrong(
        "simplex-short",
        positive(short_simplex),
        "bandwidth norm-law",
        "vertices shorter than one",
        SIMPLEX,
        SOFTMAX,
        kernel="softmax",
    ),
)
