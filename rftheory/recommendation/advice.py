"""The recommendation: every mechanism on sampled pairs of the user's data, tuned, judged exactly, ranked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from rftheory.errors import DomainError, InputError
from rftheory.measured.inputs import integer
from rftheory.moments.catalogue import ranked_couplings, ranked_maps
from rftheory.moments.pairs import Pairs
from rftheory.moments.relative_moments import AbstractRelativeMoments, AngularMoments
from rftheory.recommendation.cautions import cautions
from rftheory.recommendation.judging import Choice, Room
from rftheory.recommendation.pairs import LEVEL, sample_size, sampled
from rftheory.recommendation.ranking import HOPELESS, Recommendation
from rftheory.recommendation.scales import as_scale, median_scale, positive, ranked_kernel, useful_factor
from rftheory.recommendation.sources import sources
from rftheory.recommendation.statistics import Statistics, statistics

TARGET = 0.1
TUNING_NUMBERS = 1 << 18
LOOK, LEAST_LOOK, LOOK_NUMBERS = 64, 16, 1 << 18
MEDIAN = "median"
DISCRETE = ("poisson", "poisson-each", "geometric")


def recommend(
    data: Any,
    queries: Any = None,
    *,
    features: int,
    kernel: str = "gaussian",
    target: float = TARGET,
    scale: float | str | None = None,
    lengthscale: float | None = None,
    gamma: float | None = None,
    pairs: int | None = None,
    seed: int = 0,
) -> Recommendation:
    """Mechanisms ranked by exact mean relative error on pairs of the user's data (a file or an array, points in rows).

    `data` are keys where `queries` are given, else both. Points are multiplied by `scale` first (1 by default);
    "median": by 1 over the median distance, for the Gaussian kernel. In its place, for that kernel, `lengthscale` l says
    exp(-|x-y|^2/(2 l^2)), scale 1/l, and `gamma` says exp(-gamma |x-y|^2), scale sqrt(2 gamma). `features`: real columns to
    spend; `target`: the mean relative error to reach. `pairs`: how many are drawn; by default as many as the stated
    confidence asks for, and a few where these show that nothing is useful. Intervals hold together with 99 %, whatever the
    data's law. `.best`, `.choices`, `.warnings`, `.transformer()`. InputError for data that cannot be used.
    """
    features, seed = integer("features", features, 1), integer("seed", seed, 0)
    kernel = ranked_kernel(kernel)
    target = positive("target", target)
    scale = as_scale(scale, lengthscale, gamma, kernel)
    if scale == MEDIAN:
        scale = _by_median(data, queries, kernel, seed)
    scale = positive("scale", scale)
    asked, kept = sources(data, queries, scale)
    found = statistics(asked, kept)
    plans = tuple(_plans(found, features))
    few = max(LEAST_LOOK, min(LOOK, LOOK_NUMBERS // found.dimension))
    count = sample_size(len(plans), found.dimension) if pairs is None else integer("pairs", pairs, 16)
    for number in sorted({min(few, count), count}):
        tuning, judging = _drawn(asked, kept, found, number, seed)
        room = Room(found, features, kernel, target, tuning, judging, LEVEL / len(plans))
        choices = tuple(sorted((room.judged(*plan) for plan in plans), key=_rank))
        if number == count or _hopeless(choices):
            break
    result = Recommendation(
        choices,
        found,
        features,
        kernel,
        target,
        scale,
        seed,
        number,
        LEVEL,
        room.rarity(choices[0]),
        number < count,
        _times(scale, median_scale(judging)) if kernel == "gaussian" else None,
        None,
    )
    if not result.useful:
        result = replace(result, useful_scale=_times(scale, useful_factor(judging, features, target)))
    return replace(result, warnings=tuple(cautions(result)))


def _hopeless(choices: tuple[Choice, ...]) -> bool:
    """Whether the lower ends of all mean errors leave none below 10^9 features for the target."""
    return all(
        choice.log_needed + 2.0 * (choice.error.low - choice.error.value) >= HOPELESS for choice in choices
    )


def _by_median(data: Any, queries: Any, kernel: str, seed: int) -> float:
    """1 over the median distance of sampled pairs of the points as they are."""
    if kernel != "gaussian":
        raise DomainError(
            "scale", MEDIAN, "a finite number > 0 (the median heuristic is for the gaussian kernel)"
        )
    asked, kept = sources(data, queries)
    found = statistics(asked, kept)
    count = sample_size(1, found.dimension)
    scale = median_scale(sampled(asked, kept, found, count, np.random.default_rng(seed)))
    if scale is None:
        raise InputError("the median distance is 0; allowed: a scale in numbers, or points that differ")
    return scale


def _times(scale: float, factor: float | None) -> float | None:
    return None if factor is None else scale * factor


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
