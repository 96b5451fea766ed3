"""The hybrid of any parts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

from rftheory.errors import InputError
from rftheory.measured.hybrids.mutation import hybrid_mutants
from rftheory.measured.hybrids.parts import AbstractPart
from rftheory.measured.hybrids.protocol import AbstractHybrid


@final
@dataclass(frozen=True)
class Hybrid(AbstractHybrid):
    """A hybrid of these parts. `wrongs` names the mutants that make sense for it, see `mutation`."""

    name: str
    title: str
    bases: tuple[AbstractPart, ...]
    lambdas: tuple[AbstractPart, ...] = ()
    shared: bool = False
    real: bool = False
    dimension: int | None = None
    reference: str = "hrf, (8)"

    def __post_init__(self) -> None:
        if len(self.bases) != len(self.lambdas) + 1:
            given = f"{len(self.bases)} bases and {len(self.lambdas)} lambdas"
            raise InputError(f"{given}; allowed: one base more than lambdas")

    def mutants(self) -> tuple[AbstractHybrid, ...]:
        return hybrid_mutants(self)
