"""The recommendation: every mechanism on sampled pairs of the user's data, tuned, judged exactly, ranked."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal, overload

import numpy as np

from rftheory.errors import DomainError, InputError
from rftheory.measured.inputs import integer
from rftheory.measured.kernel_words import kernel_word
from rftheory.moments.catalogue import ranked_couplings, ranked_maps
from rftheory.moments.dense.relative import DenseMoments
from rftheory.moments.pairs import Pairs
from rftheory.moments.relative_moments import AbstractRelativeMoments, AngularMoments
from rftheory.recommendation.cautions import cautions
from rftheory.recommendation.judging import Choice, Room
from rftheory.recommendation.kernel_advice import rank_kernels
from rftheory.recommendation.kernel_ranking import KernelRanking
from rftheory.recommendation.pairs import LEVEL, sample_size, sampled
from rftheory.recommendation.ranking import HOPELESS, Recommendation
from rftheory.recommendation.scales import median_scale, scale_of, useful_factor
from rftheory.recommendation.sources import sources
from rftheory.recommendation.statistics import Statistics, statistics

TARGET = 0.1
TUNING_NUMBERS = 1 << 18
LOOK, LEAST_LOOK, LOOK_NUMBERS = 64, 16, 1 << 18
MEDIAN = "median"
WIDEST_MATRIX = 128
"""Beyond so many columns no dense matrix is ranked: its entries are too many to choose and to keep."""
DISCRETE = ("poisson", "poisson-each", "geometric")


@overload
def recommend(
    data: Any,
    queries: Any = None,
    *,
    features: int,
    kernel: Literal["gaussian", "softmax"] = "gaussian",
    parameters: None = None,
    target: float = TARGET,
    scale: float | str = 1.0,
    sigma: float | None = None,
    gamma: float | None = None,
    pairs: int | None = None,
    seed: int = 0,
) -> Recommendation: ...


@overload
def recommend(
    data: Any,
    queries: Any = None,
    *,
    features: int,
    kernel: str | Sequence[str],
    parameters: Mapping[str, Any] | None = None,
    target: float = TARGET,
    scale: float | str = 1.0,
    sigma: float | None = None,
    gamma: float | None = None,
    pairs: int | None = None,
    seed: int = 0,
) -> Recommendation | KernelRanking: ...


def recommend(
    data: Any,
    queries: Any = None,
    *,
    features: int,
    kernel: str | Sequence[str] = "gaussian",
    parameters: Mapping[str, Any] | None = None,
    target: float = TARGET,
    scale: float | str = 1.0,
    sigma: float | None = None,
    gamma: float | None = None,
    pairs: int | None = None,
    seed: int = 0,
) -> Recommendation | KernelRanking:
    """Mechanisms ranked by their exact error on pairs of the user's data (a file or an array, points in rows).

    `data` are keys where `queries` are given, else both. Points are multiplied by `scale` first; "median": by 1 over the
    median distance, not for softmax. In its place: `sigma` of exp(-|x-y|^2/(2 sigma^2)), or `gamma` of exp(-gamma |x-y|^2),
    and of exp(-gamma |x-y|_1) where the kernel is laplace. `pairs`: how many are drawn; by default as many as the stated confidence asks
    for, and a few where these show that nothing is useful. Errors are mean relative ones for the gaussian and the softmax
    kernel. Another stationary kernel (matern32, rq, laplace, ..), several of them, or `parameters` (nu, alpha, power, beta,
    lengthscale) give a `KernelRanking` by the root mean squared error, `target` too. InputError for data that cannot be
    used.
    """
    features, seed = integer("features", features, 1), integer("seed", seed, 0)
    if isinstance(kernel, (str, list, tuple)):
        kernel = (
            kernel_word(kernel) if isinstance(kernel, str) else [kernel_word(str(each)) for each in kernel]
        )
    target, scale = _positive("target", target), scale_of(kernel, scale, sigma, gamma)
    if kernel not in ("gaussian", "softmax") or parameters is not None:
        names = (kernel,) if isinstance(kernel, str) or not isinstance(kernel, Sequence) else tuple(kernel)
        return rank_kernels(
            data,
            queries,
            names,
            parameters,
            features=features,
            target=target,
            scale=scale,
            pairs=pairs,
            seed=seed,
        )
    assert isinstance(kernel, str)
    return _by_relative_error(data, queries, features, kernel, target, scale, pairs, seed)


def _by_relative_error(
    data: Any,
    queries: Any,
    features: int,
    kernel: str,
    target: float,
    scale: float | str,
    pairs: int | None,
    seed: int,
) -> Recommendation:
    """The ranking for the gaussian or the softmax kernel."""
    if scale == MEDIAN:
        scale = _by_median(data, queries, kernel, seed)
    scale = _positive("scale", scale)
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
        if isinstance(one, DenseMoments) and not 1 < found.dimension <= WIDEST_MATRIX:
            continue
        shifts = ["none", *(["mean"] if centred and one.moves else [])]
        shifts += ["minimum"] if name in DISCRETE and np.any(found.minimum) else []
        for coupling in rows if one.couples and found.dimension > 1 else rows[:1]:
            for shift in shifts:
                yield coupling, one, shift


def _rank(choice: Choice) -> tuple[float, float, str]:
    return choice.error.value, choice.log_needed, choice.title


def _positive(name: str, value: Any) -> float:
    if (
        isinstance(value, bool)
        or not isinstance(value, (int, float, np.number))
        or not 0.0 < value < math.inf
    ):
        raise DomainError(name, value, "a finite number > 0")
    return float(value)
