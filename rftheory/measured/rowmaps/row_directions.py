"""Where the first row of a block points: what orthogonalising does to rows of another covariance."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rftheory.measured.inputs import Floats, generator, integer
from rftheory.measured.rowmaps.mapped_rows import MappedLaw
from rftheory.measured.rowmaps.statistics import PADDING


@dataclass(frozen=True)
class SquaredCosine:
    """The square of the first coordinate of the direction of row number `row` of d independent rows of the law."""

    law: MappedLaw
    row: int = 0
    log_scale: float = 0.0
    label: str = "plain draws"

    @property
    def support(self) -> tuple[float, float]:
        """What holds every value, padded against rounding."""
        return -PADDING, 1.0 + PADDING

    @property
    def width(self) -> int:
        """Numbers held per draw."""
        return 2 * self._d**2

    @property
    def _d(self) -> int:
        assert self.law.dimension is not None
        return self.law.dimension

    def draw(self, n: int, *, rng: np.random.Generator) -> Floats:
        """(n,) independent values."""
        d = self._d
        rows = self.law.draw(d, d, rng=generator(rng), n=integer("n", n, 1))[:, self.row]
        return np.asarray(rows[:, 0] ** 2 / np.sum(rows**2, axis=1))
