"""What the checks of the form of features measure for a diagnosis."""

from __future__ import annotations

from dataclasses import dataclass

from rftheory.conformance.feature_form.gerf import Constant, Tilt
from rftheory.conformance.findings import Measurements


@dataclass(frozen=True)
class BatchEffect(Measurements):
    """How other points of a batch change the features of one; `steady`: one seed gives one result.

    by_factor: by one factor of all features; maximum: which is that of a maximum over the batch. single: no more than
    float32 does where float64 was returned.
    """

    gap: float
    by_factor: bool
    steady: bool
    single: bool
    maximum: bool = False


@dataclass(frozen=True)
class Phases(Measurements):
    """Of features a cos(w.x + b): whether all have one b, and the mean of cos(2b) over `count` features.

    frozen: whether no seed changes them.
    """

    shared: bool
    mean: float
    count: int
    frozen: bool


@dataclass(frozen=True)
class MapForm(Measurements):
    """The form that was recognised and the one that was declared; `negative`: some features are.

    additive: each is a sum of functions of one coordinate. normalised: those of a point have one sum. sunk: far out all are one number below zero. ratios: only ratios of estimates are claimed. steady: one seed gives one result.
    """

    name: str
    legible: bool
    generalised: bool
    exponential: bool
    negative: bool
    sunk: bool
    declared: str | None
    ratios: bool
    phases: Phases | None
    additive: bool = False
    normalised: bool = False
    steady: bool = True


@dataclass(frozen=True)
class BothSides(Measurements):
    """The correlation of the projections of queries and of keys, and the factor between them.

    factors: whether each feature of the keys is that of the queries times a number of its own.
    """

    correlation: float
    ratio: float
    factors: bool


@dataclass(frozen=True)
class Weight(Measurements):
    """The exponent of h(x) and the one claimed, per |x|^2, of the two features at x and -x together.

    quadratic: whether it is a multiple of |x|^2. scale: the declared one, in d dimensions.
    """

    value: float
    claimed: float
    single: bool
    quadratic: bool
    scale: float = 1.0
    d: int = 1


@dataclass(frozen=True)
class Scale(Measurements):
    """The squared factor of the features; phases: of cosines with random phases, whose own is 2/m."""

    value: float
    m: int
    d: int
    tolerance: float
    single: bool
    phases: bool = False


@dataclass(frozen=True)
class Ends(Measurements):
    """Whether float32 explains the departure, and whether one seed gives one result; weight: whether it is e^{c |x|^2} in every draw."""

    single: bool
    steady: bool
    weight: bool = False


@dataclass(frozen=True)
class ParameterA(Measurements):
    """How log phi(0) departs from the line that A claims."""

    departure: Tilt


@dataclass(frozen=True)
class ConstantD(Measurements):
    """What phi(0).phi(0) is wrong by."""

    departure: Constant
