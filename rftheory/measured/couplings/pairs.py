"""Pairs of rows of any cosine: the coupling of which orthogonal, simplex and antithetic pairs are cases."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import sqrt
from typing import final

import numpy as np

from rftheory.errors import DomainError
from rftheory.measured.couplings.blocks import AbstractBlockCoupling
from rftheory.measured.couplings.frames import AbstractNorms, AbstractRotation, ChiNorms, HaarRotation
from rftheory.measured.inputs import Floats, integer
from rftheory.measured.protocol import AbstractCoupling, Law


@dataclass(frozen=True)
class PairLaw(Law):
    """Blocks of two rows whose cosine is `angle`."""

    angle: float = 0.0

    def rows(self, d: int) -> int:
        """Two."""
        del d
        return 2

    def cosine(self, d: int) -> float:
        """The one that was asked for."""
        del d
        return self.angle


@final
@dataclass(frozen=True)
class PairOfCosine(AbstractBlockCoupling):
    """Blocks of r_1 u_1 and r_2 (c u_1 + sqrt(1 - c^2) u_2), u_1 and u_2 a Haar orthonormal pair, d >= 2.

    c = -1 is the antithetic pair, c = 0 the orthogonal one. Norms are independent of each other and of the
    directions. Source: beyond, spectral/simplex/pair-radii. DomainError for c outside [-1, 1].
    """

    angle: float
    name: str = "pair"
    title: str = "Pairs of projections of one cosine"
    reference: str = "beyond, spectral/simplex/pair-radii"
    isotropic: bool = True
    norms: AbstractNorms = field(default_factory=ChiNorms)
    rotation: AbstractRotation = field(default_factory=HaarRotation)

    def __post_init__(self) -> None:
        if not -1.0 <= self.angle <= 1.0:
            raise DomainError("angle", self.angle, "a cosine, -1 <= angle <= 1")

    @property
    def law(self) -> Law:  # type: ignore[override]
        """chi_d norms unless others are given, and the cosine."""
        return PairLaw("chi_d", "orthogonal", self.angle)

    def check(self, d: int, m: int) -> None:
        super().check(integer("d", d, 2), m)

    def arrange(self, frames: Floats, norms: Floats) -> Floats:
        rows = frames.copy()
        if rows.shape[-2] == 2:
            rows[..., 1, :] *= sqrt(1.0 - self.angle**2)
            rows[..., 1, :] += self.angle * frames[..., 0, :]
        rows *= norms[..., None]
        return rows

    def arrange_literally(self, rotations: Floats, norms: Floats) -> Floats:
        mixing = np.array([[1.0, 0.0], [self.angle, sqrt(1.0 - self.angle**2)]])
        rows: Floats = (norms[..., None] * np.eye(2)) @ mixing @ rotations[..., :2, :]
        return rows

    def mutants(self) -> tuple[AbstractCoupling, ...]:
        return ()
