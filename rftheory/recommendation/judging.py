"""One mechanism on sampled pairs of the user's data: tuned, its exact errors, what it needs, how rare its draws are."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from rftheory.measured.inputs import Floats
from rftheory.mechanisms._shelf import couplings
from rftheory.moments.block_covariance import block_share
from rftheory.moments.pairs import Pairs
from rftheory.moments.relative_moments import AbstractRelativeMoments, AngularMoments, Parameters
from rftheory.recommendation.intervals import Interval, log_mean, mean_interval, quantile_interval, shown
from rftheory.recommendation.names import block_cosine, split
from rftheory.recommendation.pairs import extremes
from rftheory.recommendation.statistics import Statistics
from rftheory.recommendation.tails import Rarity, rarity
from rftheory.recommendation.tuning import homogeneous, needed, tuned

EPSILON = 1e-8
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

    def __repr__(self) -> str:
        low, value, high = map(shown, self.error)
        return (
            f"Choice({self.title}: mean relative error {value} in [{low}, {high}], {self.features} features)"
        )


@dataclass(frozen=True)
class BlockRows:
    """The cosine of two rows of a block, None where rows are independent, and how many a block has."""

    cosine: float | None
    height: int


@dataclass
class Room:
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

    def _rows(self, coupling: str) -> BlockRows:
        d = self.found.dimension
        return BlockRows(block_cosine(coupling, d), couplings()[coupling].height(d))

    def _turned(
        self, rows: BlockRows, one: AbstractRelativeMoments, judging: Pairs, logs: Floats
    ) -> Floats | None:
        return None if rows.cosine is None else one.correlation(judging.invariants, rows.cosine, logs)

    def _pairs(self, shift: str) -> tuple[Pairs, Pairs, Floats]:
        if shift not in self._moved:
            c = shift_of(shift, self.found)
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


def shift_of(name: str, found: Statistics) -> Floats:
    if name == "none":
        return np.zeros(found.dimension)
    if name == "mean":
        return found.centre
    size = max(1.0, float(np.max(np.abs(found.minimum))))
    return found.minimum - EPSILON * size
