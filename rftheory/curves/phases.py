"""Which mechanism has the least error over two parameters: every place decided in balls, every boundary bracketed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from rftheory.curves.contestants import Candidate, KernelName, contestant
from rftheory.curves.series import numbers_of
from rftheory.domain import Point
from rftheory.errors import DomainError, InputError, PrecisionError, shorten
from rftheory.exact import balls
from rftheory.exact.scalars import Ball

UNDECIDED, OUTSIDE = -1, -2
_BITS = (64, 128, 256, 1024)
_HALVINGS = 10
_MOST = 250_000


@dataclass(frozen=True)
class Crossing:
    """Between two neighbours of the grid the winner changes: it is `before` at `low`, `after` at `high` of `across`.

    The other parameter is at `at`. Both ends are certified; the errors being continuous, the two contestants (or
    others between them) change places inside.
    """

    across: str
    at: Fraction
    low: Fraction
    high: Fraction
    before: str
    after: str


@dataclass(frozen=True)
class Phase:
    """The winner at every point of a grid of two parameters, and where it changes along either of them.

    `winners[i, j]` is the place in `names` of the certified least value at (first[i], second[j]); UNDECIDED (-1) where no
    precision tells the least two apart, as where they are equal; OUTSIDE (-2) beyond the domain of a contestant.
    """

    names: tuple[str, ...]
    axes: tuple[str, str]
    first: tuple[Fraction, ...]
    second: tuple[Fraction, ...]
    fixed: Mapping[str, str]
    winners: np.ndarray[tuple[int, int], np.dtype[np.int64]]
    crossings: tuple[Crossing, ...]

    @property
    def counts(self) -> dict[str, int]:
        """How many points each name wins, and how many are undecided or outside."""
        found = Counter(self.winners.ravel().tolist())
        words = dict(enumerate(self.names)) | {
            UNDECIDED: "undecided",
            OUTSIDE: "outside",
        }
        return {word: found[index] for index, word in words.items() if found[index]}

    def __repr__(self) -> str:
        shape = "x".join(map(str, self.winners.shape))
        told = ", ".join(f"{name} {count}" for name, count in self.counts.items())
        return f"Phase({shape} over {', '.join(self.axes)}: {told}; {len(self.crossings)} crossings)"


def phase(
    *names: str, kernel: KernelName = "gaussian", greatest: bool = False, **parameters: object
) -> Phase:
    """Which of several mechanisms (or sides of statements) has the least value over the two parameters that are grids.

    `names` and the other parameters are those of `plot`; `greatest` asks for the greatest value instead. Every winner is
    certified: enclosures are apart. Boundaries are bracketed to 1/1024 of a step, both ends certified.
    """
    if len(set(names)) < 2:
        raise InputError("a phase diagram needs at least two different mechanisms or ids")
    found = [contestant(name, kernel) for name in dict.fromkeys(names)]
    contest = _Contest(found, _split(parameters, found), greatest)
    return contest.phase()


def _split(
    parameters: Mapping[str, object], found: Sequence[Candidate]
) -> tuple[dict[str, tuple[Fraction, ...]], dict[str, object]]:
    known = set().union(*(each.parameters for each in found))
    for name in parameters:
        if name not in known:
            raise InputError(f"unknown parameter {shorten(name)}; allowed: {', '.join(sorted(known))}")
    grids = {
        name: numbers
        for name, value in parameters.items()
        if (numbers := numbers_of(name, value)) is not None
    }
    if len(grids) != 2:
        raise InputError(
            f"grids: {', '.join(grids) or 'none'}; allowed: exactly two parameters as grids, such as v=0:3:0.1"
        )
    if np.prod([len(numbers) for numbers in grids.values()], dtype=object) > _MOST:
        raise InputError(f"a grid of more than {_MOST} points; allowed: fewer")
    return grids, {name: value for name, value in parameters.items() if name not in grids}


class _Contest:
    def __init__(
        self,
        found: Sequence[Candidate],
        split: tuple[dict[str, tuple[Fraction, ...]], dict[str, object]],
        greatest: bool,
    ) -> None:
        self.found, (self.grids, self.fixed), self.greatest = found, split, greatest

    def phase(self) -> Phase:
        (one, first), (other, second) = self.grids.items()
        winners = np.array(
            [[self.winner({one: a, other: b}) for b in second] for a in first], dtype=np.int64
        ).reshape(len(first), len(second))
        crossings = [
            *self._crossings(one, first, other, second, winners.T),
            *self._crossings(other, second, one, first, winners),
        ]
        fixed = {name: str(value) for name, value in self.fixed.items()}
        names = tuple(each.label for each in self.found)
        return Phase(names, (one, other), first, second, fixed, winners, tuple(crossings))

    def winner(self, place: Mapping[str, Fraction]) -> int:
        """The place of the certified winner; UNDECIDED, or OUTSIDE the domain of one of them."""
        try:
            points = [
                each.point({n: v for n, v in {**self.fixed, **place}.items() if n in each.parameters})
                for each in self.found
            ]
        except DomainError:
            return OUTSIDE
        for bits in _BITS:
            values = self._values(points, bits)
            if values is None:
                continue
            with balls.working_precision(bits):
                best = min(range(len(values)), key=lambda index: float(values[index].mid()))
                if all(values[best] < value for index, value in enumerate(values) if index != best):
                    return best
        return UNDECIDED

    def _values(self, points: Sequence[Point], bits: int) -> list[Ball] | None:
        try:
            found = [each.ball(point, bits) for each, point in zip(self.found, points, strict=True)]
        except PrecisionError:
            return None
        with balls.working_precision(bits):
            return [balls.ball(-value if self.greatest else value) for value in found]

    def _crossings(
        self,
        across: str,
        along: Sequence[Fraction],
        other: str,
        others: Sequence[Fraction],
        rows: np.ndarray[tuple[int, int], np.dtype[np.int64]],
    ) -> list[Crossing]:
        """Along one parameter, at each value of the other: brackets of the places where the winner changes."""
        found = []
        for at, row in zip(others, rows.tolist(), strict=True):
            for index in range(len(along) - 1):
                before, after = row[index], row[index + 1]
                if before != after and min(before, after) >= 0:
                    ends = self._halved(across, other, at, along[index], along[index + 1], before, after)
                    found.append(Crossing(across, at, *ends))
        return found

    def _halved(
        self, across: str, other: str, at: Fraction, low: Fraction, high: Fraction, before: int, after: int
    ) -> tuple[Fraction, Fraction, str, str]:
        """Halved as long as the middle is legal and decided; an integer has no middle between neighbours."""
        for _ in range(_HALVINGS):
            middle = (low + high) / 2
            winner = self.winner({across: middle, other: at})
            if winner < 0:
                break
            if winner == before:
                low = middle
            else:
                high, after = middle, winner
        return low, high, self.found[before].label, self.found[after].label
