"""The orthogonal coupling: Haar directions, chi_d norms. Blocks are independent of one another."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import final

from rftheory.measured.couplings.blocks import AbstractScaledFrame
from rftheory.measured.couplings.frames import AbstractNorms, AbstractRotation, ChiNorms, HaarRotation
from rftheory.measured.mutants.couplings import Equiangular, Scaled, chi_mutants, mutant, rotation_mutants
from rftheory.measured.protocol import AbstractCoupling, Law


@final
@dataclass(frozen=True)
class Orthogonal(AbstractScaledFrame):
    """W = D Q, Q Haar on O(d), D = diag of independent chi_d. Sources: orf, (2); simrf, section 1."""

    name: str = "orthogonal"
    title: str = "Orthogonal projections with Gaussian marginals (ORFs)"
    reference: str = "orf, (2)"
    law: Law = field(default=Law("chi_d", "orthogonal"))
    isotropic: bool = True
    norms: AbstractNorms = field(default_factory=ChiNorms)
    rotation: AbstractRotation = field(default_factory=HaarRotation)

    def mutants(self) -> tuple[AbstractCoupling, ...]:
        return (
            *chi_mutants(self, lambda norms: replace(self, norms=norms)),
            *rotation_mutants(self, lambda rotation: replace(self, rotation=rotation)),
            mutant(self, "obtuse", "pairs have the cosine -1/(d-1)", Equiangular(self.law, share=-1.0)),
            mutant(self, "variance-2", "every row is longer by sqrt(2)", change=Scaled(2.0**0.5)),
        )


MECHANISMS = (Orthogonal(),)
