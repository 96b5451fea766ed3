"""Scales to offer: the one of the median heuristic, and one at which a mechanism is useful."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from rftheory.errors import DomainError, InputError, not_text
from rftheory.measured.kernel_words import kernel_word
from rftheory.measured.radial.names import KERNELS
from rftheory.moments import log_variances
from rftheory.moments.pairs import Invariants, Pairs
from rftheory.moments.tuning import best_rho
from rftheory.recommendation.intervals import log_mean

SMALLEST = 1e-12


def ranked_kernel(kernel: str) -> str:
    """gaussian or softmax, by any word for them; for another kernel the error says what draws its features."""
    word = kernel_word(str(kernel))
    if word in ("gaussian", "softmax"):
        return word
    other = " (features of other kernels: RandomFeatures with kernel=..)" if word in KERNELS else ""
    raise DomainError("kernel", kernel, f"gaussian or softmax{other}")


def as_scale(scale: Any, lengthscale: Any, gamma: Any, kernel: str) -> Any:
    """The scale that one of the three says: exp(-|x-y|^2/(2 l^2)) has 1/l, exp(-gamma |x-y|^2) has sqrt(2 gamma)."""
    given = {"scale": scale, "lengthscale": lengthscale, "gamma": gamma}
    said = [name for name, value in given.items() if value is not None]
    if len(said) > 1:
        raise InputError(f"{' and '.join(said)} are given; allowed: one of {', '.join(given)}")
    if said and said[0] != "scale" and kernel != "gaussian":
        raise InputError(f"{said[0]} is given for the {kernel} kernel; allowed: scale, or kernel gaussian")
    if lengthscale is not None:
        return 1.0 / positive("lengthscale", lengthscale)
    if gamma is not None:
        return math.sqrt(2.0 * positive("gamma", gamma))
    return 1.0 if scale is None else scale


def positive(name: str, value: Any) -> float:
    """The value as a float; DomainError unless it is a finite number > 0."""
    real = isinstance(value, (int, float, np.number)) and not isinstance(value, bool)
    if not real or not 0.0 < value < math.inf:
        raise DomainError(name, value, f"a finite number > 0{not_text(value)}")
    return float(value)


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
