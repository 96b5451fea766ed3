"""A coupling and a feature map that rftheory has not: rows in pairs at 120 degrees, and e^{w.x} with e^{-w.x}."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import Literal, final

import numpy as np
from array_api_compat import array_namespace
from scipy.special import hyp0f1

from rftheory.authoring import (
    Array,
    BlockCoupling,
    ChiNorms,
    Coupling,
    CouplingEntry,
    FeatureMap,
    Floats,
    Growth,
    HaarRotation,
    Kernel,
    MapEntry,
    Norms,
    Rotation,
    RowLaw,
    RowParameters,
    Scaled,
    SignedLog,
    TermMoments,
    chi_mutants,
    coupling_mutant,
    feature_mutant,
    feature_mutants,
    feature_weight,
    rotation_mutants,
    whole_number,
)

UP, DOWN = 0.75, 0.25


class PairLaw(RowLaw):
    """Blocks of two rows of the cosine -1/2."""

    def rows(self, d: int) -> int:
        del d
        return 2

    def cosine(self, d: int) -> float:
        del d
        return -0.5


@final
@dataclass(frozen=True)
class Pairs(BlockCoupling):
    """W = D L R, R the first two rows of a Haar matrix, L L^T the Gram matrix of two unit vectors at 120 degrees."""

    name: str = "pairs-120"
    title: str = "Pairs of rows at 120 degrees"
    reference: str = "example/rows"
    law: RowLaw = field(default=PairLaw("chi_d", "pairs"))  # type: ignore[arg-type]
    isotropic: bool = True
    norms: Norms = field(default_factory=ChiNorms)
    rotation: Rotation = field(default_factory=HaarRotation)
    turn: float = -0.5

    def check(self, d: int, m: int) -> None:
        super().check(whole_number("d", d, 2), m)

    def arrange(self, frames: Floats, norms: Floats) -> Floats:
        rows = norms.shape[-1]
        arranged: Floats = norms[..., None] * (self._factor[:rows, :rows] @ frames)
        return arranged

    def arrange_literally(self, rotations: Floats, norms: Floats) -> Floats:
        return (norms[..., None] * self._factor) @ rotations[..., :2, :]

    @property
    def _factor(self) -> Floats:
        return np.array([[1.0, 0.0], [self.turn, math.sqrt(1.0 - self.turn**2)]])

    def mutants(self) -> tuple[Coupling, ...]:
        return (
            *chi_mutants(self, lambda norms: replace(self, norms=norms)),
            *rotation_mutants(self, lambda rotation: replace(self, rotation=rotation)),
            coupling_mutant(self, "acute", "pairs have the cosine 1/2", replace(self, turn=0.5)),
            coupling_mutant(
                self, "variance-2", "every row is longer by math.sqrt(2)", change=Scaled(2.0**0.5)
            ),
        )


@final
@dataclass(frozen=True)
class Lopsided(FeatureMap):
    """phi(x) = m^{-1/2} e^{-|x|^2} (sqrt(3/4) e^{w_i.x}, then sqrt(1/4) e^{-w_i.x}); e^{-|x|^2/2} for softmax."""

    name: str = "lopsided"
    title: str = "Lopsided positive features"
    reference: str = "example/rows"
    sign: Literal[1, -1] = 1
    pairwise: bool = True

    @property
    def growth(self) -> Growth:
        return Growth("exponential", terms=((UP, 1.0), (DOWN, -1.0)))

    def log_weight(self, x2: Array, kernel: Kernel) -> Array:
        return -x2 if kernel == "gaussian" else -0.5 * x2

    def basis(self, p: Array, log_weight: Array) -> Array:
        xp = array_namespace(p)
        up, down = xp.exp(log_weight + p), xp.exp(log_weight - p)
        return xp.concat([math.sqrt(UP) * up, math.sqrt(DOWN) * down], axis=-1)

    def term(self, t: Array) -> Array:
        xp = array_namespace(t)
        return UP * xp.exp(t) + DOWN * xp.exp(-t)

    def log_term(self, t: Array) -> Array:
        xp = array_namespace(t)
        return xp.logaddexp(math.log(UP) + t, math.log(DOWN) - t)

    def mean(self, t: Array, log_weight: float) -> Array:
        xp = array_namespace(t)
        up, down = xp.exp(log_weight + t), xp.exp(log_weight - t)
        return xp.mean(UP * up + DOWN * down, axis=-1)

    def log_mean(self, t: Array, log_weight: float) -> SignedLog:
        xp, logs = array_namespace(t), self.log_term(t)
        top = xp.max(logs, axis=-1, keepdims=True)
        logabs = top[..., 0] + xp.log(xp.mean(xp.exp(logs - top), axis=-1)) + log_weight
        return SignedLog(xp.ones_like(logabs), logabs)

    def mutants(self) -> tuple[FeatureMap, ...]:
        return (
            *feature_mutants(self),
            feature_mutant(self, "half-weight", "e^{-|x|^2/2} in place of e^{-|x|^2}", shift=0.5),
        )


def _term(kernel: Kernel, x: Floats, y: Floats, fixed: bool, row: RowParameters | None) -> TermMoments:
    """Of UP e^t + DOWN e^{-t}, t = w.(x + y), normal with variance |x+y|^2; `fixed`: rows of length sqrt(d)."""
    del row
    g, square = feature_weight("positive", kernel, x, y)

    def exponential(k: float) -> float:
        return float(hyp0f1(len(x) / 2.0, len(x) * k / 4.0)) if fixed else math.exp(k / 2.0)

    one, two, three, four = (
        math.fsum(
            math.comb(k, j) * UP**j * DOWN ** (k - j) * exponential((2 * j - k) ** 2 * square)
            for j in range(k + 1)
        )
        for k in (1, 2, 3, 4)
    )
    fourth = four - 4.0 * three * one + 6.0 * two * one**2 - 3.0 * one**4
    return TermMoments(g * one, g * g * (two - one * one), g**4 * max(fourth, 0.0))


MECHANISMS = (Pairs(), Lopsided())
MOMENTS = (
    CouplingEntry("pairs-120", ranked=True),
    MapEntry("lopsided", "example/rows", variance="example/error", coupled="example/error", term=_term),
)
