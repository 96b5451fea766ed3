"""Feature maps that are wrong on purpose, by one wrapper around a right one."""

from __future__ import annotations

from dataclasses import dataclass
from math import log
from typing import Any, Literal, final

from rftheory.measured.inputs import Array
from rftheory.measured.protocol import AbstractFeatureMap, Kernel, SignedLog

Half = Literal["both", "first", "second"]
Divisor = Literal["m", "1", "m^2", "m+1", "m/2"]


@final
@dataclass(frozen=True)
class FeatureMutant(AbstractFeatureMap):
    """phi'(x) = sqrt(m / divisor) e^{shift |x|^2} phi, with every projection times `stretch`.

    `half` keeps only the first or the second half of the features; then no estimate is a function of t.
    """

    name: str
    title: str
    reference: str
    sign: Literal[1, -1]
    pairwise: bool
    wrong: str
    base: AbstractFeatureMap
    divisor: Divisor = "m"
    shift: float = 0.0
    stretch: float = 1.0
    half: Half = "both"
    kernels: tuple[Kernel, ...] = ("gaussian", "softmax")

    def _matrix(self, p: Array, x2: Array, kernel: Kernel) -> Array:
        return super()._matrix(p, x2, kernel) * self._factor(p.shape[-1]) ** 0.5

    def log_weight(self, x2: Array, kernel: Kernel) -> Array:
        return self.base.log_weight(x2, kernel) + self.shift * x2

    def basis(self, p: Array, log_weight: Array) -> Array:
        basis = self.base.basis(self.stretch * p, log_weight)
        middle = basis.shape[-1] // 2
        kept = {"both": slice(None), "first": slice(None, middle), "second": slice(middle, None)}
        return basis[..., kept[self.half]]

    def term(self, t: Array) -> Array:
        return self.base.term(self.stretch * t)

    def log_term(self, t: Array) -> Array:
        return self.base.log_term(self.stretch * t)

    def _product(self, px: Array, py: Array, x2: float, y2: float, kernel: Kernel) -> Array:
        return super()._product(px, py, x2, y2, kernel) * self._factor(px.shape[-1])

    def estimate_terms(self, t: Any, x2: float, y2: float, *, kernel: Kernel | None = None) -> Array:
        if self.half == "both":
            return super().estimate_terms(t, x2, y2, kernel=kernel)
        raise self._no_term()

    def mean(self, t: Array, log_weight: float) -> Array:
        return self.base.mean(self.stretch * t, log_weight) * self._factor(t.shape[-1])

    def log_mean(self, t: Array, log_weight: float) -> SignedLog:
        sign, logabs = self.base.log_mean(self.stretch * t, log_weight)
        return SignedLog(sign, logabs + log(self._factor(t.shape[-1])))

    def mutants(self) -> tuple[AbstractFeatureMap, ...]:
        return ()

    def _factor(self, m: int) -> float:
        """m / divisor."""
        return {"m": 1.0, "1": float(m), "m^2": 1.0 / m, "m+1": m / (m + 1.0), "m/2": 2.0}[self.divisor]


def mutant(
    base: AbstractFeatureMap,
    label: str,
    wrong: str,
    *,
    divisor: Divisor = "m",
    shift: float = 0.0,
    stretch: float = 1.0,
    half: Half = "both",
    altered: AbstractFeatureMap | None = None,
) -> FeatureMutant:
    """The mutant "base/label" of a feature map: another map in its place, a changed result, or both."""
    return FeatureMutant(
        name=f"{base.name}/{label}",
        title=base.title,
        reference=base.reference,
        sign=base.sign,
        pairwise=base.pairwise and half == "both",
        wrong=wrong,
        base=base if altered is None else altered,
        divisor=divisor,
        shift=shift,
        stretch=stretch,
        half=half,
        kernels=base.kernels,
    )


def common_mutants(base: AbstractFeatureMap) -> tuple[FeatureMutant, ...]:
    """Wrong normalisations and arguments that any feature map can have; the first two need m > 1."""
    return (
        mutant(base, "no-1/m", "the sum is not divided by m", divisor="1"),
        mutant(base, "1/m^2", "the features carry 1/m in place of 1/sqrt(m)", divisor="m^2"),
        mutant(base, "1/(m+1)", "the sum is divided by m + 1", divisor="m+1"),
        mutant(base, "doubled", "the projections are doubled", stretch=2.0),
        mutant(base, "halved", "the projections are halved", stretch=0.5),
    )
