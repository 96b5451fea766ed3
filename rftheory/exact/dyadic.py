"""Binary numbers mantissa * 2^exponent as pairs, and their exact fractions."""

from __future__ import annotations

from fractions import Fraction

from rftheory.errors import PrecisionError

Dyadic = tuple[int, int]
_LARGEST_SHIFT = 1 << 26  # 8 MB for an end, about 10^(2 * 10^7)


def to_fraction(number: Dyadic) -> Fraction:
    """mantissa * 2^exponent exactly; PrecisionError where that would not fit in memory."""
    mantissa, exponent = number
    if abs(exponent) > _LARGEST_SHIFT:
        raise PrecisionError(
            f"a power of two with {exponent.bit_length()} bits is beyond exact endpoints; use the decimal text or the logarithm"
        )
    return Fraction(mantissa << exponent) if exponent >= 0 else Fraction(mantissa, 1 << -exponent)
