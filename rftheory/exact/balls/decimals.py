"""Certain decimal digits of a ball, and decimal text of integers of any length."""

from __future__ import annotations

import math

import flint

from rftheory.exact.balls.numbers import arb, fmpq
from rftheory.exact.balls.precision import precision, working_precision
from rftheory.exact.scalars import Ball, Real

_LOG10_2 = 0.301029995663981195
_LONG = 1 << 40  # bits


def digits_of(value: Real, digits: int) -> tuple[str, str] | None:
    """(decimal text of `digits` significant correct digits, bound on its error), or None if too wide."""
    found = decimal_of(value, digits)
    if found is None:
        return None
    mantissa, power = found
    if mantissa == 0:
        return "0", "0"
    is_exact = isinstance(value, fmpq) and value == fmpq(mantissa) * fmpq(10) ** power
    return format_decimal(mantissa, power), "0" if is_exact else f"5e{str_int(power - 1)}"


def decimal_of(value: Real, digits: int) -> tuple[int, int] | None:
    """The nearest mantissa * 10^power with a mantissa of `digits` digits, or (0, 0) of an exact 0; None if too wide."""
    if (isinstance(value, fmpq) and value == 0) or (
        isinstance(value, arb) and value.is_exact() and value == 0
    ):
        return 0, 0
    x = arb(value)
    if not x.is_finite() or x.contains(0):
        return None
    long = int(x.mid().man_exp()[1]).bit_length()  # what a power of ten of that size loses
    with working_precision(precision() + long):
        return _rounded_to(value, digits, _decimal_exponent(x))


def _rounded_to(value: Real, digits: int, exponent: int) -> tuple[int, int] | None:
    """The mantissa of `digits` digits and its power of ten, from a power of ten near the value."""
    for _ in range(3):
        places = digits - 1 - exponent
        rounded = rounded_at(value, places)
        if rounded is None:
            return None
        size = len(str_int(abs(rounded)))
        if size == digits:
            return rounded, -places
        exponent += size - digits
    return None


def rounded_at(value: Real, places: int) -> int | None:
    """The integer nearest to value * 10^places, halves up; None where the ball does not decide it."""
    scaled = value * fmpq(10) ** places if isinstance(value, fmpq) else value * arb(10) ** places
    rounded = (arb(scaled) + arb(fmpq(1, 2))).floor().unique_fmpz()
    return None if rounded is None else int(rounded)


def _decimal_exponent(x: Ball) -> int:
    """floor(log10 |x|), or one beside it where x is near a power of ten; whoever asks counts the digits."""
    mantissa, exponent = x.mid().man_exp()
    if abs(int(exponent)) >= _LONG:  # beyond what the product of doubles below can resolve
        logarithm = (abs(x).log() / arb(10).log()).mid().floor().unique_fmpz()
        if logarithm is not None:
            return int(logarithm)
    size = abs(int(mantissa))
    excess = max(size.bit_length() - 53, 0)
    return math.floor(math.log10(size >> excess) + (int(exponent) + excess) * _LOG10_2)


def power_of_ten_above(x: Ball) -> int:
    """An n with x < 10^n, for a positive ball."""
    return _decimal_exponent(x) + 2


def str_int(number: int) -> str:
    """Decimal text of an integer of any length (the interpreter limits its own conversion)."""
    return str(flint.fmpz(number))


def format_decimal(mantissa: int, exponent: int) -> str:
    """mantissa * 10**exponent as positional text when short, else in scientific notation."""
    digits = str_int(abs(mantissa))
    head = "-" if mantissa < 0 else ""
    scientific = len(digits) - 1 + exponent
    if 0 <= -exponent < len(digits):
        cut = len(digits) + exponent
        return head + digits[:cut] + ("." + digits[cut:] if exponent else "")
    if -6 <= scientific < 0:
        return head + "0." + "0" * (-scientific - 1) + digits
    tail = f".{digits[1:]}" if len(digits) > 1 else ""
    return f"{head}{digits[0]}{tail}e{str_int(scientific)}"
