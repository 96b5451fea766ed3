"""The contrast of two independent experiments: of mean zero where the ratio of their means is the one claimed."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from rftheory.measured.inputs import Floats


class ScaledValues(Protocol):
    """I.i.d. values divided by exp(log_scale)."""

    @property
    def log_scale(self) -> float: ...

    @property
    def label(self) -> str: ...

    @property
    def width(self) -> int: ...

    def draw(self, n: int, *, rng: np.random.Generator) -> Floats: ...


class ScaledSampler(ScaledValues, Protocol):
    """The same inside `support`."""

    @property
    def support(self) -> tuple[float, float]: ...


@dataclass(frozen=True)
class Contrast:
    """U - e^{log_ratio} V of two independent experiments: of mean zero where E U/E V is that ratio."""

    first: ScaledSampler
    second: ScaledSampler
    log_ratio: float

    @property
    def log_scale(self) -> float:
        """The larger of the scales of the two parts."""
        return max(self.first.log_scale, self.second.log_scale + self.log_ratio)

    @property
    def _factors(self) -> tuple[float, float]:
        scales = self.first.log_scale, self.second.log_scale + self.log_ratio
        return math.exp(scales[0] - self.log_scale), math.exp(scales[1] - self.log_scale)

    @property
    def support(self) -> tuple[float, float]:
        """From the least first less the largest second part, to the opposite."""
        (one, two), (low, high) = self._factors, self.first.support
        return one * low - two * self.second.support[1], one * high - two * self.second.support[0]

    @property
    def label(self) -> str:
        """How the values are drawn, for the report."""
        return f"contrast of two: {self.first.label}; {self.second.label}"

    @property
    def width(self) -> int:
        """Numbers held per draw."""
        return self.first.width + self.second.width

    def draw(self, n: int, *, rng: np.random.Generator) -> Floats:
        """(n,) independent scaled values."""
        one, two = self._factors
        return np.asarray(one * self.first.draw(n, rng=rng) - two * self.second.draw(n, rng=rng))
