"""The sphere law: independent directions, all norms sqrt(d). No norm is random here."""

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
    IndependentRotation,
)
from rftheory.measured.mutants.couplings import Equiangular, Paired, mutant
from rftheory.measured.mutants.faults import RepeatedRotation
from rftheory.measured.protocol import AbstractCoupling, Law


@final
@dataclass(frozen=True)
class Sphere(AbstractScaledFrame):
    """w_1..w_m independent, uniform on the sphere of radius sqrt(d): the law of the regularised softmax kernel.

    Its orthogonal form is `orthogonal-fixed-norm`: the same law of each row, orthogonal rows. Neither has the
    Gaussian or softmax kernel as its mean, but SMREG (positive features). Source: performer, section 2.3.
    """

    name: str = "sphere"
    title: str = "Independent projections on the sphere of radius sqrt(d) (SMREG)"
    reference: str = "performer, section 2.3"
    law: Law = field(default=Law("sqrt(d)", "independent"))
    isotropic: bool = True
    norms: AbstractNorms = field(default_factory=FixedNorms)
    rotation: AbstractRotation = field(default_factory=IndependentRotation)

    def mutants(self) -> tuple[AbstractCoupling, ...]:
        repeated = replace(self, rotation=RepeatedRotation(IndependentRotation()))
        return (
            mutant(self, "chi-norms", "the norms are chi_d", replace(self, norms=ChiNorms())),
            mutant(self, "no-scale", "the factor sqrt(d) is missing", replace(self, norms=FixedNorms(0.0))),
            mutant(
                self, "scale-d", "the factor is d in place of sqrt(d)", replace(self, norms=FixedNorms(1.0))
            ),
            mutant(self, "orthogonal", "the rows are orthogonal", replace(self, rotation=HaarRotation())),
            mutant(
                self,
                "obtuse",
                "pairs have the cosine -1/(d-1)",
                Equiangular(self.law, share=-1.0, norms=self.norms),
            ),
            mutant(self, "antithetic", "every second row is minus the row above", change=Paired(-1.0)),
            mutant(self, "repeated", "every second row repeats the row above", change=Paired(1.0)),
            mutant(self, "one-block", "rows d + 1, d + 2, .. repeat the first ones (m > d)", repeated),
        )


MECHANISMS = (Sphere(),)
