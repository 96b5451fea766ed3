"""Bandwidths and constant factors: 2 pi, roots, sigma, gamma, counts of features."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.zoo.right.trigonometric_numpy import squared
from tests.zoo.specimen import wrong

M, D = 48, 8
GAUSSIAN, SOFTMAX = {"kernel": "gaussian"}, {"kernel": "softmax"}
BOTH, PHASE = {"mechanism": "iid-trigonometric", **GAUSSIAN}, {"mechanism": "iid-phase", **GAUSSIAN}


def waves(factor: float, amplitude: float = M**-0.5) -> Any:
    """cos and sin of factor w.x, times the amplitude."""

    def features(X: Any, seed: int) -> Any:
        Z = factor * (X @ np.random.default_rng(seed).standard_normal((X.shape[1], M)))
        return amplitude * np.hstack([np.cos(Z), np.sin(Z)])

    return features


def phases(factor: float, amplitude: float) -> Any:
    """amplitude cos(factor w.x + b)."""

    def features(X: Any, seed: int) -> Any:
        rng = np.random.default_rng(seed)
        W = rng.normal(0, factor, size=(X.shape[1], M))
        return amplitude * np.cos(X @ W + rng.uniform(0, 2 * np.pi, M))

    return features


def cycles(X: Any, seed: int) -> Any:
    """NeRF's form: cos(2 pi B x) with a standard normal B."""
    B = np.random.default_rng(seed).standard_normal((M, X.shape[1]))
    Z = 2 * np.pi * X @ B.T
    return np.concatenate([np.sin(Z), np.cos(Z)], axis=-1) / np.sqrt(M)


def soft(amplitude: float) -> Any:
    """Positive features of the softmax kernel times the amplitude."""

    def features(x: Any, seed: int) -> Any:
        w = np.random.default_rng(seed).standard_normal((M, x.shape[1]))
        return amplitude * np.exp(x @ w.T - np.sum(x * x, 1, keepdims=True) / 2)

    return features


def soft_points(power: float) -> Any:
    """Points divided by d^power inside."""

    def features(x: Any, seed: int) -> Any:
        x = x / x.shape[1] ** power
        w = np.random.default_rng(seed).standard_normal((M, x.shape[1]))
        return np.exp(x @ w.T - np.sum(x * x, 1, keepdims=True) / 2) / np.sqrt(M)

    return features


def unhalved(x: Any, seed: int) -> Any:
    """Both signs over sqrt(m) for sqrt(2m)."""
    p = x @ np.random.default_rng(seed).standard_normal((x.shape[1], M))
    return np.exp(-np.sum(x * x, 1, keepdims=True) / 2) * np.hstack([np.exp(p), np.exp(-p)]) / np.sqrt(M)


def logits(x: Any, y: Any) -> Any:
    return np.exp(np.sum(x * y, -1) / np.sqrt(x.shape[-1]))


QUARTER = {"mechanism": "iid-positive", "kernel": "softmax", "scale": "d^-1/4"}
SOFT = {"mechanism": "iid-positive", **SOFTMAX}


def scaled(name: str, code: Any, causes: str, note: str, full: Any = BOTH, **more: Any) -> Any:
    """A bandwidth that only a declaration contradicts."""
    sparse = more.pop("sparse", {k: v for k, v in full.items() if k in ("kernel", "scale")})
    return wrong(name, code, causes, note, full, sparse, **{"shows": "silent", **more})


def factor(name: str, code: Any, causes: str, note: str, full: Any = BOTH, **more: Any) -> Any:
    """A constant factor of the features."""
    return wrong(name, code, causes, note, full, {"kernel": full["kernel"]}, **more)


SPECIMENS = (
    scaled("cycles-for-radians", cycles, "bandwidth-2pi", "2 pi too many"),
    scaled("radians-for-cycles", waves(1 / (2 * np.pi)), "bandwidth-2pi", "2 pi lost"),
    scaled(
        "sigma-inverted",
        waves(2.0),
        "bandwidth",
        "frequencies times sigma = 2, not over it",
        {"mechanism": "iid-trigonometric", "sigma": 2.0},
        sparse={"scale": 0.5, **GAUSSIAN},
        kernel=squared(0.25),
    ),
    scaled(
        "gamma-without-2",
        phases(1.0, np.sqrt(2 / M)),
        "bandwidth-2",
        "sqrt(gamma) for sqrt(2 gamma)",
        {"mechanism": "iid-phase", "gamma": 1.0},
        sparse={"scale": 2**0.5, **GAUSSIAN},
        kernel=squared(2.0),
    ),
    scaled(
        "gamma-for-half",
        phases(2**0.5, np.sqrt(2 / M)),
        "bandwidth-2",
        "gamma = 1 where 1/2 was meant",
        PHASE,
    ),
    scaled(
        "variance-for-deviation",
        phases(0.25, np.sqrt(2 / M)),
        "bandwidth-2 bandwidth",
        "normal(0, 1/l^2) for l = 2",
        {"mechanism": "iid-phase", "lengthscale": 2.0},
        sparse={"scale": 0.5, **GAUSSIAN},
        kernel=squared(0.25),
    ),
    scaled("rows-over-root-m", waves(M**-0.5), "bandwidth", "1/sqrt(48) is 0.144, which is not 1/(2 pi)"),
    scaled("rows-over-root-d", waves(D**-0.5), "bandwidth", "rows of an initialiser, 1/sqrt(d)"),
    scaled("rows-a-tenth-long", waves(1.1), "bandwidth", "a bandwidth off by a tenth"),
    scaled(
        "attention-scale-missing",
        soft_points(0.0),
        "weight bandwidth bandwidth-2 scale",
        "logits q.k where q.k/sqrt(d) is declared",
        QUARTER,
        also="d-and-m-swapped norm-law",
        kernel=logits,
    ),
    scaled(
        "attention-scale-squared",
        soft_points(0.5),
        "weight bandwidth bandwidth-2 scale",
        "q and k both divided by sqrt(d)",
        QUARTER,
        kernel=logits,
    ),
    factor("root-2-lost", phases(1.0, M**-0.5), "scale", "sqrt(1/m) with phases", PHASE),
    factor("root-2-added", waves(1.0, np.sqrt(2 / M)), "scale", "sqrt(2/m) without phases"),
    factor("root-2m", waves(1.0, (2 * M) ** -0.5), "scale", "the width of the features for m"),
    factor("no-root-m", waves(1.0, 1.0), "missing-1/sqrt-m", "no factor at all"),
    factor("no-root-m-phases", phases(1.0, np.sqrt(2)), "missing-1/sqrt-m", "sqrt(2) alone", PHASE),
    factor("no-root-m-positive", soft(1.0), "missing-1/sqrt-m", "no factor", SOFT, kernel="softmax"),
    factor("one-over-m", waves(1.0, 1 / M), "extra-1/sqrt-m", "1/m for 1/sqrt(m)"),
    factor("one-over-m-positive", soft(1 / M), "extra-1/sqrt-m", "1/m for 1/sqrt(m)", SOFT, kernel="softmax"),
    factor("root-d-for-root-m", waves(1.0, D**-0.5), "scale d-and-m-swapped", "1/sqrt(d) for 1/sqrt(m)"),
    factor(
        "half-of-the-count", soft((M / 2) ** -0.5), "scale", "the count of one block", SOFT, kernel="softmax"
    ),
    factor("variance-for-amplitude", soft(2.0 * M**-0.5), "scale", "a factor 2", SOFT, kernel="softmax"),
    factor(
        "hyperbolic-unhalved",
        unhalved,
        "scale",
        "1/sqrt(m) for 1/sqrt(2m)",
        {"mechanism": "iid-hyperbolic", **SOFTMAX},
        kernel="softmax",
    ),
)
