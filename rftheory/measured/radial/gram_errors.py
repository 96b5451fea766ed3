"""Errors of Gram matrices estimated from random frequencies: their size, their largest entry, a ridge system."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np

from rftheory.errors import DomainError
from rftheory.measured.inputs import Floats, generator, integer
from rftheory.measured.protocol import AbstractCoupling
from rftheory.measured.radial.estimates import PADDING, PLAIN, Point, projected
from rftheory.measured.radial.law import AbstractSpectralLaw

What = Literal["frobenius", "beyond", "ridge"]


@dataclass(frozen=True)
class GramError:
    """A statistic of Khat - K over n points, Khat from m frequencies and K = `exact`, n rows of n numbers.

    frobenius: the sum of its squared entries; beyond: 1 where an entry exceeds eps in size, else 0; ridge: the squared
    operator norm of (K + lam)^{-1/2} (Khat - K) (K + lam)^{-1/2}. Sines and cosines, or with `offset` cosines of one
    uniform offset a frequency. Every value lies in a known interval. DomainError.
    """

    rows: AbstractCoupling | AbstractSpectralLaw
    points: tuple[Point, ...]
    exact: tuple[Point, ...]
    m: int
    what: What = "frobenius"
    eps: float = 0.0
    lam: float = 0.0
    offset: bool = False
    log_scale: float = 0.0
    label: str = PLAIN

    def __post_init__(self) -> None:
        integer("m", self.m, 1)
        if any(len(row) != len(self.points) for row in (*self.exact, self.exact)):
            raise DomainError("exact", len(self.exact), f"{len(self.points)} rows of as many numbers")

    @property
    def width(self) -> int:
        """Numbers held per draw."""
        return 2 * (self.m + len(self.points)) * len(self.points)

    @cached_property
    def _root(self) -> Floats:
        """(K + lam)^{-1/2}."""
        values, vectors = np.linalg.eigh(np.array(self.exact) + self.lam * np.eye(len(self.points)))
        return np.asarray((vectors / np.sqrt(values)) @ vectors.T)

    @property
    def support(self) -> tuple[float, float]:
        """What holds every value, padded against rounding."""
        if self.what == "beyond":
            return -PADDING, 1.0 + PADDING
        largest = np.abs(self.exact) + (2.0 if self.offset else 1.0)
        if not self.offset:
            largest = largest - np.diag(np.diag(largest))
        size = float(np.sum(largest**2))
        if self.what == "ridge":  # the Frobenius norm bounds the operator norm
            size *= float(np.linalg.norm(self._root, 2)) ** 4
        return -PADDING * size, size * (1.0 + PADDING)

    def draw(self, n: int, *, rng: np.random.Generator) -> Floats:
        """(n,) independent values."""
        n, rng = integer("n", n, 1), generator(rng)
        phases = projected(self.rows, np.array(self.points), self.m, rng, n)
        if self.offset:
            waves = np.sqrt(2.0) * np.cos(phases + 2.0 * np.pi * rng.random((n, self.m, 1)))
        else:
            waves = np.concatenate([np.sin(phases), np.cos(phases)], axis=1)
        gaps = np.swapaxes(waves, 1, 2) @ waves / self.m - np.array(self.exact)
        if self.what == "frobenius":
            return np.asarray(np.sum(gaps**2, axis=(1, 2)))
        if self.what == "beyond":
            return np.where(np.max(np.abs(gaps), axis=(1, 2)) > self.eps, 1.0, 0.0)
        norms = np.linalg.norm(self._root @ gaps @ self._root, 2, axis=(1, 2))
        return np.asarray(norms**2)
