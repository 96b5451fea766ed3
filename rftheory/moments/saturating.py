"""Exponentials that are beyond the numbers of double precision: infinite above the largest, 0 below the smallest."""

from __future__ import annotations

import math

_SAFE = 700.0


def scaled(value: float, log: float) -> float:
    """value e^log; infinite where that is above the largest number; 0 stays 0, and what is infinite infinite."""
    if abs(log) < _SAFE or value == 0.0 or math.isinf(value):
        return value * math.exp(log) if abs(log) < _SAFE else value
    whole = log + math.log(abs(value))
    return math.copysign(math.exp(whole) if whole < _SAFE else math.inf, value)
