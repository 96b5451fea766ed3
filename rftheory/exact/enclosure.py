"""The result of a certified evaluation: decimal digits that are all correct, and the enclosing ball."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from rftheory.errors import PrecisionError


@dataclass(frozen=True)
class Enclosure:
    """A certified real value: `value` has `digits` correct significant digits, |value - truth| <= `radius`.

    `lower <= truth <= upper` exactly. Success proves that the formula is finite at the point. float(e)
    is the correctly rounded double or raises; `method` names the representation and precision used.
    """

    value: str
    radius: str
    digits: int
    lower: Fraction
    upper: Fraction
    method: str
    value_im: str | None = None

    def __float__(self) -> float:
        low, high = _to_double(self.lower), _to_double(self.upper)
        if low != high:
            raise PrecisionError(
                f"the enclosure of {self.value} does not decide a double; ask for more digits", self
            )
        return low

    def __str__(self) -> str:
        return self.value

    @property
    def sign(self) -> int | None:
        """-1, 0 or 1 where the enclosure decides it."""
        if self.lower > 0:
            return 1
        if self.upper < 0:
            return -1
        return 0 if self.lower == self.upper else None


def _to_double(number: Fraction) -> float:
    try:
        return float(number)
    except OverflowError:
        raise PrecisionError(
            f"the value is beyond the range of a double (about 10^{_size(number)}); use .value"
        ) from None


def _size(number: Fraction) -> int:
    return int((abs(number.numerator).bit_length() - number.denominator.bit_length()) * 0.30103)
