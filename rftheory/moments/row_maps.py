"""Feature maps of whole rows as their parameters: exponentials by A and s or a matrix, counts by their law and shift."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from rftheory.errors import DomainError, InputError
from rftheory.measured.inputs import Floats
from rftheory.measured.rowmaps.dense import DenseExponential, ImportanceSampled
from rftheory.measured.rowmaps.discrete import Discrete, Shifted
from rftheory.measured.rowmaps.exponential import GeneralisedExponential
from rftheory.measured.rowmaps.laws import (
    AbstractDiscreteLaw,
    GeometricLaw,
    PoissonLaw,
    Values,
)
from rftheory.measured.rowmaps.mapped_rows import MappedLaw, Matrix, Numbers, given
from rftheory.measured.rowmaps.protocol import AbstractRowMap
from rftheory.moments.dense.powers import matrix_of

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


@dataclass(frozen=True)
class Dense:
    """Dense features by A (a number, eigenvalues or a matrix), M and the mean of their rows.

    Source: beyond, dense/unbiased, dense/weight, dense/shift.
    """

    a: float | Numbers | Matrix
    matrix: Matrix | None = None
    mean: Numbers = ()
    name: str = "dense"
    legible: ClassVar[bool] = False

    def place(self, x: Floats, y: Floats) -> Floats:
        """v = M x + M^{-T} y - mu, on which the product over the kernel depends."""
        if self.matrix is not None:
            m = np.asarray(self.matrix)
            x, y = m @ x, np.linalg.solve(m.T, y)
        return np.asarray(x + y - np.asarray(self.mean) if self.mean else x + y)


Row = Exponential | Counts | Dense


def row_of(row_map: AbstractRowMap) -> Row:
    """The parameters of a map of the shelf; InputError for one of another kind."""
    if isinstance(row_map, GeneralisedExponential):
        return Exponential(complex(row_map.a), row_map.s)
    if isinstance(row_map, Discrete):
        return Counts(row_map.counts)
    if isinstance(row_map, Shifted):
        return Counts(row_map.base.counts, True, row_map.shift)
    if isinstance(row_map, DenseExponential):
        return Dense(row_map.a, row_map.matrix)
    law = row_map.law
    normal = isinstance(law, MappedLaw) and law.turned == "no"
    if isinstance(row_map, ImportanceSampled) and normal and row_map.share == 0.5:
        assert isinstance(law, MappedLaw)
        return Dense(given(np.asarray(matrix_of({"Sigma": law.covariance}))), None, law.mean)
    raise InputError(
        f"{row_map.name} is no generalised exponential map, none of counts, and no dense one of normal rows"
    )


def slope(a: float) -> float:
    """B = sqrt(1 - 4A)."""
    return math.sqrt(1.0 - 4.0 * a)
