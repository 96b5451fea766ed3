"""What the checks of projections measure for a diagnosis."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from rftheory.conformance.findings import Measurements

Buckets = Literal["signed", "unsigned"]


@dataclass(frozen=True)
class Repetition(Measurements):
    """What stays the same over redraws; constant norms do so by law or by mistake. size: the root mean square of entries.

    flat: whether rows leave out a direction. products: whether rows are products of Hadamard matrices and signs,
    isotropic: and are claimed to be isotropic. buckets: rows that are sums of coordinates, each in one: with signs, or without. some: whether some rows, not all, are never drawn anew.
    """

    directions: bool
    norms: bool
    constant_norms: bool
    size: float
    m: int
    d: int
    flat: bool
    products: bool = False
    isotropic: bool = True
    buckets: Buckets | None = None
    some: bool = False


@dataclass(frozen=True)
class BlockCosines(Measurements):
    """The largest mean and the spread of the cosines of different rows; whether columns are orthogonal in their place.

    rotated: whether the rows are declared products of rotations of planes.
    """

    rotated: bool
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
    """Distances of the law of n norms from chi_d with |w|^2 times a factor, from chi_k, from chi_d of their own size.

    square: the mean of |w|^2/d; middle: its median.
    """

    n: int
    d: int
    m: int
    wrong_axis: bool
    by_factor: Mapping[float, float]
    by_degrees: Mapping[int, float]
    of_their_size: float
    square: float
    middle: float


@dataclass(frozen=True)
class RandomNorms(Measurements):
    """Norms vary where the mechanism has one number. rotated: as above."""

    rotated: bool


@dataclass(frozen=True)
class EqualNorms(Measurements):
    """All norms of a block are one number, another in every draw."""


@dataclass(frozen=True)
class Corner(Measurements):
    """Whether the first diagonal entry has one sign in nearly all draws, and rows of a block are orthogonal."""

    one_sign: bool
    orthogonal: bool


@dataclass(frozen=True)
class EntrySizes(Measurements):
    """The mean square of an entry, and whether all directions depart alike; power: the mistake that powers of lengthscales are."""

    square: float
    alike: bool
    power: str = ""


@dataclass(frozen=True)
class RepeatedBlocks(Measurements):
    """Blocks have the same directions; `opposite`: the same rows with the other sign."""

    opposite: bool


@dataclass(frozen=True)
class Parallel(Measurements):
    """Whether parallel rows of a draw are each other's opposites."""

    opposite: bool


@dataclass(frozen=True)
class Closeness(Measurements):
    """Whether rows of a draw are more alike than independent ones, or less."""

    alike: bool
