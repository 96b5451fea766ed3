"""Frequency laws: how the rows of a map are drawn, Gaussian or counts, with exact log masses."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import final

import numpy as np
import scipy

from rftheory.errors import DomainError, InputError
from rftheory.measured.inputs import Floats, generator, integer
from rftheory.measured.protocol import AbstractCoupling

Values = tuple[float, ...]
"""One number for all coordinates, or one for each."""


class AbstractFrequencyLaw(ABC):
    """The law of the rows w_1..w_m in R^d of one mechanism."""

    dimension: int | None

    def check(self, d: int) -> int:
        """d as an int; DomainError unless the law has rows of that length."""
        d = integer("d", d, 1)
        if self.dimension not in (None, d):
            raise DomainError("d", d, f"{self.dimension}, the number of coordinates of the law")
        return d

    @final
    def draw(
        self,
        d: int,
        m: int,
        *,
        rng: np.random.Generator,
        n: int,
        coupling: AbstractCoupling | None = None,
    ) -> Floats:
        """n draws of m rows, (n, m, d), joined by the coupling before anything else; DomainError, InputError."""
        size = (integer("n", n, 1), integer("m", m, 1), self.check(d))
        return self._rows(size, generator(rng), coupling)

    @abstractmethod
    def _rows(
        self, size: tuple[int, int, int], rng: np.random.Generator, coupling: AbstractCoupling | None
    ) -> Floats:
        """Rows (n, m, d) of checked numbers."""


@final
@dataclass(frozen=True)
class GaussianLaw(AbstractFrequencyLaw):
    """N(0, I_d) rows: independent, or as a coupling joins them."""

    dimension: int | None = None

    def _rows(
        self, size: tuple[int, int, int], rng: np.random.Generator, coupling: AbstractCoupling | None
    ) -> Floats:
        if coupling is None:
            return rng.standard_normal(size)
        n, m, d = size
        return coupling.project(np.eye(d), m, rng=rng, n=n)


class AbstractDiscreteLaw(AbstractFrequencyLaw):
    """Independent counts 0, 1, 2, .., of one law for all coordinates or one for each."""

    @abstractmethod
    def log_mass(self, counts: Floats) -> Floats:
        """log p_k of every entry of (..., d), elementwise; -inf where p_k = 0."""

    @abstractmethod
    def counts(self, shape: tuple[int, ...], *, rng: np.random.Generator) -> Floats:
        """Independent counts (..., d)."""

    def _rows(
        self, size: tuple[int, int, int], rng: np.random.Generator, coupling: AbstractCoupling | None
    ) -> Floats:
        if coupling is not None:
            raise InputError(f"counts have no coupling, given {coupling.name}; allowed: None")
        return self.counts(size, rng=rng)

    def log_coefficients(self, counts: Floats) -> Floats:
        """-(log w! + log p_w)/2 summed over the coordinates: (..., d) to (...).

        InputError unless the counts are integers, at least 0, of positive mass.
        """
        self.check(counts.shape[-1])
        if not np.all((counts >= 0) & (counts == np.floor(counts))):
            raise InputError("rows hold what is no count; allowed: integers, at least 0")
        masses = self.log_mass(counts)
        if not np.all(masses > -math.inf):
            raise InputError("a count has mass 0 under the law; allowed: counts that can be drawn")
        return np.asarray(-0.5 * np.sum(scipy.special.gammaln(counts + 1.0) + masses, axis=-1))


@final
@dataclass(frozen=True)
class PoissonLaw(AbstractDiscreteLaw):
    """p_k = e^{-rate} rate^k/k!, rate > 0."""

    rates: Values

    def __post_init__(self) -> None:
        checked("rates", self.rates, 0.0, math.inf)

    @property
    def dimension(self) -> int | None:  # type: ignore[override]
        """The number of rates, None for one rate."""
        return len(self.rates) if len(self.rates) > 1 else None

    def log_mass(self, counts: Floats) -> Floats:
        rates = np.array(self.rates)
        return np.asarray(counts * np.log(rates) - rates - scipy.special.gammaln(counts + 1.0))

    def counts(self, shape: tuple[int, ...], *, rng: np.random.Generator) -> Floats:
        return rng.poisson(np.array(self.rates), shape).astype(np.float64)


@final
@dataclass(frozen=True)
class GeometricLaw(AbstractDiscreteLaw):
    """p_k = p (1-p)^k, 0 < p < 1."""

    shares: Values

    def __post_init__(self) -> None:
        checked("shares", self.shares, 0.0, 1.0)

    @property
    def dimension(self) -> int | None:  # type: ignore[override]
        """The number of shares, None for one share."""
        return len(self.shares) if len(self.shares) > 1 else None

    def log_mass(self, counts: Floats) -> Floats:
        shares = np.array(self.shares)
        return np.asarray(np.log(shares) + counts * np.log1p(-shares))

    def counts(self, shape: tuple[int, ...], *, rng: np.random.Generator) -> Floats:
        # by inversion: floor(E / -log(1-p)) of a standard exponential E
        return np.asarray(np.floor(rng.standard_exponential(shape) / -np.log1p(-np.array(self.shares))))


@final
@dataclass(frozen=True)
class TabulatedLaw(AbstractDiscreteLaw):
    """p_k proportional to masses[k] for k < len(masses), then masses[-1] tail^j at the j-th count beyond.

    0 < tail < 1 gives every count a positive mass, as unbiased features need; tail = 0 ends the table, and
    features then estimate the series of exp(x.y) cut there. `masses` are positive, one table for all
    coordinates or (d tables) one for each.
    """

    masses: tuple[Values, ...]
    tail: float = 0.5

    def __post_init__(self) -> None:
        if not self.masses or not 0.0 <= self.tail < 1.0:
            raise DomainError("tail", self.tail, "0 <= tail < 1, with at least one table of masses")
        for table in self.masses:
            checked("masses", table, 0.0, math.inf)

    @property
    def dimension(self) -> int | None:  # type: ignore[override]
        """The number of tables, None for one table."""
        return len(self.masses) if len(self.masses) > 1 else None

    def log_mass(self, counts: Floats) -> Floats:
        tables = [self._log_table(table) for table in self.masses]
        beyond = -math.inf if self.tail == 0.0 else math.log(self.tail)
        found = np.empty(counts.shape)
        for column in range(counts.shape[-1]):
            table, k = tables[min(column, len(tables) - 1)], counts[..., column]
            last = len(table) - 1
            extra = np.maximum(k - last, 0.0)
            with np.errstate(invalid="ignore"):
                found[..., column] = table[np.minimum(k, last).astype(np.intp)] + np.where(
                    extra > 0, extra * beyond, 0.0
                )
        return found

    def counts(self, shape: tuple[int, ...], *, rng: np.random.Generator) -> Floats:
        found = np.empty(shape)
        for column in range(shape[-1]):
            table = np.exp(self._log_table(self.masses[min(column, len(self.masses) - 1)]))
            table[-1] /= 1.0 - self.tail  # the last count and all beyond it
            ends = np.cumsum(table)
            k = np.searchsorted(ends[:-1], rng.random(shape[:-1]) * ends[-1], side="right").astype(np.float64)
            if self.tail > 0.0:
                beyond = np.floor(rng.standard_exponential(shape[:-1]) / -math.log(self.tail))
                k = np.where(k == len(table) - 1, k + beyond, k)
            found[..., column] = k
        return found

    def _log_table(self, masses: Values) -> Floats:
        table = np.array(masses)
        return np.asarray(np.log(table) - math.log(table.sum() + table[-1] * self.tail / (1.0 - self.tail)))


def values(parameter: str, given: float | Sequence[float]) -> Values:
    """A number as one value, a sequence as one for each coordinate; DomainError for anything else."""
    try:
        array = np.atleast_1d(np.asarray(given, dtype=np.float64))
    except (TypeError, ValueError) as error:
        raise DomainError(parameter, given, "a number, or one for each coordinate") from error
    if array.ndim != 1 or not array.size:
        raise DomainError(parameter, given, "a number, or one for each coordinate")
    return tuple(map(float, array))


def checked(parameter: str, given: Values, least: float, most: float) -> None:
    """DomainError unless every value lies strictly between the ends."""
    if not given or not all(least < value < most for value in given):
        raise DomainError(parameter, given, f"numbers strictly between {least:g} and {most:g}")
