"""How much of an exact error a few draws show, by the kurtosis of one draw.

An exact error may rest on draws so rare that a hundred of them never meet one. The mean S of n squared errors of a pair
has E S = 1 (in units of the exact squared error) and E S^2 = 1 + (kurtosis - 1)/n, so by Hölder's inequality
E sqrt(S) >= (E S)^(3/2) / (E S^2)^(1/2) = (1 + (kurtosis - 1)/n)^(-1/2): so much of the exact error is sure to be seen.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from rftheory.measured.inputs import Floats
from rftheory.recommendation.intervals import Interval, log_mean

DRAWS = 100


@dataclass(frozen=True)
class Rarity:
    """`log_seen`: the mean error that `draws` draws are sure to show on average; `log_enough`: draws that show `low`.

    Both for independent projections, coupled ones counted as such.
    """

    draws: int
    log_seen: float
    log_enough: float

    @property
    def trusted(self) -> bool:
        """Whether so many draws are sure to show, on average, an error within the stated interval."""
        return self.log_enough <= math.log(self.draws)


def rarity(errors: Floats, log_kurtosis: Floats, interval: Interval, draws: int = DRAWS) -> Rarity:
    """By the bound above, for logarithms of relative errors and of kurtoses of the same pairs."""
    if interval.low == -math.inf:
        return Rarity(draws, seen(errors, log_kurtosis, math.log(draws)), 0.0)
    low, high = 0.0, math.log(draws)
    while seen(errors, log_kurtosis, high) < interval.low and high < 1e7:
        low, high = high, 2.0 * high
    for _ in range(60 if high < 1e7 else 0):
        middle = (low + high) / 2.0
        enough = seen(errors, log_kurtosis, middle) >= interval.low
        low, high = (low, middle) if enough else (middle, high)
    return Rarity(draws, seen(errors, log_kurtosis, math.log(draws)), high if high < 1e7 else math.inf)


def seen(errors: Floats, log_kurtosis: Floats, log_draws: float) -> float:
    """log of the mean over pairs of error (1 + (kurtosis - 1)/draws)^(-1/2)."""
    excess = log_kurtosis + np.log(-np.expm1(-np.maximum(log_kurtosis, 1e-12)))
    return log_mean(errors - np.logaddexp(0.0, excess - log_draws) / 2.0)
