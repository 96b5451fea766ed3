"""Errors at single pairs: over angles and norms (Figures 1, 2 and 5), and over the pairs of a data set (Table 1)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from rftheory.errors import InputError
from rftheory.measured.inputs import Floats, generator, integer, points
from rftheory.studies.contestants import Contestant


@dataclass(frozen=True)
class Pointwise:
    """What `size` estimates at one pair came to."""

    name: str
    r: float
    theta: float
    true: float
    low: float
    high: float
    relative_error: float
    negative: float


@dataclass(frozen=True)
class PairErrors:
    """Mean squared error over the pairs of a data set, and its standard error over repetitions."""

    name: str
    mse: float
    standard_error: float


def angle_study(
    contestants: Sequence[Contestant],
    radii: Sequence[float],
    angles: Sequence[float],
    *,
    rng: np.random.Generator,
    d: int = 64,
    size: int = 2000,
) -> list[Pointwise]:
    """5th and 95th percentiles of `size` estimates for x, y of norm r at angle theta, and sqrt(MSE)/SM from as many
    draws of `Contestant.error`."""
    rng, found = generator(rng), []
    for contestant in contestants:
        for r in radii:
            for theta in angles:
                x, y = np.zeros((2, integer("d", d, 2)))
                x[0], y[0], y[1] = r, r * math.cos(theta), r * math.sin(theta)
                true = math.exp(float(x @ y))
                values = contestant.estimates(x, y, rng=rng, size=size)
                low, high = np.quantile(values, (0.05, 0.95))
                error = math.sqrt(contestant.error(x, y, rng=rng, size=size)) / true
                negative = float(np.mean(values < 0.0))
                found.append(
                    Pointwise(contestant.name, r, theta, true, float(low), float(high), error, negative)
                )
    return found


def largest_errors(found: Sequence[Pointwise]) -> dict[tuple[str, float], float]:
    """The largest relative error over the angles, by contestant and norm."""
    largest: dict[tuple[str, float], float] = {}
    for point in found:
        key = point.name, point.r
        largest[key] = max(largest.get(key, 0.0), point.relative_error)
    return largest


def pair_study(
    contestants: Sequence[Contestant],
    data: Floats,
    *,
    rng: np.random.Generator,
    pairs: int = 100,
    repeats: int = 20,
) -> list[PairErrors]:
    """MSE of SM over `pairs` random pairs of different rows of `data`, one draw of all projections a repetition.

    The same pairs for every contestant.
    """
    x, rng = points(data), generator(rng)
    if len(x) < 2:
        raise InputError("data has one row; allowed: at least two")
    first = rng.integers(len(x), size=integer("pairs", pairs, 1))
    second = (first + rng.integers(1, len(x), size=pairs)) % len(x)
    true, found = np.exp(np.vecdot(x[first], x[second])), []
    for contestant in contestants:
        errors = np.empty(integer("repeats", repeats, 2))
        for repeat in range(repeats):
            estimates = np.diagonal(contestant.kernel(x[first], x[second], rng=rng))
            errors[repeat] = np.mean((estimates - true) ** 2)
        spread = float(np.std(errors, ddof=1)) / math.sqrt(repeats)
        found.append(PairErrors(contestant.name, float(np.mean(errors)), spread))
    return found
