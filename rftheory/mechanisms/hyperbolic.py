"""The hyperbolic feature map (e^{w.x}, e^{-w.x}). Its features are never negative."""

from __future__ import annotations

from dataclasses import dataclass
from math import log, sqrt
from typing import Literal, final

from array_api_compat import array_namespace

from rftheory.measured.inputs import Array
from rftheory.measured.mutants.feature_maps import common_mutants, mutant
from rftheory.measured.protocol import AbstractFeatureMap, Growth, Kernel, SignedLog


@final
@dataclass(frozen=True)
class Hyperbolic(AbstractFeatureMap):
    """phi(x) = (2m)^{-1/2} e^{-|x|^2/2} (e^{w_1.x} .. e^{w_m.x}, e^{-w_1.x} .. e^{-w_m.x}) for softmax,
    with e^{-|x|^2} for the Gaussian kernel.

    m projections make 2m features; a projection adds cosh(w.(x + y)). Source: performer, Lemma 1.
    """

    name: str = "hyperbolic"
    title: str = "Hyperbolic positive random features"
    reference: str = "performer, Lemma 1"
    sign: Literal[1, -1] = 1
    pairwise: bool = True

    @property
    def growth(self) -> Growth:
        return Growth("exponential", terms=((0.5, 1.0), (0.5, -1.0)))

    def log_weight(self, x2: Array, kernel: Kernel) -> Array:
        return -x2 if kernel == "gaussian" else -0.5 * x2

    def basis(self, p: Array, log_weight: Array) -> Array:
        xp = array_namespace(p)
        return xp.concat([xp.exp(log_weight + p), xp.exp(log_weight - p)], axis=-1) / sqrt(2.0)

    def term(self, t: Array) -> Array:
        return array_namespace(t).cosh(t)

    def log_term(self, t: Array) -> Array:
        xp = array_namespace(t)
        size = xp.abs(t)
        return size + xp.log1p(xp.exp(-2.0 * size)) - log(2.0)

    def mean(self, t: Array, log_weight: float) -> Array:
        xp = array_namespace(t)
        return xp.mean(0.5 * (xp.exp(log_weight + t) + xp.exp(log_weight - t)), axis=-1)

    def log_mean(self, t: Array, log_weight: float) -> SignedLog:
        xp, logs = array_namespace(t), self.log_term(t)
        top = xp.max(logs, axis=-1, keepdims=True)
        total = xp.log(xp.sum(xp.exp(logs - top), axis=-1))
        logabs = top[..., 0] + (total + (log_weight - log(t.shape[-1])))
        return SignedLog(xp.ones_like(logabs), logabs)

    def mutants(self) -> tuple[AbstractFeatureMap, ...]:
        return (
            *common_mutants(self),
            mutant(self, "rising-only", "the features e^{-w.x} are missing", half="first"),
            mutant(self, "falling-only", "the features e^{w.x} are missing", half="second"),
            mutant(self, "no-1/2", "1/sqrt(m) in place of 1/sqrt(2m)", divisor="m/2"),
            mutant(self, "light-weight", "the exponent of the weight lacks |x|^2/2", shift=0.5),
            mutant(self, "heavy-weight", "the exponent of the weight has |x|^2/2 too much", shift=-0.5),
        )


MECHANISMS = (Hyperbolic(),)
