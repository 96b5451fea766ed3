"""Maps with kernels of their own, discrete exponents, sketches, landmarks, hybrids."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.zoo.right.orthogonal_numpy import chi_norms, columns_of_q, haar
from tests.zoo.specimen import right

M = 24
SOFTMAX = {"kernel": "softmax"}


def relu(X: Any, seed: int) -> Any:
    """E max(w.x, 0) max(w.y, 0): half of the arc-cosine kernel of order one."""
    W = np.random.default_rng(seed).standard_normal((M, X.shape[1]))
    return np.maximum(X @ W.T, 0.0) / np.sqrt(M)


def relu_orthogonal(X: Any, seed: int) -> Any:
    W = chi_norms(M, X.shape[1], np.random.default_rng(seed))
    return np.maximum(X @ W.T, 0.0) / np.sqrt(M)


def signs(X: Any, seed: int) -> Any:
    """Random hyperplanes: 1 - 2 theta/pi."""
    return np.sign(X @ np.random.default_rng(seed).standard_normal((X.shape[1], M))) / np.sqrt(M)


def absolute(X: Any, seed: int) -> Any:
    """An even map on columns of an unsigned Q."""
    W = columns_of_q(M, X.shape[1], np.random.default_rng(seed))
    return np.abs(X @ W.T) / np.sqrt(M)


def projection(X: Any, seed: int) -> Any:
    """Johnson and Lindenstrauss: x.y."""
    return X @ np.random.default_rng(seed).normal(size=(X.shape[1], M)) / np.sqrt(M)


def poisson(X: Any, seed: int, lam: float = 0.1) -> Any:
    """prod_j x_j^{w_j} over Poisson counts: exp(x.y) e^{..}."""
    d = X.shape[1]
    w = np.random.default_rng(seed).poisson(lam, (M, d))
    powers = np.prod(X[:, None, :] ** w, axis=2) * lam ** (-w.sum(1) / 2)
    return np.exp(lam * d / 2) * powers / np.sqrt(M) * np.exp(-np.sum(X**2, axis=1, keepdims=True) / 2)


def geometric(X: Any, seed: int, p: float = 0.9) -> Any:
    """Counts of the geometric law from zero, weighted by (p (1-p)^k k!)^{-1/2}."""
    from scipy.special import gammaln

    w = np.random.default_rng(seed).geometric(p, (M, X.shape[1])) - 1
    log_weight = -0.5 * np.sum(np.log(p) + w * np.log1p(-p) + gammaln(w + 1), axis=1)
    return np.prod(X[:, None, :] ** w, axis=2) * np.exp(log_weight) / np.sqrt(M)


def nystroem(X: Any, seed: int, m: int = 12) -> Any:
    """Interpolation from random landmarks: deterministic in the limit, no random feature."""
    Z = np.random.default_rng(seed).standard_normal((m, X.shape[1]))
    k = np.exp(-((Z[:, None] - Z) ** 2).sum(-1) / 2)
    cross = np.exp(-((X[:, None] - Z) ** 2).sum(-1) / 2)
    u, s, _ = np.linalg.svd(k, hermitian=True)
    return cross @ (u / np.sqrt(np.maximum(s, 1e-12)))


def count_sketch(X: Any, seed: int, buckets: int = 32) -> Any:
    """A tensor sketch of (x.y)^2."""
    rng, d = np.random.default_rng(seed), X.shape[1]
    transforms = []
    for _ in range(2):
        place, sign = rng.integers(0, buckets, d), rng.choice([-1.0, 1.0], d)
        table = np.zeros((d, buckets))
        table[np.arange(d), place] = sign
        transforms.append(np.fft.fft(X @ table))
    return np.fft.ifft(transforms[0] * transforms[1]).real


def maclaurin(X: Any, seed: int) -> Any:
    """Kar and Karnick: products of a random number of sign projections, for exp(x.y)."""
    from math import factorial

    rng, columns = np.random.default_rng(seed), []
    for _ in range(M):
        n = rng.geometric(0.5) - 1
        signs_ = rng.choice([-1.0, 1.0], (n, X.shape[1]))
        columns.append(np.sqrt(2.0 ** (n + 1) / factorial(n)) * np.prod(X @ signs_.T, axis=1))
    return np.stack(columns, axis=1) / np.sqrt(M)


def angular_hybrid(x: Any, y: Any, seed: int) -> Any:
    """lambda of the angle by signs: positive where angles are large, waves where they are small."""
    rng, d, n = np.random.default_rng(seed), x.shape[1], 16
    w, v, tau = rng.standard_normal((M, d)), rng.standard_normal((M, d)), rng.standard_normal((n, d))
    half = np.sum(x * x + y * y, axis=1) / 2
    up = np.exp(-half) * np.cosh((x + y) @ w.T).mean(axis=1)
    wave = np.exp(half) * np.cos((x - y) @ v.T).mean(axis=1)
    lam = 0.5 - 0.5 * np.mean(np.sign(x @ tau.T) * np.sign(y @ tau.T), axis=1)
    return lam * up + (1 - lam) * wave


def wave_estimates(x: Any, y: Any, seed: int) -> Any:
    """Estimates of exp(-|x-y|^2/2) alone."""
    w = np.random.default_rng(seed).standard_normal((M, x.shape[1]))
    return np.cos((x - y) @ w.T).mean(axis=1)


def kernel_matrix(x1: Any, x2: Any, seed: int) -> Any:
    """The whole matrix."""
    w = np.random.default_rng(seed).standard_normal((x1.shape[1], M))
    a, b = x1 @ w, x2 @ w
    return (np.cos(a) @ np.cos(b).T + np.sin(a) @ np.sin(b).T) / M


def gaussian_matrix(nb_rows: int, nb_columns: int, seed: int) -> Any:
    """The Performer's sampler, with signs."""
    rng = np.random.default_rng(seed)
    blocks = [haar(nb_columns, rng) for _ in range(-(-nb_rows // nb_columns))]
    norms = np.linalg.norm(rng.standard_normal((nb_rows, nb_columns)), axis=1)
    return np.diag(norms) @ np.concatenate(blocks)[:nb_rows]


def rows_and_columns(num_rows: int, num_cols: int, seed: int) -> Any:
    return gaussian_matrix(num_rows, num_cols, seed)


def uniform_directions(m: int, d: int, seed: int) -> Any:
    """Independent directions of length sqrt(d)."""
    g = np.random.default_rng(seed).standard_normal((m, d))
    return np.sqrt(d) * g / np.linalg.norm(g, axis=1, keepdims=True)


def arc_cosine(x: Any, y: Any) -> Any:
    a, b = np.linalg.norm(x, axis=-1), np.linalg.norm(y, axis=-1)
    t = np.arccos(np.clip(np.sum(x * y, -1) / (a * b), -1, 1))
    return a * b * (np.sin(t) + (np.pi - t) * np.cos(t)) / (2 * np.pi)


def angle_kernel(x: Any, y: Any) -> Any:
    a, b = np.linalg.norm(x, axis=-1), np.linalg.norm(y, axis=-1)
    return 1 - 2 * np.arccos(np.clip(np.sum(x * y, -1) / (a * b), -1, 1)) / np.pi


def absolute_kernel(x: Any, y: Any) -> Any:
    return 2 * arc_cosine(x, y) + 2 * arc_cosine(x, -y)


def inner(x: Any, y: Any) -> Any:
    return np.sum(x * y, -1)


PAIRS = {"contract": "estimates"}
ROWS = {"contract": "frequencies", "m": 16}
SPECIMENS = (
    right(
        "relu",
        relu,
        "arc-cosine of order one",
        {"mechanism": "iid-relu"},
        {"mechanism": "relu"},
        kernel=arc_cosine,
    ),
    right(
        "relu-orthogonal",
        relu_orthogonal,
        "orthogonal rows",
        {"mechanism": "orthogonal-relu"},
        kernel=arc_cosine,
    ),
    right(
        "signs",
        signs,
        "random hyperplanes",
        {"mechanism": "iid-sgn"},
        {"mechanism": "sgn"},
        kernel=angle_kernel,
    ),
    right(
        "absolute-unsigned-columns",
        absolute,
        "signs of rows cancel in |w.x|",
        {"mechanism": "orthogonal-abs"},
        {"mechanism": "abs"},
        kernel=absolute_kernel,
    ),
    right(
        "projection",
        projection,
        "x.y itself",
        {"mechanism": "iid-identity"},
        {"mechanism": "identity"},
        kernel=inner,
    ),
    right(
        "poisson",
        poisson,
        "Poisson counts, Gaussian kernel",
        {"mechanism": "poisson", "parameters": {"lam": 0.1}, "kernel": "gaussian"},
        {"mechanism": "poisson", "parameters": {"lam": 0.1}},
    ),
    right(
        "geometric",
        geometric,
        "geometric counts, softmax kernel",
        {"mechanism": "geometric", "parameters": {"p": 0.9}, **SOFTMAX},
        {"mechanism": "geometric", "parameters": {"p": 0.9}},
        kernel="softmax",
    ),
    right(
        "nystroem",
        nystroem,
        "landmarks: no random feature of ours, an approximation",
        None,
        exits=(0, 3),
        kernel=None,
    ),
    right(
        "count-sketch",
        count_sketch,
        "a tensor sketch of (x.y)^2",
        None,
        exits=(0, 3),
        kernel=lambda x, y: inner(x, y) ** 2,
    ),
    right(
        "maclaurin",
        maclaurin,
        "exp(x.y) by products of sign projections",
        {"kernel": "softmax"},
        exits=(0, 3),
        kernel="softmax",
    ),
    right(
        "hybrid-angular",
        angular_hybrid,
        "lambda = theta/pi by sign features",
        {"mechanism": "iid-angular-hybrid", "m": M, "parameters": {"n": 16}, **SOFTMAX},
        {"mechanism": "angular-hybrid"},
        kernel="softmax",
        common=PAIRS,
        pairwise=True,
    ),
    right(
        "estimates-waves",
        wave_estimates,
        "estimates alone",
        {"mechanism": "iid-trigonometric", "m": M, "kernel": "gaussian"},
        {"mechanism": "trigonometric"},
        common=PAIRS,
        pairwise=True,
    ),
    right(
        "estimates-matrix",
        kernel_matrix,
        "the whole kernel matrix",
        {"mechanism": "iid-trigonometric", "m": M, "kernel": "gaussian"},
        {"mechanism": "iid-trigonometric"},
        common=PAIRS,
        pairwise=True,
        plain=lambda x, y, s: np.diagonal(kernel_matrix(x, y, s)),
    ),
    right(
        "sampler-orthogonal",
        gaussian_matrix,
        "rows alone",
        {"mechanism": "orthogonal", **ROWS},
        ROWS,
        kernel=None,
    ),
    right(
        "sampler-num-rows",
        rows_and_columns,
        "(num_rows, num_cols), by name",
        {"mechanism": "orthogonal", **ROWS},
        {"mechanism": "orthogonal", "m": 16},
        kernel=None,
    ),
    right(
        "sampler-sphere",
        uniform_directions,
        "rows of length sqrt(d)",
        {"mechanism": "sphere", **ROWS},
        ROWS,
        kernel=None,
    ),
)
