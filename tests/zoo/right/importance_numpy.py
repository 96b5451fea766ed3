"""Rows from another density with the root of the quotient in the features, and quasi-Monte Carlo rows."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.stats import qmc

from tests.zoo.right.orthogonal_numpy import waves
from tests.zoo.right.positive_numpy import positive
from tests.zoo.specimen import right

M = 16
GAUSSIAN, SOFTMAX = {"kernel": "gaussian"}, {"kernel": "softmax"}


def wide_rows(X: Any, seed: int, s: float = 1.15) -> Any:
    """Cosines and sines of rows from N(0, s^2 I), weighted."""
    rng, d = np.random.default_rng(seed), X.shape[1]
    W = s * rng.standard_normal((M, d))
    squares = np.sum(W**2, axis=1)
    quotient = s**d * np.exp(-squares / 2 * (1 - 1 / s**2))
    Z, root = X @ W.T, np.sqrt(quotient / M)
    return np.hstack([root * np.cos(Z), root * np.sin(Z)])


def wide_positive(X: Any, seed: int) -> Any:
    """Positive features on rows from N(0, diag), times sqrt(p/q)."""
    rng, d = np.random.default_rng(seed), X.shape[1]
    scales = np.linspace(1.0, 1.3, d)
    W = rng.standard_normal((M, d)) * scales
    log_quotient = np.sum(np.log(scales)) - 0.5 * (W**2) @ (1 - 1 / scales**2)
    exponent = X @ W.T - np.sum(X**2, axis=1, keepdims=True) / 2 + log_quotient / 2
    return np.exp(exponent) / np.sqrt(M)


def student_rows(X: Any, seed: int, nu: float = 12.0) -> Any:
    """Rows from a multivariate t with the Gaussian as target."""
    from scipy.special import gammaln

    rng, d = np.random.default_rng(seed), X.shape[1]
    W = rng.standard_normal((M, d)) / np.sqrt(rng.chisquare(nu, (M, 1)) / nu)
    squares = np.sum(W**2, axis=1)
    log_p = -0.5 * squares - 0.5 * d * np.log(2 * np.pi)
    log_q = gammaln((nu + d) / 2) - gammaln(nu / 2) - 0.5 * d * np.log(nu * np.pi)
    log_q = log_q - 0.5 * (nu + d) * np.log1p(squares / nu)
    root = np.exp((log_p - log_q) / 2) / np.sqrt(M)
    return np.hstack([root * np.cos(X @ W.T), root * np.sin(X @ W.T)])


def sobol(m: int, d: int, rng: Any) -> Any:
    """Scrambled Sobol points through the normal quantile."""
    return qmc.MultivariateNormalQMC(np.zeros(d), engine=qmc.Sobol(d, rng=rng), rng=rng).random(m)


def half_sobol(m: int, d: int, rng: Any) -> Any:
    """Sobol points and their reflections."""
    half = sobol(m // 2, d, rng)
    return np.concatenate([half, -half])


def shifted_lattice(m: int, d: int, rng: Any) -> Any:
    """A rank-one lattice with a random shift."""
    from scipy.special import ndtri

    generator = np.array([1, 5, 3, 7, 9, 11, 13, 15])[:d]
    points = np.mod(np.arange(m)[:, None] * generator / m + rng.random(d), 1.0)
    return ndtri(np.clip(points, 1e-12, 1 - 1e-12))


def stratified_norms(m: int, d: int, rng: Any) -> Any:
    """Independent directions with stratified norms, in a random order."""
    from scipy.stats import chi

    u = rng.standard_normal((m, d))
    levels = (rng.permutation(m) + rng.random(m)) / m
    return u / np.linalg.norm(u, axis=1, keepdims=True) * chi.ppf(levels, d)[:, None]


ROWS = {"mechanism": "trigonometric", **GAUSSIAN}
SPECIMENS = (
    right("importance-waves", wide_rows, "rows of 1.15 times the size, weighted: unbiased", ROWS, GAUSSIAN),
    right(
        "importance-positive",
        wide_positive,
        "an anisotropic proposal, weighted: unbiased",
        {"mechanism": "positive", **SOFTMAX},
        SOFTMAX,
        kernel="softmax",
    ),
    right("importance-student", student_rows, "a heavier proposal, weighted: unbiased", ROWS, GAUSSIAN),
    right("qmc-sobol", waves(sobol), "scrambled Sobol points: each is Gaussian", ROWS, GAUSSIAN),
    right(
        "qmc-half-sobol-positive",
        positive(half_sobol),
        "Sobol points and their opposites",
        {"mechanism": "positive", **SOFTMAX},
        SOFTMAX,
        kernel="softmax",
    ),
    right("qmc-lattice", waves(shifted_lattice), "a randomly shifted lattice", ROWS, GAUSSIAN),
    right("stratified-norms", waves(stratified_norms), "norms stratified, each still chi", ROWS, GAUSSIAN),
)
