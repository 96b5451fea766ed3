"""What the checks of means and variances measure for a diagnosis."""

from __future__ import annotations

from dataclasses import dataclass

from rftheory.conformance.findings import Measurements


@dataclass(frozen=True)
class MeanValue(Measurements):
    """The mean of estimates of m rows, the interval around it, and the claimed mean.

    powers: pairs (g, e) with the claimed mean g exp(e) of which a factor of the bandwidth multiplies e.
    others: what the mean is a multiple of under other mistakes, by their names. rows, level: the row map and the logarithm of a constant that its features carry, D or Poisson's weight.
    """

    value: float
    ends: tuple[float, float]
    claim: float
    m: int
    d: int
    powers: tuple[tuple[float, float], ...] = ()
    rows: str = ""
    level: float = 0.0
    others: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True)
class FamiliarVariances(Measurements):
    """Which couplings have the variance that was found, under the declared map; whether rows are claimed to be coupled.

    larger: whether it is above the claimed one.
    """

    rows: tuple[str, ...]
    coupled: bool
    larger: bool


@dataclass(frozen=True)
class Alternatives:
    """Mean squared errors of a hybrid, and with lambdas at the wrong bases or of separate draws, for few and many rows."""

    right: float
    swapped: tuple[float, ...]
    separate: tuple[float, ...]


@dataclass(frozen=True)
class ErrorAt:
    """The mean squared error at an exact pair that fails, and those of the hybrid with a mistake in lambda.

    exact: whether these are of rows as the client's are claimed to be. biased: whether the mean is off by half its root.
    """

    square: float
    alternatives: Alternatives
    exact: bool
    biased: bool


@dataclass(frozen=True)
class HybridErrors(Measurements):
    """Every exact pair that fails; of those that hold the largest error that rounding explains, and the alternatives.

    sized: whether the number of rows is known, and with it how large errors are.
    """

    pairs: tuple[ErrorAt, ...]
    held: tuple[tuple[float, Alternatives], ...]
    sized: bool


@dataclass(frozen=True)
class HybridMean(Measurements):
    """The error of the mean of estimates, and the one that lambdas made of projections of a base would give."""

    error: float
    reused: float


@dataclass(frozen=True)
class HybridVariance(Measurements):
    """The mean squared error, those of the hybrid with a mistake in lambda; whether the mean is off by half its root."""

    square: float
    alternatives: Alternatives
    biased: bool
