"""Dense positive features: a matrix in the place of a number, and rows of another law with the root of their weight."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property
from typing import final

import numpy as np

from rftheory.errors import DomainError
from rftheory.measured.inputs import Array, Floats
from rftheory.measured.protocol import Kernel
from rftheory.measured.rowmaps.laws import AbstractFrequencyLaw
from rftheory.measured.rowmaps.mapped_rows import MappedLaw, Matrix, MixtureLaw, Numbers, root, symmetric
from rftheory.measured.rowmaps.mutation import common_mutants, mutant
from rftheory.measured.rowmaps.protocol import AbstractRowMap, Polar, Side


class AbstractDense(AbstractRowMap):
    """Positive features of rows in R^d that are exponentials of a quadratic form."""

    @property
    def complex_valued(self) -> bool:
        return False

    def mutants(self) -> tuple[AbstractRowMap, ...]:
        return tuple(common_mutants(self))


@final
@dataclass(frozen=True)
class DenseExponential(AbstractDense):
    """f(w, x) = det(I-4A)^{1/4} exp(w.A w + w.(I-4A)^{1/2} M x - |M x|^2/2), keys at M^{-T} y; rows N(0, I).

    A by its eigenvalues in the basis of the points, or as a symmetric matrix; M the identity unless rows of it are
    given. For the Gaussian kernel times exp(-|x|^2/2). Source: beyond, dense/feature and dense/unbiased. DomainError
    unless 4A < I and M is invertible.
    """

    a: Numbers | Matrix
    matrix: Matrix | None = None
    name: str = "dense"
    title: str = "Dense positive features"
    reference: str = "beyond, dense/feature"

    def __post_init__(self) -> None:
        if np.max(np.linalg.eigvalsh(symmetric("A", self.a))) >= 0.25:
            raise DomainError("A", self.a, "4A < I")
        if self.matrix is not None and abs(np.linalg.det(np.asarray(self.matrix))) < 1e-300:
            raise DomainError("M", self.matrix, "an invertible matrix")

    @property
    def law(self) -> AbstractFrequencyLaw:
        return MappedLaw((1.0,) * len(self.a))

    @cached_property
    def _parts(self) -> tuple[Floats, Floats, float]:
        """A, (I-4A)^{1/2} and log det(I-4A)/4."""
        a = symmetric("A", self.a)
        sigma = np.eye(len(a)) - 4.0 * a
        return a, root(sigma), 0.25 * float(np.linalg.slogdet(sigma)[1])

    def polar(self, w: Array, x: Array, side: Side, kernel: Kernel) -> Polar:
        a, slope, factor = self._parts
        place = x if self.matrix is None else x @ np.asarray(self._sides[side]).T
        weight = -0.5 * np.sum(place * place, axis=-1)
        if kernel == "gaussian":
            weight = weight - 0.5 * np.sum(x * x, axis=-1)
        quadratic = np.sum((w @ a) * w, axis=-1)[..., None, :]
        return Polar(place @ slope @ np.swapaxes(w, -1, -2) + quadratic + (weight[..., None] + factor))

    @cached_property
    def _sides(self) -> tuple[Floats, Floats]:
        matrix = np.asarray(self.matrix)
        return matrix, np.linalg.inv(matrix).T

    def mutants(self) -> tuple[AbstractRowMap, ...]:
        """Wrong divisors, A, D and slopes, and points on the same side of M."""
        found = [*common_mutants(self)]
        doubled = tuple(np.ravel(2.0 * np.asarray(self.a)).tolist())
        if np.asarray(self.a).ndim == 1 and max(doubled) < 0.25:
            found.append(mutant(self, "twice-A", "A is doubled", altered=replace(self, a=doubled)))
        factor = self._parts[2] / len(self.a)
        found.append(mutant(self, "no-D", "the factor D is missing", of_entry=-factor))
        found.append(mutant(self, "D-squared", "the factor D is squared", of_entry=factor))
        if self.matrix is not None:
            found.append(mutant(self, "same-side", "M on both sides", fault="same-side"))
        return tuple(found)


@final
@dataclass(frozen=True)
class QuadraticFeatures(AbstractDense):
    """f_k(w, x) = factor^{1/2} exp(w.A w + w.B_k x + x.C_k x), diagonal A, B_k, C_k; rows N(0, I).

    The family in which dense features are the unbiased ones. Source: beyond, dense/mean and dense/unbiased.
    """

    a: Numbers
    slopes: tuple[Numbers, Numbers]
    weights: tuple[Numbers, Numbers]
    factor: float = 1.0
    name: str = "quadratic"
    title: str = "Exponentials of quadratic forms"
    reference: str = "beyond, dense/mean"
    kernels: tuple[Kernel, ...] = ("own",)

    @property
    def law(self) -> AbstractFrequencyLaw:
        return MappedLaw((1.0,) * len(self.a))

    def polar(self, w: Array, x: Array, side: Side, kernel: Kernel) -> Polar:
        del kernel
        place, weight = x * np.asarray(self.slopes[side]), (x * x) @ np.asarray(self.weights[side])
        quadratic = ((w * w) @ np.asarray(self.a))[..., None, :]
        constant = weight[..., None] + 0.5 * math.log(self.factor)
        return Polar(place @ np.swapaxes(w, -1, -2) + quadratic + constant)


@final
@dataclass(frozen=True)
class WeightedRows(AbstractDense):
    """f(w, x) = (p/q)^{share}(w) exp(w.x - |x|^2/2), rows of the law q, p the standard normal density; share 1/2.

    For the Gaussian kernel times exp(-|x|^2/2). Shares of 0 and 1, the weight forgotten and the full weight on both
    sides, are mistakes, as are rows turned after the map. Source: beyond, dense/weight and dense/floor/softmax.
    """

    rows: MappedLaw | MixtureLaw
    share: float = 0.5
    name: str = "importance-sampled"
    title: str = "Importance-sampled positive features"
    reference: str = "beyond, dense/weight"

    @property
    def law(self) -> AbstractFrequencyLaw:
        return self.rows

    def polar(self, w: Array, x: Array, side: Side, kernel: Kernel) -> Polar:
        del side
        weight = (-0.5 if kernel == "softmax" else -1.0) * np.sum(x * x, axis=-1)
        return Polar(x @ np.swapaxes(w, -1, -2) + self.log_weight(w)[..., None, :] + weight[..., None])

    def log_weight(self, w: Floats) -> Floats:
        """share log p/q of rows (.., d)."""
        if not self.share:
            return np.zeros(w.shape[:-1])
        log_p = -0.5 * np.sum(w * w, axis=-1)
        if isinstance(self.rows, MixtureLaw):
            return np.asarray(self.share * (log_p - self.rows.log_density(w)))
        at = (w - np.asarray(self.rows.mean) if self.rows.mean else w) @ np.linalg.inv(self.rows.root)
        log_q = -0.5 * np.sum(at * at, axis=-1) - float(np.linalg.slogdet(self.rows.root)[1])
        return np.asarray(self.share * (log_p - log_q))


@final
@dataclass(frozen=True)
class AlignedRows(AbstractDense):
    """f(w, x) = exp(w.x - x.Sigma x/2), rows N(0, Sigma), no weight: of the kernel exp(x.Sigma y).

    Source: beyond, dense/aligned.
    """

    rows: MappedLaw
    name: str = "aligned"
    title: str = "Positive features of another kernel"
    reference: str = "beyond, dense/aligned"
    kernels: tuple[Kernel, ...] = ("own",)

    @property
    def law(self) -> AbstractFrequencyLaw:
        return self.rows

    def polar(self, w: Array, x: Array, side: Side, kernel: Kernel) -> Polar:
        del side, kernel
        scaled = x @ self.rows.root
        return Polar(x @ np.swapaxes(w, -1, -2) - 0.5 * np.sum(scaled * scaled, axis=-1)[..., None])


def balanced(x: Floats, y: Floats) -> Matrix:
    """A map M with M X M^T = M^{-T} Y M^{-1}: M^T M = Q, Q X Q = Y, for second moments X, Y > 0 (d, d).

    Source: beyond, dense/balanced.
    """
    half = root(x)
    inverse = np.linalg.inv(half)
    square = inverse @ root(half @ y @ half) @ inverse
    return tuple(tuple(row) for row in root(square).tolist())
