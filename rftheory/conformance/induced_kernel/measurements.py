"""What the checks of an induced kernel measure for a diagnosis."""

from __future__ import annotations

from dataclasses import dataclass

from rftheory.conformance.findings import Measurements


@dataclass(frozen=True)
class Factor(Measurements):
    """The features over f(w.x)/sqrt(m)."""

    ratio: float
    m: int
    d: int


@dataclass(frozen=True)
class InducedForm(Measurements):
    """homogeneous: f(c p) = c f(p), so that a factor of the features shows in their projections only."""

    homogeneous: bool


@dataclass(frozen=True)
class InducedMean(Measurements):
    """The mean of estimates over the kernel, None where this is nothing."""

    ratio: float | None
    m: int
    d: int


@dataclass(frozen=True)
class InducedVariance(Measurements):
    """Whether the variance is above the claimed one."""

    larger: bool
