"""Scales: read from a bandwidth or gamma; offered, by the median heuristic and as one at which features are useful."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from rftheory.errors import DomainError, InputError
from rftheory.measured.inputs import Floats
from rftheory.moments import log_variances
from rftheory.moments.pairs import Invariants, Pairs
from rftheory.moments.radial_kernels import StationaryKernel
from rftheory.moments.tuning import best_rho
from rftheory.moments.waves.wave_errors import row_variances
from rftheory.recommendation.intervals import log_mean

SMALLEST = 1e-12
MOST_PAIRS = 1024
GAMMAS: dict[str, Callable[[float], float]] = {
    "gaussian": lambda gamma: math.sqrt(2.0 * gamma),
    "laplace": lambda gamma: gamma,
}
"""What gamma is to the scale: of exp(-gamma |x-y|^2), and of exp(-gamma |x-y|_1)."""


def scale_of(kernel: Any, scale: Any, sigma: Any, gamma: Any) -> Any:
    """The scale that `sigma` or `gamma` means, or `scale` where neither is given.

    sigma: exp(-|x-y|^2/(2 sigma^2)) has the scale 1/sigma; gamma as in GAMMAS. InputError where two are given or the
    kernel has none of them, DomainError for what is not finite and > 0.
    """
    given = (
        {"sigma": sigma, "gamma": gamma} if scale == 1.0 else {"scale": scale, "sigma": sigma, "gamma": gamma}
    )
    named = [name for name, value in given.items() if value is not None]
    if len(named) > 1:
        raise InputError(f"{' and '.join(named)} are given; allowed: one of scale, sigma, gamma")
    if not named or named == ["scale"]:
        return scale
    value, known = given[named[0]], ("gaussian",) if named == ["sigma"] else tuple(GAMMAS)
    if kernel not in known:
        raise InputError(
            f"{named[0]} for the kernel {kernel}; allowed: of {', '.join(known)}; others take a scale"
        )
    if (
        isinstance(value, bool)
        or not isinstance(value, (int, float, np.number))
        or not 0.0 < value < math.inf
    ):
        raise DomainError(named[0], value, "a finite number > 0")
    return 1.0 / float(value) if named == ["sigma"] else GAMMAS[kernel](float(value))


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
    return _largest(lambda log: _least_error(found, log, features) <= math.log(target))


def useful_kernel_factor(
    kernel: StationaryKernel, differences: Floats, features: int, target: float
) -> float | None:
    """A factor <= 1 of all points at which independent rows have an error of `target` times the kernel's own rms.

    Both over these differences of different points, the first MOST_PAIRS of them. None below SMALLEST.
    """
    apart = differences[np.any(differences, axis=1)][:MOST_PAIRS]

    def reached(log_factor: float) -> bool:
        z = math.exp(log_factor) * apart
        error = float(np.mean(row_variances(kernel, z))) / (features // 2)
        return error <= target**2 * float(np.mean(kernel.value(z) ** 2))

    return _largest(reached) if len(apart) else None


def _largest(reached: Callable[[float], bool]) -> float | None:
    """The factor at which `reached`, of its logarithm, ends: by bisection."""
    low, high = math.log(SMALLEST), 0.0
    if reached(high):
        return 1.0
    if not reached(low):
        return None
    for _ in range(40):
        middle = (low + high) / 2.0
        low, high = (middle, high) if reached(middle) else (low, middle)
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
