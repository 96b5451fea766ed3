"""The result of a certified evaluation: decimal digits that are all correct, and the enclosing ball."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from rftheory.domain import ComplexRational, OwnResult
from rftheory.domain.exact import joined
from rftheory.errors import InputError, PrecisionError

Dyadic = tuple[int, int]
_LARGEST_SHIFT = 1 << 26  # 8 MB for an end, about 10^(2 * 10^7)


@dataclass(frozen=True)
class Enclosure(OwnResult):
    """A certified value: `value` has `digits` correct significant digits, |value - truth| <= `radius`.

    `lower <= truth <= upper` exactly, from the ball (middle, radius) kept as mantissas and exponents of 2.
    Success proves that the formula is finite at the point. float(e) is the correctly rounded double or
    raises; `method` names the representation used. A complex value is its real part, with the imaginary part
    as an enclosure of its own, each to `digits` digits; a part that cannot be told from 0 although it is far
    below the other is given as 0 with the radius that is certain.
    """

    value: str
    radius: str
    digits: int
    ball: tuple[Dyadic, Dyadic] | Fraction
    method: str
    imaginary: Enclosure | None = None

    @property
    def value_im(self) -> str | None:
        """The digits of the imaginary part; None for a real formula."""
        return None if self.imaginary is None else self.imaginary.value

    def __complex__(self) -> complex:
        return complex(self._double(), 0.0 if self.imaginary is None else self.imaginary._double())

    def __float__(self) -> float:
        if self.imaginary is not None and self.imaginary.value != "0":
            raise PrecisionError(f"{self} is complex and has no real double", self)
        return self._double()

    def _double(self) -> float:
        low, high = _to_double(self.lower), _to_double(self.upper)
        if low != high:
            raise PrecisionError(
                f"the enclosure of {self.value} does not decide a double; ask for more digits", self
            )
        return low

    def __str__(self) -> str:
        if self.imaginary is None:
            return self.value
        joint = "" if self.imaginary.value.startswith("-") else "+"
        return f"{self.value}{joint}{self.imaginary.value}j"

    def exact_value(self) -> Fraction | ComplexRational:
        """The value where the ball has no radius: what this stands for where it is a parameter; else InputError."""
        parts = (self,) if self.imaginary is None else (self, self.imaginary)
        for part in parts:
            if isinstance(part.ball, tuple) and part.ball[1][0]:
                raise InputError(
                    f"an exact number; this value is certain to within {part.radius} only: give its decimal text "
                    ".value, or an end .lower or .upper, which are then taken exactly"
                )
        return joined(self.lower, Fraction(0) if self.imaginary is None else self.imaginary.lower)

    @property
    def largest_radius(self) -> str:
        """The radius that holds for the real and the imaginary part."""
        radii = [self.radius] if self.imaginary is None else [self.radius, self.imaginary.radius]
        return max(radii, key=Decimal)

    @property
    def lower(self) -> Fraction:
        """The exact lower end; PrecisionError beyond about 10^(+-2*10^7), where only text is kept."""
        return self._end(-1)

    @property
    def upper(self) -> Fraction:
        """The exact upper end; PrecisionError as for `lower`."""
        return self._end(1)

    @property
    def sign(self) -> int:
        """-1, 0 or 1: digits are certified, so the enclosure always decides it."""
        return 0 if self.value == "0" else -1 if self.value.startswith("-") else 1

    def _end(self, side: int) -> Fraction:
        if isinstance(self.ball, Fraction):
            return self.ball
        middle, radius = self.ball
        return to_fraction(middle) + side * to_fraction(radius)


def to_fraction(number: Dyadic) -> Fraction:
    """mantissa * 2^exponent exactly; PrecisionError where that would not fit in memory."""
    mantissa, exponent = number
    if abs(exponent) > _LARGEST_SHIFT:
        raise PrecisionError(f"2^{exponent} is beyond exact endpoints; use the decimal text or the logarithm")
    return Fraction(mantissa << exponent) if exponent >= 0 else Fraction(mantissa, 1 << -exponent)


def _to_double(number: Fraction) -> float:
    try:
        return float(number)
    except OverflowError:
        raise PrecisionError(
            f"the value is beyond the range of a double (about 10^{_size(number)}); use .value"
        ) from None


def _size(number: Fraction) -> int:
    return int((abs(number.numerator).bit_length() - number.denominator.bit_length()) * 0.30103)
