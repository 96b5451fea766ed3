"""Moments in a claim at a point that only a wider domain has, in a reading by which the claim holds at points of its own."""

from __future__ import annotations

import functools

from rftheory.claims import Below, Conjunct
from rftheory.domain import Point
from rftheory.evidence.mutants.nodes import READINGS, Reading, Sides
from rftheory.evidence.mutants.nodes.experiment import narrowed
from rftheory.evidence.mutants.nodes.frames import said
from rftheory.evidence.mutants.nodes.gaps import Gap, gaps
from rftheory.evidence.mutants.nodes.place import UNREADABLE, Realised, place_at, places
from rftheory.evidence.mutants.nodes.touching import alike
from rftheory.evidence.mutants.nodes.values import Values
from rftheory.evidence.mutants.written import small
from rftheory.measured.protocol import Kernel

_POWERS = (10, 13)  # points of a net, as powers of 2
_FAR = 8  # times too large is an error that more points will not make small enough
_TIGHT = 1e-3  # the relative error to which an equality is seen


class AtAddedPoints:
    """One part of a claim, and the reading by which it is consistent at every place of its own domain."""

    def __init__(self, part: Conjunct, sides: Sides) -> None:
        self._part, self._sides = part, sides

    def holds(self, point: Point) -> bool | None:
        """False where the claim fails beyond every error, True where it holds so, an equality to 0.1 %; else None."""
        if self._reading is None or not all(map(small, point.values())):
            return None
        for power in _POWERS:
            try:
                found = self._gaps(place_at({**said(self._part.claim), **point}, *self._reading), power)
            except UNREADABLE:
                return None
            if any(gap.status == "violated" for gap in found):
                return False
            if found and all(map(_seen, found)):
                return True
            if isinstance(self._part.claim, Below) and found and all(map(alike, found)):
                return not self._part.claim.strict
            if any(gap.error > _FAR * _TIGHT * gap.size for gap in found):
                return None
        return None

    @functools.cached_property
    def _reading(self) -> Reading | None:
        return next((each for each in READINGS if self._consistent(*each)), None)

    def _consistent(self, kernel: Kernel, sign: int) -> bool:
        read = 0
        for place in places(narrowed(self._part), kernel, sign):
            try:
                found = self._gaps(place, _POWERS[0])
            except UNREADABLE:
                continue
            if not all(gap.consistent for gap in found):
                return False
            read += 1
        return read > 0

    def _gaps(self, place: Realised, power: int) -> list[Gap]:
        return list(gaps(self._part.claim, Values(place, self._part.domain, self._sides, power)))


def _seen(gap: Gap) -> bool:
    if gap.status == "clear":
        return True
    return gap.equality and gap.consistent and gap.error <= _TIGHT * max(gap.size, 1e-12)
