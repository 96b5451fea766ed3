"""The trigonometric feature map (sin w.x, cos w.x). Its estimates may be negative."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, final

import numpy as np
from array_api_compat import array_namespace

from rftheory.measured.inputs import Array
from rftheory.measured.mutants.feature_maps import common_mutants, mutant
from rftheory.measured.protocol import AbstractFeatureMap, Growth, Kernel, SignedLog


@final
@dataclass(frozen=True)
class Trigonometric(AbstractFeatureMap):
    """phi(x) = m^{-1/2} (sin w_1.x .. sin w_m.x, cos w_1.x .. cos w_m.x); times e^{|x|^2/2} for softmax.

    m projections make 2m features. Sources: orf, section 1; simrf, (3).
    """

    name: str = "trigonometric"
    title: str = "Random Fourier features (RFFs)"
    reference: str = "simrf, (3)"
    sign: Literal[1, -1] = -1
    pairwise: bool = True

    @property
    def growth(self) -> Growth:
        return Growth("bounded")

    def log_weight(self, x2: Array, kernel: Kernel) -> Array:
        return 0.0 * x2 if kernel == "gaussian" else 0.5 * x2

    def basis(self, p: Array, log_weight: Array) -> Array:
        xp = array_namespace(p)
        return xp.exp(log_weight) * xp.concat([xp.sin(p), xp.cos(p)], axis=-1)

    def term(self, t: Array) -> Array:
        return array_namespace(t).cos(t)

    def log_term(self, t: Array) -> Array:
        xp = array_namespace(t)
        return xp.log(xp.abs(xp.cos(t)))

    def mean(self, t: Array, log_weight: float) -> Array:
        xp = array_namespace(t)
        return xp.mean(xp.cos(t), axis=-1) * float(np.exp(log_weight))

    def log_mean(self, t: Array, log_weight: float) -> SignedLog:
        xp = array_namespace(t)
        plain = xp.mean(xp.cos(t), axis=-1)
        with np.errstate(divide="ignore"):
            return SignedLog(xp.sign(plain), xp.log(xp.abs(plain)) + log_weight)

    def mutants(self) -> tuple[AbstractFeatureMap, ...]:
        return (
            *common_mutants(self),
            mutant(self, "sine-only", "the cosines are missing", half="first"),
            mutant(self, "cosine-only", "the sines are missing", half="second"),
            mutant(self, "extra-weight", "an extra factor e^{-|x|^2/2}", shift=-0.5),
        )


MECHANISMS = (Trigonometric(),)
