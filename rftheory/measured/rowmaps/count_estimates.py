"""Statistics of discrete features at a pair, bounded by tilted laws of the counts where possible."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import scipy

from rftheory.errors import DomainError
from rftheory.measured.estimators.proposals import choose, log_mean
from rftheory.measured.inputs import Floats, generator, integer
from rftheory.measured.protocol import Kernel
from rftheory.measured.rowmaps.discrete import Discrete
from rftheory.measured.rowmaps.laws import PoissonLaw
from rftheory.measured.rowmaps.protocol import Polar, multiplied
from rftheory.measured.rowmaps.statistics import DEFENCE, PADDING, Point, What, mean_of, statistic

TABLE = 400  # counts in a table; where a tilted law goes on beyond it no bound is claimed


@dataclass(frozen=True)
class CountEstimate:
    """A statistic of the estimate of discrete features; `what` as for `ExponentialEstimate`, no tail.

    Rows are drawn from the law tilted by |f1 f2|^k, coordinate by coordinate, mixed with the law itself; of laws
    other than Poisson by tables of the first counts.
    """

    features: Discrete
    x: Point
    y: Point
    m: int
    what: What = "mean"
    kernel: Kernel = "gaussian"
    level: float = 0.0
    bounded: bool = True

    def __post_init__(self) -> None:
        integer("m", self.m, 1)
        self.features.law.check(len(self.x))
        if len(self.x) != len(self.y) or not all(map(math.isfinite, (*self.x, *self.y))):
            raise DomainError("points", (self.x, self.y), "two finite points of one dimension")
        if self.what == "tail":
            raise DomainError("what", self.what, "mean, square or error")

    @property
    def power(self) -> int:
        """k of h = |f1 f2|^k."""
        return 1 if self.what == "mean" else 2

    @cached_property
    def _products(self) -> Floats:
        return np.asarray(np.array(self.x) * np.array(self.y), dtype=np.float64)

    @property
    def _constant(self) -> float:
        norms = math.fsum(entry * entry for entry in (*self.x, *self.y))
        return -norms / 2.0 if self.kernel == "gaussian" else 0.0

    def _log_sizes(self, counts: Floats) -> Floats:
        """k log |x_l y_l|^w/(w! p_w), elementwise on (..., d); -inf for a count that is never drawn."""
        masses = self.features.counts.log_mass(counts)
        masses = np.where(masses > -math.inf, masses + scipy.special.gammaln(counts + 1.0), math.inf)
        with np.errstate(divide="ignore", invalid="ignore"):
            powers = np.where(counts > 0, counts * np.log(np.abs(self._products)), 0.0)
        return np.asarray(self.power * (powers - masses))

    @cached_property
    def _tables(self) -> tuple[Floats, Floats]:
        """log of p_w h_w (TABLE, d) and the logarithm of its sum over w (d,)."""
        counts = np.repeat(np.arange(float(TABLE))[:, None], len(self.x), axis=1)
        logs = self._log_sizes(counts) + self.features.counts.log_mass(counts)
        return logs, np.asarray(np.logaddexp.reduce(logs, axis=0))

    @cached_property
    def _rates(self) -> Floats | None:
        """The rates of the tilted law where it is Poisson."""
        law = self.features.counts
        if not isinstance(law, PoissonLaw):
            return None
        rates = np.array(law.rates)
        return np.asarray(rates * (np.abs(self._products) / rates) ** self.power)

    @cached_property
    def _log_sums(self) -> Floats:
        """log E h of each coordinate."""
        law = self.features.counts
        if self._rates is not None and isinstance(law, PoissonLaw):
            return np.asarray((self.power - 1.0) * np.array(law.rates) + self._rates)
        return self._tables[1]

    @property
    def log_bound(self) -> float:
        """log of the bound of a weighted value; infinite where counts beyond the tables could exceed it."""
        if not self.bounded:
            return math.inf
        top = float(self._log_sums.sum()) + self.power * self._constant - math.log(1.0 - DEFENCE)
        if self._rates is None:
            first = self._log_sizes(np.repeat(np.arange(2.0 * TABLE)[:, None], len(self.x), axis=1))
            largest, beyond = first.max(axis=0), first[TABLE:].max(axis=0)
            later = first[TABLE:, np.isfinite(beyond)]
            falling = np.all(later[1:] < later[:-1])
            worst = float(np.max(beyond - largest)) + float(largest.sum()) + self.power * self._constant
            if not falling or worst - math.log(DEFENCE) > top:
                return math.inf
        if self.what == "error":
            level = 2.0 * math.log(abs(self.level)) - math.log(DEFENCE) if self.level else -math.inf
            return max(top, level) + math.log(2.0)
        return top

    @property
    def log_scale(self) -> float:
        """The bound where it is finite, else 0."""
        return self.log_bound if math.isfinite(self.log_bound) else 0.0

    @property
    def support(self) -> tuple[float, float]:
        """What holds every scaled value, padded against rounding."""
        end = 1.0 + PADDING if math.isfinite(self.log_bound) else math.inf
        return (-end if self.what == "mean" else -PADDING, end)

    @property
    def label(self) -> str:
        """How the values are drawn, for the report."""
        return "change of measure, tilted counts" if self.bounded else "plain draws"

    @property
    def width(self) -> int:
        """Numbers held per draw."""
        return 3 * self.m * len(self.x)

    def draw(self, n: int, *, rng: np.random.Generator) -> Floats:
        """(n,) independent scaled values, weights included."""
        n, rng = integer("n", n, 1), generator(rng)
        w = self.features.sample(len(self.x), self.m, rng=rng, n=n)
        log_weight = np.zeros(n)
        if self.bounded:
            (tilted,) = np.nonzero(choose([DEFENCE, 1.0 - DEFENCE], n, rng))
            w[tilted, 0] = self._tilted(tilted.size, rng)
            logs = np.sum(self._log_sizes(w) - self._log_sums, axis=-1)
            if self._rates is None:
                logs = np.where(np.any(w >= TABLE, axis=-1), -math.inf, logs)
            log_weight = -log_mean(np.logaddexp(math.log(DEFENCE), math.log1p(-DEFENCE) + logs))
        x, y = (np.array(p)[None, :] for p in (self.x, self.y))
        queries = self.features.polar(w, x, 0, self.kernel)
        found = multiplied(queries, self.features.polar(w, y, 1, self.kernel))
        flat = Polar(found.logabs[:, 0], None if found.sign is None else found.sign[:, 0])
        return statistic(self.what, mean_of(flat), self.level, log_weight, self.log_scale)

    def _tilted(self, n: int, rng: np.random.Generator) -> Floats:
        """(n, d) counts of the tilted law."""
        if self._rates is not None:
            return rng.poisson(self._rates, (n, len(self.x))).astype(np.float64)
        logs, sums = self._tables
        shares = np.exp(logs - sums)
        columns = [choose(shares[:, column].tolist(), n, rng) for column in range(shares.shape[1])]
        return np.stack(columns, axis=-1).astype(np.float64)
