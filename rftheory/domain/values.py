"""Exact values: rational and complex numbers, vectors, lists of vectors; text by a grammar of two regular expressions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from rftheory.domain.exact import (
    MAX_EXPONENT,
    ComplexRational,
    entries_of,
    exact_complex,
    exact_real,
    joined,
    line_of,
)
from rftheory.errors import DomainError, shorten

Vector = tuple[Fraction, ...]
Value = Fraction | ComplexRational | Vector | tuple[Vector, ...]
Point = dict[str, Value]

# room for a fraction of two numbers of 10000 digits, the most that an evaluation gives
MAX_CHARACTERS = 20_000
MAX_ENTRIES = 1 << 20  # of a vector: as fractions these take more than a hundred MB

_UNSIGNED = r"(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?"
_NUMBER = re.compile(rf"[+-]?{_UNSIGNED}(?:/{_UNSIGNED})?\Z", re.ASCII)
_COMPLEX = re.compile(
    rf"(?P<re>[+-]?{_UNSIGNED}(?:/{_UNSIGNED})?(?=[+-]))?(?P<im>[+-]?(?:{_UNSIGNED}(?:/{_UNSIGNED})?)?)[ij]\Z",
    re.ASCII,
)


def parse_number(value: object, parameter: str = "value") -> Fraction:
    """Exact rational of decimal, fraction or power text, or of a number of any library that has one (`domain.exact`)."""
    if isinstance(value, str):
        return _parse_text(value.strip(), parameter)
    return exact_real(value, parameter)


def _parse_text(text: str, parameter: str) -> Fraction:
    if len(text) > MAX_CHARACTERS:
        raise DomainError(parameter, text, f"at most {MAX_CHARACTERS} characters, got {len(text)}")
    if not _NUMBER.match(text):
        if _COMPLEX.match(text):
            raise DomainError(parameter, text, "a real number; this parameter is not complex")
        raise DomainError(parameter, text, "a finite number such as 3, -0.25, 2/3 or 1e-3")
    numerator, _, denominator = text.partition("/")
    above = _decimal(numerator, parameter)
    if not denominator:
        return above
    below = _decimal(denominator, parameter)
    if below == 0:
        raise DomainError(parameter, text, "a fraction with a nonzero denominator")
    return above / below


def _decimal(text: str, parameter: str) -> Fraction:
    mantissa, _, exponent = text.lower().partition("e")
    if exponent and (len(exponent) > 8 or abs(int(exponent)) > MAX_EXPONENT):
        raise DomainError(parameter, text, f"a decimal exponent of at most {MAX_EXPONENT} in size")
    whole, _, digits = mantissa.partition(".")
    power = int(exponent or 0) - len(digits)
    unsigned = (whole.lstrip("+-") + digits) or "0"
    number = _big_int(unsigned) * (-1 if whole.startswith("-") else 1)
    return Fraction(number * 10**power) if power >= 0 else Fraction(number, 10**-power)


def _big_int(digits: str) -> int:
    """int(digits) without the interpreter's limit on the length of decimal text."""
    if len(digits) <= 4000:
        return int(digits)
    half = len(digits) // 2
    shift: int = 10**half
    return _big_int(digits[:-half]) * shift + _big_int(digits[-half:])


def parse_complex(value: object, parameter: str = "A") -> Fraction | ComplexRational:
    """Exact complex number of any library, or of text such as -0.3+0.4j; a Fraction where it is real."""
    if not isinstance(value, str):
        return exact_complex(value, parameter)
    found = _COMPLEX.match(value.strip()) if len(value) <= MAX_CHARACTERS else None
    if found is None:
        return parse_number(value, parameter)
    imaginary = found["im"] + "1" if found["im"] in ("", "+", "-") else found["im"]
    return joined(parse_number(found["re"] or 0, parameter), parse_number(imaginary, parameter))


def real_part(value: Value) -> Fraction:
    """The real part of a parsed scalar."""
    assert isinstance(value, (Fraction, ComplexRational))
    return value.re if isinstance(value, ComplexRational) else value


def imaginary_part(value: Value) -> Fraction:
    """The imaginary part of a parsed scalar."""
    return value.im if isinstance(value, ComplexRational) else Fraction(0)


def parse_vector(value: object, parameter: str = "x") -> Vector:
    """Exact vector from comma-separated text, a list of numbers, an array of one axis or a matrix of one line."""
    entries: Sequence[object] | None = value.split(",") if isinstance(value, str) else line_of(value)
    if entries is None:
        raise DomainError(parameter, value, "a vector such as 0.3,-1/2,0.7 or a list of numbers")
    if not entries or len(entries) > MAX_ENTRIES:
        raise DomainError(parameter, value, f"a vector of 1 to {MAX_ENTRIES} entries")
    return tuple(parse_number(entry, parameter) for entry in entries)


def parse_vectors(value: object, parameter: str = "W") -> tuple[Vector, ...]:
    """Exact list of equally long vectors, the rows of a matrix; in text they are separated by semicolons."""
    rows: Sequence[object] | None = value.split(";") if isinstance(value, str) else entries_of(value)
    if rows is None:
        raise DomainError(parameter, value, "a list of vectors such as 1,0;0,1")
    if not rows:
        raise DomainError(parameter, value, "a non-empty list of vectors")
    parsed = tuple(parse_vector(row, parameter) for row in rows)
    if len({len(row) for row in parsed}) != 1:
        raise DomainError(parameter, value, "vectors of one common length")
    return parsed


def show(value: Value) -> str:
    """Numbers as plain text: `1/2`, `1/2-1j`, `0,1/2` for a vector, `0,1;1,0` for a list of vectors."""
    if not isinstance(value, tuple):
        return shorten(str(value) if isinstance(value, ComplexRational) else value, 40)
    between = ";" if value and isinstance(value[0], tuple) else ","
    return shorten(between.join(show(entry) for entry in value[:40]), 40)
