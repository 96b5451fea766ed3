"""What a number tells: exact conversion both ways, ends, accuracy, sign."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import TypeGuard

from rftheory.exact.balls.numbers import Gauss, Scalar, arb, fmpq
from rftheory.exact.dyadic import Dyadic, to_fraction
from rftheory.exact.scalars import Ball, Rational, Real


def exact(number: Fraction | int) -> Rational:
    """An exact rational as FLINT sees it."""
    fraction = Fraction(number)
    return fmpq(fraction.numerator, fraction.denominator)


def as_fraction(value: Rational) -> Fraction:
    """A FLINT rational as a Python Fraction."""
    return Fraction(int(value.p), int(value.q))


def all_rational(values: Sequence[Scalar]) -> TypeGuard[Sequence[Rational]]:
    """Whether all of them are exact and real."""
    return all(isinstance(value, fmpq) for value in values)


def to_float(value: Real) -> float:
    """A nearby float without any promise: for cost estimates only."""
    return int(value.p) / int(value.q) if isinstance(value, fmpq) else float(value.mid())


def nearest_double(value: Real) -> float | None:
    """The double nearest to the number, None where the ball does not decide it or it is beyond doubles.

    The working precision must be at least that of a double.
    """
    try:
        low, high = (
            (float(as_fraction(value)),) * 2
            if isinstance(value, fmpq)
            else (float(value.lower()), float(value.upper()))
        )
    except OverflowError:
        return None
    return low if low == high and abs(low) < math.inf else None


def is_finite(value: Scalar) -> bool:
    """False for balls that contain a pole or have infinite radius."""
    return bool(isinstance(value, (fmpq, Gauss)) or value.is_finite())


def endpoints(value: Real) -> tuple[Fraction, Fraction]:
    """Exact rational lower and upper end of a real ball; PrecisionError where they would not fit in memory."""
    if isinstance(value, fmpq):
        point = as_fraction(value)
        return point, point
    middle, radius = (to_fraction(part) for part in dyadics(value))
    return middle - radius, middle + radius


def dyadics(value: Ball) -> tuple[Dyadic, Dyadic]:
    """Middle and radius of a real ball as (mantissa, exponent of 2), exactly."""
    pairs = (value.mid().man_exp(), value.rad().man_exp())
    middle, radius = ((int(mantissa), int(exponent)) for mantissa, exponent in pairs)
    return middle, radius


def from_dyadics(middle: Dyadic, radius: Dyadic) -> Ball:
    """The real ball of this middle and radius, exactly."""
    return arb(middle, radius)


def accuracy_bits(value: Scalar) -> int:
    """Relative accuracy in bits; an exact value counts as 2^30 bits, a ball around zero as negative."""
    if isinstance(value, (fmpq, Gauss)) or (isinstance(value, arb) and value.is_exact()):
        return 1 << 30
    return int(value.rel_accuracy_bits())


def sign(value: Real) -> int | None:
    """-1, 0 or 1 when the ball decides it, else None."""
    if isinstance(value, fmpq):
        return int(value > 0) - int(value < 0)
    if value > 0:
        return 1
    if value < 0:
        return -1
    return 0 if value.is_exact() and value == 0 else None
