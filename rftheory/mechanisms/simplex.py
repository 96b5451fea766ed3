"""The simplex coupling: directions of a randomly turned simplex, chi_d norms. Norms never steer directions."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import final

import numpy as np

from rftheory.measured.couplings.blocks import AbstractBlockCoupling
from rftheory.measured.couplings.frames import AbstractNorms, AbstractRotation, ChiNorms, HaarRotation
from rftheory.measured.couplings.transforms import simplex_apply, simplex_matrix
from rftheory.measured.inputs import Floats, integer
from rftheory.measured.mutants.couplings import (
    Equiangular,
    FirstFlipped,
    chi_mutants,
    mutant,
    rotation_mutants,
)
from rftheory.measured.protocol import AbstractCoupling, Law


@final
@dataclass(frozen=True)
class Simplex(AbstractBlockCoupling):
    """W = D S R, R Haar on O(d), S the simplex projection, D = diag of chi_d. Source: simrf, (8), (9)."""

    name: str = "simplex"
    title: str = "Simplex projections (SimRFs)"
    reference: str = "simrf, (8)"
    law: Law = field(default=Law("chi_d", "simplex"))
    isotropic: bool = True
    norms: AbstractNorms = field(default_factory=ChiNorms)
    rotation: AbstractRotation = field(default_factory=HaarRotation)

    def check(self, d: int, m: int) -> None:
        super().check(integer("d", d, 2), m)

    def rows(self, d: int, m: int) -> tuple[int, int]:
        return d, m

    def arrange(self, frames: Floats, norms: Floats) -> Floats:
        turned = simplex_apply(np.swapaxes(frames, -1, -2))[..., : norms.shape[-1]]
        turned *= norms[..., None, :]
        return np.swapaxes(turned, -1, -2)

    def arrange_literally(self, rotations: Floats, norms: Floats) -> Floats:
        d = norms.shape[-1]
        return (norms[..., None] * np.eye(d)) @ simplex_matrix(d) @ rotations

    def mutants(self) -> tuple[AbstractCoupling, ...]:
        return (
            *chi_mutants(self, lambda norms: replace(self, norms=norms)),
            *rotation_mutants(self, lambda rotation: replace(self, rotation=rotation)),
            mutant(self, "acute", "pairs have the cosine +1/(d-1)", Equiangular(self.law, share=1.0)),
            mutant(self, "orthogonal", "pairs have the cosine 0", Equiangular(self.law)),
            mutant(self, "half-way", "pairs have the cosine -1/(2(d-1))", Equiangular(self.law, share=-0.5)),
            mutant(self, "flipped", "the first row of a block has the wrong sign", change=FirstFlipped()),
        )


MECHANISMS = (Simplex(),)
