"""Bounded statistics of the estimate of a stationary kernel from random frequencies, whatever the tail of these."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np

from rftheory.errors import DomainError, InputError
from rftheory.measured.inputs import Floats, generator, integer
from rftheory.measured.products import vecdot
from rftheory.measured.protocol import AbstractCoupling
from rftheory.measured.radial.law import AbstractRadialLaw, AbstractSpectralLaw
from rftheory.measured.radial.norms import RadialNorms, Sharing

What = Literal["mean", "error", "pair", "within"]
Point = tuple[float, ...]
PADDING = 1e-9  # far above the rounding of a value, far below any margin that a test resolves
PLAIN = "plain draws"


@dataclass(frozen=True)
class KernelEstimate:
    """A statistic of a_1 .. a_m, one term a frequency of a coupling or of a law of independent frequencies.

    Terms are cos(w.(x-y)) in [-1, 1], or with `offset` 2 cos(w.x+b) cos(w.y+b), b uniform, in [-2, 2].
    mean: their mean Khat; error: (Khat - level)^2; pair: the mean over i != j of (a_i - level)(a_j - level), of mean
    Cov(a_1, a_2) where the terms of m exchangeable rows have the mean level; within: their sample variance, of mean
    Var a_1 - Cov(a_1, a_2). Every value lies in a known interval, so no test needs a moment. DomainError.
    """

    rows: AbstractCoupling | AbstractSpectralLaw
    x: Point
    y: Point
    m: int = 1
    what: What = "mean"
    level: float = 0.0
    offset: bool = False
    log_scale: float = 0.0
    label: str = PLAIN

    def __post_init__(self) -> None:
        if len(self.x) != len(self.y) or not all(map(math.isfinite, (*self.x, *self.y))):
            raise DomainError("points", (self.x, self.y), "two finite points of one dimension")
        if self.what in ("pair", "within"):
            integer("m", self.m, 2)
        if isinstance(self.rows, AbstractCoupling):
            self.rows.check(len(self.x), self.m)

    @property
    def width(self) -> int:
        """Numbers held per draw."""
        return (self.m + 1) * (len(self.x) if isinstance(self.rows, AbstractSpectralLaw) else 2)

    @property
    def support(self) -> tuple[float, float]:
        """What holds every value, padded against rounding."""
        top = 2.0 if self.offset else 1.0
        if self.what == "mean":
            return -top - PADDING, top + PADDING
        if self.what == "within":
            return -PADDING, top**2 * self.m / (self.m - 1.0) + PADDING
        size = (top + abs(self.level)) ** 2 + PADDING
        return (-PADDING if self.what == "error" else -size), size

    def draw(self, n: int, *, rng: np.random.Generator) -> Floats:
        """(n,) independent values."""
        terms = self._terms(integer("n", n, 1), generator(rng))
        if self.what == "mean":
            return np.asarray(terms.mean(axis=1))
        if self.what == "error":
            return np.asarray((terms.mean(axis=1) - self.level) ** 2)
        if self.what == "within":
            return np.asarray(terms.var(axis=1, ddof=1))
        terms -= self.level
        total = terms.sum(axis=1)
        return np.asarray((total**2 - vecdot(terms, terms)) / (self.m * (self.m - 1.0)))

    def _terms(self, n: int, rng: np.random.Generator) -> Floats:
        x, y = np.array(self.x), np.array(self.y)
        if not self.offset:
            return np.cos(projected(self.rows, (x - y)[None, :], self.m, rng, n)[..., 0])
        both = projected(self.rows, np.array([x, y]), self.m, rng, n)
        shifts = 2.0 * np.pi * rng.random((n, self.m))
        return np.asarray(2.0 * np.cos(both[..., 0] + shifts) * np.cos(both[..., 1] + shifts))


def projected(
    rows: AbstractCoupling | AbstractSpectralLaw,
    points: Floats,
    m: int,
    rng: np.random.Generator,
    n: int,
) -> Floats:
    """n draws of w.x for m frequencies w and each of the p rows x of `points` (p, d); shape (n, m, p)."""
    if isinstance(rows, AbstractSpectralLaw):
        return np.asarray(rows.rows(points.shape[1], m, rng=rng, n=n) @ points.T)
    return rows.project(points, m, rng=rng, n=n)


@dataclass(frozen=True)
class MixingError:
    """((1/B) sum_b e^{-tau_b z^2/(2 l^2)} - level)^2 of B mixing variables tau: the error of the means given them.

    The mean over directions and chi_d norms given tau is exact here, so these are taken on trust. `sharing` is that of
    B blocks of one row: "row" for independent tau, "stratified" for one in each stratum.
    """

    radial: AbstractRadialLaw
    z: float
    blocks: int
    level: float
    sharing: Sharing = "stratified"
    log_scale: float = 0.0
    label: str = "means given the mixing variable"

    def __post_init__(self) -> None:
        integer("blocks", self.blocks, 1)
        if isinstance(self.radial.lengthscale, tuple):
            raise InputError("the mean given tau is known at one lengthscale; allowed: one number")

    @property
    def width(self) -> int:
        """Numbers held per draw."""
        return self.blocks + 1

    @property
    def support(self) -> tuple[float, float]:
        """What holds every value, padded against rounding."""
        return -PADDING, max(abs(self.level), abs(1.0 - self.level)) ** 2 + PADDING

    def draw(self, n: int, *, rng: np.random.Generator) -> Floats:
        """(n,) independent values."""
        tau = RadialNorms(self.radial, self.sharing).scales((integer("n", n, 1), self.blocks, 1), rng)
        decay = 0.5 * (self.z / float(np.asarray(self.radial.lengthscale))) ** 2
        means = np.exp(-decay * tau[..., 0])
        return np.asarray((means.mean(axis=1) - self.level) ** 2)


@dataclass(frozen=True)
class LengthStatistic:
    """The power r^p of the length of a frequency, or with `within` 1 where r <= within and 0 elsewhere."""

    radial: AbstractRadialLaw
    d: int
    power: float = 0.0
    within: float | None = None
    log_scale: float = 0.0
    label: str = PLAIN

    @property
    def width(self) -> int:
        """Numbers held per draw."""
        return 2

    @property
    def support(self) -> tuple[float, float]:
        """[0, 1] of an event; a power is unbounded."""
        return (-PADDING, math.inf if self.within is None else 1.0 + PADDING)

    def draw(self, n: int, *, rng: np.random.Generator) -> Floats:
        """(n,) independent values."""
        lengths = self.radial.divide(self.radial.radii(self.d, generator(rng), (integer("n", n, 1), 1)))[:, 0]
        if self.within is None:
            return np.asarray(lengths**self.power)
        return np.where(lengths <= self.within, 1.0, 0.0)
