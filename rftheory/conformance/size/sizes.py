"""How far estimates are off at those places: the worst bias, the worst spread, and whether all of them are numbers."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from rftheory.conformance.bands import identity
from rftheory.conformance.checks import ClientCheck
from rftheory.conformance.findings import Finding
from rftheory.conformance.moments import spread
from rftheory.conformance.moments.spread import Described
from rftheory.conformance.references import FEATURE_VECTOR
from rftheory.conformance.size.worst_error import WorstError
from rftheory.measured.inputs import Floats
from rftheory.moments.pairs import Pair

ROUNDINGS, MOST = 1e3, 0.01
"""Units of rounding below which an error is none, and the largest that is none."""


@dataclass(frozen=True)
class PlacedEstimates:
    """Estimates (n, p) at the places, the kernel there, what errors are relative to, rounding, and known variances."""

    values: Floats
    places: tuple[Pair, ...]
    truth: Floats
    unit: Floats
    rounding: float
    variance: Callable[[Pair], float | None]

    @property
    def tags(self) -> frozenset[str]:
        """None: one check."""
        return frozenset()


def finite(subject: PlacedEstimates) -> Finding:
    """Estimates are numbers where x = y and where x = -y."""
    lost = [place.label for place, column in _near(subject) if not np.all(np.isfinite(column))]
    text = f"no numbers at {', '.join(lost)}" if lost else "all estimates are numbers"
    return identity("finite at y = ±x", FEATURE_VECTOR, float(len(lost)), 0.0, len(subject.values), text)


def _near(subject: PlacedEstimates) -> list[tuple[Pair, Floats]]:
    """The places at norms where nothing may overflow."""
    every = zip(subject.places, subject.values.T, strict=True)
    return [(place, column) for place, column in every if float(place.x @ place.x) <= 1.01]


def sizes(subject: PlacedEstimates) -> tuple[WorstError, ...]:
    """The sizes at every norm."""
    norms = [round(float(np.linalg.norm(place.x)), 2) for place in subject.places]
    return tuple(
        _size(subject, norm, [index for index, other in enumerate(norms) if other == norm])
        for norm in dict.fromkeys(norms)
    )


def _size(subject: PlacedEstimates, norm: float, here: list[int]) -> WorstError:
    lost = tuple(
        subject.places[index].label for index in here if not np.all(np.isfinite(subject.values[:, index]))
    )
    kept = [index for index in here if np.all(np.isfinite(subject.values[:, index]))]
    nothing = Described(math.nan, math.nan, math.nan)
    if not kept:
        return WorstError(norm, nothing, "", nothing, "", lost=lost)
    biases, spreads = {}, {}
    for index in kept:
        errors = (subject.values[:, index] - subject.truth[index]) / subject.unit[index]
        errors[np.abs(errors) <= min(ROUNDINGS * subject.rounding, MOST)] = 0.0
        biases[index] = spread.mean(errors, len(kept))
        squares = spread.variance(errors, len(kept))
        spreads[index] = Described(*(math.sqrt(part) for part in (squares.value, squares.low, squares.high)))
    seen = [index for index in kept if not biases[index].nothing] or kept
    worst = max(seen, key=lambda index: max(abs(biases[index].low), abs(biases[index].high)))
    if not biases[worst].nothing:
        worst = max(seen, key=lambda index: abs(biases[index].value))
    wide = max(kept, key=lambda index: spreads[index].value)
    known = subject.variance(subject.places[wide])
    exact = None if known is None else math.sqrt(known) / float(subject.unit[wide])
    places = subject.places
    return WorstError(
        norm, biases[worst], places[worst].label, spreads[wide], places[wide].label, exact, lost
    )


CHECKS = (ClientCheck("finite at y = ±x", "places", PlacedEstimates, (FEATURE_VECTOR,), finite),)
