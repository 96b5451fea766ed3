"""Blocks of doubles with bounds on how far they are from the exact numbers, and their arithmetic."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Bound = Any
"""A number that holds for the whole block, or an array."""

UNIT = 1.2e-16
"""The relative error of one rounding, 2^-53, with room for the roundings of the bounds themselves."""
FUNCTION = 8.0 * UNIT
"""What NumPy's exp, log, powers, sine and hyperbolic functions are taken to be within: four units in the last place."""
SMALL, LOST = 1e-300, 1e-307
"""Below SMALL a result may have lost digits to underflow: by less than LOST."""


ALIKE = 1e-14
"""Bounds up to here are one for their block: most of 1e-13 is left to what follows."""


@dataclass(frozen=True)
class Rounded:
    """Numbers x with |x - value| <= relative |value| + absolute, as far as NumPy and SciPy keep their word."""

    value: Floats
    relative: Bound = 0.0
    absolute: Bound = 0.0

    @functools.cached_property
    def ends(self) -> tuple[float, float]:
        """The smallest and the largest value."""
        if self.value.ndim == 0:
            return (float(self.value),) * 2
        return float(np.min(self.value)), float(np.max(self.value))

    @property
    def alike(self) -> bool:
        """Whether one relative bound is all that is known."""
        return isinstance(self.relative, float) and _nothing(self.absolute)

    @property
    def exact(self) -> bool:
        """Whether these are the numbers themselves."""
        return self.alike and self.relative == 0.0

    def opposite(self) -> Rounded:
        """-x."""
        return Rounded(-self.value, self.relative, self.absolute)

    def error(self, factor: float = 1.0) -> Bound:
        """The bound on |x - value|, times a number."""
        if self.exact:
            return 0.0
        error = np.abs(self.value) * (self.relative * factor)
        return error if _nothing(self.absolute) else error + self.absolute * factor

    def most(self) -> float:
        """A number that the bound on |x - value| exceeds nowhere: no number where a value is none."""
        low, high = self.ends
        return float(np.max(self.relative) * np.maximum(-low, high) + np.max(self.absolute))

    def share(self) -> Bound:
        """The bound on |x - value| / |value|; no number, or infinite, where nothing is known."""
        return (
            self.relative if _nothing(self.absolute) else self.relative + self.absolute / np.abs(self.value)
        )

    def stretch(self) -> Bound:
        """The bound on |log(x / value)|."""
        return grown(self.share())


def grown(e: Bound) -> Bound:
    """More than exp(e) - 1 and than -log(1 - e), where e is at most a half; beyond it no bound.

    One number for the block where the largest is small.
    """
    largest = e if isinstance(e, float) else float(np.max(e))
    if largest <= ALIKE or (isinstance(e, float) and largest <= 0.5):
        return largest * (1.0 + largest)
    return np.inf if isinstance(e, float) else np.where(e <= 0.5, e * (1.0 + e), np.inf)


def _nothing(bound: Bound) -> bool:
    return isinstance(bound, float) and bound == 0.0


UNKNOWN = Rounded(np.asarray(np.nan), np.inf)
"""A number of which nothing is known."""


def made(value: Any, relative: Bound = 0.0, absolute: Bound = 0.0) -> Rounded:
    """A result with its bounds, and what underflow may have taken."""
    value = np.asarray(value, dtype=np.float64)
    if np.any(np.abs(value) < SMALL):
        absolute = absolute + LOST
    return Rounded(value, relative, absolute)


def plus(left: Rounded, right: Rounded) -> Rounded:
    """x + y: numbers of one sign keep the larger share, others their errors."""
    value = np.asarray(left.value + right.value)
    if left.alike and right.alike:
        if left.relative == right.relative == 0.0:
            return Rounded(value, UNIT)
        (low, high), (least, most) = left.ends, right.ends
        if (low >= 0.0 and least >= 0.0) or (high <= 0.0 and most <= 0.0):
            return Rounded(value, max(left.relative, right.relative) * (1.0 + UNIT) + UNIT)
    errors = [side.error(1.0 + UNIT) for side in (left, right) if not side.exact]
    return Rounded(value, UNIT, functools.reduce(np.add, errors))


def times(left: Rounded, right: Rounded) -> Rounded:
    """x y."""
    if left.exact and left.value.ndim == 0 and abs(float(left.value)) in (1.0, 2.0, 4.0):
        return Rounded(
            np.asarray(left.value * right.value), right.relative, abs(float(left.value)) * right.absolute
        )
    relative = left.relative + right.relative + left.relative * right.relative + UNIT
    absolute = 0.0
    if not _nothing(right.absolute):
        absolute = np.abs(left.value) * (1.0 + left.relative) * right.absolute
    if not _nothing(left.absolute):
        more = np.abs(right.value) * (1.0 + right.relative) * left.absolute
        absolute = more if _nothing(right.absolute) else absolute + more + left.absolute * right.absolute
    try:
        with np.errstate(under="raise"):
            return Rounded(np.asarray(left.value * right.value), relative, absolute)
    except FloatingPointError:
        return Rounded(np.asarray(left.value * right.value), relative, absolute + LOST)


def reciprocal(x: Rounded) -> Rounded:
    """1 / x."""
    return made(1.0 / x.value, grown(x.stretch()) + UNIT)


def power(base: Rounded, exponent: Rounded) -> Rounded:
    """x^p; of a negative x where p is an integer."""
    fixed = float(exponent.value) if exponent.exact and exponent.value.ndim == 0 else None
    if fixed == 2.0:
        return times(base, base)
    if fixed == -1.0:
        return reciprocal(base)
    value = np.sqrt(base.value) if fixed == 0.5 else np.power(base.value, exponent.value)
    if base.exact and exponent.exact:
        return made(value, FUNCTION)
    change = (np.abs(exponent.value) if fixed is None else abs(fixed)) * base.stretch()
    if not exponent.exact:
        change = change + (np.abs(np.log(np.abs(base.value))) + base.stretch()) * exponent.error()
    return made(value, grown(change) + FUNCTION)
