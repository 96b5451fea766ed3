"""The structured couplings sqrt(d) (HD)^k. They are not isotropic, and no dense matrix is used."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import final

import numpy as np

from rftheory.measured.couplings.blocks import AbstractHadamardCoupling
from rftheory.measured.couplings.frames import AbstractNorms, AbstractSigns, ChiNorms, FairSigns, FixedNorms
from rftheory.measured.inputs import Floats
from rftheory.measured.mutants.couplings import Scaled, mutant
from rftheory.measured.mutants.faults import WRONG_SIGNS, WrongSigns
from rftheory.measured.protocol import AbstractCoupling, Law


@final
@dataclass(frozen=True)
class Hadamard(AbstractHadamardCoupling):
    """W = sqrt(d) H D_1 .. H D_k; k = 3 is SORF. Sources: orf, (5); simrf, (89). d is padded to 2^i."""

    name: str
    title: str
    factors: int
    reference: str = "orf, (5)"
    law: Law = field(default=Law("sqrt(d)", "orthogonal"))
    norms: AbstractNorms = field(default_factory=FixedNorms)
    signs: AbstractSigns = field(default_factory=FairSigns)

    def finish(self, rotated: Floats, *, rng: np.random.Generator) -> Floats:
        n, _, blocks, d = rotated.shape
        rotated *= self.norms.draw(d, (n, 1, blocks, d), rng=rng)
        return rotated

    def finish_literally(self, rotations: Floats, *, rng: np.random.Generator) -> Floats:
        norms = self.norms.draw(rotations.shape[-1], rotations.shape[:-1], rng=rng)
        return (norms[..., None] * np.eye(rotations.shape[-1])) @ rotations

    def mutants(self) -> tuple[AbstractCoupling, ...]:
        k = self.factors
        fewer = mutant(self, "k-1", f"{k - 1} factors in place of {k}", replace(self, factors=k - 1))
        shared = replace(self, signs=WrongSigns("shared"))
        return (
            mutant(self, "no-scale", "the factor sqrt(d) is missing", replace(self, norms=FixedNorms(0.0))),
            mutant(self, "chi-norms", "the norms are chi_d", replace(self, norms=ChiNorms())),
            mutant(self, "k+1", f"{k + 1} factors in place of {k}", replace(self, factors=k + 1)),
            *((fewer, mutant(self, "shared", "D_1 = .. = D_k", shared)) if k > 1 else ()),
            *(
                mutant(self, fault, wrong, replace(self, signs=WrongSigns(fault)))
                for fault, wrong in WRONG_SIGNS.items()
            ),
            mutant(self, "variance-2", "every row is longer by sqrt(2)", change=Scaled(2.0**0.5)),
        )


MECHANISMS = (
    Hadamard("hd1", "One Hadamard product sqrt(d) HD", 1),
    Hadamard("hd2", "Two Hadamard products sqrt(d) HDHD", 2),
    Hadamard("hd3", "Structured orthogonal projections sqrt(d) HDHDHD (SORF)", 3),
)
