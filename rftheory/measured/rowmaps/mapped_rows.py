"""Laws of rows that a linear map and a shift make of standard normal rows, coupled before it, or spoilt after it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias, final

import numpy as np
from scipy import special

from rftheory.errors import DomainError
from rftheory.measured.couplings.frames import chi, haar_matrices, signed_qr
from rftheory.measured.inputs import Array, Floats
from rftheory.measured.protocol import AbstractCoupling
from rftheory.measured.rowmaps.laws import AbstractFrequencyLaw, GaussianLaw

Numbers: TypeAlias = tuple[float, ...]
Matrix: TypeAlias = tuple[Numbers, ...]
Turned = Literal["no", "after", "orthogonalised"]


def spectrum(name: str, given: float | Numbers | Matrix) -> Floats:
    """The eigenvalues of a number, of a list of them, or of a matrix as for `symmetric`."""
    if np.ndim(given) < 2:
        array = np.atleast_1d(np.asarray(given, dtype=np.float64))
        if not array.size or not np.all(np.isfinite(array)):
            raise DomainError(name, given, "finite numbers")
        return array
    return np.asarray(np.linalg.eigvalsh(symmetric(name, given)))  # type: ignore[arg-type]


def symmetric(name: str, given: Numbers | Matrix) -> Floats:
    """The matrix of a list of eigenvalues, or of rows; DomainError unless it is square, finite and symmetric."""
    array = np.asarray(given, dtype=np.float64)
    matrix = np.diag(array) if array.ndim == 1 else array
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1] or not np.all(np.isfinite(matrix)):
        raise DomainError(name, given, "eigenvalues, or a square matrix of finite numbers")
    if not np.allclose(matrix, matrix.T, rtol=0.0, atol=1e-12 * np.max(np.abs(matrix))):
        raise DomainError(name, given, "a symmetric matrix")
    return matrix


def root(matrix: Floats) -> Floats:
    """The symmetric positive root of a positive definite matrix."""
    values, vectors = np.linalg.eigh(matrix)
    return np.asarray((vectors * np.sqrt(values)) @ vectors.T)


def given(array: Floats) -> float | Numbers | Matrix:
    """A number, a list or a matrix as a parameter, which can be hashed."""
    if array.ndim < 2:
        return float(array) if array.ndim == 0 else tuple(array.tolist())
    return tuple(tuple(row) for row in ((array + array.T) / 2.0).tolist())


def times(points: Array, matrix: Array) -> Array:
    """Points (.., d) times a symmetric matrix (d, d), or one given by its diagonal (d,) or (1,)."""
    return points @ matrix if matrix.ndim == 2 else points * matrix


@final
@dataclass(frozen=True)
class MappedLaw(AbstractFrequencyLaw):
    """Rows mu + Sigma^{1/2} z of the law N(mu, Sigma), z standard normal rows that a coupling joins before the map.

    Sigma as a number (times I, in every dimension), by its eigenvalues in the basis of the rows, or as a symmetric matrix.
    `turned` spoils them: after: Q Sigma^{1/2} z with one Haar matrix Q a draw; orthogonalised: Gram-Schmidt on the rows
    Sigma^{1/2} z, then chi_d norms (at most d rows). Source: beyond, dense/ort/marginal and dense/rotated-after.
    """

    covariance: float | Numbers | Matrix
    mean: Numbers = ()
    turned: Turned = "no"

    def __post_init__(self) -> None:
        if np.min(spectrum("Sigma", self.covariance)) <= 0.0:
            raise DomainError("Sigma", self.covariance, "positive definite")
        if self.mean and self.dimension is not None and len(self.mean) != self.dimension:
            raise DomainError("mu", self.mean, f"{self.dimension} numbers")

    @property
    def dimension(self) -> int | None:  # type: ignore[override]
        """That of Sigma, or of mu; None for a number."""
        if not isinstance(self.covariance, tuple):
            return len(self.mean) or None
        return len(self.covariance)

    @cached_property
    def root(self) -> Floats:
        """Sigma^{1/2}, a matrix (d, d); its diagonal (d,), or (1,) for a number, where it has no other entries."""
        if np.ndim(self.covariance) < 2:
            return np.sqrt(spectrum("Sigma", self.covariance))
        return root(symmetric("Sigma", self.covariance))  # type: ignore[arg-type]

    def log_root(self, d: int) -> float:
        """log det Sigma^{1/2} in R^d."""
        logs = np.log(spectrum("Sigma", self.covariance)) / 2.0
        return float(d * logs[0] if len(logs) == 1 else np.sum(logs))

    def _rows(
        self, size: tuple[int, int, int], rng: np.random.Generator, coupling: AbstractCoupling | None
    ) -> Floats:
        n, m, d = size
        return self.mapped(GaussianLaw().draw(d, m, rng=rng, n=n, coupling=coupling), rng)

    def mapped(self, rows: Floats, rng: np.random.Generator) -> Floats:
        """What the map makes of standard normal rows (n, m, d)."""
        found: Floats = times(rows, self.root)
        n, m, d = found.shape
        if self.turned == "after":
            found = found @ haar_matrices(d, (n,), rng=rng)
        elif self.turned == "orthogonalised":
            if m > d:
                raise DomainError("m", m, f"at most d = {d} rows, which Gram-Schmidt makes orthogonal")
            directions = np.swapaxes(signed_qr(np.swapaxes(found, 1, 2)), 1, 2)
            found = directions * chi(d, (n, m), rng=rng)[..., None]
        return found + np.asarray(self.mean) if self.mean else found


@final
@dataclass(frozen=True)
class MixtureLaw(AbstractFrequencyLaw):
    """Independent rows 2 x_i + g of data points x_i with these weights, g standard normal.

    Source: beyond, dense/floor/softmax and dense/floor/gaussian. DomainError unless the weights are positive.
    """

    points: Matrix
    weights: Numbers

    def __post_init__(self) -> None:
        if len(self.weights) != len(self.points) or not all(weight > 0.0 for weight in self.weights):
            raise DomainError("weights", self.weights, "a positive number for every point")

    @property
    def dimension(self) -> int:  # type: ignore[override]
        """That of the points."""
        return len(self.points[0])

    def _rows(
        self, size: tuple[int, int, int], rng: np.random.Generator, coupling: AbstractCoupling | None
    ) -> Floats:
        if coupling is not None:
            raise DomainError("coupling", coupling.name, "None: rows of a mixture are independent")
        shares = np.asarray(self.weights) / np.sum(self.weights)
        chosen = rng.choice(len(self.points), size=size[:2], p=shares)
        return np.asarray(2.0 * np.asarray(self.points)[chosen] + rng.standard_normal(size))

    def log_density(self, w: Floats) -> Floats:
        """log of the density at rows (.., d), without the factor (2 pi)^{-d/2}."""
        gaps = w[..., None, :] - 2.0 * np.asarray(self.points)
        shares = np.asarray(self.weights) / np.sum(self.weights)
        logs = np.log(shares) - 0.5 * np.sum(gaps**2, axis=-1)
        return np.asarray(special.logsumexp(logs, axis=-1))
