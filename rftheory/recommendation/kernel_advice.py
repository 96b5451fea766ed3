"""The recommendation for stationary kernels: sampled pairs of a user's points, every kernel and coupling, ranked."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from rftheory.errors import DomainError, InputError
from rftheory.measured.inputs import integer
from rftheory.recommendation.kernel_ranking import KernelRanking, count, judged, kernel_sizes, named_kernels
from rftheory.recommendation.pairs import LEVEL, sample_size, sampled
from rftheory.recommendation.scales import median_scale, useful_kernel_factor
from rftheory.recommendation.sources import sources
from rftheory.recommendation.statistics import Statistics, statistics

MEDIAN = "median"
NOTICED = 1e-3
"""A coupling that changes the error by less than this share is not spoken of."""


def rank_kernels(
    data: Any,
    queries: Any,
    kernels: Sequence[str],
    parameters: Mapping[str, Any] | None,
    *,
    features: int,
    target: float,
    scale: float | str,
    pairs: int | None,
    seed: int,
) -> KernelRanking:
    """Kernels and couplings by the exact root mean squared error of the estimate over pairs of the data, k(0) = 1.

    Arguments as those of `recommend`. InputError for data or kernels that cannot be used, DomainError for fewer than
    two features. Source: beyond, spectral/variance and spectral/orf/contour.
    """
    if features < 2:
        raise DomainError("features", features, "at least 2: a sine and a cosine")
    if not kernels:
        raise InputError("kernel = (); allowed: at least one name")
    if scale == MEDIAN:
        scale = _by_median(data, queries, seed)
    elif (
        isinstance(scale, bool)
        or not isinstance(scale, (int, float, np.number))
        or not 0.0 < scale < math.inf
    ):
        raise DomainError("scale", scale, "a finite number > 0, or median")
    asked, kept = sources(data, queries, float(scale))
    found = statistics(asked, kept)
    named = named_kernels(kernels, parameters, found.dimension)
    size = count(named, found.dimension)
    number = sample_size(size, found.dimension) if pairs is None else integer("pairs", pairs, 16)
    drawn = sampled(asked, kept, found, number, np.random.default_rng(seed))
    choices = (judged(one, drawn.x - drawn.y, features, target, LEVEL / size) for one in named)
    factor = median_scale(drawn)
    ranking = KernelRanking(
        tuple(
            sorted((c for each in choices for c in each), key=lambda c: (c.error.value, c.title, c.mechanism))
        ),
        features,
        target,
        float(scale),
        seed,
        number,
        LEVEL,
        found.dimension,
        (found.queries.rows, found.keys.rows),
        (found.queries.name, found.keys.name),
        kernel_sizes(named, drawn),
        None if factor is None else float(scale) * factor,
    )
    if _useless(ranking):
        best = next(one.kernel for one in named if one.kernel.name == ranking.best.title)
        useful = useful_kernel_factor(best, drawn.x - drawn.y, features, target)
        ranking = replace(ranking, useful_scale=None if useful is None else float(scale) * useful)
    return replace(ranking, warnings=tuple(_cautions(ranking, found)))


def _useless(ranking: KernelRanking) -> bool:
    """Whether the kernel of the best choice is smaller between different points than its error."""
    return ranking.kernel_sizes[ranking.best.title] < math.exp(ranking.best.error.value)


def _by_median(data: Any, queries: Any, seed: int) -> float:
    """1 over the median distance of sampled pairs of the points as they are."""
    asked, kept = sources(data, queries)
    found = statistics(asked, kept)
    drawn = sampled(asked, kept, found, sample_size(1, found.dimension), np.random.default_rng(seed))
    scale = median_scale(drawn)
    if scale is None:
        raise InputError("the median distance is 0; allowed: a scale in numbers, or points that differ")
    return scale


def _cautions(ranking: KernelRanking, found: Statistics) -> Iterator[str]:
    """What a user should know before he takes the first row."""
    best = ranking.best
    seen = ranking.kernel_sizes[best.title]
    if _useless(ranking):
        offered = (
            f"; the median heuristic's scale is {ranking.median_scale:.3g}" if ranking.median_scale else ""
        )
        if ranking.useful_scale is not None:
            offered += (
                f"; at scale {ranking.useful_scale:.3g} they would be: there the error of independent rows is "
                f"{ranking.target:g} of the kernel's root mean square, and the kernel is another one"
            )
        yield (
            f"no features of this number can be useful at scale {ranking.scale:.4g}: the {best.title} has the root mean "
            f"square {seen:.2g} between different points, less than the error{offered}"
        )
    for choice in ranking.choices:
        if choice.beside > 1.0 + NOTICED:
            yield (
                f"orthogonality hurts: {choice.mechanism} for the {choice.title} has {choice.beside:.3f} times the error "
                "of independent rows (heavy-tailed frequencies, or points far apart)"
            )
    least = min(choice.needed for choice in ranking.choices)
    if least > max(found.queries.rows, found.keys.rows):
        yield (
            f"an error of {ranking.target:g} needs {least:.0f} features, more than there are points: the exact kernel "
            "matrix costs less"
        )
    elif least > ranking.features:
        yield f"no choice reaches an error of {ranking.target:g} with {ranking.features} features; {least:.0f} do"
    if found.constant:
        columns = ", ".join(map(str, found.constant[:8])) + (", ..." if len(found.constant) > 8 else "")
        yield f"{len(found.constant)} of {found.dimension} columns are constant ({columns}): they could be left out"
