"""Scales to offer: the one of the median heuristic, and one at which a mechanism is useful."""

from __future__ import annotations

import math

import numpy as np

from rftheory.moments import log_variances
from rftheory.moments.pairs import Invariants, Pairs
from rftheory.moments.tuning import best_rho
from rftheory.recommendation.intervals import log_mean

SMALLEST = 1e-12


def median_scale(pairs: Pairs) -> float | None:
    """1 over the median of |x - y| over pairs of different points; None where there are none.

    Points times this have the median distance 1, so that the Gaussian kernel has its bandwidth there.
    """
    squares = pairs.invariants.minus
    apart = squares[squares > 0.0]
    return 1.0 / math.sqrt(float(np.median(apart))) if len(apart) else None


def useful_factor(pairs: Pairs, features: int, target: float) -> float | None:
    """The largest factor <= 1 of all points at which independent rows reach the target on these pairs; by bisection.

    By trigonometric or optimal positive features, whose mean errors grow with the factor. None below SMALLEST.
    """
    found = pairs.invariants
    low, high = math.log(SMALLEST), 0.0
    if _least_error(found, high, features) <= math.log(target):
        return 1.0
    if _least_error(found, low, features) > math.log(target):
        return None
    for _ in range(40):
        middle = (low + high) / 2.0
        reached = _least_error(found, middle, features) <= math.log(target)
        low, high = (middle, high) if reached else (low, middle)
    return math.exp(low)


def _least_error(pairs: Invariants, log_factor: float, features: int) -> float:
    """log of the mean relative error of the better one of the two with so many features."""
    square = math.exp(2.0 * log_factor)
    plus = square * pairs.plus
    rho = best_rho(float(np.mean(plus)), pairs.d)
    errors = [(log_variances.optimal_positive(plus, pairs.d, rho) - math.log(features)) / 2.0]
    if features >= 2:
        errors.append((log_variances.cosh_type(square * pairs.minus) - math.log(features // 2)) / 2.0)
    return min(map(log_mean, errors))
