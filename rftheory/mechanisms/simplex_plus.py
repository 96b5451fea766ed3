"""The simplex-plus coupling: directions chosen from the norms, then turned. Norms stay chi_d."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import final

import numpy as np

from rftheory.measured.couplings.blocks import AbstractBlockCoupling
from rftheory.measured.couplings.frames import AbstractNorms, AbstractRotation, ChiNorms, HaarRotation
from rftheory.measured.couplings.simplex_plus import MAX_SWEEPS, relax, relax_one_literally
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
class SimplexPlus(AbstractBlockCoupling):
    """W = V R: V the arrangement of chi_d norms that `relax` finds, R Haar. Source: simrf, (16), (17)."""

    name: str = "simplex-plus"
    title: str = "Weight-dependent simplex projections (SimRFs+)"
    reference: str = "simrf, (17)"
    law: Law = field(default=Law("chi_d", "anti-resultant"))
    isotropic: bool = True
    norms: AbstractNorms = field(default_factory=ChiNorms)
    rotation: AbstractRotation = field(default_factory=HaarRotation)
    max_sweeps: int = MAX_SWEEPS

    def check(self, d: int, m: int) -> None:
        super().check(integer("d", d, 2), m)

    def rows(self, d: int, m: int) -> tuple[int, int]:
        del m
        return d, d

    def arrange(self, frames: Floats, norms: Floats) -> Floats:
        vectors, _ = relax(norms.reshape(-1, norms.shape[-1]), max_sweeps=self.max_sweeps)
        return vectors.reshape(*norms.shape, -1) @ frames

    def arrange_literally(self, rotations: Floats, norms: Floats) -> Floats:
        blocks = norms.reshape(-1, norms.shape[-1])
        vectors = [relax_one_literally(block, max_sweeps=self.max_sweeps) for block in blocks]
        return np.stack(vectors).reshape(rotations.shape) @ rotations

    def mutants(self) -> tuple[AbstractCoupling, ...]:
        return (
            *chi_mutants(self, lambda norms: replace(self, norms=norms)),
            *rotation_mutants(self, lambda rotation: replace(self, rotation=rotation)),
            mutant(self, "not-relaxed", "the simplex directions are kept", replace(self, max_sweeps=0)),
            mutant(self, "orthogonal", "pairs have the cosine 0", Equiangular(self.law)),
            mutant(self, "flipped", "the first row of a block has the wrong sign", change=FirstFlipped()),
        )


MECHANISMS = (SimplexPlus(),)
