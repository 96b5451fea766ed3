"""Printed decimals as exact rationals with a last place, and when they are right. Evaluates nothing, no floats."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from rftheory.domain import parse_number
from rftheory.errors import DomainError

Interval = tuple[Fraction, Fraction]
Reading = Literal["rounded", "truncated", "differs", "undecided"]

_UNSIGNED = r"(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?"
_DECIMAL = re.compile(rf"[+-]?{_UNSIGNED}\Z", re.ASCII)
_COMPLEX = re.compile(rf"(?P<re>[+-]?{_UNSIGNED})(?P<im>[+-]{_UNSIGNED})[ij]\Z", re.ASCII)


@dataclass(frozen=True)
class PrintedDecimal:
    """A decimal as it was printed: `number` is its exact value, 10^`place` the unit of its last digit.

    `digits` counts from the first digit that is not 0, trailing zeros included (1 for a printed zero).
    """

    text: str
    number: Fraction
    place: int
    digits: int

    @property
    def unit(self) -> Fraction:
        """One unit of the last printed place."""
        return Fraction(10) ** self.place

    def cut(self, digits: int) -> PrintedDecimal:
        """This number with all but its first `digits` digits cut off."""
        if digits >= self.digits:
            return self
        place = self.place + self.digits - digits
        unit = Fraction(10) ** place
        return PrintedDecimal(
            "", (abs(self.number) // unit) * unit * (-1 if self.number < 0 else 1), place, digits
        )

    def reading(self, truth: Interval) -> Reading:
        """What this decimal is of a number in `truth`, as far as the interval decides it.

        `rounded`: within half a unit of the last place (at a tie both neighbours are). `truncated`: the number
        cut off toward zero, less than a unit away. `differs`: certainly neither.
        """
        nearest = _inside(truth, self.number - self.unit / 2, self.number + self.unit / 2)
        if nearest is True:
            return "rounded"
        cut = self._is_cut_off(truth)
        if cut is True:
            return "truncated"
        return "differs" if nearest is False and cut is False else "undecided"

    def _is_cut_off(self, truth: Interval) -> bool | None:
        """Is the number cut off toward zero this decimal: in [g, g + u), its mirror, or (-u, u) for a zero?"""
        low, high = truth
        if self.number < 0:
            low, high = -high, -low
        start, end = abs(self.number), abs(self.number) + self.unit
        if self.number == 0:
            return True if -end < low and high < end else False if low >= end or high <= -end else None
        return True if start <= low and high < end else False if high < start or low >= end else None

    def correct_digits(self, truth: Interval) -> int:
        """The largest k for which the first k digits are the number rounded or cut off there, as far as certain.

        A number within half a unit of the k-th place has k correct digits too (0.9999 for 1.0003 has three). All
        digits are correct exactly where `reading` is rounded or truncated.
        """
        low, high = truth
        nearest, farthest = (
            max(low - self.number, self.number - high, Fraction(0)),
            _farthest(self.number, truth),
        )
        most = self.digits if nearest == 0 else self.place + self.digits + 2 - _order(nearest)
        for digits in range(min(self.digits, most), 0, -1):
            short = self.cut(digits)
            if 2 * farthest <= short.unit or short.reading(truth) in ("rounded", "truncated"):
                return digits
        return 0

    def marked(self, correct: int) -> tuple[str, str, str]:
        """The text before the first digit that is not correct, that digit, and the rest (empty if all are)."""
        if correct >= self.digits:
            return self.text, "", ""
        mantissa = re.split("[eE]", self.text)[0]
        places = [at for at, character in enumerate(mantissa) if character.isdigit()]
        at = places[len(places) - self.digits + correct]
        return self.text[:at], self.text[at], self.text[at + 1 :]


def parse_printed(text: str, name: str = "value") -> PrintedDecimal:
    """A decimal such as -0.10 or 1e-3 as printed; DomainError for anything else (nan, inf, 1/3, nothing)."""
    text = text.strip()
    if not _DECIMAL.match(text):
        raise DomainError(name, text, "a finite decimal such as 0.25 or 1e-3")
    number = parse_number(text, name)
    mantissa, _, exponent = text.lower().partition("e")
    whole, _, decimals = mantissa.lstrip("+-").partition(".")
    digits = len((whole + decimals).lstrip("0")) or 1
    return PrintedDecimal(text, number, int(exponent or 0) - len(decimals), digits)


def complex_parts(text: str) -> tuple[str, str] | None:
    """The two printed decimals of -0.1+0.05j, or None for text that is not of this form."""
    found = _COMPLEX.match(text.strip())
    return None if found is None else (found["re"], found["im"])


def _inside(truth: Interval, start: Fraction, end: Fraction) -> bool | None:
    low, high = truth
    return True if start <= low and high <= end else False if high < start or low > end else None


def _farthest(number: Fraction, truth: Interval) -> Fraction:
    return max(truth[1] - number, number - truth[0])


def _order(number: Fraction) -> int:
    """An integer n with 10^(n-1) <= number, at most two below the largest one."""
    bits = number.numerator.bit_length() - number.denominator.bit_length() - 1
    return bits * 30103 // 100000
