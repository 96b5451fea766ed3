"""Statistics of row maps at a pair, bounded by a change of measure where possible. No value is judged here.

The rule of `proposals`: rows are drawn from L P with L = (1/m) sum_i l(w_i), and F/L <= sup h/l where F <= (1/m)
sum_i h(w_i), h = |f1 f2|^k by convexity. Here l = D + (1-D) h/E h, so F/L <= E h/(1-D).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, Protocol

import numpy as np
import scipy

from rftheory.errors import DomainError
from rftheory.measured.couplings.tilting import others_of_block
from rftheory.measured.estimators.proposals import check_coupling, choose, log_mean, shiftable
from rftheory.measured.inputs import Floats, generator, integer
from rftheory.measured.protocol import AbstractCoupling, Kernel, SignedLog
from rftheory.measured.rowmaps.discrete import Discrete
from rftheory.measured.rowmaps.exponential import GeneralisedExponential
from rftheory.measured.rowmaps.laws import PoissonLaw
from rftheory.measured.rowmaps.protocol import Polar, multiplied, real_factor

What = Literal["mean", "square", "error", "tail"]
Point = tuple[float, ...]
PADDING, DEFENCE, TABLE = 1e-9, 0.1, 400
LARGEST_POWER = 256.0


class Experiment(Protocol):
    """I.i.d. values divided by exp(log_scale), inside `support`."""

    @property
    def support(self) -> tuple[float, float]: ...

    @property
    def log_scale(self) -> float: ...

    @property
    def label(self) -> str: ...

    @property
    def width(self) -> int: ...

    def draw(self, n: int, *, rng: np.random.Generator) -> Floats: ...


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
            return self._values(w @ z, np.vecdot(w, w), np.zeros(n))
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


@dataclass(frozen=True)
class Contrast:
    """U - e^{log_ratio} V of two independent experiments: of mean zero where E U/E V is that ratio."""

    first: Experiment
    second: Experiment
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


def tilted_rows(
    coupling: AbstractCoupling, d: int, m: int, shift: Floats, scale: Floats, *, rng: np.random.Generator
) -> tuple[Floats, Floats]:
    """(n, m) projections on a unit vector e and squared norms, one row drawn from N(shift e, scale^2 I) instead.

    The row is chosen uniformly and written first in its block; the others follow from the declared law given its
    direction. shift 0 and scale 1 are that law.
    """
    n, law = shift.size, coupling.law
    first = shift + scale * rng.standard_normal(n)
    across = scale**2 * (rng.chisquare(d - 1, n) if d > 1 else np.zeros(n))
    t, w2 = np.empty((n, m)), np.empty((n, m))
    t[:, 0], w2[:, 0] = first, first**2 + across
    angle = law.cosine(d)
    size = m if angle is None else min(d, m)
    if angle is not None and m > d:
        last = m % d or d
        size_of = np.where(rng.integers(m, size=n) >= m - last, last, d)
    else:
        size_of = np.full(n, size)
    for rows in np.unique(size_of):
        (where,) = np.nonzero(size_of == rows)
        _rest_of_block(t, w2, where, int(rows), d, angle, rng)
        _other_blocks(t, w2, where, int(rows), m, d, angle, rng)
    return t, w2


def _rest_of_block(
    t: Floats, w2: Floats, where: np.ndarray, rows: int, d: int, angle: float | None, rng: np.random.Generator
) -> None:
    """The rows beside the first one of its block."""
    if rows == 1:
        return
    count = where.size
    norms = rng.chisquare(d, (count, rows - 1))
    if angle is None:
        own = rng.standard_normal((count, rows - 1))
        rest = rng.chisquare(d - 1, own.shape) if d > 1 else 0.0
        t[where, 1:rows], w2[where, 1:rows] = own, own**2 + rest
        return
    height = t[where, 0] / np.sqrt(w2[where, 0])
    beside = others_of_block(d, rows - 1, angle, count, rng)
    cosines = angle * height[:, None] + np.sqrt(np.maximum(0.0, 1.0 - height**2))[:, None] * beside
    t[where, 1:rows], w2[where, 1:rows] = np.sqrt(norms) * cosines, norms


def _other_blocks(
    t: Floats,
    w2: Floats,
    where: np.ndarray,
    rows: int,
    m: int,
    d: int,
    angle: float | None,
    rng: np.random.Generator,
) -> None:
    """Blocks without the tilted row, of d rows but for the last one."""
    start, short = rows, (m % d or d)
    while start < m and angle is not None:
        # the short block is the tilted one, or else comes last
        size = d if rows == short and rows != d else min(d, m - start)
        first = rng.standard_normal(where.size)
        block_t, block_w2 = np.empty((where.size, size)), np.empty((where.size, size))
        block_t[:, 0] = first
        block_w2[:, 0] = first**2 + (rng.chisquare(d - 1, where.size) if d > 1 else 0.0)
        _rest_of_block(block_t, block_w2, np.arange(where.size), size, d, angle, rng)
        t[where, start : start + size], w2[where, start : start + size] = block_t, block_w2
        start += size


def mean_of(terms: Polar) -> SignedLog:
    """Sign and logarithm of the mean of real parts over the last axis."""
    factor = real_factor(terms)
    top = np.max(terms.logabs, axis=-1, keepdims=True)
    top = np.where(top > -math.inf, top, 0.0)
    size = np.exp(terms.logabs - top)
    total = np.mean(size if factor is None else factor * size, axis=-1)
    with np.errstate(divide="ignore"):
        return SignedLog(np.sign(total), top[..., 0] + np.log(np.abs(total)))


def statistic(what: What, found: SignedLog, level: float, log_weight: Floats, log_scale: float) -> Floats:
    """The weighted statistic of estimates, over exp(log_scale)."""
    shift = log_weight - log_scale
    if what == "tail":
        above = (found.sign > 0) & (found.logabs > math.log(level))
        return np.where(above, np.exp(shift), 0.0)
    if what == "error":
        gap = found.sign * np.exp(found.logabs + shift / 2.0) - level * np.exp(shift / 2.0)
        return np.asarray(gap**2)
    if what == "square":
        return np.asarray(np.exp(2.0 * found.logabs + shift) * np.abs(found.sign))
    return np.asarray(found.sign * np.exp(found.logabs + shift))
