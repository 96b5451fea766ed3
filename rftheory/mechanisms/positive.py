"""The positive feature map e^{w.x}. Its features are never negative."""

from __future__ import annotations

from dataclasses import dataclass
from math import log
from typing import Literal, final

from array_api_compat import array_namespace

from rftheory.measured.inputs import Array
from rftheory.measured.mutants.feature_maps import common_mutants, mutant
from rftheory.measured.protocol import AbstractFeatureMap, Growth, Kernel, SignedLog


@final
@dataclass(frozen=True)
class Positive(AbstractFeatureMap):
    """phi(x) = m^{-1/2} e^{-|x|^2} (e^{w_i.x}) for the Gaussian kernel, e^{-|x|^2/2} for softmax.

    m projections make m features. Sources: simrf, (7); performer, Lemma 1.
    """

    name: str = "positive"
    title: str = "Positive random features (PRFs)"
    reference: str = "simrf, (7)"
    sign: Literal[1, -1] = 1
    pairwise: bool = True

    @property
    def growth(self) -> Growth:
        return Growth("exponential", terms=((1.0, 1.0),))

    def log_weight(self, x2: Array, kernel: Kernel) -> Array:
        return -x2 if kernel == "gaussian" else -0.5 * x2

    def basis(self, p: Array, log_weight: Array) -> Array:
        return array_namespace(p).exp(p + log_weight)

    def log_basis(self, p: Array) -> Array:
        return p[..., None]

    def term(self, t: Array) -> Array:
        return array_namespace(t).exp(t)

    def log_term(self, t: Array) -> Array:
        return t

    def mean(self, t: Array, log_weight: float) -> Array:
        xp = array_namespace(t)
        return xp.mean(xp.exp(t + log_weight), axis=-1)

    def log_mean(self, t: Array, log_weight: float) -> SignedLog:
        xp = array_namespace(t)
        top = xp.max(t, axis=-1, keepdims=True)
        total = xp.log(xp.sum(xp.exp(t - top), axis=-1))
        logabs = top[..., 0] + (total + (log_weight - log(t.shape[-1])))
        return SignedLog(xp.ones_like(logabs), logabs)

    def mutants(self) -> tuple[AbstractFeatureMap, ...]:
        return (
            *common_mutants(self),
            mutant(self, "half-weight", "e^{-|x|^2/2} in place of e^{-|x|^2}", shift=0.5),
            mutant(self, "heavy-weight", "e^{-3|x|^2/2} in place of e^{-|x|^2}", shift=-0.5),
            mutant(self, "no-weight", "the factor e^{-|x|^2} is missing", shift=1.0),
        )


MECHANISMS = (Positive(),)
