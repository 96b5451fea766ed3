"""Feature maps that are wrong on purpose, by one wrapper around a right one. Nothing here is right."""

from __future__ import annotations

from dataclasses import dataclass
from math import log
from typing import Any, Literal, final

from array_api_compat import array_namespace

from rftheory.errors import InputError
from rftheory.measured.inputs import Array, reals
from rftheory.measured.protocol import AbstractFeatureMap, Kernel, SignedLog

Half = Literal["both", "first", "second"]
Divisor = Literal["m", "1", "m^2", "m+1"]


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

    def features(self, w: Any, x: Any, *, kernel: Kernel = "gaussian") -> Array:
        w = reals("w", w, ndims=(2, 3), shape="(m, d) or (n, m, d)")
        return super().features(w, x, kernel=kernel) * self._factor(w.shape[-2]) ** 0.5

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

    def estimate(self, px: Any, py: Any, x2: float, y2: float, *, kernel: Kernel = "gaussian") -> Array:
        if self.half == "both":
            return super().estimate(px, py, x2, y2, kernel=kernel)
        t = self.combine(px, py)
        xp, m = array_namespace(t), t.shape[-1]
        px, py = xp.asarray(px, dtype=t.dtype), xp.asarray(py, dtype=t.dtype)
        x_side = self.basis(px, xp.asarray(self.log_weight(x2, kernel), dtype=px.dtype))
        y_side = self.basis(py, xp.asarray(self.log_weight(y2, kernel), dtype=py.dtype))
        return xp.sum(x_side * y_side, axis=-1) * (self._factor(m) / m)

    def estimate_terms(self, t: Any, x2: float, y2: float, *, kernel: Kernel = "gaussian") -> Array:
        if self.half == "both":
            return super().estimate_terms(t, x2, y2, kernel=kernel)
        raise InputError(f"{self.name} is no function of t; use estimate(px, py, x2, y2)")

    def log_estimate(
        self, px: Any, py: Any, x2: float, y2: float, *, kernel: Kernel = "gaussian"
    ) -> SignedLog:
        if self.half == "both":
            return super().log_estimate(px, py, x2, y2, kernel=kernel)
        estimates = self.estimate(px, py, x2, y2, kernel=kernel)
        xp = array_namespace(estimates)
        return SignedLog(xp.sign(estimates), xp.log(xp.abs(estimates)))

    def mean(self, t: Array, log_weight: float) -> Array:
        return self.base.mean(self.stretch * t, log_weight) * self._factor(t.shape[-1])

    def log_mean(self, t: Array, log_weight: float) -> SignedLog:
        sign, logabs = self.base.log_mean(self.stretch * t, log_weight)
        return SignedLog(sign, logabs + log(self._factor(t.shape[-1])))

    def mutants(self) -> tuple[AbstractFeatureMap, ...]:
        return ()

    def _factor(self, m: int) -> float:
        """m / divisor."""
        return {"m": 1.0, "1": float(m), "m^2": 1.0 / m, "m+1": m / (m + 1.0)}[self.divisor]


def mutant(
    base: AbstractFeatureMap,
    label: str,
    wrong: str,
    *,
    divisor: Divisor = "m",
    shift: float = 0.0,
    stretch: float = 1.0,
    half: Half = "both",
) -> FeatureMutant:
    """The mutant "base/label" of a feature map."""
    return FeatureMutant(
        name=f"{base.name}/{label}",
        title=base.title,
        reference=base.reference,
        sign=base.sign,
        pairwise=base.pairwise and half == "both",
        wrong=wrong,
        base=base,
        divisor=divisor,
        shift=shift,
        stretch=stretch,
        half=half,
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
