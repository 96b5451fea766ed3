"""Correct code that was written, with what should be found, before the engine had seen any of it."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from scipy.special import gammaln, ndtri

from tests.zoo.right.orthogonal_numpy import haar
from tests.zoo.right.positive_numpy import positive
from tests.zoo.specimen import right

M = 24
GAUSSIAN, SOFTMAX = {"kernel": "gaussian"}, {"kernel": "softmax"}
LENGTHS = (0.6, 0.8, 1.0, 1.2, 1.4, 1.6, 1.8, 2.0)


class KernelSampler:
    """A transformer whose bandwidth is estimated nowhere: gamma is what it is told."""

    def __init__(self, gamma: float = 0.5, n_components: int = M, random_state: int | None = None) -> None:
        self.gamma, self.n_components, self.random_state = gamma, n_components, random_state

    def fit(self, X: Any, y: Any = None) -> Any:
        rng = np.random.RandomState(self.random_state)
        self.weights_ = math.sqrt(2 * self.gamma) * rng.normal(size=(X.shape[1], self.n_components))
        self.offset_ = rng.uniform(0, 2 * np.pi, size=self.n_components)
        return self

    def transform(self, X: Any) -> Any:
        return np.cos(X @ self.weights_ + self.offset_) * (2.0 / self.n_components) ** 0.5


def split_keys(x: Any, seed: int) -> Any:
    """A generator for each row, as keys are split; real parts beside imaginary ones."""
    keys = np.random.SeedSequence(seed).spawn(M)
    w = np.stack([np.random.default_rng(key).standard_normal(x.shape[-1]) for key in keys])
    z = np.exp(1j * np.einsum("nd,md->nm", x, w)) / np.sqrt(M)
    return np.concatenate([z.real, z.imag], axis=-1)


def ard(x: Any, seed: int) -> Any:
    """A Gaussian process library's: points are divided by lengthscales, D sines and cosines of variance 1/D."""
    eps = np.random.default_rng(seed).standard_normal((1, x.shape[-1], M))
    z = (x / np.array(LENGTHS))[None] @ eps
    return np.concatenate([np.cos(z), np.sin(z)], -1)[0] / M**0.5


def ard_orthogonal(x: Any, seed: int) -> Any:
    """Rotations first, lengthscales after them."""
    rng, d = np.random.default_rng(seed), x.shape[1]
    w = np.concatenate([haar(d, rng) for _ in range(M // d)])
    w = w * np.sqrt(rng.chisquare(d, (M, 1))) / np.array(LENGTHS)
    return np.concatenate([np.cos(x @ w.T), np.sin(x @ w.T)], 1) / np.sqrt(M)


def stratified_phases(x: Any, seed: int) -> Any:
    """One phase in every arc: each is uniform by itself."""
    rng = np.random.default_rng(seed)
    w = rng.standard_normal((M, x.shape[1]))
    b = 2 * np.pi * (rng.permutation(M) + rng.random(M)) / M
    return np.sqrt(2 / M) * np.cos(x @ w.T + b)


def same_generator_twice(x: Any, seed: int) -> Any:
    """Both draws from the beginning of one stream: the leading bits of its uniform numbers are none of the normal ones', so phases
    stay uniform whatever the rows are.
    """
    w = np.random.default_rng(seed).standard_normal((x.shape[1], M))
    b = np.random.default_rng(seed).uniform(0, 2 * np.pi, M)
    return np.sqrt(2 / M) * np.cos(x @ w + b)


def few_rows(x: Any, seed: int) -> Any:
    """Fewer rows than dimensions, from an economic QR; the signs cancel in waves."""
    rng, d, m = np.random.default_rng(seed), x.shape[1], 5
    q = np.linalg.qr(rng.standard_normal((d, m)))[0].T
    z = x @ (q * np.linalg.norm(rng.standard_normal((m, d)), axis=1)[:, None]).T
    return np.hstack([np.sin(z), np.cos(z)]) / np.sqrt(m)


def half_precision_rows(x: Any, seed: int) -> Any:
    """Rows that were kept in half precision: as random as before."""
    w = np.random.default_rng(seed).standard_normal((M, x.shape[1])).astype(np.float16).astype(np.float64)
    return np.hstack([np.sin(x @ w.T), np.cos(x @ w.T)]) / np.sqrt(M)


def landmarks(x: Any, seed: int) -> Any:
    """Nystroem features: no random features, and an approximation that is not unbiased."""
    z = np.random.default_rng(seed).standard_normal((M, x.shape[1]))
    root = np.linalg.cholesky(np.exp(-squares(z, z) / 2) + 1e-10 * np.eye(M))
    return np.linalg.solve(root, np.exp(-squares(z, x) / 2)).T


def squares(a: Any, b: Any) -> Any:
    return np.sum((a[:, None] - b[None]) ** 2, axis=-1)


def hermite(x: Any) -> Any:
    """Gauss-Hermite nodes on a grid: nothing is drawn."""
    t, c = np.polynomial.hermite_e.hermegauss(12)
    w = np.stack(np.meshgrid(t, t), -1).reshape(-1, 2)
    root = np.sqrt(np.outer(c, c).ravel() / np.sum(np.outer(c, c)))
    return np.concatenate([root * np.cos(x @ w.T), root * np.sin(x @ w.T)], 1)


def maclaurin(x: Any, seed: int) -> Any:
    """Products of N signs' projections, N geometric: unbiased for e^(x.y)."""
    rng = np.random.default_rng(seed)
    out = np.empty((len(x), M))
    for j in range(M):
        n = rng.geometric(0.5) - 1
        signs = rng.choice([-1.0, 1.0], (n, x.shape[1]))
        out[:, j] = np.prod(x @ signs.T, axis=1) * np.exp(0.5 * ((n + 1) * np.log(2) - gammaln(n + 1)))
    return out / np.sqrt(M)


def projected(x: Any, seed: int) -> Any:
    """A Johnson-Lindenstrauss projection: the kernel is x.y."""
    return x @ np.random.default_rng(seed).standard_normal((x.shape[1], M)) / np.sqrt(M)


def lattice(x: Any, seed: int) -> Any:
    """A rank-one lattice with a random shift."""
    rng, n, d = np.random.default_rng(seed), 64, x.shape[1]
    z = np.array([pow(19, k, n) for k in range(d)])
    u = (np.outer(np.arange(n), z) / n + rng.random(d)) % 1.0
    w = ndtri(np.clip(u, 1e-12, 1 - 1e-12))
    return np.concatenate([np.cos(x @ w.T), np.sin(x @ w.T)], 1) / np.sqrt(n)


SPECIMENS = (
    right(
        "sampler-gamma-half",
        KernelSampler(),
        "a transformer, gamma = 1/2",
        {"mechanism": "rff", "gamma": 0.5},
        {"gamma": 0.5},
        kernel=None,
    ),
    right(
        "rff-split-keys",
        split_keys,
        "a generator for each row",
        {"mechanism": "iid-trigonometric", **GAUSSIAN},
        GAUSSIAN,
    ),
    right(
        "gp-ard",
        ard,
        "points divided by lengthscales",
        {"mechanism": "iid-trigonometric", **GAUSSIAN, "ard": LENGTHS},
        {**GAUSSIAN, "ard": LENGTHS},
        kernel=None,
    ),
    right(
        "orf-ard",
        ard_orthogonal,
        "rotations, then lengthscales",
        {"mechanism": "orthogonal-trigonometric", **GAUSSIAN, "ard": LENGTHS},
        {**GAUSSIAN, "ard": LENGTHS},
        kernel=None,
    ),
    right(
        "rff-stratified-phases",
        stratified_phases,
        "one phase in every arc",
        {"mechanism": "iid-phase", **GAUSSIAN},
        GAUSSIAN,
    ),
    right(
        "rff-one-stream",
        same_generator_twice,
        "one seed for rows and for phases, each from a generator of its own",
        {"mechanism": "iid-phase", **GAUSSIAN},
        GAUSSIAN,
    ),
    right(
        "orf-few-rows",
        few_rows,
        "five rows in eight dimensions",
        {"mechanism": "orthogonal-trigonometric", **GAUSSIAN},
        GAUSSIAN,
    ),
    right(
        "rff-half-rows",
        half_precision_rows,
        "rows kept in half precision",
        {"mechanism": "iid-trigonometric", **GAUSSIAN},
        GAUSSIAN,
    ),
    right("landmarks", landmarks, "Nystroem features of random landmarks", None, kernel=None),
    right(
        "hermite-grid",
        hermite,
        "Gauss-Hermite nodes, nothing is drawn",
        None,
        GAUSSIAN,
        common={"d": 2},
        kernel=None,
    ),
    right(
        "maclaurin-signs",
        maclaurin,
        "products of projections by signs, e^(x.y)",
        None,
        SOFTMAX,
        exits=(0, 3),
        kernel="softmax",
    ),
    right("projected", projected, "a projection that keeps x.y", None, kernel=None),
    right(
        "rff-lattice",
        lattice,
        "a shifted lattice of rank one",
        {"mechanism": "trigonometric", **GAUSSIAN},
        GAUSSIAN,
    ),
    right(
        "favor-few-rows",
        positive(lambda m, d, rng: haar(d, rng)[:m] * np.sqrt(rng.chisquare(d, (m, 1))), 5),
        "five orthogonal rows in eight dimensions",
        {"mechanism": "favor+", **SOFTMAX},
        SOFTMAX,
        kernel="softmax",
    ),
)
