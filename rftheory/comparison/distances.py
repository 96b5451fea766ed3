"""Bounds of absolute and relative errors from exact intervals, and their text. Rounds errors up only, no floats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import MAX_EMAX, MIN_EMIN, ROUND_CEILING, Context, Decimal, Inexact
from fractions import Fraction

from rftheory.comparison.printed import Interval

SHOWN_DIGITS = 3
_WORKING_DIGITS = 40
_LONG, _KEPT_BITS = 1 << 14, 256  # bits of an integer that is shortened, and to how many


@dataclass(frozen=True)
class Distance:
    """Bounds of |given - true|^2 and |true|^2 of a number of one or two (real, imaginary) parts."""

    gap: Interval
    size: Interval

    @classmethod
    def between(cls, given: Sequence[Fraction], truth: Sequence[Interval]) -> Distance:
        """The distance of exact numbers from those in the intervals."""
        return cls(_squared(given, truth), _squared([Fraction(0)] * len(truth), truth))

    def within(self, tolerance: Fraction) -> bool | None:
        """Is |given - true| <= tolerance |true|? None where the intervals do not decide it."""
        square = tolerance**2
        if self.gap[1] <= square * self.size[0]:
            return True
        return False if self.gap[0] > square * self.size[1] else None

    @property
    def absolute(self) -> str:
        """An upper bound of |given - true| in three digits; `0` where they are equal."""
        return self._text(self.gap[1])

    @property
    def relative(self) -> str | None:
        """An upper bound of |given - true| / |true|; None where the true value may be 0 and the given one is not it."""
        if self.gap[1] == 0:
            return "0"
        return None if self.size[0] == 0 else self._text(self.gap[1] / self.size[0])

    def _text(self, square: Fraction) -> str:
        if square == 0:
            return "0"
        working = Context(_WORKING_DIGITS, ROUND_CEILING, MIN_EMIN, MAX_EMAX, traps=[])
        above, below, halves = _shortened(square)
        root = working.sqrt(working.divide(Decimal(above), Decimal(below)))
        if working.flags[Inexact]:
            root = working.next_plus(root)
        if halves:
            scale = working.next_plus(working.next_plus(working.power(Decimal(2), halves)))
            root = working.next_plus(working.multiply(root, scale))
        return _shown(root)


def _shortened(square: Fraction) -> tuple[int, int, int]:
    """a, b and k with square <= a/b 4^k, equal where no number is long: decimals of a long one take its square in time."""
    above, below = square.numerator, square.denominator
    up, down = (
        max(0, n.bit_length() - _KEPT_BITS) // 2 if n.bit_length() > _LONG else 0 for n in (above, below)
    )
    return -(-above >> 2 * up), below >> 2 * down, up - down


def _shown(number: Decimal) -> str:
    """Three digits, rounded up, unless fewer are exact: `1.2e-7`."""
    rounded = Context(SHOWN_DIGITS, ROUND_CEILING, MIN_EMIN, MAX_EMAX, traps=[]).plus(number)
    _, digits, _ = rounded.as_tuple()
    text = "".join(map(str, digits)).rstrip("0")
    tail = f".{text[1:]}" if len(text) > 1 else ""
    return f"{text[0]}{tail}e{rounded.adjusted()}"


def _squared(given: Sequence[Fraction], truth: Sequence[Interval]) -> Interval:
    least = greatest = Fraction(0)
    for number, (low, high) in zip(given, truth, strict=True):
        least += max(low - number, number - high, Fraction(0)) ** 2
        greatest += max(high - number, number - low) ** 2
    return least, greatest
