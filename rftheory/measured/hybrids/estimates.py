"""Scalar statistics of a hybrid at a fixed pair, bounded by proof where possible."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np

from rftheory.errors import DomainError
from rftheory.measured.hybrids.bounds import HybridProposal, bounded_proposal, plain_proposal
from rftheory.measured.hybrids.protocol import AbstractHybrid
from rftheory.measured.inputs import Floats, generator, integer

What = Literal["mean", "imaginary", "square", "error", "lambda", "lambda-square"]
WHATS = ("mean", "imaginary", "square", "error", "lambda", "lambda-square")
PADDING = 1e-9  # far above the rounding of a scaled value, far below any margin that a test resolves


@dataclass(frozen=True)
class HybridEstimate:
    """A statistic of the estimate E of a hybrid at (x, y) with m and n Gaussian projections.

    mean: Re E; imaginary: Im E; square: |E|^2; error: |E - level|^2; lambda and lambda-square: of the first
    lambda-estimator. Every value is divided by exp(log_scale). `bounded`: projections come from a change of
    measure where that bounds the weighted values by proof. `features`: estimates are products of the features.
    """

    hybrid: AbstractHybrid
    x: tuple[float, ...]
    y: tuple[float, ...]
    m: int
    n: int
    what: What = "mean"
    level: float = 0.0
    bounded: bool = True
    features: bool = False

    def __post_init__(self) -> None:
        integer("m", self.m, 1)
        integer("n", self.n, 1)
        if self.what not in WHATS:
            raise DomainError("what", self.what, f"one of {', '.join(WHATS)}")
        if not self.x or len(self.x) != len(self.y) or not all(map(math.isfinite, (*self.x, *self.y))):
            raise DomainError("points", (self.x, self.y), "two finite points of one dimension")
        if not math.isfinite(self.level) or (self.level and self.what != "error"):
            raise DomainError("level", self.level, "finite, and 0 except for an error")
        if self.what.startswith("lambda") and not self.hybrid.lambdas:
            raise DomainError("what", self.what, "no lambda: the estimator has none")

    @cached_property
    def proposal(self) -> HybridProposal:
        """The laws of the projections and the logarithm of the bound of a weighted value."""
        x, y = np.array(self.x), np.array(self.y)
        if self.what.startswith("lambda"):
            return plain_proposal(self.hybrid, x, y, 1 + (self.what == "lambda-square"), of_lambda=True)
        degree = 1 if self.what in ("mean", "imaginary") else 2
        if not self.bounded:
            return plain_proposal(self.hybrid, x, y, degree, level=abs(self.level))
        return bounded_proposal(self.hybrid, x, y, degree, level=abs(self.level))

    @property
    def log_scale(self) -> float:
        """The bound where it is finite, else 0."""
        return self.proposal.log_bound if math.isfinite(self.proposal.log_bound) else 0.0

    @property
    def support(self) -> tuple[float, float]:
        """What holds every scaled value, padded against rounding; ends may be infinite."""
        end = 1.0 + PADDING if math.isfinite(self.proposal.log_bound) else math.inf
        return (-PADDING if self.what in ("square", "error", "lambda-square") else -end, end)

    @property
    def label(self) -> str:
        """How the values are drawn, for the report."""
        how = self.proposal.label
        return f"{how}, from products of features" if self.features else how

    @property
    def width(self) -> int:
        """Numbers held per draw."""
        rows = sum(self.hybrid.families(self.m, self.n)) * len(self.x)
        return 2 * rows + (2 * self.hybrid.size(len(self.x), self.m, self.n) if self.features else 0)

    def draw(self, n: int, *, rng: np.random.Generator) -> Floats:
        """(n,) independent scaled values, weights included."""
        n, rng = integer("n", n, 1), generator(rng)
        sets, log_ratio = [], np.zeros(n)
        for count, law in zip(self.hybrid.families(self.m, self.n), self.proposal.laws, strict=True):
            if law is None:
                sets.append(rng.standard_normal((n, count, len(self.x))))
            else:
                sets.append(law.draw(n, count, rng=rng))
                log_ratio += law.log_ratio(sets[-1])
        rows = self.hybrid.rows(tuple(sets))
        x, y = np.array(self.x), np.array(self.y)
        if self.what.startswith("lambda"):
            found = self.hybrid.lambdas[0].value(x, y, rows.lambdas[0])
        else:
            found = self.hybrid.product(x, y, rows) if self.features else self.hybrid.estimate(x, y, rows)
        values: Floats = self._statistic(np.asarray(found)) * np.exp(-log_ratio - self.log_scale)
        return values

    def _statistic(self, found: np.ndarray[tuple[int, ...], np.dtype[np.complex128]]) -> Floats:
        if self.what in ("mean", "lambda"):
            return np.asarray(np.real(found), dtype=np.float64)
        if self.what == "imaginary":
            return np.asarray(np.imag(found), dtype=np.float64)
        return np.asarray(np.abs(found - self.level) ** 2, dtype=np.float64)
