"""Interval arithmetic for the few constants and functions that rules use beyond rational numbers.

Rational values stay `Fraction` for as long as they are rational; an interval encloses its value for certain.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from mpmath.ctx_iv import MPIntervalContext

_TERMS = 1_000_000
_EXACT = 1 << 18  # bits of a rational power


class Precision:
    """An interval context of its own at a given precision, so that no other arithmetic is disturbed."""

    def __init__(self, bits: int) -> None:
        self.context: Any = MPIntervalContext()
        self.context.prec = bits

    @property
    def pi(self) -> Any:
        """An enclosure of pi."""
        return +self.context.pi

    def lifted(self, value: Any) -> Any:
        """A rational number as an interval; an interval stays as it is."""
        if isinstance(value, Fraction):
            return self.context.mpf(value.numerator) / self.context.mpf(value.denominator)
        return self.context.mpf(value) if isinstance(value, int) else value

    def total(self, values: Sequence[Any]) -> Any:
        """The sum, its rational part exact."""
        exact = sum((value for value in values if _rational(value)), Fraction(0))
        rest = [value for value in values if not _rational(value)]
        return sum(rest[1:], rest[0]) + self.lifted(exact) if rest else exact

    def product(self, values: Sequence[Any]) -> Any:
        """The product, its rational part exact; exactly 0 where that part is."""
        result: Any = Fraction(1)
        for value in values:
            if _rational(value):
                result *= value
        if result == 0:
            return result
        for value in values:
            if not _rational(value):
                result = self.lifted(result) * value
        return result

    def power(self, base: Any, exponent: Any) -> Any:
        """base^exponent: rational for a rational base and a whole exponent that is not huge; else for a positive base."""
        if _rational(exponent) and Fraction(exponent).denominator == 1:
            whole = int(exponent)
            if _rational(base) and (base in (0, 1) or _size(base) * abs(whole) <= _EXACT):
                return Fraction(base) ** whole
            return self.lifted(base) ** whole
        if not self.lifted(base) > 0:
            raise ArithmeticError("a root of a number that is not shown to be positive")
        return self.context.exp(self.lifted(exponent) * self.context.log(self.lifted(base)))

    def exp(self, value: Any) -> Any:
        """e^value; exactly 1 at 0."""
        return Fraction(1) if _rational(value) and value == 0 else self.context.exp(self.lifted(value))

    def log(self, value: Any) -> Any:
        """The natural logarithm; exactly 0 at 1."""
        return Fraction(0) if _rational(value) and value == 1 else self.context.log(self.lifted(value))

    def confluent_limit(self, b: Any, z: Any) -> Any:
        """0F1(; b; z) = sum z^k/((b)_k k!) for rational b > 0, z >= 0, in whole multiples of 2^-bits.

        Once a term is at most half the one before, the rest is at most the last term.
        """
        if not (_rational(b) and b > 0 and _rational(z) and z >= 0):
            raise ArithmeticError("0F1 is read at rational b > 0 and z >= 0")
        first, argument, scale = Fraction(b), Fraction(z), 1 << self.context.prec
        low = high = low_sum = high_sum = scale
        for k in range(_TERMS):
            above = argument.numerator * first.denominator
            below = argument.denominator * (first.numerator + k * first.denominator) * (k + 1)
            low, high = low * above // below, -(-high * above // below)
            low_sum, high_sum = low_sum + low, high_sum + high
            if 2 * above <= below and high <= 1:
                return self.context.mpf([low_sum, high_sum + high]) / self.context.mpf(scale)
        raise ArithmeticError("the series is too long")


class _Kept(threading.local):
    """The contexts that a thread has made: a new one takes longer than a comparison."""

    def __init__(self) -> None:
        self.contexts: dict[int, Precision] = {}


_KEPT = _Kept()


def intervals(bits: int) -> Precision:
    """Intervals of this precision, the thread's own."""
    if bits not in _KEPT.contexts:
        _KEPT.contexts[bits] = Precision(bits)
    return _KEPT.contexts[bits]


def _rational(value: Any) -> bool:
    return isinstance(value, (int, Fraction))


def _size(value: Any) -> int:
    """Bits of the longer part of a rational number."""
    fraction = Fraction(value)
    return max(fraction.numerator.bit_length(), fraction.denominator.bit_length())
