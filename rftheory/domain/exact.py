"""The exact value of a number of any library, or a refusal that says why there is none. Rounds nothing, imports no library."""

from __future__ import annotations

import numbers
import operator
from abc import ABC, abstractmethod
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from types import MemberDescriptorType
from typing import Any

from rftheory.errors import DomainError, RFTheoryError

# no short number stands for a longer one than the longest text does: 1e9999999 would fill memory
MAX_EXPONENT = 20_000
MAX_BINARY_EXPONENT = 1 << 17  # about 10^39456: room for every long double

_FINITE = "a finite number"
_REAL = (
    "a real number (int, Fraction, decimal text, float, or an exact number of SymPy, mpmath, FLINT, NumPy)"
)
_NOT_COMPLEX = "a real number; this parameter is not complex"
_NO_TRUTH = "a number, not a truth value"
_NO_TIME = "a number, not a date or a duration"
_TIMES = ("m", "M")  # the kinds of NumPy's dates and durations, which call themselves integers


@dataclass(frozen=True)
class ComplexRational:
    """An exact complex number that is not real: re + im i with rational parts, im != 0."""

    re: Fraction
    im: Fraction

    def __str__(self) -> str:
        return f"{self.re if self.re else ''}{'+' if self.im > 0 and self.re else ''}{self.im}j"


class OwnResult(ABC):
    """What this package found, where it is given back to it as a parameter."""

    @abstractmethod
    def exact_value(self) -> Fraction | ComplexRational:
        """The exact value; where there is none, an error whose text says what is allowed in its place."""


def joined(re_part: Fraction, im_part: Fraction) -> Fraction | ComplexRational:
    """The complex number of these parts; a Fraction where it is real."""
    return ComplexRational(re_part, im_part) if im_part else re_part


def exact_complex(value: object, parameter: str) -> Fraction | ComplexRational:
    """The exact value of a number of any kind, real or complex."""
    if type(value) in (int, Fraction):
        return exact_real(value, parameter)
    if isinstance(value, (ComplexRational, OwnResult)):
        return _own(value, parameter)
    parts = _parts(value)
    if parts is None:
        scalar = _scalar(value)
        return exact_real(value, parameter) if scalar is value else exact_complex(scalar, parameter)
    return joined(exact_real(parts[0], parameter), exact_real(parts[1], parameter))


def exact_real(value: object, parameter: str) -> Fraction:
    """The exact value of a real number: binary numbers of every width are rationals, symbols and balls are not."""
    if isinstance(value, bool):
        raise DomainError(parameter, value, _NO_TRUTH)
    if isinstance(value, (int, Fraction)):
        return Fraction(value)
    if isinstance(value, (ComplexRational, OwnResult)):
        own = _own(value, parameter)
        if isinstance(own, ComplexRational):
            raise DomainError(parameter, value, _NOT_COMPLEX)
        return own
    if _dtype(value) in ("b", *_TIMES):
        raise DomainError(parameter, value, _NO_TRUTH if _dtype(value) == "b" else _NO_TIME)
    found = _ratio(value, parameter)
    if found is not None:
        return found
    scalar = _scalar(value)
    if scalar is not value:
        return exact_real(scalar, parameter)
    raise DomainError(parameter, value, _why_not(value))


def _ratio(value: Any, parameter: str) -> Fraction | None:
    """By the way in which each kind of number tells its exact value; None for what has none of them."""
    if isinstance(value, numbers.Rational) or _of_flint(value, "fmpz", "fmpq"):
        return Fraction(operator.index(value.numerator), operator.index(value.denominator))
    if isinstance(value, Decimal):
        return _decimal(value, parameter)
    if _of_flint(value, "arb", "arf"):
        return _ball(value, parameter)
    if isinstance(getattr(type(value), "_mpf_", None), MemberDescriptorType):
        return _mpf(value, parameter)  # stored bits; a constant such as mpmath.pi computes them anew
    if isinstance(value, numbers.Real) and hasattr(value, "as_integer_ratio"):
        try:
            above, below = value.as_integer_ratio()
        except (OverflowError, ValueError):  # infinite, or no number
            raise DomainError(parameter, value, _FINITE) from None
        return Fraction(operator.index(above), operator.index(below))
    return None


def _decimal(value: Decimal, parameter: str) -> Fraction:
    exponent = value.as_tuple().exponent
    if not isinstance(exponent, int):
        raise DomainError(parameter, value, _FINITE)
    if abs(exponent) > MAX_EXPONENT:
        raise DomainError(parameter, value, f"a decimal exponent of at most {MAX_EXPONENT} in size")
    return Fraction(value)


def _mpf(value: Any, parameter: str) -> Fraction:
    """Of mpmath or SymPy: (sign, mantissa, exponent of 2, bits); without a mantissa 0, or not finite."""
    negative, mantissa, exponent, _ = value._mpf_
    size = operator.index(mantissa)
    if size == 0 and exponent != 0:
        raise DomainError(parameter, value, _FINITE)
    return _dyadic(-size if negative else size, operator.index(exponent), value, parameter)


def _ball(value: Any, parameter: str) -> Fraction:
    """A ball of FLINT whose radius is 0, or a number that has none."""
    if not value.is_finite():
        raise DomainError(parameter, value, _FINITE)
    if hasattr(value, "is_exact") and not value.is_exact():
        raise DomainError(
            parameter, value, "an exact number; this ball has a radius: give its .mid() if that is meant"
        )
    mantissa, exponent = value.man_exp()
    return _dyadic(operator.index(mantissa), operator.index(exponent), value, parameter)


def _dyadic(mantissa: int, exponent: int, value: object, parameter: str) -> Fraction:
    if abs(exponent) > MAX_BINARY_EXPONENT:
        raise DomainError(parameter, value, f"an exponent of 2 of at most {MAX_BINARY_EXPONENT} in size")
    return Fraction(mantissa << exponent) if exponent >= 0 else Fraction(mantissa, 1 << -exponent)


def _own(value: ComplexRational | OwnResult, parameter: str) -> Fraction | ComplexRational:
    if isinstance(value, ComplexRational):
        return value
    try:
        return value.exact_value()
    except RFTheoryError as error:
        raise DomainError(parameter, value, str(error)) from None


def _parts(value: Any) -> tuple[object, object] | None:
    """Real and imaginary part of a number of a complex type; None for every other."""
    if isinstance(value, numbers.Complex):
        return None if isinstance(value, numbers.Real) else (value.real, value.imag)
    if _of_flint(value, "acb"):
        return value.real, value.imag
    if _library(value) == "sympy" and hasattr(value, "as_coeff_Add"):
        real, rest = value.as_coeff_Add()
        size, unit = rest.as_coeff_Mul()
        return (real, size) if type(unit).__name__ == "ImaginaryUnit" else None
    return None


def _scalar(value: Any) -> object:
    """The number in an array without axes; everything else as it is."""
    if (
        getattr(value, "shape", None) == ()
        and hasattr(value, "item")
        and not isinstance(value, numbers.Number)
    ):
        return value.item()
    return value


def _why_not(value: Any) -> str:
    """What would have been allowed in place of this."""
    if _parts(value) is not None:
        return _NOT_COMPLEX
    if _library(value) == "mpmath":
        return "an exact number, such as an mpf; a constant or an interval has no exact value here"
    if _library(value) != "sympy":
        return _REAL
    if type(value).__name__ in ("Infinity", "NegativeInfinity", "ComplexInfinity", "NaN"):
        return _FINITE
    return (
        "a number; of SymPy's these are Integer, Rational, Float, and sums with a multiple of I. An irrational one, "
        "such as sqrt(2), has no exact value here: give a rational near it, as a fraction or decimal text"
    )


def _library(value: object) -> str:
    """The library that defines the type of this value."""
    return type(value).__module__.partition(".")[0]


def _dtype(value: object) -> str:
    """NumPy's letter for the kind of number that a scalar or array holds; empty for other libraries."""
    return str(getattr(getattr(value, "dtype", None), "kind", ""))


def _of_flint(value: object, *names: str) -> bool:
    return _library(value) == "flint" and type(value).__name__ in names


def entries_of(value: Any) -> list[object] | tuple[object, ...] | None:
    """The entries of a list, tuple or array, or the rows of a matrix, each at its exact value; None for anything else."""
    if isinstance(value, (list, tuple)):
        return value
    if not hasattr(value, "tolist") or _dtype(value) in _TIMES:
        return None
    listed = value.tolist()
    return listed if isinstance(listed, list) else [listed]


def line_of(value: object) -> list[object] | tuple[object, ...] | None:
    """As `entries_of`, with a matrix of one row or column as a vector where a library has no other vectors."""
    found = entries_of(value)
    if (
        found
        and _library(value) in ("sympy", "mpmath", "flint")
        and all(isinstance(row, list) for row in found)
    ):
        rows: Any = found
        if len(rows) == 1:
            return list(rows[0])
        if all(len(row) == 1 for row in rows):
            return [row[0] for row in rows]
    return found
