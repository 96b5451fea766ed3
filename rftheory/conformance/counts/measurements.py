"""What the checks of counts measure for a diagnosis."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rftheory.conformance.findings import Measurements
from rftheory.measured.inputs import Floats
from rftheory.measured.rowmaps.laws import AbstractDiscreteLaw

Misread = Literal["not finite at 0", "wrong at 0", "without signs", "otherwise"]


@dataclass(frozen=True)
class CountWeight(Measurements):
    """What the exponent of h(x) has too much, per |x|^2."""

    square: float
    kernel: str


@dataclass(frozen=True)
class RowFactors(Measurements):
    """Logarithms of the factors of rows over those of the declared law, for counts (.., m, d), to within `limit`."""

    off: Floats
    counts: Floats
    law: AbstractDiscreteLaw
    limit: float


@dataclass(frozen=True)
class NeverDrawn(Measurements):
    """A count that the declared law never draws."""


@dataclass(frozen=True)
class Powers(Measurements):
    """Which features the counts do not predict."""

    misread: Misread


@dataclass(frozen=True)
class SwappedLaw(Measurements):
    """The distance of counts from the geometric law, and from that of 1 - p."""

    distance: float
    swapped: float
