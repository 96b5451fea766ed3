"""The fast simplex coupling D S (HD)^k. It is not isotropic, and no dense matrix is used."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import final

import numpy as np

from rftheory.measured.couplings.blocks import AbstractHadamardCoupling
from rftheory.measured.couplings.frames import AbstractNorms, AbstractSigns, ChiNorms, FairSigns
from rftheory.measured.couplings.transforms import simplex_apply, simplex_matrix
from rftheory.measured.inputs import Floats, integer
from rftheory.measured.mutants.couplings import FirstFlipped, chi_mutants, mutant
from rftheory.measured.mutants.faults import WRONG_SIGNS, WrongSigns
from rftheory.measured.protocol import AbstractCoupling, Law


@final
@dataclass(frozen=True)
class HadamardSimplex(AbstractHadamardCoupling):
    """W = D S R~, R~ = (HD)^k in place of Haar, D = diag of chi_d. Source: simrf, section 4.2, (89)."""

    name: str = "hadamard-simplex"
    title: str = "Fast simplex projections (fast SimRFs)"
    reference: str = "simrf, (89)"
    law: Law = field(default=Law("chi_d", "simplex"))
    factors: int = 3
    norms: AbstractNorms = field(default_factory=ChiNorms)
    signs: AbstractSigns = field(default_factory=FairSigns)

    def check(self, d: int, m: int) -> None:
        super().check(integer("d", d, 2), m)

    def finish(self, rotated: Floats, *, rng: np.random.Generator) -> Floats:
        n, _, blocks, d = rotated.shape
        turned = simplex_apply(rotated)
        turned *= self.norms.draw(d, (n, 1, blocks, d), rng=rng)
        return turned

    def finish_literally(self, rotations: Floats, *, rng: np.random.Generator) -> Floats:
        d = rotations.shape[-1]
        norms = self.norms.draw(d, rotations.shape[:-1], rng=rng)
        return (norms[..., None] * np.eye(d)) @ simplex_matrix(d) @ rotations

    def mutants(self) -> tuple[AbstractCoupling, ...]:
        return (
            *chi_mutants(self, lambda norms: replace(self, norms=norms)),
            *(
                mutant(self, fault, wrong, replace(self, signs=WrongSigns(fault)))
                for fault, wrong in WRONG_SIGNS.items()
            ),
            mutant(self, "k-1", "two factors in place of three", replace(self, factors=self.factors - 1)),
            mutant(self, "flipped", "the first row of a block has the wrong sign", change=FirstFlipped()),
        )


MECHANISMS = (HadamardSimplex(),)
