"""The result of a certified evaluation: decimal digits that are all correct, and the enclosing ball."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any, Self

from rftheory.domain import ComplexRational
from rftheory.domain.exact import joined
from rftheory.errors import InputError, PrecisionError
from rftheory.exact import balls
from rftheory.exact.balls import Scalar
from rftheory.exact.certified_number import CertifiedNumber, Ends, certain
from rftheory.exact.dyadic import Dyadic, to_fraction
from rftheory.exact.rich import value_html, value_latex
from rftheory.exact.scalars import Real

_SHOWN = 16  # digits in the short form


@dataclass(frozen=True, eq=False, repr=False)
class Enclosure(CertifiedNumber):
    """A certified value: `value` has `digits` correct significant digits, |value - truth| <= `radius`.

    `lower <= truth <= upper` exactly, from the ball (middle, radius) kept as mantissas and exponents of 2.
    Success proves that the formula is finite at the point. float(e) is the correctly rounded double or
    raises; `method` names the representation used. A complex value is its real part, with the imaginary part
    as an enclosure of its own, each to `digits` digits; a part that cannot be told from 0 although it is far
    below the other is given as 0 with the radius that is certain. It behaves like a number (`CertifiedNumber`):
    what is computed with it is certified too, and has as many digits as are certain then.
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

    def __repr__(self) -> str:
        parts = [_brief(text) for text in self._texts()]
        number = " and ".join(parts) + ("j" if len(parts) > 1 else "")
        certainty = "exact" if self.largest_radius == "0" else f"radius {self.largest_radius}"
        return f"Enclosure({number}, {certainty})"

    def _repr_html_(self) -> str:
        """The digits in groups of five, and the radius, for notebooks."""
        return value_html(self._texts(), self.largest_radius, self.method)

    def _repr_latex_(self) -> str:
        """The value in LaTeX, digits in groups of five."""
        return value_latex(self._texts(), self.largest_radius)

    def _texts(self) -> list[str]:
        return [self.value] if self.imaginary is None else [self.value, self.imaginary.value]

    def _mpmath_(self, bits: int, rounding: str) -> Any:
        """For mpmath: the middle of the ball, rounded to the working precision there."""
        import mpmath

        parts = [_middle(part.ball) for part in (self, self.imaginary) if part is not None]
        found = [
            mpmath.mp.make_mpf(mpmath.libmp.from_rational(m.numerator, m.denominator, bits, rounding))
            for m in parts
        ]
        return found[0] if len(found) == 1 else mpmath.mpc(*found)

    def _sympy_(self) -> Any:
        """For SymPy: a rational where the value is exact, else a Float with all digits."""
        import sympy as sp

        parts = [
            sp.Rational(part.lower.numerator, part.lower.denominator)
            if part.lower == part.upper
            else sp.Float(part.value, part.digits)
            for part in (self, self.imaginary)
            if part is not None
        ]
        return parts[0] if len(parts) == 1 else parts[0] + sp.I * parts[1]

    def identical(self, other: Enclosure) -> bool:
        """Whether both have the same digits and the same ball: one record, whatever the numbers behind are."""
        return {**vars(self), "imaginary": None} == {**vars(other), "imaginary": None} and (
            self.imaginary is other.imaginary
            if self.imaginary is None or other.imaginary is None
            else self.imaginary.identical(other.imaginary)
        )

    def scalar(self) -> Scalar:
        """The number as an exact rational or a ball."""
        real = _real(self.ball)
        if self.imaginary is None:
            return real
        imaginary = _real(self.imaginary.ball)
        if isinstance(real, balls.fmpq) and isinstance(imaginary, balls.fmpq):
            return balls.gauss(real, imaginary)
        return balls.acb(balls.arb(real), balls.arb(imaginary))

    def ends(self) -> tuple[Ends, Ends]:
        """The exact lower and upper end of the real part, and of the imaginary one."""
        zero = (Fraction(0), Fraction(0))
        return (self.lower, self.upper), zero if self.imaginary is None else self.imaginary.ends()[0]

    def made(self, value: Scalar, digits: int) -> Self:
        """The number in a ball, with as many digits up to `digits` as are certain; 0 with a radius where none is."""
        real, imaginary = (self._part(part, digits) for part in balls.parts(value))
        if imaginary.value == imaginary.radius == "0":
            return real
        return type(self)(real.value, real.radius, real.digits, real.ball, real.method, imaginary)

    def _part(self, value: Real, digits: int) -> Self:
        kept = balls.as_fraction(value) if isinstance(value, balls.fmpq) else balls.dyadics(value)
        found = certain(value, digits)
        if found is None:
            bound = balls.power_of_ten_above(abs(balls.ball(value)).upper())
            found = ("0", f"1e{bound}", 1)
        return type(self)(*found, kept, "arithmetic of balls")

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
        return max(radii, key=_power_and_digit)

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
        """-1, 0 or 1 of the real part: certified digits decide it; PrecisionError where none is."""
        if self.value == "0" and self.radius != "0":
            raise PrecisionError(f"the sign of {self!r} is not decided; ask for more digits", self)
        return 0 if self.value == "0" else -1 if self.value.startswith("-") else 1

    def _end(self, side: int) -> Fraction:
        if isinstance(self.ball, Fraction):
            return self.ball
        middle, radius = self.ball
        return to_fraction(middle) + side * to_fraction(radius)


def _power_and_digit(radius: str) -> tuple[int, Decimal, int]:
    """The order of radii, which are 0 or one digit and a power of ten as large as memory holds."""
    digit, _, power = radius.partition("e")
    return (1, Decimal(power or 0), int(digit)) if radius != "0" else (0, Decimal(0), 0)


def _brief(text: str) -> str:
    """The first digits of a decimal text."""
    mantissa, e, power = text.partition("e")
    whole = mantissa.partition(".")[0]
    sign, digits = ("-", whole[1:]) if whole.startswith("-") else ("", whole)
    if (
        len(digits) > _SHOWN and not e
    ):  # cut off within the whole part, a number would look smaller than it is
        return f"{sign}{digits[0]}.{digits[1:_SHOWN]}…e+{len(digits) - 1}"
    cut = _SHOWN + ("." in mantissa) + mantissa.startswith("-")
    return text if len(mantissa) <= cut else f"{mantissa[:cut]}…{e}{power}"


def _middle(ball: tuple[Dyadic, Dyadic] | Fraction) -> Fraction:
    return ball if isinstance(ball, Fraction) else to_fraction(ball[0])


def _real(ball: tuple[Dyadic, Dyadic] | Fraction) -> Real:
    return balls.exact(ball) if isinstance(ball, Fraction) else balls.from_dyadics(*ball)


def _to_double(number: Fraction) -> float:
    try:
        return float(number)
    except OverflowError:
        raise PrecisionError(
            f"the value is beyond the range of a double (about 10^{_size(number)}); use .value"
        ) from None


def _size(number: Fraction) -> int:
    return int((abs(number.numerator).bit_length() - number.denominator.bit_length()) * 0.30103)
