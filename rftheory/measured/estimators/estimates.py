"""Scalar statistics of the estimate of a coupling and a feature map at fixed points."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np

from rftheory.errors import DomainError
from rftheory.measured.couplings.frames import span
from rftheory.measured.estimators.proposals import Proposal, check_coupling
from rftheory.measured.inputs import Floats, generator, integer
from rftheory.measured.protocol import AbstractCoupling, AbstractFeatureMap, Kernel

What = Literal["mean", "square", "error", "product", "tail"]
Point = tuple[float, ...]
PADDING = 1e-9  # far above the rounding of a scaled value, far below any margin that a test resolves


@dataclass(frozen=True, slots=True)
class Estimate:
    """A statistic of Khat = phi(x).phi(y) with m projections; every value is divided by exp(log_scale).

    mean: Khat; square: Khat^2; error: (Khat - level)^2; product: Khat(x, y) Khat(x', y') from the same
    projections, with `other` = (x', y'); tail: 1 where Khat > level, else 0. `proposal` is the law that the
    rows are drawn from, None for the coupling's own code; values then carry the weight 1/L. `log_bound` is
    a proved bound of log |value| of the unscaled values, infinite where none is known. `bounds.bounded`
    chooses both. Raises DomainError.
    """

    coupling: AbstractCoupling
    features: AbstractFeatureMap
    x: Point
    y: Point
    m: int
    what: What = "mean"
    kernel: Kernel | None = None
    level: float = 0.0
    other: tuple[Point, Point] | None = None
    proposal: Proposal | None = None
    log_bound: float = math.inf

    def __post_init__(self) -> None:
        integer("m", self.m, 1)
        self.coupling.check(self.d, self.m)
        self.features.kernel(self.kernel)
        for point in self._points():
            if len(point) != self.d or not all(map(math.isfinite, point)):
                raise DomainError("points", point, f"{self.d} finite numbers")
        if (self.what == "product") != (self.other is not None):
            raise DomainError("other", self.other, "two points for a product, None otherwise")
        if not math.isfinite(self.level) or (self.what == "tail" and self.level <= 0):
            raise DomainError("level", self.level, "finite, and > 0 for a tail")
        if self.proposal is not None:
            check_coupling(self.coupling)

    @property
    def d(self) -> int:
        """The dimension of the points."""
        return len(self.x)

    @property
    def degree(self) -> int:
        """How many estimates a value multiplies; 0 for a tail."""
        return {"mean": 1, "tail": 0}.get(self.what, 2)

    @property
    def log_weights(self) -> tuple[float, ...]:
        """log g(x) g(y) of each pair of points."""
        pairs = [self._points()[i : i + 2] for i in range(0, len(self._points()), 2)]
        chosen = self.features.kernel(self.kernel)
        return tuple(sum(float(self.features.log_weight(_square(p), chosen)) for p in pair) for pair in pairs)

    @property
    def targets(self) -> Floats:
        """What the rows are projected on, (q, d): x + sign y of each pair where the map is pairwise, else all points."""
        points = np.array(self._points(), dtype=np.float64)
        return points[::2] + self.features.sign * points[1::2] if self.features.pairwise else points

    @property
    def coordinates(self) -> Floats:
        """The targets (q, r) in an orthonormal basis of their span that follows them in order (Gram-Schmidt).

        The first basis vector is the direction of the first target. Shifts of a proposal are in this basis:
        c @ coordinates is the shift by sum_k c_k target_k.
        """
        triangular: Floats = np.asarray(np.linalg.qr(span(self.targets).T)[1]).T
        leading = np.argmax(np.abs(triangular) > 1e-12 * np.max(np.abs(triangular), initial=0.0), axis=0)
        signs = np.sign(triangular[leading, np.arange(triangular.shape[1])])
        ordered: Floats = triangular * signs
        return ordered

    @property
    def positive(self) -> bool:
        """Whether no value can be negative."""
        growth = self.features.growth
        return self.what not in ("mean", "product") or (growth is not None and growth.kind == "exponential")

    @property
    def log_scale(self) -> float:
        """log_bound where it is finite; the logarithm of a typical size otherwise."""
        if self.what == "tail" and self.proposal is None:
            return 0.0
        if math.isfinite(self.log_bound):
            return self.log_bound
        growth = self.features.growth
        if growth is None or growth.kind != "exponential":
            return 0.0
        lengths = self.degree * np.linalg.norm(self.targets, axis=1)
        return self.degree * max(self.log_weights) + float(np.max(lengths)) ** 2 / 2.0

    @property
    def support(self) -> tuple[float, float]:
        """An interval that holds every scaled value (padded by 1e-9 against rounding); ends may be infinite."""
        end = math.inf
        if self.what == "tail" and self.proposal is None:
            end = 1.0
        elif math.isfinite(self.log_bound):
            end = 1.0 + PADDING
        return (-PADDING if self.positive else -end, end)

    @property
    def label(self) -> str:
        """How the values are drawn, for the report."""
        return "plain draws" if self.proposal is None else self.proposal.label

    @property
    def width(self) -> int:
        """Numbers held per draw."""
        block = self.coupling.height(self.d) * self.coupling.blocks(self.d, self.m)
        return max(block, self.m) * len(self.targets) + 1

    def draw(self, n: int, *, rng: np.random.Generator) -> Floats:
        """(n,) independent scaled values, weights included; n >= 1."""
        n, rng = integer("n", n, 1), generator(rng)
        if self.proposal is None:
            return self._values(self.coupling.project(self.targets, self.m, rng=rng, n=n), np.zeros(n))
        coordinates = self.coordinates
        rows = self.proposal.draw(n, self.m, rng=rng)
        if rows.shape[-1] != coordinates.shape[-1]:
            raise DomainError("proposal", rows.shape[-1], f"of rank {coordinates.shape[-1]}")
        return self._values(rows @ coordinates.T, -self.proposal.log_ratio(rows))

    def _values(self, p: Floats, log_weight: Floats) -> Floats:
        """Scaled values from projections (n, m, q) on the targets and the logarithms of the weights."""
        signs, logs = self._estimates(p)
        shift = log_weight - self.log_scale
        with np.errstate(over="ignore", invalid="ignore"):
            if self.what == "tail":
                above = (signs[0] > 0) & (logs[0] > math.log(self.level))
                return np.where(above, np.exp(shift), 0.0)
            if self.what == "error":
                half = self.log_scale / 2.0
                gap = signs[0] * np.exp(logs[0] - half) - self.level * math.exp(-half)
                squares: Floats = gap**2 * np.exp(log_weight)
                return squares
            if self.what == "square":
                signs, logs = [signs[0]] * 2, [logs[0]] * 2
            values: Floats = np.multiply.reduce(signs) * np.exp(np.add.reduce(logs) + shift)
        return values

    def _estimates(self, p: Floats) -> tuple[list[Floats], list[Floats]]:
        """Signs and logarithms of the estimates at each pair of points."""
        signs, logs, points = [], [], self._points()
        for index, weight in enumerate(self.log_weights):
            if self.features.pairwise:
                found = self.features.log_mean(p[..., index], weight)
            else:
                x2, y2 = (_square(q) for q in points[2 * index : 2 * index + 2])
                px, py = p[..., 2 * index], p[..., 2 * index + 1]
                found = self.features.log_estimate(px, py, x2, y2, kernel=self.kernel)
            signs.append(np.asarray(found.sign))
            logs.append(np.asarray(found.logabs))
        return signs, logs

    def _points(self) -> tuple[Point, ...]:
        return (self.x, self.y, *(self.other or ()))


def _square(point: Point) -> float:
    return math.fsum(entry * entry for entry in point)
