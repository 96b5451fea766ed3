"""Means over the rows and over random points at once: what a mechanism costs on data."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np

from rftheory.errors import DomainError
from rftheory.measured.inputs import Floats, generator, integer
from rftheory.measured.products import vecdot
from rftheory.measured.protocol import Kernel
from rftheory.measured.rowmaps.dense import AbstractDense, WeightedRows
from rftheory.measured.rowmaps.mapped_rows import MappedLaw, Matrix, MixtureLaw, Numbers
from rftheory.measured.rowmaps.quadratic import TiltedNormal, interpolated
from rftheory.measured.rowmaps.statistics import DEFENCE, PADDING


@dataclass(frozen=True)
class SquareOverData:
    """Z^2 of one row at x ~ N(0, diag(lam)), y ~ N(0, diag(eta)), over K^2 where `relative`; all three random.

    Without features it is that of a trigonometric row, e^{|x|^2+|y|^2} cos^2(w.(x-y)), cos^2 for the Gaussian kernel.
    Rows and points are drawn together from a Gaussian change of measure. DomainError where the mean is infinite.
    """

    features: AbstractDense | None
    lam: Numbers
    eta: Numbers
    kernel: Kernel = "softmax"
    relative: bool = False
    label: str = "change of measure of row and points"

    def __post_init__(self) -> None:
        if len(self.lam) != len(self.eta) or min(*self.lam, *self.eta) < 0.0:
            raise DomainError("lam", (self.lam, self.eta), "two lists of one length, of numbers >= 0")

    @cached_property
    def _proposal(self) -> TiltedNormal:
        return TiltedNormal(interpolated(self._logs, 3 * len(self.lam)), 1.0, DEFENCE)

    @property
    def log_scale(self) -> float:
        """The logarithm of the proved bound of a value."""
        return self._proposal.log_mean - math.log(1.0 - DEFENCE)

    @property
    def support(self) -> tuple[float, float]:
        """What holds every scaled value, padded against rounding."""
        return -PADDING, 1.0 + PADDING

    @property
    def width(self) -> int:
        """Numbers held per draw."""
        return 8 * len(self.lam)

    def draw(self, n: int, *, rng: np.random.Generator) -> Floats:
        """(n,) independent scaled values, weights included."""
        u = self._proposal.draw(integer("n", n, 1), generator(rng))
        values = np.exp(self._logs(u) - self._proposal.log_ratio(u) - self.log_scale)
        if self.features is None:
            row, x, y = self._split(u)
            values = values * np.cos(vecdot(row, x - y)) ** 2
        return np.asarray(values)

    def _split(self, u: Floats) -> tuple[Floats, Floats, Floats]:
        """The standard normal row, and both points."""
        row, x, y = np.split(u, 3, axis=1)
        return row, x * np.sqrt(self.lam), y * np.sqrt(self.eta)

    def _logs(self, u: Floats) -> Floats:
        """log Z^2, a quadratic form in the 3d numbers; of a trigonometric row without its cosine."""
        row, x, y = self._split(u)
        if self.features is None:
            return vecdot(x, x) + vecdot(y, y) if self.kernel == "softmax" else np.zeros(len(u))
        law = self.features.law
        assert isinstance(law, MappedLaw)
        w = law.mapped(row[:, None, :], np.random.default_rng(0))
        logs = self.features.polar(w, x[:, None, :], 0, self.kernel).logabs[:, 0, 0]
        logs = logs + self.features.polar(w, y[:, None, :], 1, self.kernel).logabs[:, 0, 0]
        if self.relative:
            logs = logs - (vecdot(x, y) if self.kernel == "softmax" else -0.5 * vecdot(x - y, x - y))
        return np.asarray(2.0 * logs)


@dataclass(frozen=True)
class MixtureOverData:
    """Z^2, or (Z - K)^2 with `centred`, of one row of the best mixture at a pair of data points drawn with replacement.

    The mixture weighs the points by e^{|x|^2} for the softmax kernel and alike for the Gaussian one. Its weight bounds Z
    by the sum of the weights, whatever the row.
    """

    points: Matrix
    kernel: Literal["softmax", "gaussian"] = "softmax"
    centred: bool = False
    label: str = "plain draws"

    @cached_property
    def features(self) -> WeightedRows:
        """The mechanism."""
        return WeightedRows(MixtureLaw(self.points, self._weights))

    @property
    def _weights(self) -> Numbers:
        if self.kernel == "gaussian":
            return (1.0,) * len(self.points)
        return tuple(math.exp(math.fsum(entry * entry for entry in point)) for point in self.points)

    @property
    def log_scale(self) -> float:
        """The logarithm of the bound: Z^2 <= (sum of the weights)^2, and K is no larger."""
        return 2.0 * math.log(math.fsum(self._weights))

    @property
    def support(self) -> tuple[float, float]:
        """What holds every scaled value, padded against rounding."""
        return -PADDING, 1.0 + PADDING

    @property
    def width(self) -> int:
        """Numbers held per draw."""
        return (len(self.points) + 4) * len(self.points[0])

    def draw(self, n: int, *, rng: np.random.Generator) -> Floats:
        """(n,) independent scaled values."""
        n, data = integer("n", n, 1), np.asarray(self.points)
        x, y = (data[generator(rng).integers(len(data), size=n)] for _ in range(2))
        w = self.features.sample(data.shape[1], 1, rng=rng, n=n)
        logs = self.features.polar(w, x[:, None, :], 0, self.kernel).logabs[:, 0, 0]
        logs = logs + self.features.polar(w, y[:, None, :], 1, self.kernel).logabs[:, 0, 0]
        half = 0.5 * self.log_scale
        if not self.centred:
            return np.asarray(np.exp(2.0 * (logs - half)))
        exact = vecdot(x, y) if self.kernel == "softmax" else -0.5 * vecdot(x - y, x - y)
        return np.asarray((np.exp(logs - half) - np.exp(exact - half)) ** 2)
