"""Dense positive features: a matrix in the place of a number, and rows of another law with the root of their weight."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property
from typing import final

import numpy as np
from array_api_compat import array_namespace, device

from rftheory.errors import DomainError
from rftheory.measured.inputs import Array, Floats
from rftheory.measured.protocol import Kernel
from rftheory.measured.rowmaps.laws import AbstractFrequencyLaw, GaussianLaw
from rftheory.measured.rowmaps.mapped_rows import (
    MappedLaw,
    Matrix,
    MixtureLaw,
    Numbers,
    given,
    root,
    spectrum,
    symmetric,
    times,
)
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

    A as a number (times I, in every dimension), by its eigenvalues in the basis of the points, or as a symmetric matrix;
    M the identity unless rows of it are given. For the Gaussian kernel times exp(-|x|^2/2). Source: beyond, dense/feature and dense/unbiased. DomainError
    unless 4A < I and M is invertible.
    """

    a: float | Numbers | Matrix
    matrix: Matrix | None = None
    name: str = "dense"
    title: str = "Dense positive features"
    reference: str = "beyond, dense/feature"

    def __post_init__(self) -> None:
        if np.max(spectrum("A", self.a)) >= 0.25:
            raise DomainError("A", self.a, "4A < I")
        if self.matrix is not None and abs(np.linalg.det(np.asarray(self.matrix))) < 1e-300:
            raise DomainError("M", self.matrix, "an invertible matrix")

    @property
    def law(self) -> MappedLaw:
        if isinstance(self.a, tuple):
            return MappedLaw((1.0,) * len(self.a))
        return MappedLaw(1.0) if self.matrix is None else MappedLaw((1.0,) * len(self.matrix))

    @cached_property
    def _parts(self) -> tuple[Floats, Floats]:
        """A and (I-4A)^{1/2}, as matrices or their diagonals."""
        if np.ndim(self.a) < 2:
            diagonal = spectrum("A", self.a)
            return diagonal, np.sqrt(1.0 - 4.0 * diagonal)
        a = symmetric("A", self.a)  # type: ignore[arg-type]
        return a, root(np.eye(len(a)) - 4.0 * a)

    @cached_property
    def _logs(self) -> Floats:
        """log of the eigenvalues of I-4A."""
        return np.asarray(np.log1p(-4.0 * spectrum("A", self.a)))

    def log_factor(self, d: int) -> float:
        """log D = log det(I-4A)/4."""
        logs = self._logs
        return 0.25 * float(d * logs[0] if len(logs) == 1 else np.sum(logs))

    def polar(self, w: Array, x: Array, side: Side, kernel: Kernel) -> Polar:
        xp = array_namespace(w, x)
        a, slope = (xp.asarray(part, dtype=w.dtype, device=device(w)) for part in self._parts)
        place = x
        if self.matrix is not None:
            place = x @ xp.asarray(self._sides[side].T, dtype=x.dtype, device=device(x))
        weight = -0.5 * xp.sum(place * place, axis=-1)
        if kernel == "gaussian":
            weight = weight - 0.5 * xp.sum(x * x, axis=-1)
        quadratic = xp.sum(times(w, a) * w, axis=-1)[..., None, :]
        factor = self.log_factor(int(w.shape[-1]))
        return Polar(times(place, slope) @ xp.matrix_transpose(w) + quadratic + (weight[..., None] + factor))

    @cached_property
    def _sides(self) -> tuple[Floats, Floats]:
        matrix = np.asarray(self.matrix)
        return matrix, np.linalg.inv(matrix).T

    def mutants(self) -> tuple[AbstractRowMap, ...]:
        """Wrong divisors, D and weights, A for 4A, and M on both sides."""
        found = [*common_mutants(self)]
        factor = self.log_factor(1) / (len(self.a) if isinstance(self.a, tuple) else 1)
        found += [
            mutant(self, "no-D", "the factor D is missing", of_entry=-factor),
            mutant(self, "D-squared", "the factor D is squared", of_entry=factor),
            mutant(self, "heavy", "the weight e^{-|x|^2/2} is missing", weight=0.5),
            mutant(self, "A/2", "A is halved", altered=replace(self, a=given(np.asarray(self.a) / 2.0))),
        ]
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
class ImportanceSampled(AbstractDense):
    """f(w, x) = (p/q)^{share}(w) exp(w.x - |x|^2/2), rows of the law q, p the standard normal density; share 1/2.

    The same as `DenseExponential` with Sigma = I - 4A, row by row; a mean of the rows moves what suits them to other x + y.
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
        xp = array_namespace(w, x)
        weight = (-0.5 if kernel == "softmax" else -1.0) * xp.sum(x * x, axis=-1)
        rows = xp.asarray(self.log_weight(np.asarray(w)), dtype=w.dtype, device=device(w))
        return Polar(x @ xp.matrix_transpose(w) + rows[..., None, :] + weight[..., None])

    def log_weight(self, w: Floats) -> Floats:
        """share log p/q of rows (.., d)."""
        if not self.share:
            return np.zeros(w.shape[:-1])
        log_p = -0.5 * np.sum(w * w, axis=-1)
        if isinstance(self.rows, MixtureLaw):
            return np.asarray(self.share * (log_p - self.rows.log_density(w)))
        root = self.rows.root
        inverse, logs = np.linalg.inv(root) if root.ndim == 2 else 1.0 / root, self.rows.log_root(w.shape[-1])
        at = times(w - np.asarray(self.rows.mean) if self.rows.mean else w, inverse)
        return np.asarray(self.share * (log_p + 0.5 * np.sum(at * at, axis=-1) + logs))

    def mutants(self) -> tuple[AbstractRowMap, ...]:
        """Wrong divisors and weights, and rows of another law."""
        found = [*common_mutants(self)]
        found += [
            mutant(self, "no-weight", "rows are not weighted", altered=replace(self, share=0.0)),
            mutant(self, "double-weight", "the whole weight on both sides", altered=replace(self, share=1.0)),
            mutant(self, "normal-rows", "rows are standard normal", drawn=GaussianLaw()),
        ]
        return tuple(found)


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
        scaled = times(x, self.rows.root)
        return Polar(x @ np.swapaxes(w, -1, -2) - 0.5 * np.sum(scaled * scaled, axis=-1)[..., None])


def balanced(x: Floats, y: Floats) -> Matrix:
    """A map M with M X M^T = M^{-T} Y M^{-1}: M^T M = Q, Q X Q = Y, for second moments X, Y > 0 (d, d).

    Source: beyond, dense/balanced.
    """
    half = root(x)
    inverse = np.linalg.inv(half)
    square = inverse @ root(half @ y @ half) @ inverse
    found: Matrix = given(root(square))  # type: ignore[assignment]
    return found
