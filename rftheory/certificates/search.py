"""Searches what an object gives for its series, maxima and integrals: lengths, tails, witnesses, pieces. Untrusted."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

from rftheory.certificates.terms import literal
from rftheory.proof.checker.points.intervals import Interval, Refused, Weights, exact
from rftheory.proof.checker.points.pointwise import Ratio, Reading, Value, rational

_LENGTHS = (4, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 512, 1024, 2048, 4096)
_SCANNED = 64  # places among which a witness is first looked for
_NARROWED = 24  # halvings of the step around it


class Searching(Reading):
    """Reads terms as the checker does, and gives itself what a term needs."""

    def __init__(self, bits: int, pieces: int) -> None:
        super().__init__(bits, [])
        self.pieces = pieces
        self.terms: dict[str, Any] = {}

    def entries(self) -> list[dict[str, Any]]:
        """What was found, as the object gives it."""
        return [{"of": self.terms[name], **found} for name, found in self.by.items()]

    def _series(self, term: Any, first: Value, ratio: Ratio, weights: Weights | None = None) -> Value:
        z, above, below = ratio
        for length in _LENGTHS:
            try:
                total, tail = self.at.series(first[0], above, below, z[0], length, weights)
            except Refused:
                continue
            if tail <= max(map(abs, (*first[0], *total))) / 2**self.at.bits:
                break
        else:
            raise Refused("no length is enough")
        name, tail = self._named(term), _power_above(tail)
        known = self.by.get(name, {"length": 0, "tail": 0})
        if length == known["length"]:
            tail = max(tail, rational(known["tail"]))
        if length >= known["length"]:
            self.by[name] = {"length": length, "tail": literal(tail)}
        return super()._series(term, first, ratio, weights)

    def _supremum(self, term: Any, env: dict[str, Any]) -> Value:
        name = self._named(term)
        if name not in self.by:
            self.by[name] = {"at": literal(self._witness(term, env))}
        return super()._supremum(term, env)

    def _integral(self, term: Any, env: dict[str, Any]) -> Value:
        self.by.setdefault(self._named(term), {"pieces": self.pieces})
        return super()._integral(term, env)

    def _named(self, term: Any) -> str:
        name = json.dumps(term)
        self.terms[name] = term
        return name

    def _witness(self, term: Any, env: dict[str, Any]) -> Fraction:
        """The best of equally spaced places, then steps of half the size around it."""
        low, high = (interval for interval in self._ends(term, env))
        first, last = low[1], high[0]

        def value(place: Fraction) -> Fraction:
            if not first <= place <= last:
                return Fraction(-1, 1)
            reached: Interval = self.value(term[4], env | {term[1]: (exact(place), exact(0))})[0]
            return reached[0]

        step = Fraction(1, _SCANNED)
        best = max((first + (last - first) * k * step for k in range(_SCANNED + 1)), key=value)
        for _ in range(_NARROWED):
            best = max((best - step, best, best + step), key=value)
            step /= 2
        return best


def _power_above(tail: Fraction) -> Fraction:
    """The smallest power of ten that is at least the tail; 0 for 0."""
    if tail == 0:
        return tail
    power = Fraction(1)
    while power < tail:
        power *= 10
    while power / 10 >= tail:
        power /= 10
    return power
