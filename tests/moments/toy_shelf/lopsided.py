"""A toy feature map: e^{w.x} and e^{-w.x} with unequal shares. Its features are never negative."""

from __future__ import annotations

from dataclasses import dataclass
from math import log, sqrt
from typing import Literal, final

from array_api_compat import array_namespace

from rftheory.measured.inputs import Array
from rftheory.measured.mutants.feature_maps import common_mutants, mutant
from rftheory.measured.protocol import AbstractFeatureMap, Growth, Kernel, SignedLog

SHARES = (0.75, 0.25)


@final
@dataclass(frozen=True)
class Lopsided(AbstractFeatureMap):
    """phi(x) = m^{-1/2} e^{-|x|^2} (sqrt(3/4) e^{w_i.x}, then sqrt(1/4) e^{-w_i.x}); e^{-|x|^2/2} for softmax."""

    name: str = "lopsided"
    title: str = "Lopsided positive features"
    reference: str = "a test"
    sign: Literal[1, -1] = 1
    pairwise: bool = True

    @property
    def growth(self) -> Growth:
        return Growth("exponential", terms=((SHARES[0], 1.0), (SHARES[1], -1.0)))

    def log_weight(self, x2: Array, kernel: Kernel) -> Array:
        return -x2 if kernel == "gaussian" else -0.5 * x2

    def basis(self, p: Array, log_weight: Array) -> Array:
        xp = array_namespace(p)
        up, down = xp.exp(log_weight + p), xp.exp(log_weight - p)
        return xp.concat([sqrt(SHARES[0]) * up, sqrt(SHARES[1]) * down], axis=-1)

    def term(self, t: Array) -> Array:
        xp = array_namespace(t)
        return SHARES[0] * xp.exp(t) + SHARES[1] * xp.exp(-t)

    def log_term(self, t: Array) -> Array:
        xp = array_namespace(t)
        return xp.logaddexp(log(SHARES[0]) + t, log(SHARES[1]) - t)

    def mean(self, t: Array, log_weight: float) -> Array:
        xp = array_namespace(t)
        up, down = xp.exp(log_weight + t), xp.exp(log_weight - t)
        return xp.mean(SHARES[0] * up + SHARES[1] * down, axis=-1)

    def log_mean(self, t: Array, log_weight: float) -> SignedLog:
        xp, logs = array_namespace(t), self.log_term(t)
        top = xp.max(logs, axis=-1, keepdims=True)
        logabs = top[..., 0] + xp.log(xp.mean(xp.exp(logs - top), axis=-1)) + log_weight
        return SignedLog(xp.ones_like(logabs), logabs)

    def mutants(self) -> tuple[AbstractFeatureMap, ...]:
        return (
            *common_mutants(self),
            mutant(self, "half-weight", "e^{-|x|^2/2} in place of e^{-|x|^2}", shift=0.5),
        )


MECHANISMS = (Lopsided(),)
