"""The recommendation: every mechanism on sampled pairs of the user's data, tuned, judged exactly, ranked."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from rftheory.errors import DomainError
from rftheory.measured.inputs import Floats, integer
from rftheory.moments.catalogue import ranked_couplings, ranked_maps
from rftheory.moments.pairs import Pairs
from rftheory.moments.relative_moments import AbstractRelativeMoments, AngularMoments
from rftheory.recommendation.feature_maps import RandomFeatures
from rftheory.recommendation.judging import Choice, Room, shift_of
from rftheory.recommendation.pairs import LEVEL, sample_size, sampled
from rftheory.recommendation.sources import sources
from rftheory.recommendation.statistics import Statistics, statistics
from rftheory.recommendation.tails import Rarity

TARGET = 0.1
HOPELESS = 9.0 * math.log(10.0)
TUNING_NUMBERS = 1 << 18
DISCRETE = ("poisson", "poisson-each", "geometric")


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
        return shift_of(name, self.statistics)


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
    room = Room(found, features, kernel, target, tuning, judging, LEVEL / len(plans))
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
