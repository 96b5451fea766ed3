"""Wrong norms, rotations and signs, the parts that mutants are made of."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, final

import numpy as np

from rftheory.measured.couplings.frames import (
    AbstractNorms,
    AbstractRotation,
    AbstractSigns,
    ChiNorms,
    FairSigns,
    HaarRotation,
    Size,
)
from rftheory.measured.inputs import Floats


@final
@dataclass(frozen=True)
class SharedNorms(AbstractNorms):
    """One norm for all rows of a block."""

    inner: AbstractNorms = field(default_factory=ChiNorms)

    def draw(self, d: int, size: Size, *, rng: np.random.Generator) -> Floats:
        return np.repeat(self.inner.draw(d, (*size[:-1], 1), rng=rng), size[-1], axis=-1)


@final
@dataclass(frozen=True)
class PairedNorms(AbstractNorms):
    """Rows 2, 4, .. of a block have the norm of the row above them."""

    inner: AbstractNorms = field(default_factory=ChiNorms)

    def draw(self, d: int, size: Size, *, rng: np.random.Generator) -> Floats:
        norms = self.inner.draw(d, size, rng=rng)
        norms[..., 1::2] = norms[..., : size[-1] - size[-1] % 2 : 2]
        return norms


@final
@dataclass(frozen=True)
class UnsignedRotation(AbstractRotation):
    """Q of a library's QR with the signs of R left as they fall: not Haar (Q_11 is never positive)."""

    def dense(self, d: int, size: Size, *, rng: np.random.Generator) -> Floats:
        return np.linalg.qr(rng.standard_normal((*size, d, d))).Q

    def frame(self, d: int, rows: int, r: int, size: Size, *, rng: np.random.Generator) -> Floats:
        return self.dense(d, size, rng=rng)[..., :rows, :r].copy()


@final
@dataclass(frozen=True)
class RepeatedRotation(AbstractRotation):
    """One rotation for all blocks of a draw: wrong where m exceeds the block, harmless below."""

    inner: AbstractRotation = field(default_factory=HaarRotation)

    def dense(self, d: int, size: Size, *, rng: np.random.Generator) -> Floats:
        return np.repeat(self.inner.dense(d, (*size[:-1], 1), rng=rng), size[-1], axis=-3)

    def frame(self, d: int, rows: int, r: int, size: Size, *, rng: np.random.Generator) -> Floats:
        return np.repeat(self.inner.frame(d, rows, r, (*size[:-1], 1), rng=rng), size[-1], axis=-3)


Fault = Literal["last-missing", "shared", "repeated", "unfair"]

WRONG_SIGNS: dict[Fault, str] = {
    "last-missing": "the D next to x is missing",
    "repeated": "all blocks share their signs (m > d)",
    "unfair": "a sign is +1 with probability 3/4",
}
"""The faults that are wrong for every number of factors."""


@final
@dataclass(frozen=True)
class WrongSigns(AbstractSigns):
    """Fair signs spoilt: the D next to x missing, one D for all factors, one for all blocks, or unfair."""

    fault: Fault

    def draw(self, n: int, factors: int, blocks: int, d: int, *, rng: np.random.Generator) -> Floats:
        if self.fault == "unfair":
            return np.where(rng.random((n, factors, blocks, d)) < 0.75, 1.0, -1.0)
        signs = FairSigns().draw(n, factors, blocks, d, rng=rng)
        if self.fault == "last-missing":
            signs[:, -1] = 1.0
        elif self.fault == "shared":
            signs[:] = signs[:, :1]
        else:
            signs[:] = signs[:, :, :1]
        return signs
