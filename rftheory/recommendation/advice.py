"""The recommendation: every mechanism on sampled pairs of the user's data, tuned, judged exactly, ranked."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from rftheory.errors import DomainError
from rftheory.measured.inputs import Floats, integer
from rftheory.mechanisms._shelf import couplings
from rftheory.moments.block_covariance import block_share
from rftheory.moments.catalogue import ranked_couplings, ranked_maps
from rftheory.moments.pairs import Pairs
from rftheory.moments.relative_moments import AbstractRelativeMoments, AngularMoments, Parameters
from rftheory.recommendation.feature_maps import RandomFeatures
from rftheory.recommendation.intervals import Interval, log_mean, mean_interval, quantile_interval
from rftheory.recommendation.names import block_cosine, split
from rftheory.recommendation.pairs import LEVEL, extremes, sample_size, sampled
from rftheory.recommendation.sources import sources
from rftheory.recommendation.statistics import Statistics, statistics
from rftheory.recommendation.tails import Rarity, rarity
from rftheory.recommendation.tuning import homogeneous, needed, tuned

TARGET = 0.1
HOPELESS = 9.0 * math.log(10.0)
TUNING_NUMBERS = 1 << 18
EPSILON = 1e-8
DISCRETE = ("poisson", "poisson-each", "geometric")
SHIFTS = {"none": "", "mean": ", centred", "minimum": ", shifted (+)"}


@dataclass(frozen=True)
class Heuristic:
    """The parameters by average statistics (homogeneity), their mean error, and its log excess over the tuned ones."""

    parameters: Parameters
    log_error: float
    log_loss: float


@dataclass(frozen=True)
class Choice:
    """One mechanism on this data. Errors are natural logarithms; `error` is the mean over pairs of relative RMSE.

    `median`: of the same over pairs; `log_squared`: the mean squared error, absolute; `log_needed`: real features
    for the target mean.
    """

    mechanism: str
    title: str
    shift: str
    projections: int
    features: int
    parameters: Parameters
    error: Interval
    median: Interval
    log_squared: float
    log_needed: float
    heuristic: Heuristic | None


@dataclass(frozen=True, eq=False)
class Recommendation:
    """What `recommend` found: `choices` from the least mean relative error up, and how they were compared.

    `rarity`: how much of the best one's exact error a few draws of its features show.
    """

    choices: tuple[Choice, ...]
    statistics: Statistics
    features: int
    kernel: str
    target: float
    scale: float
    seed: int
    pairs: int
    level: float
    rarity: Rarity
    warnings: tuple[str, ...]

    @property
    def best(self) -> Choice:
        """The mechanism of least mean relative error."""
        return self.choices[0]

    @property
    def useful(self) -> bool:
        """Whether some mechanism reaches the target with fewer than 10^9 features."""
        return min(choice.log_needed for choice in self.choices) < HOPELESS

    def arguments(self, choice: Choice | None = None) -> dict[str, Any]:
        """The arguments of `RandomFeatures` for a choice, the best one by default."""
        choice = self.best if choice is None else choice
        shift = self.shift(choice.shift)
        return {
            "features": self.features,
            "mechanism": choice.mechanism,
            "kernel": self.kernel,
            "parameters": dict(choice.parameters),
            "shift": [float(c) for c in shift] if np.any(shift) else None,
            "scale": self.scale,
        }

    def transformer(self, choice: Choice | None = None, random_state: Any = 0) -> RandomFeatures:
        """A fitted object with `transform` (queries) and `transform_keys`, for the best choice by default."""
        found = RandomFeatures(**self.arguments(choice), random_state=random_state)
        return found.fit(np.zeros((1, self.statistics.dimension)))

    def shift(self, name: str) -> Floats:
        """What is subtracted from scaled points under this name."""
        return _shift(name, self.statistics)


def recommend(
    data: Any,
    queries: Any = None,
    *,
    features: int,
    kernel: str = "gaussian",
    target: float = TARGET,
    scale: float = 1.0,
    pairs: int | None = None,
    seed: int = 0,
) -> Recommendation:
    """Mechanisms ranked by exact mean relative error on pairs of the user's data (a file or an array, points in rows).

    `data` are keys where `queries` are given, else both. Points are multiplied by `scale` first. `pairs`: how many
    are drawn; by default as many as the stated confidence asks for. InputError for data that cannot be used.
    """
    features, seed = integer("features", features, 1), integer("seed", seed, 0)
    if kernel not in ("gaussian", "softmax"):
        raise DomainError("kernel", kernel, "gaussian or softmax")
    target, scale = _positive("target", target), _positive("scale", scale)
    asked, kept = sources(data, queries, scale)
    found = statistics(asked, kept)
    plans = tuple(_plans(found, features))
    count = sample_size(len(plans), found.dimension) if pairs is None else integer("pairs", pairs, 16)
    tuning, judging = _drawn(asked, kept, found, count, seed)
    room = _Room(found, features, kernel, target, tuning, judging, LEVEL / len(plans))
    choices = tuple(sorted((room.judged(*plan) for plan in plans), key=_rank))
    rare = room.rarity(choices[0])
    result = Recommendation(choices, found, features, kernel, target, scale, seed, count, LEVEL, rare, ())
    return replace(result, warnings=tuple(_warnings(result)))


def _drawn(asked: Any, kept: Any, found: Statistics, count: int, seed: int) -> tuple[Pairs, Pairs]:
    """Pairs to tune on and, independent of them, pairs to judge on."""
    tune = max(16, min(count, TUNING_NUMBERS // found.dimension))
    both = sampled(asked, kept, found, tune + count, np.random.default_rng(seed))
    return Pairs(both.x[:tune], both.y[:tune]), Pairs(both.x[tune:], both.y[tune:])


def _plans(found: Statistics, features: int) -> Iterator[tuple[str, AbstractRelativeMoments, str]]:
    """Every coupling, map and shift that these features suffice for and this data tells apart."""
    rows = ranked_couplings()
    centred = bool(np.any(found.centre))
    for name, one in ranked_maps().items():
        if features < (8 if isinstance(one, AngularMoments) else one.cost):
            continue
        shifts = ["none", *(["mean"] if centred and one.moves else [])]
        shifts += ["minimum"] if name in DISCRETE and np.any(found.minimum) else []
        for coupling in rows if one.couples and found.dimension > 1 else rows[:1]:
            for shift in shifts:
                yield coupling, one, shift


@dataclass(frozen=True)
class _Rows:
    """The cosine of two rows of a block, None where rows are independent, and how many a block has."""

    cosine: float | None
    height: int


@dataclass
class _Room:
    """One recommendation in the making: tuned parameters and pair invariants are found once a shift."""

    found: Statistics
    features: int
    kernel: str
    target: float
    tuning: Pairs
    judging: Pairs
    level: float

    def __post_init__(self) -> None:
        self._moved: dict[str, tuple[Pairs, Pairs, Floats]] = {}
        self._tuned: dict[tuple[str, str], Parameters] = {}

    def judged(self, coupling: str, one: AbstractRelativeMoments, shift: str) -> Choice:
        """A mechanism, tuned and judged."""
        tuning, judging, c = self._pairs(shift)
        parameters = self._parameters(one, shift)
        rows = self._rows(coupling)
        logs = self._errors(one, parameters, judging)
        turned = self._turned(rows, one, judging, logs)
        m = self.features // one.width(parameters)
        variances = _coupled(logs, turned, rows.height, m)
        bound = one.log_bound(extremes(self.found, c), parameters) - math.log(m)
        if rows.cosine is not None and turned is not None and not one.never_worse(rows.cosine):
            bound += math.log1p(block_share(rows.height, m))
        error = mean_interval(variances / 2.0, bound / 2.0, self.level)
        log_needed = math.log(one.cost) + _needed(logs, turned, rows.height, math.log(self.target))
        if isinstance(one, AngularMoments):
            log_needed = needed(one, tuning.invariants, math.log(self.target))[0]
        mechanism = f"{coupling}-{one.name}"
        return Choice(
            mechanism,
            mechanism + SHIFTS[shift],
            shift,
            m,
            m * one.width(parameters),
            parameters,
            error,
            quantile_interval(variances / 2.0, 0.5, self.level / 2.0),
            log_mean(variances + 2.0 * self._log_kernel()),
            log_needed,
            self._heuristic(one, shift, turned, m, error.value),
        )

    def rarity(self, choice: Choice) -> Rarity:
        """How rare the draws are on which the error of this choice rests."""
        coupling, one = split(choice.mechanism)
        assert isinstance(one, AbstractRelativeMoments)
        rows, m = self._rows(coupling.name), choice.projections
        _, judging, _ = self._pairs(choice.shift)
        logs = self._errors(one, choice.parameters, judging)
        errors = _coupled(logs, self._turned(rows, one, judging, logs), rows.height, m) / 2.0
        return rarity(errors, one.log_kurtosis(judging, choice.parameters, logs, m), choice.error)

    def _rows(self, coupling: str) -> _Rows:
        d = self.found.dimension
        return _Rows(block_cosine(coupling, d), couplings()[coupling].height(d))

    def _turned(
        self, rows: _Rows, one: AbstractRelativeMoments, judging: Pairs, logs: Floats
    ) -> Floats | None:
        return None if rows.cosine is None else one.correlation(judging.invariants, rows.cosine, logs)

    def _pairs(self, shift: str) -> tuple[Pairs, Pairs, Floats]:
        if shift not in self._moved:
            c = _shift(shift, self.found)
            self._moved[shift] = (self.tuning.shifted(c), self.judging.shifted(c), c)
        return self._moved[shift]

    def _parameters(self, one: AbstractRelativeMoments, shift: str) -> Parameters:
        key = (one.name, shift)
        if key not in self._tuned:
            tuning, _, c = self._pairs(shift)
            self._tuned[key] = tuned(one, tuning.invariants, self.found.shifted(c), self.features)
        return self._tuned[key]

    def _errors(self, one: AbstractRelativeMoments, parameters: Parameters, pairs: Pairs) -> Floats:
        with np.errstate(over="ignore"):
            return np.asarray(one.log_single(pairs.invariants, parameters))

    def _heuristic(
        self, one: AbstractRelativeMoments, shift: str, turned: Floats | None, m: int, best: float
    ) -> Heuristic | None:
        _, judging, c = self._pairs(shift)
        parameters = homogeneous(one, self.found.shifted(c), self.found.dimension)
        if parameters is None or turned is not None:
            return None
        value = log_mean(_coupled(self._errors(one, parameters, judging), None, 1, m) / 2.0)
        return Heuristic(parameters, value, value - best if value > -math.inf else 0.0)

    def _log_kernel(self) -> Floats:
        pairs = self.judging.invariants
        return -pairs.minus / 2.0 if self.kernel == "gaussian" else pairs.inner


def _coupled(logs: Floats, turned: Floats | None, height: int, m: int) -> Floats:
    """log of the relative variance with m projections in blocks of this many."""
    plain = logs - math.log(m)
    if turned is None:
        return plain
    with np.errstate(divide="ignore"):
        return plain + np.log1p(np.maximum(turned * block_share(height, m), -1.0))


def _needed(logs: Floats, turned: Floats | None, height: int, log_target: float) -> float:
    """log of the least number of projections whose mean error is the target: whole blocks beyond the first."""
    if turned is not None and log_mean(_coupled(logs, turned, height, height) / 2.0) <= log_target:
        low, high = 0, height
        while high - low > 1:
            middle = (low + high) // 2
            enough = log_mean(_coupled(logs, turned, height, middle) / 2.0) <= log_target
            low, high = (low, middle) if enough else (middle, high)
        return math.log(high)
    one = logs if turned is None else _coupled(logs, turned, height, height) + math.log(height)
    size = 1 if turned is None else height
    log_blocks = max(0.0, 2.0 * (log_mean(one / 2.0) - log_target) - math.log(size))
    if log_blocks < 30.0:
        log_blocks = math.log(math.ceil(math.exp(log_blocks) * (1.0 - 1e-12)))
    return log_blocks + math.log(size)


def _shift(name: str, found: Statistics) -> Floats:
    if name == "none":
        return np.zeros(found.dimension)
    if name == "mean":
        return found.centre
    size = max(1.0, float(np.max(np.abs(found.minimum))))
    return found.minimum - EPSILON * size


def _rank(choice: Choice) -> tuple[float, float, str]:
    return choice.error.value, choice.log_needed, choice.title


def _warnings(result: Recommendation) -> Iterator[str]:
    found, least = result.statistics, min(choice.log_needed for choice in result.choices)
    power = least / math.log(10.0)
    if not result.useful:
        yield (
            f"no mechanism can be useful on this data: a mean relative error of {result.target:g} needs at least "
            f"10^{power:.1f} features; smaller points (a smaller scale) make the kernel easier"
        )
    elif least > math.log(max(found.queries.rows, found.keys.rows)):
        yield (
            f"a mean relative error of {result.target:g} needs at least {math.exp(least):.0f} features, more than there "
            "are points: the exact kernel matrix costs less"
        )
    elif least > math.log(result.features):
        yield (
            f"no mechanism reaches a mean relative error of {result.target:g} with {result.features} features; the "
            f"fewest that do are {math.exp(least):.0f}"
        )
    best = result.best.error
    if best.high - best.value > math.log(10.0):
        yield (
            "the mean error of the best mechanism rests on rare pairs: its upper end is more than ten times the "
            "estimate; the median says more"
        )
    rare = result.rarity
    if not rare.trusted:
        enough = _power(rare.log_enough) if math.isfinite(rare.log_enough) else "no number of"
        yield (
            f"heavy tails: the exact error of the best mechanism rests on rare draws; {rare.draws} draws need show no "
            f"more than {_power(rare.log_seen)} on average, below its interval, and {enough} draws show what it says"
        )
    if found.constant:
        columns = ", ".join(map(str, found.constant[:8])) + (", ..." if len(found.constant) > 8 else "")
        yield f"{len(found.constant)} of {found.dimension} columns are constant ({columns}): they could be left out"


def _power(log: float) -> str:
    """A number by its logarithm, in few characters."""
    return f"{float(f'{math.exp(log):.2g}'):g}" if -9.0 < log < 11.0 else f"10^{log / math.log(10.0):.1f}"


def _positive(name: str, value: Any) -> float:
    if (
        isinstance(value, bool)
        or not isinstance(value, (int, float, np.number))
        or not 0.0 < value < math.inf
    ):
        raise DomainError(name, value, "a finite number > 0")
    return float(value)
