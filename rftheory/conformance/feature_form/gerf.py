"""Generalised exponential features with real A, s = 1: A and D read off from the features at 0.

log phi(0) = -log(m)/2 + log D + A|w|^2, and slopes at the axes are B w. So log phi(0) is linear in |B w|^2, with slope
A/B^2 = A/(1-4A), and what it is at |B w| = 0 tells D. A = 0 makes positive random features.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from rftheory.conformance.feature_form.recovery import STEPS, FeatureForm
from rftheory.measured.inputs import Floats

Tilt = Literal["vanishing", "another A", "another sign", "too steep", "another power of 1 - 4A", "unknown"]
"""How the slope of log phi(0) in |B w|^2 departs from that of A."""
Constant = Literal["m", "1/m", "m/d", "another sign", "another power of D", "unknown"]
"""The factor that phi(0).phi(0) has too much."""
NEAR, FAR = 0.2, 0.5
LARGEST = 700.0
UNEXPLAINED = 0.05


@dataclass(frozen=True)
class Line:
    """log(phi_q(0) phi_k(0)) over |B w|^2 of m features a draw: its slope is 2A/B^2, its level 2 log D - log m.

    `slope` None: all |B w| are one number. `square`: mean of |B w|^2/d. Errors are rounding alone, at its worst;
    `straight` says that the line explains nearly all that heights differ by, and that this is more than rounding.
    """

    slope: float | None
    level: float
    residual: float
    square: float
    error: float
    slope_error: float
    level_error: float
    straight: bool = False


def line(
    queries: Floats, keys: Floats, d: int, form: FeatureForm, floor: float, rounding: float
) -> Line | None:
    """The least-squares line through all features of a few draws (n, p, m); None where one of them is no positive number."""
    columns, drawn = np.concatenate([form.first, form.second]), []
    for query, key in zip(queries[:, : 2 * d + 1], keys[:, : 2 * d + 1], strict=True):
        found = _heights(query[:, columns] - floor, key[:, columns] - floor, d)
        if found is None:
            return None
        drawn.append(found)
    heights = np.concatenate([one for one, _, _ in drawn])
    squares = np.concatenate([one for _, one, _ in drawn])
    largest = max(one for _, _, one in drawn)
    centre, spread = float(np.mean(squares)), float(np.std(squares))
    one = 16.0 * math.sqrt(d) * rounding * (1.0 + largest)
    blur = 4.0 * math.sqrt(float(np.max(squares)) * d) * one
    if spread <= (1e-6 + 16.0 * rounding) * centre:
        error = 2.0 * one + float(np.ptp(heights))
        return Line(None, float(np.mean(heights)), 0.0, centre / d, error, math.inf, error)
    tilt = float(np.mean((squares - centre) * (heights - np.mean(heights)))) / spread**2
    level = float(np.mean(heights)) - tilt * centre
    rest = heights - level - tilt * squares
    residual, size = float(np.max(np.abs(rest))), float(np.std(heights))
    error = 1e-13 + 2.0 * one + abs(tilt) * blur
    return Line(
        tilt / 2.0,
        level,
        residual,
        centre / d,
        error,
        4.0 * error / spread,
        4.0 * error * (1.0 + centre / spread),
        size > 2.0 * one and float(np.std(rest)) < UNEXPLAINED * size,
    )


def _heights(queries: Floats, keys: Floats, d: int) -> tuple[Floats, Floats, float] | None:
    """log(phi_q(0) phi_k(0)) and |B w|^2 of one draw, and the largest logarithm; None where a feature is no positive number."""
    if not all(np.min(part) > 0.0 and np.max(part) < np.inf for part in (queries, keys)):
        return None
    logs = np.log(queries)
    slopes = (logs[1 : d + 1] - logs[d + 1 :]) / (2.0 * STEPS["exponential"])
    return logs[0] + np.log(keys[0]), np.sum(slopes * slopes, axis=0), float(np.max(np.abs(logs)))


def shows(found: Line | None) -> bool:
    """Whether the features are generalised ones with an A that is not 0: a line, to rounding, that is not level."""
    return (
        found is not None
        and found.slope is not None
        and found.residual <= found.error
        and (abs(found.slope) > found.slope_error or found.straight)
    )


def width(a: float, d: int) -> float:
    """2 log D = (d/2) log(1 - 4A)."""
    return 0.5 * d * math.log1p(-4.0 * a)


def tilted(a: float) -> float:
    """A/B^2 = A/(1 - 4A)."""
    return a / (1.0 - 4.0 * a)


def from_slope(slope: float) -> float | None:
    """A of A/(1 - 4A); None for a slope that no A < 1/4 has."""
    return slope / (1.0 + 4.0 * slope) if 1.0 + 4.0 * slope > 0.0 else None


def from_level(level: float, d: int) -> float:
    """A of 2 log D = level."""
    return -math.expm1(min(2.0 * level / d, LARGEST)) / 4.0


@dataclass(frozen=True)
class GeneralisedReading:
    """A as it is declared or recognised, how the line departs from it, the A by which rows are read off.

    `off`: log of phi(0).phi(0) over what D^2 gives, None where nothing is said of D; `constant`: what that is.
    """

    line: Line | None
    declared: float | None
    a: float
    departure: Tilt
    rows_a: float
    off: float | None
    constant: Constant

    @property
    def misfit(self) -> tuple[float, float]:
        """How far the slope is from that of A, or the heights from any line, and the most that rounding explains."""
        found = self.line
        if found is None:
            return math.inf, 0.0
        if found.slope is None:
            return 0.0, 0.0
        if found.residual > found.error:
            return found.residual, found.error
        return abs(found.slope - self.wanted), found.slope_error

    @property
    def wanted(self) -> float:
        """The slope of A."""
        return tilted(self.a) if self.a < 0.25 else math.nan


def reading(found: Line | None, declared: float | None, d: int, m: int) -> GeneralisedReading:
    """What the line says of the declared A, or of the one that it shows itself, and of D."""
    if found is None:
        return GeneralisedReading(
            None, declared, declared or 0.0, "vanishing", declared or 0.0, None, "unknown"
        )
    level = found.level + math.log(m)
    a, departure = _parameter(found, declared, level, d, m)
    first = GeneralisedReading(found, declared, a, departure, a, None, "unknown")
    effect, limit = first.misfit
    other = None if found.slope is None else from_slope(found.slope)
    if not effect <= limit and other is not None:
        if a >= 0.25 or abs(level - width(other, d)) <= found.level_error:
            return replace(first, rows_a=other)
    elif a >= 0.25:
        return replace(first, rows_a=0.0)
    if found.slope is None and found.level_error > 1.0:
        return first
    off = level - width(a, d) - (2.0 * a * d if found.slope is None else 0.0)
    return replace(first, off=off, constant=constant_departure(off, a, d, m, found.level_error))


def _parameter(found: Line, declared: float | None, level: float, d: int, m: int) -> tuple[float, Tilt]:
    """A, and what a slope that does not fit it means; without a declared A two of slope, D and |B w| settle it."""
    slope = found.slope
    if slope is None:
        return declared or 0.0, "another A"
    by_slope = from_slope(slope)
    fits = by_slope is not None and abs(level - width(by_slope, d)) <= found.level_error
    tilt = slope * found.square
    if declared is not None:
        if fits and by_slope is not None:
            opposite = (
                declared != 0.0 and abs(by_slope + declared) <= 1e-6 * abs(declared) + 4.0 * found.slope_error
            )
            return declared, "another sign" if opposite else "another A"
        heavy = declared <= 0.0 and tilt >= 0.25 * (1.0 + NEAR)
        return declared, "too steep" if heavy else slope_departure(found, slope, declared)
    if fits and by_slope is not None:
        return by_slope, "another A"
    if tilt >= 0.25 * (1.0 + NEAR / 2.0):
        return tilt, "too steep"
    short = abs(found.square * (1.0 + 4.0 * slope) - 1.0)
    if by_slope is not None and short < FAR:
        named = constant_departure(level - width(by_slope, d), by_slope, d, m, found.level_error)
        if named != "unknown":
            return by_slope, "another A"
    by_level = from_level(level, d)
    departure = slope_departure(found, slope, by_level)
    if departure == "unknown" and by_slope is not None and short < NEAR:
        return by_slope, "another A"
    return by_level, departure


def slope_departure(found: Line, slope: float, a: float) -> Tilt:
    """What turns A/(1-4A) into the slope that was found."""

    def near(other: float) -> bool:
        return abs(slope - other) <= 4.0 * found.slope_error + 1e-6 * abs(slope)

    signs = [-tilted(a), *([a / (1.0 + 4.0 * a), -a / (1.0 + 4.0 * a)] if a > -0.25 else [])]
    if any(map(near, signs)):
        return "another sign"
    if any(map(near, (a, a / (1.0 - 4.0 * a) ** 2, a / math.sqrt(1.0 - 4.0 * a)))):
        return "another power of 1 - 4A"
    return "unknown"


def constant_departure(off: float, a: float, d: int, m: int, room: float) -> Constant:
    """What D is wrong by: `off` is the logarithm of the factor of phi(0).phi(0)."""

    def near(other: float) -> bool:
        return abs(off - other) <= room + 1e-6

    right = width(a, d)
    known: tuple[tuple[float, Constant], ...] = (
        (math.log(m), "m"),
        (-math.log(m), "1/m"),
        (math.log(m / d), "m/d"),
    )
    found = next((name for value, name in known if value != 0.0 and near(value)), None)
    if found is not None:
        return found
    if a > -0.25 and near(width(-a, d) - right):
        return "another sign"
    wrong = [factor * right for factor in (-1.0, -0.5, 1.0, 3.0, -2.0)]
    return "another power of D" if any(map(near, wrong)) else "unknown"
