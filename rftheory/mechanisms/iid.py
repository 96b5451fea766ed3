"""The iid coupling: independent Gaussian projections. Nothing couples them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import final

import numpy as np

from rftheory.errors import DomainError
from rftheory.measured.couplings.frames import AbstractNorms, IndependentRotation
from rftheory.measured.inputs import Floats, generator, integer
from rftheory.measured.mutants.couplings import Equiangular, Paired, Scaled, chi_mutants, mutant
from rftheory.measured.protocol import AbstractCoupling, Law


@final
@dataclass(frozen=True)
class Iid(AbstractCoupling):
    """W = G, independent N(0, 1) entries. Sources: orf, (1); simrf, section 1."""

    name: str = "iid"
    title: str = "Independent Gaussian projections (IIDRFs)"
    reference: str = "orf, (1)"
    law: Law = field(default=Law("chi_d", "independent"))
    isotropic: bool = True

    def sample(self, d: int, m: int, *, rng: np.random.Generator, n: int) -> Floats:
        self.check(d, m)
        return generator(rng).standard_normal((integer("n", n, 1), m, d))

    def frame(self, d: int, m: int, r: int, *, rng: np.random.Generator, n: int) -> Floats:
        self.check(d, m)
        if integer("r", r, 1) > d:
            raise DomainError("r", r, f"at most d = {d} orthonormal vectors")
        return generator(rng).standard_normal((integer("n", n, 1), m, r))

    def mutants(self) -> tuple[AbstractCoupling, ...]:
        def norms(law: AbstractNorms) -> AbstractCoupling:
            return Equiangular(self.law, norms=law, rotation=IndependentRotation())

        return (
            *chi_mutants(self, norms),
            mutant(self, "orthogonal", "the rows of a block are orthogonal", Equiangular(self.law)),
            mutant(self, "antithetic", "every second row is minus the row above", change=Paired(-1.0)),
            mutant(self, "repeated", "every second row repeats the row above", change=Paired(1.0)),
            mutant(self, "variance-2", "the entries have variance 2", change=Scaled(2.0**0.5)),
        )


MECHANISMS = (Iid(),)
