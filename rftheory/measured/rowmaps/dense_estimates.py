"""Statistics of dense features at a pair, bounded by a Gaussian change of measure or by the largest product."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np

from rftheory.errors import DomainError
from rftheory.measured.estimators.proposals import check_coupling, log_mean
from rftheory.measured.inputs import Floats, generator, integer
from rftheory.measured.products import vecdot
from rftheory.measured.protocol import AbstractCoupling, Kernel
from rftheory.measured.rowmaps.dense import AbstractDense
from rftheory.measured.rowmaps.mapped_rows import MappedLaw
from rftheory.measured.rowmaps.quadratic import TiltedNormal, interpolated
from rftheory.measured.rowmaps.statistics import DEFENCE, PADDING, Point

What = Literal["mean", "error", "pair", "log", "log-error", "off", "short", "clipped"]
EVENTS = ("off", "short")
LOGARITHMS = ("log", "log-error")


@dataclass(frozen=True)
class DenseEstimate:
    """A statistic of the products of m rows over e^{log_unit}: Z_i = f(w_i, x) f(w_i, y), to a power.

    mean: Khat, their mean; error: (Khat - level)^2; pair: the mean of Z_i Z_j over i != j; log: log Z of one row;
    log-error: (log Z - level)^2; off: 1 where |Khat - 1| >= level; short: 1 where Khat <= 1 - level; clipped: min(Z, level).
    Without y it is f(w_i, x) alone; with a third point, Z(x, y) Z(x, also). With `tilted` rows come from the declared law
    by a change of measure, else from the coupling's own code, where values are bounded if the form is negative definite.
    """

    features: AbstractDense
    coupling: AbstractCoupling
    x: Point
    y: Point | None
    m: int = 1
    what: What = "mean"
    kernel: Kernel = "softmax"
    level: float = 0.0
    log_unit: float = 0.0
    power: float = 1.0
    also: Point | None = None
    tilted: bool = True

    def __post_init__(self) -> None:
        integer("m", self.m, 1)
        self.coupling.check(self.d, self.m)
        if self.m != 1 and (self.power != 1.0 or self.what in (*LOGARITHMS, "clipped")):
            raise DomainError("m", self.m, "one row, for a power, a logarithm or a clipped product")
        if self.tilted:
            check_coupling(self.coupling)
            law = self.features.law
            if not isinstance(law, MappedLaw) or law.turned != "no" or self.what in (*EVENTS, *LOGARITHMS):
                raise DomainError("tilted", self.what, "a mean, error or pair of rows N(mu, Sigma)")
            if self.m > self.d and self.coupling.law.directions != "independent":
                raise DomainError("m", self.m, f"at most d = {self.d} coupled rows")

    @property
    def d(self) -> int:
        """The dimension of the points."""
        return len(self.x)

    @property
    def _degree(self) -> float:
        return 1.0 if self.what in ("mean", "clipped") else 2.0

    @cached_property
    def _proposal(self) -> TiltedNormal:
        law = self.features.law
        assert isinstance(law, MappedLaw)
        nothing = np.random.default_rng(0)  # the map of an unspoilt law draws nothing
        form = interpolated(lambda z: self._logs(law.mapped(z[:, None, :], nothing))[:, 0], self.d)
        return TiltedNormal(form, self._degree, DEFENCE)

    @cached_property
    def log_scale(self) -> float:
        """The logarithm of the proved bound of a value, 0 where there is none or it is that of an event."""
        if self.what in (*EVENTS, *LOGARITHMS):
            return 0.0
        if self.what == "clipped":
            return math.log(self.level)
        if self.tilted:
            top = self._proposal.log_mean - math.log(1.0 - DEFENCE)
            level = 2.0 * math.log(self.level) - math.log(DEFENCE) if self.level else -math.inf
        else:
            top = self._degree * interpolated(lambda w: self._logs(w[:, None, :])[:, 0], self.d).supremum()
            level = 2.0 * math.log(self.level) if self.level else -math.inf
        top = max(top, level) if self.what == "error" else top
        return top if math.isfinite(top) else 0.0

    @property
    def support(self) -> tuple[float, float]:
        """What holds every scaled value, padded against rounding."""
        if self.what in LOGARITHMS:
            return (-math.inf if self.what == "log" else -PADDING, math.inf)
        known = self.tilted or self.what in (*EVENTS, "clipped") or self.log_scale != 0.0
        return -PADDING, 1.0 + PADDING if known else math.inf

    @property
    def label(self) -> str:
        """How the values are drawn, for the report."""
        return "change of measure, Gaussian of fitted mean and covariance" if self.tilted else "plain draws"

    @property
    def width(self) -> int:
        """Numbers held per draw."""
        return self.m * (2 * self.d + 4)

    def draw(self, n: int, *, rng: np.random.Generator) -> Floats:
        """(n,) independent scaled values, weights included."""
        n, rng = integer("n", n, 1), generator(rng)
        if not self.tilted:
            joined = None if self.coupling.law.directions == "independent" else self.coupling
            rows = self.features.sample(self.d, self.m, rng=rng, n=n, coupling=joined)
            return self._values(self._logs(rows), np.zeros(n))
        first = self._proposal.draw(n, rng)
        z = joined_to(first, self.coupling, self.m, rng)
        law = self.features.law
        assert isinstance(law, MappedLaw)
        return self._values(self._logs(law.mapped(z, rng)), -log_mean(self._proposal.log_ratio(z)))

    def _logs(self, w: Floats) -> Floats:
        """power log Z of rows (n, m, d), over the unit; shape (n, m)."""

        def side(point: Point, which: Literal[0, 1]) -> Floats:
            found = self.features.polar(w, np.asarray(point)[None, :], which, self.kernel)
            return np.asarray(found.logabs[..., 0, :])

        total = side(self.x, 0)
        if self.y is not None:
            total = total + side(self.y, 1)
        if self.also is not None:
            total = total + side(self.x, 0) + side(self.also, 1)
        return np.asarray(self.power * (total - self.log_unit))

    def _values(self, logs: Floats, log_weight: Floats) -> Floats:
        if self.what == "log":
            return np.asarray(logs[:, 0])
        if self.what == "log-error":
            return np.asarray((logs[:, 0] - self.level) ** 2)
        if self.what in EVENTS:
            gap = np.exp(log_mean(logs)) - 1.0
            return np.where(np.abs(gap) >= self.level if self.what == "off" else -gap >= self.level, 1.0, 0.0)
        if self.what == "clipped":
            return np.asarray(np.exp(np.minimum(logs[:, 0] - self.log_scale, 0.0)))
        half = 0.5 * (log_weight - self.log_scale)
        if self.what == "error":
            return np.asarray((np.exp(log_mean(logs) + half) - self.level * np.exp(half)) ** 2)
        if self.what == "pair":
            sizes = np.exp(logs + half[:, None])
            total = sizes.sum(axis=1)
            return np.asarray((total**2 - vecdot(sizes, sizes)) / (self.m * (self.m - 1.0)))
        return np.asarray(np.exp(log_mean(logs) + 2.0 * half))


def joined_to(first: Floats, coupling: AbstractCoupling, m: int, rng: np.random.Generator) -> Floats:
    """Standard normal rows (n, m, d) of a coupling given the first one, (n, d).

    A draw of the coupling is reflected so that its first direction is the given one; its norms are independent of that.
    """
    n, d = first.shape
    if m == 1 or coupling.law.directions == "independent":
        rest = rng.standard_normal((n, m - 1, d))
        return np.concatenate([first[:, None, :], rest], axis=1)
    rows = coupling.project(np.eye(d), m, rng=rng, n=n)
    start = rows[:, 0] / np.linalg.norm(rows[:, 0], axis=1, keepdims=True)
    mirror = start - first / np.linalg.norm(first, axis=1, keepdims=True)
    squares = vecdot(mirror, mirror)[:, None]
    along = 2.0 * (rows @ mirror[..., None])[..., 0] / np.where(squares > 0.0, squares, 1.0)
    rows = rows - along[..., None] * mirror[:, None, :]
    rows[:, 0] = first
    return np.asarray(rows)
