"""The orthogonal coupling with all norms sqrt(d) (ORF'). No norm is random here."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import final

from rftheory.measured.couplings.blocks import AbstractScaledFrame
from rftheory.measured.couplings.frames import (
    AbstractNorms,
    AbstractRotation,
    ChiNorms,
    FixedNorms,
    HaarRotation,
)
from rftheory.measured.mutants.couplings import Equiangular, mutant, rotation_mutants
from rftheory.measured.protocol import AbstractCoupling, Law


@final
@dataclass(frozen=True)
class OrthogonalFixedNorm(AbstractScaledFrame):
    """W = sqrt(d) Q, Q Haar on O(d). Sources: orf, (4); performer, regularised softmax kernel."""

    name: str = "orthogonal-fixed-norm"
    title: str = "Orthogonal projections of length sqrt(d) (ORF')"
    reference: str = "orf, (4)"
    law: Law = field(default=Law("sqrt(d)", "orthogonal"))
    isotropic: bool = True
    norms: AbstractNorms = field(default_factory=FixedNorms)
    rotation: AbstractRotation = field(default_factory=HaarRotation)

    def mutants(self) -> tuple[AbstractCoupling, ...]:
        obtuse = Equiangular(self.law, share=-1.0, norms=self.norms)
        return (
            mutant(self, "chi-norms", "the norms are chi_d", replace(self, norms=ChiNorms())),
            mutant(self, "no-scale", "the factor sqrt(d) is missing", replace(self, norms=FixedNorms(0.0))),
            mutant(
                self, "scale-d", "the factor is d in place of sqrt(d)", replace(self, norms=FixedNorms(1.0))
            ),
            *rotation_mutants(self, lambda rotation: replace(self, rotation=rotation)),
            mutant(self, "obtuse", "pairs have the cosine -1/(d-1)", obtuse),
        )


MECHANISMS = (OrthogonalFixedNorm(),)
