"""Mutants of couplings: wrong parts or spoilt rows behind the claim of the right one."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, final

import numpy as np

from rftheory.measured.couplings.blocks import AbstractBlockCoupling
from rftheory.measured.couplings.frames import (
    AbstractNorms,
    AbstractRotation,
    ChiNorms,
    FixedNorms,
    HaarRotation,
    IndependentRotation,
)
from rftheory.measured.inputs import Floats
from rftheory.measured.mutants.faults import RepeatedRotation, SharedNorms, UnsignedRotation
from rftheory.measured.protocol import AbstractCoupling, Law


@final
@dataclass(frozen=True)
class Equiangular(AbstractBlockCoupling):
    """Isotropic blocks whose pairs all have the cosine share/(d-1), -1 <= share <= d-1; d >= 2.

    The directions are (a I + b J) R, the symmetric root of the Gram matrix (1-c) I + c J.
    """

    law: Law
    share: float = 0.0
    norms: AbstractNorms = field(default_factory=ChiNorms)
    rotation: AbstractRotation = field(default_factory=HaarRotation)
    name: str = "equiangular"
    title: str = "Pairs of one common cosine"
    reference: str = "none"

    def rows(self, d: int, m: int) -> tuple[int, int]:
        return (d if self.share else m), m

    def arrange(self, frames: Floats, norms: Floats) -> Floats:
        if self.share:
            d = frames.shape[-2]
            cosine = self.share / max(1, d - 1)
            a, along = np.sqrt(1.0 - cosine), np.sqrt(1.0 + self.share)
            frames = a * frames + (along - a) / d * frames.sum(axis=-2, keepdims=True)
        return norms[..., None] * frames[..., : norms.shape[-1], :]

    def arrange_literally(self, rotations: Floats, norms: Floats) -> Floats:
        return self.arrange(rotations, norms)

    def mutants(self) -> tuple[AbstractCoupling, ...]:
        return ()


class AbstractRowChange(ABC):
    """A spoilt step after W is made, the same on W x for every x."""

    @abstractmethod
    def apply(self, w: Floats, block: int) -> Floats:
        """Changed rows from (n, m, k), where a block has `block` rows."""


@final
@dataclass(frozen=True)
class Scaled(AbstractRowChange):
    """Every row times a factor."""

    factor: float

    def apply(self, w: Floats, block: int) -> Floats:
        del block
        return self.factor * w


@final
@dataclass(frozen=True)
class Paired(AbstractRowChange):
    """Rows 2, 4, .. are the row above them times `sign`."""

    sign: float

    def apply(self, w: Floats, block: int) -> Floats:
        del block
        changed = w.copy()
        changed[:, 1::2] = self.sign * w[:, : w.shape[1] - w.shape[1] % 2 : 2]
        return changed


@final
@dataclass(frozen=True)
class FirstFlipped(AbstractRowChange):
    """The first row of every block changes its sign."""

    def apply(self, w: Floats, block: int) -> Floats:
        changed = w.copy()
        changed[:, ::block] *= -1.0
        return changed


@final
@dataclass(frozen=True)
class CouplingMutant(AbstractCoupling):
    """A wrong coupling that claims the law, title and reference of the right one."""

    name: str
    title: str
    reference: str
    law: Law
    isotropic: bool
    wrong: str
    altered: AbstractCoupling
    change: AbstractRowChange

    def padded(self, d: int) -> int:
        return self.altered.padded(d)

    def check(self, d: int, m: int) -> None:
        self.altered.check(d, m)

    def sample(self, d: int, m: int, *, rng: np.random.Generator, n: int) -> Floats:
        return self.change.apply(self.altered.sample(d, m, rng=rng, n=n), self.height(d))

    def frame(self, d: int, m: int, r: int, *, rng: np.random.Generator, n: int) -> Floats:
        return self.change.apply(self.altered.frame(d, m, r, rng=rng, n=n), self.height(d))

    def project(self, vectors: Any, m: int, *, rng: np.random.Generator, n: int) -> Floats:
        block = self.height(np.shape(vectors)[-1])
        return self.change.apply(self.altered.project(vectors, m, rng=rng, n=n), block)

    def mutants(self) -> tuple[AbstractCoupling, ...]:
        return ()


def mutant(
    base: AbstractCoupling,
    label: str,
    wrong: str,
    altered: AbstractCoupling | None = None,
    change: AbstractRowChange | None = None,
) -> CouplingMutant:
    """The mutant "base/label" of a coupling: other parts, a changed result, or both."""
    return CouplingMutant(
        name=f"{base.name}/{label}",
        title=base.title,
        reference=base.reference,
        law=base.law,
        isotropic=base.isotropic,
        wrong=wrong,
        altered=base if altered is None else altered,
        change=Scaled(1.0) if change is None else change,
    )


def rotation_mutants(
    base: AbstractCoupling, make: Callable[[AbstractRotation], AbstractCoupling]
) -> tuple[CouplingMutant, ...]:
    """Mutants of a block coupling by its rotation; `make` builds the coupling with another rotation."""
    return (
        mutant(base, "unsigned-qr", "Q of a QR without the signs of R: not Haar", make(UnsignedRotation())),
        mutant(base, "uncoupled", "the rows of R are independent directions", make(IndependentRotation())),
        mutant(base, "one-rotation", "all blocks share one rotation (m > d)", make(RepeatedRotation())),
    )


def chi_mutants(
    base: AbstractCoupling, make: Callable[[AbstractNorms], AbstractCoupling]
) -> tuple[CouplingMutant, ...]:
    """Mutants of a coupling with chi_d norms; `make` builds the coupling with other norms."""
    return (
        mutant(base, "fixed-norm", "all norms are sqrt(d)", make(FixedNorms())),
        mutant(base, "chi-d-1", "the norms are chi with d - 1 degrees of freedom", make(ChiNorms(1, -1))),
        mutant(base, "chi-d+1", "the norms are chi with d + 1 degrees of freedom", make(ChiNorms(1, 1))),
        mutant(base, "chi-2d", "the norms are chi with 2d degrees of freedom", make(ChiNorms(2, 0))),
        mutant(base, "shared-norm", "one norm for all rows of a block", make(SharedNorms())),
    )
