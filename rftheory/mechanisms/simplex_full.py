"""The full simplex coupling: all d + 1 vertices of a randomly turned simplex, chi_d norms. Norms never steer directions."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import sqrt
from typing import final

import numpy as np

from rftheory.measured.couplings.blocks import AbstractBlockCoupling
from rftheory.measured.couplings.frames import AbstractNorms, AbstractRotation, ChiNorms, HaarRotation
from rftheory.measured.couplings.transforms import simplex_matrix
from rftheory.measured.inputs import Floats
from rftheory.measured.mutants.couplings import (
    Equiangular,
    FirstFlipped,
    Paired,
    chi_mutants,
    mutant,
    rotation_mutants,
)
from rftheory.measured.protocol import AbstractCoupling, Law


@final
@dataclass(frozen=True)
class SimplexFull(AbstractBlockCoupling):
    """W = D V R, the rows of V the d + 1 vertices of a regular simplex of R^d, R Haar on O(d), D = diag of chi_d.

    All pairs of a block have the cosine -1/d, the least common one. Source: beyond, simplex-d+1/mse.
    """

    name: str = "simplex-full"
    title: str = "Projections on all d + 1 vertices of a simplex"
    reference: str = "beyond, simplex-d+1/mse"
    law: Law = field(default=Law("chi_d", "full-simplex"))
    isotropic: bool = True
    norms: AbstractNorms = field(default_factory=ChiNorms)
    rotation: AbstractRotation = field(default_factory=HaarRotation)

    def rows(self, d: int, m: int) -> tuple[int, int]:
        return d, m

    def arrange(self, frames: Floats, norms: Floats) -> Floats:
        d = frames.shape[-2]
        total = frames.sum(axis=-2, keepdims=True)
        inner = sqrt((d + 1) / d) * frames - (sqrt(d + 1) + 1) / (d * sqrt(d)) * total
        vertices = np.concatenate([inner, total / sqrt(d)], axis=-2)
        scaled: Floats = norms[..., None] * vertices[..., : norms.shape[-1], :]
        return scaled

    def arrange_literally(self, rotations: Floats, norms: Floats) -> Floats:
        d = rotations.shape[-1]
        return (norms[..., None] * np.eye(d + 1)) @ simplex_matrix(d + 1)[:, :d] @ rotations

    def mutants(self) -> tuple[AbstractCoupling, ...]:
        return (
            *chi_mutants(self, lambda norms: replace(self, norms=norms)),
            *rotation_mutants(self, lambda rotation: replace(self, rotation=rotation)),
            mutant(
                self,
                "d-vertices",
                "blocks of d rows at the cosine -1/(d-1)",
                Equiangular(Law("chi_d", "simplex"), share=-1.0),
            ),
            mutant(self, "flipped", "the first row of a block has the wrong sign", change=FirstFlipped()),
            mutant(self, "antithetic", "every second row is minus the row above", change=Paired(-1.0)),
        )


MECHANISMS = (SimplexFull(),)
