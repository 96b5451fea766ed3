"""Certain decimal digits of a ball, and decimal text of integers of any length."""

from __future__ import annotations

import flint

from rftheory.exact.balls.numbers import arb, fmpq
from rftheory.exact.scalars import Ball, Real


def digits_of(value: Real, digits: int) -> tuple[str, str] | None:
    """(decimal text of `digits` significant correct digits, bound on its error), or None if too wide."""
    if (isinstance(value, fmpq) and value == 0) or (
        isinstance(value, arb) and value.is_exact() and value == 0
    ):
        return "0", "0"
    x = arb(value)
    if not x.is_finite() or x.contains(0):
        return None
    exponent = _decimal_exponent(x)
    for _ in range(2):
        shift = digits - 1 - exponent
        scaled = value * fmpq(10) ** shift if isinstance(value, fmpq) else x * arb(10) ** shift
        half_up = arb(scaled) + arb(fmpq(1, 2))
        rounded = half_up.floor().unique_fmpz()
        if rounded is None:
            return None
        size = len(str_int(abs(int(rounded))))
        if size == digits:
            is_exact = isinstance(scaled, fmpq) and scaled == fmpq(rounded)
            return format_decimal(int(rounded), -shift), "0" if is_exact else f"5e{-shift - 1}"
        exponent += size - digits
    return None


def _decimal_exponent(x: Ball) -> int:
    magnitude = abs(x)
    logarithm = (magnitude.log() / arb(10).log()).floor()
    unique = logarithm.unique_fmpz()
    return int(unique) if unique is not None else int(float(logarithm.mid()))


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
    return f"{head}{digits[0]}{tail}e{scientific}"
