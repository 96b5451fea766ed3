"""Exponentials of quadratic forms of standard normal numbers, and the Gaussian that is proportional to one of them."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from rftheory.errors import DomainError
from rftheory.measured.inputs import Floats
from rftheory.measured.products import vecdot


@dataclass(frozen=True)
class QuadraticForm:
    """z.P z + q.z + c on R^n."""

    square: Floats
    slope: Floats
    constant: float

    @property
    def size(self) -> int:
        """n."""
        return len(self.slope)

    def supremum(self) -> float:
        """The largest value, infinite unless P is negative definite."""
        if np.max(np.linalg.eigvalsh(self.square)) >= 0.0:
            return math.inf
        return self.constant - 0.25 * float(self.slope @ np.linalg.solve(self.square, self.slope))


def interpolated(value: Callable[[Floats], Floats], n: int) -> QuadraticForm:
    """The form whose values (p,) at points (p, n) are given: from those at 0, at unit vectors and at sums of two."""
    ends = np.eye(n)
    constant = float(value(np.zeros((1, n)))[0])
    up, down = value(ends) - constant, value(-ends) - constant
    square = np.diag(0.5 * (up + down))
    for i in range(n):
        for j in range(i):
            both = float(value((ends[i] + ends[j])[None, :])[0]) - constant
            square[i, j] = square[j, i] = 0.5 * (both - up[i] - up[j])
    return QuadraticForm(square, 0.5 * (up - down), constant)


@dataclass(frozen=True)
class TiltedNormal:
    """The law l N(0, I) with l = D + (1 - D) h/E h, h = exp(k form): a defence and the Gaussian proportional to h.

    DomainError where E h is infinite.
    """

    form: QuadraticForm
    power: float
    defence: float

    def __post_init__(self) -> None:
        if np.min(np.linalg.eigvalsh(self._precision)) <= 0.0:
            raise DomainError("power", self.power, "the order of a finite moment")

    @cached_property
    def _precision(self) -> Floats:
        return np.asarray(np.eye(self.form.size) - 2.0 * self.power * self.form.square)

    @cached_property
    def _centre(self) -> Floats:
        return np.asarray(self.power * np.linalg.solve(self._precision, self.form.slope))

    @cached_property
    def _lower(self) -> Floats:
        """A root of the covariance."""
        return np.linalg.cholesky(np.linalg.inv(self._precision))

    @cached_property
    def _log_volume(self) -> float:
        """log det of that root."""
        return float(np.sum(np.log(np.diag(self._lower))))

    @property
    def log_mean(self) -> float:
        """log E h."""
        mean = 0.5 * self.power * float(self.form.slope @ self._centre)
        return self.power * self.form.constant + mean + self._log_volume

    def draw(self, n: int, rng: np.random.Generator) -> Floats:
        """n points (n, size)."""
        points = rng.standard_normal((n, self.form.size))
        plain = rng.random((n, 1)) < self.defence
        return np.where(plain, points, points @ self._lower.T + self._centre)

    def log_ratio(self, points: Floats) -> Floats:
        """log l at points (.., size)."""
        gaps = points - self._centre
        tilted = 0.5 * (vecdot(points, points) - vecdot(gaps @ self._precision, gaps)) - self._log_volume
        return np.asarray(np.logaddexp(math.log(self.defence), math.log1p(-self.defence) + tilted))
