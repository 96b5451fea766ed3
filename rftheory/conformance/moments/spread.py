"""Mean and variance of draws of which nothing is known, with intervals from their own spread."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from rftheory.measured.inputs import Floats

LEVEL = 0.01
"""How often an interval that is only a description misses, where the draws' spread tells the truth about them."""


@dataclass(frozen=True)
class Described:
    """A number with the interval around it."""

    value: float
    low: float
    high: float

    @property
    def nothing(self) -> bool:
        """Whether zero is in it."""
        return self.low <= 0.0 <= self.high


def reach(count: int, level: float = LEVEL) -> float:
    """How many standard errors an interval goes to each side, one of `count` that are looked at together.

    sqrt(2 log(2 count / level)): sub-Gaussian, so that it is wider than the normal one.
    """
    return math.sqrt(2.0 * math.log(2.0 * count / level))


def mean(values: Floats, count: int = 1, level: float = LEVEL) -> Described:
    """The mean of independent values, with the interval that their own spread gives."""
    centre = float(np.mean(values))
    spread = float(np.std(values)) if len(values) > 1 else math.inf
    half = reach(count, level) * spread / math.sqrt(len(values))
    return Described(centre, centre - half, centre + half)


def variance(values: Floats, count: int = 1, level: float = LEVEL) -> Described:
    """Their variance, never below zero."""
    found = mean((values - np.mean(values)) ** 2, count, level)
    return Described(found.value, max(0.0, found.low), found.high)
