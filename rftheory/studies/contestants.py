"""One competitor of an experiment: an estimator, its numbers of projections and where these come from."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import scipy
from scipy.stats import qmc

from rftheory.measured.hybrids.estimates import HybridEstimate
from rftheory.measured.hybrids.parts import Numbers
from rftheory.measured.hybrids.protocol import AbstractHybrid, Rows, Source
from rftheory.measured.inputs import Floats, generator, integer

EDGE = 2.0**-53  # so that no quantile is infinite


@dataclass(frozen=True)
class HaltonRows:
    """Randomised quasi-Monte Carlo: a scrambled Halton sequence through the normal quantile function."""

    def sample(self, d: int, m: int, *, rng: np.random.Generator, n: int) -> Floats:
        """(n, m, d) projections, every draw with a scrambling of its own."""
        draws = [qmc.Halton(d, scramble=True, seed=generator(rng)).random(m) for _ in range(n)]
        inside = np.clip(np.stack(draws), EDGE, 1.0 - EDGE)
        return np.asarray(scipy.special.ndtri(inside), dtype=np.float64)


@dataclass(frozen=True)
class Contestant:
    """`estimator` with m projections for bases and n for lambdas, rows of `source` or independent N(0, I_d)."""

    name: str
    estimator: AbstractHybrid
    m: int
    n: int = 1
    source: Source | None = None

    def rows(self, d: int, *, rng: np.random.Generator, size: int = 1) -> Rows:
        """`size` draws of all projections."""
        return self.estimator.sample(d, self.m, self.n, rng=rng, size=size, coupling=self.source)

    def estimates(self, x: Floats, y: Floats, *, rng: np.random.Generator, size: int) -> Floats:
        """(size,) estimates of SM(x, y), each from projections of its own.

        Independent Gaussian rows are drawn in the plane of x and y only, which has the same law; not for an
        estimator with a dimension of its own.
        """
        size = integer("size", size, 1)
        if self.source is None and self.estimator.dimension is None and len(x) > 2:
            x, y = planar(x, y)
        found: Numbers = self.estimator.estimate(x, y, self.rows(len(x), rng=rng, size=size))
        return np.asarray(np.real(found), dtype=np.float64)

    def error(self, x: Floats, y: Floats, *, rng: np.random.Generator, size: int) -> float:
        """The mean squared error at one pair, from `size` draws.

        For Gaussian rows these come from the change of measure that bounds their squares: plain draws of positive
        features miss the rare large ones that make the error.
        """
        level = math.exp(float(x @ y))
        if self.source is not None:
            return float(np.mean((self.estimates(x, y, rng=rng, size=size) - level) ** 2))
        if self.estimator.dimension is None and len(x) > 2:
            x, y = planar(x, y)
        ends = (tuple(map(float, x)), tuple(map(float, y)))
        drawn = HybridEstimate(self.estimator, *ends, self.m, self.n, "error", level)
        return float(np.mean(drawn.draw(integer("size", size, 1), rng=rng))) * math.exp(drawn.log_scale)

    def kernel(self, x: Floats, y: Floats, *, rng: np.random.Generator) -> Floats:
        """(p, q) estimates of SM at all pairs of rows of x and y from one draw, as one product of features."""
        drawn = self.rows(x.shape[1], rng=rng)
        rows = Rows(tuple(w[0] for w in drawn.bases), tuple(w[0] for w in drawn.lambdas))
        queries, keys = self.estimator.features(x, y, rows)
        return np.asarray(np.real(queries @ keys.T), dtype=np.float64)


def planar(x: Floats, y: Floats) -> tuple[Floats, Floats]:
    """Two points of the plane with the norms and the inner product of x and y."""
    length = float(np.linalg.norm(x))
    along = float(x @ y) / length if length else 0.0
    across = float(np.sqrt(max(0.0, float(y @ y) - along**2)))
    return np.array([length, 0.0]), np.array([along, across])
