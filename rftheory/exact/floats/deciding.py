"""Conditions on blocks of doubles: shown to hold, shown not to, or left open where errors reach over."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from rftheory.exact.floats.rounded import UNIT, UNKNOWN, Bound, Floats, Rounded

Truths = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Decided:
    """Where a condition holds for certain, and where it does not for certain."""

    yes: Truths
    no: Truths

    @classmethod
    def always(cls, known: bool) -> Decided:
        """True, or false."""
        return cls(np.asarray(known), np.asarray(not known))

    def opposite(self) -> Decided:
        """Its negation."""
        return Decided(self.no, self.yes)


def greater(x: Rounded, y: Rounded) -> Decided:
    """x > y."""
    if x.exact and y.exact:
        return Decided(x.value > y.value, x.value <= y.value)
    difference, shown = _apart(x, y)
    return Decided(shown & (difference > 0.0), shown & (difference < 0.0))


def at_least(x: Rounded, y: Rounded) -> Decided:
    """x >= y."""
    return greater(y, x).opposite()


def equal(x: Rounded, y: Rounded) -> Decided:
    """x = y: shown of exact numbers alone."""
    if x.exact and y.exact:
        return Decided(x.value == y.value, x.value != y.value)
    _, shown = _apart(x, y)
    return Decided(np.zeros_like(shown), shown)


def _apart(x: Rounded, y: Rounded) -> tuple[Floats, Truths]:
    """The difference in doubles, and where it is larger than its error, its own rounding and that of the bound."""
    difference = x.value - y.value
    return difference, np.abs(difference) > x.error(1.0 + 8.0 * UNIT) + y.error(1.0 + 8.0 * UNIT)


def every(*given: Decided) -> Decided:
    """And."""
    yes, no = given[0].yes, given[0].no
    for other in given[1:]:
        yes, no = yes & other.yes, no | other.no
    return Decided(yes, no)


def some(*given: Decided) -> Decided:
    """Or."""
    return every(*(each.opposite() for each in given)).opposite()


def cases(*given: Rounded | Decided) -> Rounded:
    """Values and conditions in turn: the first whose condition holds; nothing is known where that is open."""
    found = UNKNOWN
    for place in range(len(given) - 2, -1, -2):
        value, test = given[place], given[place + 1]
        assert isinstance(value, Rounded)
        assert isinstance(test, Decided)
        found = _chosen(test, value, found)
    return found


def _chosen(test: Decided, value: Rounded, other: Rounded) -> Rounded:
    """The value where the test holds, the other where it does not."""
    if np.all(test.yes):
        return value
    if np.all(test.no):
        return other

    def chosen(own: Bound, others: Bound, open_to: float) -> Bound:
        return np.where(test.yes, own, np.where(test.no, others, open_to))

    return Rounded(
        chosen(value.value, other.value, np.nan),
        chosen(value.relative, other.relative, np.inf),
        chosen(value.absolute, other.absolute, 0.0),
    )
