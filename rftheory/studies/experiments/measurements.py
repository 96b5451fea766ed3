"""What an experiment found: one number a contestant and place, with its interval, as a table for prompts and notebooks."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

import numpy as np
from scipy import stats

from rftheory.errors import DomainError

CONFIDENCE = 0.95
MEANS = f"means over repetitions with Student's intervals at {CONFIDENCE:.0%}, which are too short under heavy tails"
MEDIANS = (
    f"medians over repetitions with intervals of order statistics, at least {CONFIDENCE:.0%} for every law"
)


@dataclass(frozen=True)
class Measured:
    """One contestant at one place: a number between the ends of its interval.

    `exact`: the expectation by the closed form, where there is one.
    """

    name: str
    at: float | str
    value: float
    low: float
    high: float
    exact: float | None = None

    @property
    def agrees(self) -> bool | None:
        """Whether the interval holds the exact expectation; None where none is known."""
        return None if self.exact is None else self.low <= self.exact <= self.high

    def __str__(self) -> str:
        if self.low == self.high:
            return f"{self.value:.3g}"
        exact = "" if self.exact is None else f", exactly {self.exact:.3g}"
        return f"{self.value:.3g} [{self.low:.3g}, {self.high:.3g}]{exact}"


@dataclass(frozen=True)
class ExperimentResult:
    """Measurements of several contestants at several places; `rftheory.chart` draws it.

    `across`: what the places are, `up`: what is measured, `note`: the setting and what the intervals mean.
    """

    title: str
    across: str
    up: str
    note: str
    measurements: tuple[Measured, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The contestants, in order."""
        return tuple(dict.fromkeys(one.name for one in self.measurements))

    @property
    def places(self) -> tuple[float | str, ...]:
        """The places, in order."""
        return tuple(dict.fromkeys(one.at for one in self.measurements))

    def of(self, name: str) -> tuple[Measured, ...]:
        """All measurements of one contestant; DomainError for a name that is none."""
        found = tuple(one for one in self.measurements if one.name == name)
        if not found:
            raise DomainError("name", name, f"one of {', '.join(self.names)}")
        return found

    def rows(self) -> list[list[str]]:
        """The head, then a row a contestant: its measurements at all places as text, empty where there is none."""
        known = {(one.name, one.at): str(one) for one in self.measurements}
        head = [self.across, *(f"{at:g}" if isinstance(at, float) else str(at) for at in self.places)]
        return [head, *([name, *(known.get((name, at), "") for at in self.places)] for name in self.names)]

    def __repr__(self) -> str:
        return f"ExperimentResult({self.title}: {len(self.names)} contestants, {len(self.places)} places)"

    def __str__(self) -> str:
        table = self.rows()
        widths = [max(map(len, column)) for column in zip(*table, strict=True)]
        lines = [
            "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in table
        ]
        return "\n".join([self.title, *(line.rstrip() for line in lines), f"{self.up}; {self.note}"])

    def _repr_html_(self) -> str:
        """For notebooks."""
        head, *rows = self.rows()
        lines = ["".join(f"<th>{escape(cell)}</th>" for cell in head)]
        lines += ["".join(f"<td>{escape(cell)}</td>" for cell in row) for row in rows]
        body = "".join(f"<tr>{line}</tr>" for line in lines)
        note = f"<small>{escape(self.up)}; {escape(self.note)}</small>"
        return f"<div><b>{escape(self.title)}</b><table>{body}</table>{note}</div>"


def mean(name: str, at: float | str, values: Iterable[float], exact: float | None = None) -> Measured:
    """The mean of independent values with Student's interval."""
    found = np.asarray(list(values), dtype=np.float64)
    deviation = float(np.std(found, ddof=1)) / math.sqrt(len(found))
    return summarised(name, at, (float(found.mean()), deviation, len(found)), exact)


def summarised(
    name: str, at: float | str, found: tuple[float, float, int], exact: float | None = None
) -> Measured:
    """Student's interval of a mean that is known with its standard error and the number of values."""
    centre, deviation, count = found
    reach = deviation * float(stats.t.ppf((1.0 + CONFIDENCE) / 2.0, count - 1))
    return Measured(name, at, centre, centre - reach, centre + reach, exact)


def median(name: str, at: float | str, values: Sequence[float]) -> Measured:
    """The median of independent values between two order statistics.

    Of n values of any law, fewer than k lie below its median with probability P(Bin(n, 1/2) < k), and as few above.
    """
    ordered = np.sort(np.asarray(values, dtype=np.float64))
    count = len(ordered)
    k = int(stats.binom.ppf((1.0 - CONFIDENCE) / 2.0, count, 0.5))
    low, high = (float(ordered[k - 1]), float(ordered[-k])) if k >= 1 else (-math.inf, math.inf)
    return Measured(name, at, float(np.median(ordered)), low, high)
