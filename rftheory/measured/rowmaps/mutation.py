"""Row maps that are wrong on purpose, by one wrapper around a right one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, final

from array_api_compat import array_namespace

from rftheory.measured.inputs import Array
from rftheory.measured.protocol import Kernel
from rftheory.measured.rowmaps.laws import (
    AbstractDiscreteLaw,
    AbstractSpectralLaw,
    GeometricLaw,
    PoissonLaw,
    TabulatedLaw,
)
from rftheory.measured.rowmaps.protocol import AbstractRowMap, Polar, Side

Divisor = Literal["m", "1", "m^2", "m+1"]
Fault = Literal["none", "conjugate", "same-side", "unsigned"]


@final
@dataclass(frozen=True)
class RowMapMutant(AbstractRowMap):
    """A row map with a wrong weight e^{weight |x|^2}, divisor, argument, law, factor e^{of_row |w|^2 + of_entry d} or side.

    `altered` makes the features, `drawn` the rows; `fault` changes angles, signs or which of both maps is read.
    """

    name: str
    title: str
    reference: str
    wrong: str
    altered: AbstractRowMap
    drawn: AbstractSpectralLaw
    kernels: tuple[Kernel, ...] = ("gaussian", "softmax")
    weight: float = 0.0
    stretch: float = 1.0
    over: Divisor = "m"
    of_row: complex = 0.0
    of_entry: complex = 0.0
    fault: Fault = "none"

    @property
    def law(self) -> AbstractSpectralLaw:
        return self.drawn

    @property
    def complex_valued(self) -> bool:
        return self.altered.complex_valued

    def divisor(self, m: int) -> float:
        return {"m": float(m), "1": 1.0, "m^2": float(m * m), "m+1": m + 1.0}[self.over]

    def polar(self, w: Array, x: Array, side: Side, kernel: Kernel) -> Polar:
        source: Side = 0 if self.fault == "same-side" else side
        found = self.altered.polar(w, self.stretch * x, source, kernel)
        xp = array_namespace(x)
        logabs, sign, angle = (
            found.logabs + self.weight * xp.sum(x * x, axis=-1)[..., None],
            found.sign,
            found.angle,
        )
        if self.fault == "conjugate" and side == 1 and angle is not None:
            angle = -angle
        if self.fault == "unsigned" and sign is not None:
            sign = xp.abs(sign)
        if self.of_entry:
            logabs, angle = _times(logabs, angle, self.of_entry, float(w.shape[-1]))
        if self.of_row:
            logabs, angle = _times(logabs, angle, self.of_row, xp.sum(w * w, axis=-1)[..., None, :])
        return Polar(logabs, sign, angle)

    def mutants(self) -> tuple[AbstractRowMap, ...]:
        return ()


def discrete_mutants(base: AbstractRowMap, other: AbstractRowMap) -> tuple[AbstractRowMap, ...]:
    """Wrong weights, arguments and laws of a discrete map; `other` is the same map of another law."""
    return (
        *common_mutants(base),
        mutant(base, "heavy", "the weight e^{-|x|^2/2} is missing", weight=0.5),
        mutant(base, "light", "the weight is e^{-|x|^2}", weight=-0.5),
        mutant(base, "doubled", "points are doubled", stretch=2.0),
        mutant(base, "other-mass", "features divide by the masses of another law", altered=other),
        mutant(base, "other-draws", "rows are drawn from another law", drawn=other.law),
        mutant(base, "both-other", "another law, drawn and divided by", altered=other, drawn=other.law),
    )


def other_law(law: AbstractDiscreteLaw) -> AbstractDiscreteLaw:
    """A law of the same kind with other parameters."""
    if isinstance(law, PoissonLaw):
        return PoissonLaw(tuple(1.5 * rate for rate in law.rates))
    if isinstance(law, GeometricLaw):
        return GeometricLaw(tuple(0.7 * share for share in law.shares))
    if isinstance(law, TabulatedLaw):
        tables = tuple(tuple((1.0 + 0.5 * k) * p for k, p in enumerate(table)) for table in law.masses)
        return TabulatedLaw(tables, law.tail)
    return GeometricLaw((0.5,))


def _times(logabs: Array, angle: Array | None, factor: complex, size: Array) -> tuple[Array, Array | None]:
    """Logarithms and angles of features times e^{factor size}; a real map stays real."""
    return logabs + factor.real * size, None if angle is None else angle + factor.imag * size


def common_mutants(base: AbstractRowMap) -> list[RowMapMutant]:
    """Wrong divisors, of any row map."""
    return [
        mutant(base, "no-1/m", "the sum is not divided by m", over="1"),
        mutant(base, "1/m^2", "the features carry 1/m in place of 1/sqrt(m)", over="m^2"),
        mutant(base, "1/(m+1)", "the sum is divided by m + 1", over="m+1"),
    ]


def mutant(
    base: AbstractRowMap,
    label: str,
    wrong: str,
    *,
    altered: AbstractRowMap | None = None,
    drawn: AbstractSpectralLaw | None = None,
    weight: float = 0.0,
    stretch: float = 1.0,
    over: Divisor = "m",
    of_row: complex = 0.0,
    of_entry: complex = 0.0,
    fault: Fault = "none",
) -> RowMapMutant:
    """The mutant "base/label" of a row map."""
    return RowMapMutant(
        name=f"{base.name}/{label}",
        title=base.title,
        reference=base.reference,
        wrong=wrong,
        altered=base if altered is None else altered,
        drawn=base.law if drawn is None else drawn,
        kernels=base.kernels,
        weight=weight,
        stretch=stretch,
        over=over,
        of_row=of_row,
        of_entry=of_entry,
        fault=fault,
    )
