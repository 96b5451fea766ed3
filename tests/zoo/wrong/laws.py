"""Rows of another law than the kernel's: densities, dependence, importance weights."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.stats import truncnorm

from tests.zoo.right.kernels_numpy import DOCUMENTED, laplace_rows, matern_rows, spectral
from tests.zoo.right.orthogonal_numpy import waves
from tests.zoo.right.positive_numpy import positive
from tests.zoo.specimen import wrong

M = 16
GAUSSIAN, SOFTMAX = {"kernel": "gaussian"}, {"kernel": "softmax"}
BOTH, SOFT = {"mechanism": "iid-trigonometric", **GAUSSIAN}, {"mechanism": "iid-positive", **SOFTMAX}


def uniform(m: int, d: int, rng: Any) -> Any:
    return rng.uniform(-1, 1, (m, d))


def unit_uniform(m: int, d: int, rng: Any) -> Any:
    """rand for randn."""
    return rng.random((m, d))


def standardised_uniform(m: int, d: int, rng: Any) -> Any:
    """Uniform of variance one: four moments are nearly right along all ones, none along axes."""
    return rng.uniform(-(3**0.5), 3**0.5, (m, d))


def truncated(m: int, d: int, rng: Any) -> Any:
    """Cut off at two deviations, as some initialisers are."""
    return truncnorm.rvs(-2, 2, size=(m, d), random_state=rng)


def coins(m: int, d: int, rng: Any) -> Any:
    return rng.choice([-1.0, 1.0], (m, d))


def laplacian(m: int, d: int, rng: Any) -> Any:
    """Laplace coordinates of variance one."""
    return rng.laplace(scale=0.5**0.5, size=(m, d))


def absolute(m: int, d: int, rng: Any) -> Any:
    return np.abs(rng.standard_normal((m, d)))


def shifted(m: int, d: int, rng: Any) -> Any:
    return rng.normal(0.5, 1.0, (m, d))


def uneven(m: int, d: int, rng: Any) -> Any:
    return rng.standard_normal((m, d)) * np.linspace(0.5, 1.5, d)


def flat(m: int, d: int, rng: Any) -> Any:
    """Only the first half of the coordinates is projected."""
    w = rng.standard_normal((m, d))
    w[:, d // 2 :] = 0.0
    return w


def one_coordinate(m: int, d: int, rng: Any) -> Any:
    """One number for all coordinates of a row."""
    return np.repeat(rng.standard_normal((m, 1)), d, axis=1)


def common(m: int, d: int, rng: Any) -> Any:
    """Rows share a part; each alone is Gaussian."""
    return np.sqrt(0.5) * (rng.standard_normal((m, d)) + rng.standard_normal(d))


def one_row(m: int, d: int, rng: Any) -> Any:
    """Broadcasting instead of drawing: one row m times."""
    return np.broadcast_to(rng.standard_normal(d), (m, d))


def univariate_t(nu: float) -> Any:
    return lambda m, d, rng: rng.standard_t(2 * nu, (m, d))


def degrees(nu: float) -> Any:
    """nu degrees of freedom for 2 nu."""
    return matern_rows(nu / 2)


def multivariate_cauchy(m: int, d: int, rng: Any) -> Any:
    """Of exp(-|x - y|_2), where |x - y|_1 is documented."""
    return rng.standard_normal((m, d)) / np.abs(rng.standard_normal((m, 1)))


def rows_without_root(m: int, d: int, rng: Any) -> Any:
    """The chi^2 itself divides."""
    return rng.standard_normal((m, d)) / (rng.chisquare(3, (m, 1)) / 3)


def weighted(power: float, s: float = 1.15) -> Any:
    """Rows from N(0, s^2 I), features times (p/q)^power: 1/2 is right."""

    def features(X: Any, seed: int) -> Any:
        rng, d = np.random.default_rng(seed), X.shape[1]
        W = s * rng.standard_normal((M, d))
        log_quotient = d * np.log(s) - np.sum(W**2, axis=1) / 2 * (1 - 1 / s**2)
        root, Z = np.exp(power * log_quotient) / np.sqrt(M), X @ W.T
        return np.hstack([root * np.cos(Z), root * np.sin(Z)])

    return features


def weighted_once(X: Any, seed: int) -> tuple[Any, Any]:
    """The root in the queries alone."""
    return weighted(0.5)(X, seed), weighted(0.0)(X, seed)


def two_draws(X: Any, seed: int) -> Any:
    """Only eight different seeds: `seed % 8`."""
    rng = np.random.default_rng(seed % 8)
    Z = X @ rng.standard_normal((X.shape[1], M))
    return np.hstack([np.cos(Z), np.sin(Z)]) / np.sqrt(M)


def wavy(name: str, rows: Any, causes: str, note: str, **more: Any) -> Any:
    return wrong(name, waves(rows), causes, note, BOTH, GAUSSIAN, **more)


def soft(name: str, rows: Any, causes: str, note: str, **more: Any) -> Any:
    return wrong(name, positive(rows), causes, note, SOFT, SOFTMAX, kernel="softmax", **more)


def documented(name: str, rows: Any, causes: str, note: str, kernel: str, **more: Any) -> Any:
    """Rows of another law than that of the kernel which the code documents."""
    full, function = DOCUMENTED[kernel]
    options = {"shows": "silent", "kernel": function, **more}
    return wrong(name, spectral(rows), causes, note, full, {"kernel": kernel}, **options)


DENSITY = "row-density bandwidth norm-law"
SPECIMENS = (
    wavy("uniform-rows", uniform, DENSITY, "uniform on [-1, 1]"),
    wavy(
        "rand-for-randn",
        unit_uniform,
        "not-centred row-density",
        "uniform on [0, 1]",
        also="anisotropic bandwidth norm-law",
    ),
    soft(
        "uniform-rows-standard",
        standardised_uniform,
        "row-density norm-law",
        "uniform of variance one",
    ),
    wavy("truncated-normal", truncated, DENSITY, "cut off at two deviations"),
    soft("coins", coins, "row-density norm-law norms-sqrt-d anisotropic", "Rademacher entries", also="gram"),
    wavy("laplace-rows", laplacian, "row-density norm-law", "Laplace of variance one"),
    soft("absolute-normal", absolute, "not-centred", "entries without sign", also="anisotropic row-density"),
    soft("normal-shifted", shifted, "not-centred", "a mean of 1/2", also="anisotropic norm-law bandwidth"),
    wavy("rows-uneven", uneven, "anisotropic", "deviations from 1/2 to 3/2", also="bandwidth norm-law"),
    wavy("rows-flat", flat, "anisotropic", "half of the coordinates are lost", also="bandwidth norm-law"),
    wavy(
        "rows-one-number",
        one_coordinate,
        "anisotropic blocks-repeated correlated-rows",
        "one number a row",
        also="norm-law chi-degrees gram",
    ),
    wavy(
        "rows-common",
        common,
        "correlated-rows blocks-dependent",
        "rows share half of their variance: unbiased, never consistent",
        also="gram norms-dependent",
        sparsely="either",
    ),
    wavy(
        "rows-one",
        one_row,
        "correlated-rows blocks-repeated",
        "one row, m times: unbiased, and one feature",
        also="norms-shared norms-dependent gram",
        sparsely="either",
    ),
    documented(
        "matern-1/2-univariate",
        univariate_t(0.5),
        "univariate-t",
        "the product of one-dimensional kernels",
        "matern-1/2",
    ),
    documented(
        "matern-3/2-univariate",
        univariate_t(1.5),
        "univariate-t",
        "the product of one-dimensional kernels",
        "matern-3/2",
    ),
    documented(
        "matern-3/2-degrees",
        degrees(1.5),
        "matern-degrees",
        "nu degrees of freedom for 2 nu",
        "matern-3/2",
        also=DENSITY,
    ),
    documented(
        "matern-3/2-without-root",
        rows_without_root,
        "row-density matern-degrees spectral-law",
        "a row over chi^2, not over its root",
        "matern-3/2",
        also="bandwidth norm-law",
    ),
    documented(
        "laplace-of-the-other-norm",
        multivariate_cauchy,
        "row-density other-kernel radial-for-product",
        "rows of exp(-|x-y|_2) where |x-y|_1 is documented",
        "laplace",
        also="norm-law",
    ),
    documented(
        "laplace-by-laplace",
        laplace_rows,
        "row-density other-kernel spectral-law",
        "Laplace rows for the Laplace kernel: they give Cauchy's",
        "laplace",
        also="norm-law bandwidth",
    ),
    wrong(
        "importance-forgotten",
        weighted(0.0),
        "weights-forgotten bandwidth norm-law",
        "rows of N(0, s^2) without weights",
        {"mechanism": "trigonometric", **GAUSSIAN},
        GAUSSIAN,
        shows="silent",
    ),
    wrong(
        "importance-doubled",
        weighted(1.0),
        "weights-doubled",
        "the quotient in queries and keys",
        {"mechanism": "trigonometric", **GAUSSIAN},
        GAUSSIAN,
        also="scale",
    ),
    wrong(
        "importance-inverted",
        weighted(-0.5),
        "weights-doubled weights-forgotten",
        "the root of q/p",
        {"mechanism": "trigonometric", **GAUSSIAN},
        GAUSSIAN,
        also="scale",
    ),
    wrong(
        "importance-one-side",
        weighted_once,
        "weights-forgotten not-a-kernel-map",
        "the root in the queries alone",
        {"mechanism": "trigonometric", **GAUSSIAN},
        GAUSSIAN,
        also="scale",
    ),
    wrong(
        "eight-seeds",
        two_draws,
        "seed-ignored blocks-dependent",
        "seed % 8: eight draws are all there are",
        {"mechanism": "iid-trigonometric", **GAUSSIAN},
        GAUSSIAN,
        also="directions-frozen norms-frozen",
        shows="shown",
        kernel=None,
    ),
)
