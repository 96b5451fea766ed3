"""Feature maps of whole rows as their parameters: generalised exponentials by A and s, counts by their law and shift."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from rftheory.errors import DomainError, InputError
from rftheory.measured.inputs import Floats
from rftheory.measured.rowmaps.discrete import Discrete, Shifted
from rftheory.measured.rowmaps.exponential import GeneralisedExponential
from rftheory.measured.rowmaps.laws import (
    AbstractDiscreteLaw,
    GeometricLaw,
    PoissonLaw,
    Values,
)
from rftheory.measured.rowmaps.protocol import AbstractRowMap

EXPONENTIAL = ("gerf", "oprf", "gerf-negative", "gerf-antithetic")
COUNTS = tuple(name + suffix for name in ("poisson", "geometric", "discrete") for suffix in ("", "-positive"))


@dataclass(frozen=True)
class Exponential:
    """D e^{A|w|^2 + B w.x + C|x|^2} with s = 1 or -1; `a` None is to be recognised. Source: crt, (4) and (5).

    antithetic: a row w gives the features of w and of -w, over sqrt(2); with A = 0 these are hyperbolic features.
    """

    a: complex | None
    s: int = 1
    antithetic: bool = False

    @property
    def name(self) -> str:
        """The map of the catalogue that this is."""
        if self.antithetic:
            return "gerf-antithetic"
        return "gerf" if self.s == 1 else "gerf-negative"

    @property
    def legible(self) -> bool:
        """Whether features are positive, so that A, D and the rows can be read off from them."""
        return self.s == 1 and (self.a is None or self.a.imag == 0.0)

    def given(self) -> complex:
        """A; InputError where it is not known."""
        if self.a is None:
            raise InputError(
                "A is read off from features of a real A and s = 1 only; allowed: --parameter A=..."
            )
        return self.a


@dataclass(frozen=True)
class Counts:
    """e^{-|x|^2/2} prod x_l^{w_l} (w_l! p_{w_l})^{-1/2} of counts w and points x - shift. Source: crt, (10)."""

    law: AbstractDiscreteLaw
    positive: bool = False
    shift: Values = (0.0,)

    @property
    def name(self) -> str:
        """The map of the catalogue that this is."""
        kinds = {PoissonLaw: "poisson", GeometricLaw: "geometric"}
        return kinds.get(type(self.law), "discrete") + ("-positive" if self.positive else "")

    def moved(self, x: Floats) -> Floats:
        """x - shift."""
        found: Floats = x - np.asarray(self.shift)
        return found

    def fit(self, d: int) -> None:
        """DomainError unless points have as many coordinates as the law and the shift."""
        self.law.check(d)
        if len(self.shift) not in (1, d):
            raise DomainError("d", d, f"{len(self.shift)}, the number of coordinates of the shift")


Row = Exponential | Counts


def row_of(row_map: AbstractRowMap) -> Row:
    """The parameters of a map of the shelf; InputError for one of another kind."""
    if isinstance(row_map, GeneralisedExponential):
        return Exponential(complex(row_map.a), row_map.s)
    if isinstance(row_map, Discrete):
        return Counts(row_map.counts)
    if isinstance(row_map, Shifted):
        return Counts(row_map.base.counts, True, row_map.shift)
    raise InputError(f"{row_map.name} is neither a generalised exponential map nor one of counts")


def slope(a: float) -> float:
    """B = sqrt(1 - 4A)."""
    return math.sqrt(1.0 - 4.0 * a)
