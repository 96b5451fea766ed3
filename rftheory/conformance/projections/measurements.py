"""What the checks of projections measure for a diagnosis."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rftheory.conformance.findings import Measurements


@dataclass(frozen=True)
class Repetition(Measurements):
    """What stays the same over redraws; constant norms do so by law or by mistake. size: the root mean square of entries."""

    directions: bool
    norms: bool
    constant_norms: bool
    size: float
    m: int
    d: int


@dataclass(frozen=True)
class BlockCosines(Measurements):
    """The largest mean and the spread of the cosines of different rows; whether columns are orthogonal in their place."""

    declared: str
    d: int
    mean: float
    spread: float
    wrong_axis: bool


@dataclass(frozen=True)
class ConstantNorm(Measurements):
    """All norms are one number; `claimed` says whether they should be (sqrt(d))."""

    value: float
    d: int
    m: int
    tolerance: float
    claimed: bool


@dataclass(frozen=True)
class VaryingNorms(Measurements):
    """Distances of the law of n norms from chi_d with |w|^2 times a factor, from chi_k, from chi_d of their own size."""

    n: int
    d: int
    m: int
    wrong_axis: bool
    by_factor: Mapping[float, float]
    by_degrees: Mapping[int, float]
    of_their_size: float


@dataclass(frozen=True)
class RandomNorms(Measurements):
    """Norms vary where the mechanism has one number."""


@dataclass(frozen=True)
class EqualNorms(Measurements):
    """All norms of a block are one number, another in every draw."""


@dataclass(frozen=True)
class Corner(Measurements):
    """Whether the first diagonal entry has one sign in nearly all draws."""

    one_sign: bool


@dataclass(frozen=True)
class EntrySizes(Measurements):
    """The mean square of an entry, and whether all directions depart alike."""

    square: float
    alike: bool


@dataclass(frozen=True)
class RepeatedBlocks(Measurements):
    """Blocks have the same directions."""
