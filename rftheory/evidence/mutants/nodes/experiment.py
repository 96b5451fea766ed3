"""An experiment: one part of a claim at its places, evaluated once and held against every wrong variant of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Literal, NamedTuple

from rftheory.claims import Claim, Conjunct
from rftheory.domain import Domain, Parameter, Rule, integer, real
from rftheory.evidence.mutants.nodes.frames import said
from rftheory.evidence.mutants.nodes.gaps import Gap, gaps
from rftheory.evidence.mutants.nodes.place import UNREADABLE, Realised, places
from rftheory.evidence.mutants.nodes.touching import only_stricter, touches
from rftheory.evidence.mutants.nodes.values import Values
from rftheory.exact.formula import Formula
from rftheory.measured.protocol import Kernel

POWERS = (10, 13, 15)  # points of a net, as powers of 2: few first
_KEPT = 13  # larger nets are drawn anew, since they are rarely needed and fill the memory
Reading = tuple[Kernel, int]
READINGS: tuple[Reading, ...] = (("softmax", 1), ("gaussian", 1), ("gaussian", -1), ("softmax", -1))
Sides = Mapping[str, Formula]
Status = Literal["killed", "still true", "survived", "unread"]


class Told(NamedTuple):
    """What became of a wrong part of a claim, and why it is not told from the right one (empty where it is)."""

    fate: Status
    why: str = ""


class MomentTrial:
    """The right part of a claim, its places in every reading, and its terms there at nets of every size."""

    def __init__(self, own: Conjunct, sides: Sides) -> None:
        self._own, self._sides, self._domain = own.claim, sides, narrowed(own)
        self._places: dict[Reading, list[Realised]] = {}
        self._known: dict[tuple[Reading, int, int], Values] = {}
        self._right: dict[tuple[Reading, int, int], bool | str] = {}

    def told(self, wrong: Claim, changed: Sides | None = None) -> Told:
        """What becomes of a wrong claim at the same places and nets, with `changed` formulas where these are wrong.

        Every place is tried with few points before any with many.
        """
        why = "no point of the domain with these readings"
        for reading in READINGS:
            found = self._read(reading, wrong, changed)
            if found.fate in ("survived", "still true") and self._is_touched(reading, wrong, changed):
                return Told("killed")
            if found.fate != "unread":
                return found
            why = found.why or why
        return Told("unread", why)

    def _is_touched(self, reading: Reading, wrong: Claim, changed: Sides | None) -> bool:
        """Whether the wrong claim is the right one with < for <=, and both sides are one number at a corner."""
        if changed is not None or not only_stricter(self._own, wrong):
            return False
        return touches(self._own, self._domain, self._sides, *reading)

    def _read(self, reading: Reading, wrong: Claim, changed: Sides | None) -> Told:
        where = self._at(reading)
        waiting, fates, why = list(range(len(where))), dict.fromkeys(range(len(where)), "unread"), ""
        for power in POWERS:
            hopeless = 2.0 ** (power - POWERS[-1])  # nets gain no more than a factor 2 by twice the points
            for place in list(waiting):
                right = self._consistent(reading, place, power)
                if right is False:
                    return Told("unread", "the right claim is not found right by these moments")
                if right is not True:
                    waiting.remove(place)
                    why = why or right
                    continue
                try:
                    found = list(gaps(wrong, self._values(reading, place, power).with_sides(changed)))
                except UNREADABLE as error:
                    waiting.remove(place)
                    why = why or _said(error)
                    continue
                fates[place] = _fate(found)
                if fates[place] != "survived" or all(gap.share < hopeless for gap in found):
                    waiting.remove(place)
            if "killed" in fates.values():
                return Told("killed")
        read = {fate for fate in fates.values() if fate != "unread"}
        if not read:
            return Told("unread", why)
        return Told("still true") if set(fates.values()) == {"still true"} else Told("survived", _CLOSE)

    def _at(self, reading: Reading) -> list[Realised]:
        if reading not in self._places:
            self._places[reading] = list(places(self._domain, *reading))
        return self._places[reading]

    def _values(self, reading: Reading, place: int, power: int) -> Values:
        key = (reading, place, power)
        if key in self._known:
            return self._known[key]
        values = Values(self._at(reading)[place], self._domain, self._sides, power)
        if power <= _KEPT:
            self._known[key] = values
        return values

    def _consistent(self, reading: Reading, place: int, power: int) -> bool | str:
        """Whether the right claim is consistent there; why nothing is seen where it has no value."""
        key = (reading, place, power)
        if key not in self._right:
            try:
                found = list(gaps(self._own, self._values(*key).with_sides(None)))
                self._right[key] = all(gap.consistent for gap in found)
            except UNREADABLE as error:
                self._right[key] = _said(error)
        return self._right[key]


_CLOSE = "moments evaluated from their definition do not separate it"


def _said(error: BaseException) -> str:
    """An error in one line of words, as the reason of a survivor."""
    text = str(error).splitlines()
    return (text[0] if text else type(error).__name__)[:120]


def _fate(found: list[Gap]) -> Status:
    status = {gap.status for gap in found}
    return "killed" if "violated" in status else "still true" if status == {"clear"} else "survived"


def narrowed(part: Conjunct) -> Domain:
    """The domain with the conditions that its parameters decide, and what the claim says besides."""
    names = set(part.domain.names)
    extra = tuple(Rule(c) for c in part.conditions if {str(s) for s in c.free_symbols} <= names)
    left_out = ((name, value) for name, value in said(part.claim).items() if name not in names)
    sizes = tuple(_fixed(name, value) for name, value in left_out)
    return (
        replace(
            part.domain,
            parameters=(*part.domain.parameters, *sizes),
            rules=(*part.domain.rules, *extra),
            repair=None,
        )
        if extra or sizes
        else part.domain
    )


def _fixed(name: str, value: Fraction) -> Parameter:
    return (
        integer(name, int(value), int(value))
        if value.denominator == 1
        else real(name, str(value), str(value))
    )
