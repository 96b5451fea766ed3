"""A toy coupling of a law that the shelf has not: rows in pairs at an angle of 120 degrees."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import sqrt
from typing import final

import numpy as np

from rftheory.measured.couplings.blocks import AbstractBlockCoupling
from rftheory.measured.couplings.frames import AbstractNorms, AbstractRotation, ChiNorms, HaarRotation
from rftheory.measured.inputs import Floats, integer
from rftheory.measured.mutants.couplings import Scaled, chi_mutants, mutant, rotation_mutants
from rftheory.measured.protocol import AbstractCoupling, Law


class PairLaw(Law):
    """Blocks of two rows of the cosine -1/2."""

    def rows(self, d: int) -> int:
        del d
        return 2

    def cosine(self, d: int) -> float:
        del d
        return -0.5


@final
@dataclass(frozen=True)
class Wedge(AbstractBlockCoupling):
    """W = D L R, R the first two rows of a Haar matrix, L L^T the Gram matrix of two unit vectors at 120 degrees."""

    name: str = "wedge"
    title: str = "Pairs of rows at 120 degrees"
    reference: str = "a test"
    law: Law = field(default=PairLaw("chi_d", "pairs"))  # type: ignore[arg-type]
    isotropic: bool = True
    norms: AbstractNorms = field(default_factory=ChiNorms)
    rotation: AbstractRotation = field(default_factory=HaarRotation)
    turn: float = -0.5

    def check(self, d: int, m: int) -> None:
        super().check(integer("d", d, 2), m)

    def arrange(self, frames: Floats, norms: Floats) -> Floats:
        rows = norms.shape[-1]
        arranged: Floats = norms[..., None] * (self._factor[:rows, :rows] @ frames)
        return arranged

    def arrange_literally(self, rotations: Floats, norms: Floats) -> Floats:
        return (norms[..., None] * self._factor) @ rotations[..., :2, :]

    @property
    def _factor(self) -> Floats:
        return np.array([[1.0, 0.0], [self.turn, sqrt(1.0 - self.turn**2)]])

    def mutants(self) -> tuple[AbstractCoupling, ...]:
        return (
            *chi_mutants(self, lambda norms: replace(self, norms=norms)),
            *rotation_mutants(self, lambda rotation: replace(self, rotation=rotation)),
            mutant(self, "acute", "pairs have the cosine 1/2", replace(self, turn=0.5)),
            mutant(self, "variance-2", "every row is longer by sqrt(2)", change=Scaled(2.0**0.5)),
        )


MECHANISMS = (Wedge(),)
