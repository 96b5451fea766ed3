"""Statistics of generalised exponential maps at a pair, bounded by a Gaussian change of measure where possible."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import scipy

from rftheory.errors import DomainError
from rftheory.measured.estimators.proposals import check_coupling, choose, log_mean, shiftable
from rftheory.measured.inputs import Floats, generator, integer
from rftheory.measured.products import vecdot
from rftheory.measured.protocol import AbstractCoupling, Kernel
from rftheory.measured.rowmaps.exponential import GeneralisedExponential
from rftheory.measured.rowmaps.statistics import DEFENCE, PADDING, Point, What, mean_of, statistic
from rftheory.measured.rowmaps.tilted_rows import tilted_rows

LARGEST_POWER = 256.0  # where the search for the least bound of a tail ends: larger ones serve rarer events than are drawn


@dataclass(frozen=True)
class ExponentialEstimate:
    """A statistic of the estimate of a generalised exponential map, from t_i = w_i.(x + s y) and |w_i|^2 alone.

    mean: Khat; square: Khat^2; error: (Khat - level)^2; tail: 1 where Khat > level > 0 (real maps). Without
    `bounded` rows come from the coupling's own code, else from its declared law by a change of measure.
    DomainError where the second moment is infinite.
    """

    features: GeneralisedExponential
    coupling: AbstractCoupling
    x: Point
    y: Point
    m: int
    what: What = "mean"
    kernel: Kernel = "gaussian"
    level: float = 0.0
    bounded: bool = True

    def __post_init__(self) -> None:
        integer("m", self.m, 1)
        self.coupling.check(len(self.x), self.m)
        if len(self.x) != len(self.y) or not all(map(math.isfinite, (*self.x, *self.y))):
            raise DomainError("points", (self.x, self.y), "two finite points of one dimension")
        if self.what == "tail" and not (self.level > 0.0 and self._positive):
            raise DomainError("level", self.level, "> 0, for a map that is real and positive")
        if self.bounded:
            check_coupling(self.coupling)
            law = self.coupling.law
            if law.norm != "chi_d" or law.rows(2) != 2 or not shiftable(law):
                raise DomainError("coupling", self.coupling.name, "of Gaussian rows")
            if self.power is None:
                raise DomainError("A", self.features.a, "Re(1-8A) > 0 for a second moment")

    @property
    def d(self) -> int:
        """The dimension of the points."""
        return len(self.x)

    @cached_property
    def length(self) -> float:
        """|x + s y|."""
        return float(np.linalg.norm(np.array(self.x) + self.features.s * np.array(self.y)))

    @cached_property
    def norms(self) -> float:
        """|x|^2 + |y|^2."""
        return math.fsum(entry * entry for entry in (*self.x, *self.y))

    @property
    def power(self) -> float | None:
        """k of h = |f1 f2|^k; of a tail the one with the least bound; None where E h is infinite."""
        if self.what == "tail":
            most = LARGEST_POWER
            if complex(self.features.a).real > 0.0:
                most = min(most, 0.999 / (4.0 * complex(self.features.a).real))
            if most <= 1.0:
                return None
            found = scipy.optimize.minimize_scalar(
                lambda k: self._log_moment(k) - k * math.log(self.level), bounds=(1.0, most), method="bounded"
            )
            return float(found.x)
        k = 1.0 if self.what == "mean" else 2.0
        return k if 1.0 - 4.0 * k * complex(self.features.a).real > 0.0 else None

    @property
    def _positive(self) -> bool:
        return not self.features.complex_valued

    def _component(self, k: float) -> tuple[float, float]:
        """Shift along x + s y and scale of the Gaussian proportional to h times the declared one."""
        variance = 1.0 / (1.0 - 4.0 * k * complex(self.features.a).real)
        return k * self.features.slope.real * self.length * variance, math.sqrt(variance)

    def _log_moment(self, k: float) -> float:
        """log E h."""
        shift, scale = self._component(k)
        constant = (
            2.0 * self.features.log_factor(self.d).real + self.features.constant(self.kernel) * self.norms
        )
        return k * constant + self.d * math.log(scale) + shift**2 / (2.0 * scale**2)

    @property
    def log_bound(self) -> float:
        """log of the bound of a weighted value."""
        if not self.bounded or self.power is None:
            return 0.0 if self.what == "tail" else math.inf
        top = self._log_moment(self.power) - math.log(1.0 - DEFENCE)
        if self.what == "tail":
            return min(top - self.power * math.log(self.level), -math.log(DEFENCE))
        if self.what == "error":
            level = 2.0 * math.log(abs(self.level)) if self.level else -math.inf
            same_sign = self._positive and self.level >= 0.0
            return max(top, level - math.log(DEFENCE)) + (0.0 if same_sign else math.log(2.0))
        return top

    @property
    def log_scale(self) -> float:
        """The bound where it is finite, else 0."""
        return self.log_bound if math.isfinite(self.log_bound) else 0.0

    @property
    def support(self) -> tuple[float, float]:
        """What holds every scaled value, padded against rounding."""
        end = 1.0 + PADDING if math.isfinite(self.log_bound) else math.inf
        return (-end if self.what == "mean" and not self._positive else -PADDING, end)

    @property
    def label(self) -> str:
        """How the values are drawn, for the report."""
        return "change of measure, Gaussian of fitted mean and variance" if self.bounded else "plain draws"

    @property
    def width(self) -> int:
        """Numbers held per draw."""
        return 4 * self.m if self.bounded else self.m * (self.d + 3)

    def draw(self, n: int, *, rng: np.random.Generator) -> Floats:
        """(n,) independent scaled values, weights included."""
        n, rng = integer("n", n, 1), generator(rng)
        if not self.bounded:
            z = np.array(self.x) + self.features.s * np.array(self.y)
            w = self.features.sample(self.d, self.m, rng=rng, n=n, coupling=self.coupling)
            return self._values(w @ z, vecdot(w, w), np.zeros(n))
        assert self.power is not None
        shift, scale = self._component(self.power)
        part = choose([DEFENCE, 1.0 - DEFENCE], n, rng)
        u, w2 = tilted_rows(
            self.coupling, self.d, self.m, np.where(part, shift, 0.0), np.where(part, scale, 1.0), rng=rng
        )
        tilted = -self.d * math.log(scale) + w2 / 2.0 - (w2 - 2.0 * shift * u + shift**2) / (2.0 * scale**2)
        ratio = log_mean(np.logaddexp(math.log(DEFENCE), math.log1p(-DEFENCE) + tilted))
        return self._values(self.length * u, w2, -ratio)

    def _values(self, t: Floats, w2: Floats, log_weight: Floats) -> Floats:
        found = mean_of(self.features.pair_terms(t, w2, self.norms, self.d, self.kernel))
        return statistic(self.what, found, self.level, log_weight, self.log_scale)
