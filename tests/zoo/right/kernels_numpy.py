"""Features of other stationary kernels: Matérn, Laplace, Cauchy, rational quadratic, additive."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.zoo.specimen import Specimen, right

M = 24


def spectral(draw: Any) -> Any:
    """Cosines and sines of rows from a spectral density."""

    def features(X: Any, seed: int) -> Any:
        W = draw(M, X.shape[1], np.random.default_rng(seed))
        Z = X @ W.T
        return np.hstack([np.cos(Z), np.sin(Z)]) / np.sqrt(M)

    return features


def matern_rows(nu: float) -> Any:
    """A multivariate t with 2 nu degrees of freedom: one chi for all coordinates of a row."""

    def draw(m: int, d: int, rng: Any) -> Any:
        return rng.standard_normal((m, d)) / np.sqrt(rng.chisquare(2 * nu, (m, 1)) / (2 * nu))

    return draw


def cauchy_rows(m: int, d: int, rng: Any) -> Any:
    return rng.standard_cauchy((m, d))


def laplace_rows(m: int, d: int, rng: Any) -> Any:
    return rng.laplace(size=(m, d))


def mixed_rows(m: int, d: int, rng: Any, alpha: float = 2.0) -> Any:
    """A Gaussian whose precision is gamma distributed: (1 + r^2/(2 alpha))^{-alpha}."""
    return rng.standard_normal((m, d)) * np.sqrt(rng.gamma(alpha, 1 / alpha, (m, 1)))


def additive(X: Any, seed: int) -> Any:
    """A sum of Gaussian kernels of the coordinates, as documented."""
    n, d = X.shape
    rng = np.random.default_rng(seed)
    W, b = rng.standard_normal((d, M)), rng.uniform(0, 2 * np.pi, M)
    return (np.sqrt(2 / M) * np.cos(X[:, :, None] * W + b)).reshape(n, d * M)


def mixture(X: Any, seed: int) -> Any:
    """A spectral mixture of two Gaussian kernels with lengthscales 1 and 2, half of the rows each."""
    rng = np.random.default_rng(seed)
    W = rng.standard_normal((M, X.shape[1])) / np.repeat([1.0, 2.0], M // 2)[:, None]
    Z = X @ W.T
    return np.hstack([np.cos(Z), np.sin(Z)]) / np.sqrt(M)


def distance(x: Any, y: Any) -> Any:
    return np.sqrt(np.sum((x - y) ** 2, axis=-1))


def matern_half(x: Any, y: Any) -> Any:
    return np.exp(-distance(x, y))


def matern_three_halves(x: Any, y: Any) -> Any:
    r = np.sqrt(3) * distance(x, y)
    return (1 + r) * np.exp(-r)


def matern_five_halves(x: Any, y: Any) -> Any:
    r = np.sqrt(5) * distance(x, y)
    return (1 + r + r * r / 3) * np.exp(-r)


def laplace_kernel(x: Any, y: Any) -> Any:
    return np.exp(-np.sum(np.abs(x - y), axis=-1))


def cauchy_kernel(x: Any, y: Any) -> Any:
    return np.prod(1 / (1 + (x - y) ** 2), axis=-1)


def rational_quadratic(x: Any, y: Any) -> Any:
    return (1 + distance(x, y) ** 2 / 4) ** -2.0


def additive_kernel(x: Any, y: Any) -> Any:
    return np.sum(np.exp(-((x - y) ** 2) / 2), axis=-1)


def mixture_kernel(x: Any, y: Any) -> Any:
    r2 = distance(x, y) ** 2
    return (np.exp(-r2 / 2) + np.exp(-r2 / 8)) / 2


def declared(kernel: str, **more: Any) -> dict[str, Any]:
    return {"mechanism": "iid-trigonometric", "kernel": kernel, **more}


DOCUMENTED: dict[str, tuple[dict[str, Any], Any]] = {
    "matern-1/2": (declared("matern", nu=0.5), matern_half),
    "matern-3/2": (declared("matern", nu=1.5), matern_three_halves),
    "matern-5/2": (declared("matern", nu=2.5), matern_five_halves),
    "laplace": (declared("laplace"), laplace_kernel),
    "cauchy": (declared("cauchy"), cauchy_kernel),
    "rational-quadratic": (declared("rational-quadratic", kernel_alpha=2.0), rational_quadratic),
}
"""By name the full declaration of a kernel, and the kernel."""


def own(name: str, rows: Any, note: str) -> Specimen:
    """Rows of the spectral law of the kernel of that name."""
    full, kernel = DOCUMENTED[name]
    sparse = {key: value for key, value in full.items() if key != "mechanism"}
    return right(name, spectral(rows), note, full, sparse, kernel=kernel)


SPECIMENS = (
    own("matern-1/2", matern_rows(0.5), "multivariate Cauchy rows"),
    own("matern-3/2", matern_rows(1.5), "multivariate t rows with 3 degrees of freedom"),
    own("matern-5/2", matern_rows(2.5), "multivariate t rows with 5 degrees of freedom"),
    own("laplace", cauchy_rows, "exp(-|x - y|_1): Cauchy coordinates"),
    own("cauchy", laplace_rows, "a product of Cauchy kernels: Laplace coordinates"),
    own("rational-quadratic", mixed_rows, "gamma mixtures of Gaussian rows, alpha = 2"),
    right(
        "additive",
        additive,
        "documented as a sum over coordinates",
        {"kernel": "additive"},
        kernel=additive_kernel,
    ),
    right("mixture", mixture, "two lengthscales, half of the rows each", None, kernel=mixture_kernel),
)
