"""The antithetic-orthogonal coupling: rows +-q_1, .., +-q_d of a Haar matrix, 2d independent chi_d norms."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import final

import numpy as np

from rftheory.measured.couplings.blocks import AbstractBlockCoupling
from rftheory.measured.couplings.frames import AbstractNorms, AbstractRotation, ChiNorms, HaarRotation
from rftheory.measured.inputs import Floats
from rftheory.measured.mutants.couplings import (
    Equiangular,
    FirstFlipped,
    chi_mutants,
    mutant,
    rotation_mutants,
)
from rftheory.measured.mutants.faults import PairedNorms
from rftheory.measured.protocol import AbstractCoupling, Law


@final
@dataclass(frozen=True)
class CrossPolytope(AbstractBlockCoupling):
    """Rows 2i - 1 and 2i of a block are r q_i and -r' q_i: q_i the rows of a Haar matrix, all norms independent chi_d.

    Opposite rows do not share their norm. Source: beyond, cross-polytope/mse.
    """

    name: str = "cross-polytope"
    title: str = "Antithetic-orthogonal projections"
    reference: str = "beyond, cross-polytope/mse"
    law: Law = field(default=Law("chi_d", "cross-polytope"))
    isotropic: bool = True
    norms: AbstractNorms = field(default_factory=ChiNorms)
    rotation: AbstractRotation = field(default_factory=HaarRotation)
    opposite: float = -1.0

    def rows(self, d: int, m: int) -> tuple[int, int]:
        del d
        return (m + 1) // 2, m

    def arrange(self, frames: Floats, norms: Floats) -> Floats:
        rows = norms.shape[-1]
        signs = np.where(np.arange(rows) % 2, self.opposite, 1.0)
        return (signs * norms)[..., None] * np.repeat(frames, 2, axis=-2)[..., :rows, :]

    def arrange_literally(self, rotations: Floats, norms: Floats) -> Floats:
        d = rotations.shape[-1]
        axes = np.kron(np.eye(d), np.array([[1.0], [self.opposite]]))
        return (norms[..., None] * np.eye(2 * d)) @ axes @ rotations

    def mutants(self) -> tuple[AbstractCoupling, ...]:
        return (
            *chi_mutants(self, lambda norms: replace(self, norms=norms)),
            *rotation_mutants(self, lambda rotation: replace(self, rotation=rotation)),
            mutant(self, "paired-norm", "opposite rows share their norm", replace(self, norms=PairedNorms())),
            mutant(self, "parallel", "rows 2i - 1 and 2i have one direction", replace(self, opposite=1.0)),
            mutant(
                self, "orthogonal", "blocks of d orthogonal rows", Equiangular(Law("chi_d", "orthogonal"))
            ),
            mutant(self, "flipped", "the first row of a block has the wrong sign", change=FirstFlipped()),
        )


MECHANISMS = (CrossPolytope(),)
