"""Hybrids that are wrong on purpose."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, final

import numpy as np

from rftheory.measured.hybrids.bases import ComplexExponentialPart, PositivePart, TrigonometricPart
from rftheory.measured.hybrids.lambdas import (
    ClusterLambda,
    GaussianLambda,
    MixtureLambda,
    OptimalLambda,
    SignLambda,
)
from rftheory.measured.hybrids.parts import AbstractPart, Numbers
from rftheory.measured.hybrids.protocol import AbstractHybrid, Rows
from rftheory.measured.inputs import Floats

Fault = Literal["none", "swapped", "no-unit", "hermitian", "reused", "undivided", "no-rest"]


@final
@dataclass(frozen=True)
class HybridMutant(AbstractHybrid):
    """A hybrid with one fault in how its parts are put together, or with a wrong part."""

    name: str
    title: str
    reference: str
    wrong: str
    bases: tuple[AbstractPart, ...]
    lambdas: tuple[AbstractPart, ...]
    shared: bool
    real: bool
    dimension: int | None
    fault: Fault = "none"

    def rows(self, families: tuple[Floats, ...]) -> Rows:
        found = super().rows(families)
        if self.fault != "reused":
            return found
        return Rows(found.bases, tuple(found.bases[0][..., : w.shape[-2], :] for w in found.lambdas))

    def combine(self, bases: list[Numbers], lambdas: list[Numbers]) -> Numbers:
        if self.fault == "swapped":
            return super().combine(bases[::-1], lambdas)
        if self.fault == "no-rest":
            total = super().combine(bases, lambdas)
            return np.asarray(total + (sum(lambdas) * bases[-1]))
        return super().combine(bases, lambdas)

    def functions(self, p: Floats, rows: Rows, side: int) -> tuple[list[Numbers], list[Numbers]]:
        bases, lambdas = super().functions(p, rows, side)
        return (bases[::-1] if self.fault == "swapped" else bases), lambdas

    def compose(self, functions: tuple[list[Numbers], list[Numbers]]) -> Numbers:
        psi = super().compose(functions)
        return psi * functions[0][-1].shape[-1] ** 0.5 if self.fault == "undivided" else psi

    def keys(self, y: object, rows: Rows) -> Numbers:
        if self.fault != "hermitian":
            return super().keys(y, rows)
        if not self.real:
            return np.conj(super().keys(y, rows))
        psi = super().keys(y, rows)
        middle = psi.shape[-1] // 2
        return np.concatenate([psi[..., :middle], -psi[..., middle:]], axis=-1)

    def unit(self) -> complex:
        return 1.0 if self.fault in ("no-unit", "no-rest") else 1j

    def mutants(self) -> tuple[AbstractHybrid, ...]:
        return ()


@final
@dataclass(frozen=True)
class WeightedPart(AbstractPart):
    """A part whose value and features carry a wrong weight e^{shift |u|^2}, or whose rows are `stretch` too long."""

    base: AbstractPart
    shift: float = 0.0
    stretch: float = 1.0

    @property
    def constant(self) -> float:  # type: ignore[override]
        """That of the right part."""
        return self.base.constant

    @property
    def deterministic(self) -> bool:  # type: ignore[override]
        """As the right part."""
        return self.base.deterministic

    @property
    def featured(self) -> bool:  # type: ignore[override]
        """As the right part."""
        return self.base.featured

    def value(self, x: Floats, y: Floats, w: Floats) -> Numbers:
        found = self.base.value(x, y, self.stretch * w) - self.constant
        return np.asarray(self.constant + np.exp(self.shift * (x @ x + y @ y)) * found)

    def left(self, x: Floats, w: Floats) -> Numbers:
        return self._weight(x) * self.base.left(x, self.stretch * w)

    def right(self, y: Floats, w: Floats) -> Numbers:
        return self._weight(y) * self.base.right(y, self.stretch * w)

    def _weight(self, u: Floats) -> Numbers:
        return np.asarray(np.exp(self.shift * np.sum(u * u, axis=-1)))[:, None, None]


@final
@dataclass(frozen=True)
class MisreadPart(AbstractPart):
    """A complex exponential part with Hermitian squares in its weights, or with A^{-1} for the keys."""

    base: ComplexExponentialPart
    hermitian: bool = False

    def value(self, x: Floats, y: Floats, w: Floats) -> Numbers:
        left, right = self.left(x[None], w), self.right(y[None], w)
        return np.asarray(np.mean(np.sum(left * right, axis=-2), axis=-1)[..., 0])

    def left(self, x: Floats, w: Floats) -> Numbers:
        return self._corrected(self.base.left(x, w), x @ self.base.queries_matrix.T)

    def right(self, y: Floats, w: Floats) -> Numbers:
        if self.hermitian:
            return self._corrected(self.base.right(y, w), y @ self.base.keys_matrix.T)
        inverse = tuple(map(tuple, np.linalg.inv(self.base.queries_matrix)))
        return ComplexExponentialPart(inverse, self.base.antithetic).left(y, w)

    def _corrected(self, found: Numbers, u: Numbers) -> Numbers:
        if not self.hermitian:
            return found
        gap = np.sum(u * u, axis=-1) - np.sum(np.abs(u) ** 2, axis=-1)
        return np.asarray(found * np.exp(gap / 2.0)[:, None, None])


def hybrid_mutants(base: AbstractHybrid) -> tuple[AbstractHybrid, ...]:
    """The mutants of a hybrid: those of the way it is put together and those of its parts that apply to it."""
    return (*_assembled(base), *_of_bases(base), *_of_lambdas(base))


def _assembled(base: AbstractHybrid) -> list[AbstractHybrid]:
    found: list[AbstractHybrid] = []
    if base.lambdas:
        found.append(
            _mutant(base, "swapped", "the order of the base estimators is reversed", fault="swapped")
        )
        found.append(_mutant(base, "no-rest", "the last base has the coefficient 1", fault="no-rest"))
    random = any(not part.deterministic for part in base.lambdas)
    if random:
        found.append(
            _mutant(base, "reused", "lambda uses the projections of the first base estimator", fault="reused")
        )
    if len(base.bases) > 1:
        text = (
            "the base estimators have projections each"
            if base.shared
            else "all base estimators share projections"
        )
        found.append(_mutant(base, "unshared" if base.shared else "shared", text, shared=not base.shared))
    if not base.featured:
        return found
    if base.lambdas:
        found.append(
            _mutant(base, "no-unit", "the imaginary unit of the last block is missing", fault="no-unit")
        )
    found.append(
        _mutant(base, "hermitian", "the product of the features conjugates the keys", fault="hermitian")
    )
    found.append(_mutant(base, "undivided", "the features are not divided by sqrt(m)", fault="undivided"))
    return found


def _of_bases(base: AbstractHybrid) -> list[AbstractHybrid]:
    first, found = base.bases[0], list[AbstractHybrid]()
    for shift, label in ((0.5, "heavy"), (-0.5, "light")):
        text = f"the first base estimator has an extra weight e^({shift} |u|^2)"
        found.append(_mutant(base, label, text, bases=(WeightedPart(first, shift), *base.bases[1:])))
    last = WeightedPart(base.bases[-1], stretch=2.0)
    found.append(
        _mutant(base, "long", "the rows of the last base are doubled", bases=(*base.bases[:-1], last))
    )
    exponential = [part for part in base.bases if isinstance(part, ComplexExponentialPart)]
    symmetric = all(np.allclose(a.queries_matrix, a.queries_matrix.T) for a in exponential)
    if exponential and not symmetric:
        found.append(
            _mutant(base, "inverse", "the keys have A^{-1}, not A^{-T}", bases=_misread(base, False))
        )
    if any(np.iscomplexobj(a.queries_matrix) and np.any(a.queries_matrix.imag) for a in exponential):
        text = "the weights have Hermitian squares, not bilinear ones"
        found.append(_mutant(base, "norms", text, bases=_misread(base, True)))
    if exponential and not base.lambdas:
        other = replace(exponential[0], antithetic=not exponential[0].antithetic)
        text = "one row each" if exponential[0].antithetic else "pairs w, -w"
        found.append(_mutant(base, "pairs", f"{text} in place of the opposite", bases=(other,)))
    if isinstance(first, PositivePart) and isinstance(base.bases[-1], TrigonometricPart):
        found.append(_mutant(base, "one-base", "both base estimators are positive", bases=(first, first)))
    return found


def _misread(base: AbstractHybrid, hermitian: bool) -> tuple[AbstractPart, ...]:
    return tuple(
        MisreadPart(part, hermitian) if isinstance(part, ComplexExponentialPart) else part
        for part in base.bases
    )


def _of_lambdas(base: AbstractHybrid) -> list[AbstractHybrid]:
    if not base.lambdas:
        return []
    part, rest = base.lambdas[0], base.lambdas[1:]
    variants: list[tuple[str, str, AbstractPart]] = []
    if isinstance(part, SignLambda):
        variants = [
            ("real-rho", "the sign features lack the imaginary unit", replace(part, unit=1.0)),
            ("no-half", "a = 0 in place of 1/2", replace(part, constant=0.0)),
            (
                "half-rho",
                "the sign features are divided by sqrt(2) once more",
                replace(part, unit=1j / 2.0**0.5),
            ),
        ]
    elif isinstance(part, GaussianLambda):
        variants = [
            ("no-sigma", "sigma is missing", replace(part, sigma=1.0)),
            ("no-rho", "rho is missing", replace(part, rho=1.0)),
            ("weighted", "lambda has an extra weight e^{-|u|^2/2}", WeightedPart(part, -0.5)),
        ]
    elif isinstance(part, MixtureLambda):
        variants = [
            ("no-tau", "tau is missing", replace(part, tau=1.0)),
            ("weighted", "lambda has an extra weight e^{|u|^2/2}", WeightedPart(part, 0.5)),
            ("long-rows", "the projections of lambda are doubled", WeightedPart(part, stretch=2.0)),
        ]
    elif isinstance(part, ClusterLambda):
        variants = [
            (
                "crossed",
                "the clusters of queries and keys are exchanged",
                replace(part, i=part.j, j=1 - part.i),
            ),
            ("centres", "keys are assigned by the centres of the queries", replace(part, keys=part.queries)),
        ]
    elif isinstance(part, OptimalLambda):
        text = "the optimum of the other choice of projections"
        variants = [("other-optimum", text, replace(part, shared=not part.shared))]
    return [_mutant(base, label, text, lambdas=(wrong, *rest)) for label, text, wrong in variants]


def _mutant(
    base: AbstractHybrid,
    label: str,
    wrong: str,
    *,
    bases: tuple[AbstractPart, ...] | None = None,
    lambdas: tuple[AbstractPart, ...] | None = None,
    shared: bool | None = None,
    fault: Fault = "none",
) -> HybridMutant:
    return HybridMutant(
        f"{base.name}/{label}",
        base.title,
        base.reference,
        wrong,
        base.bases if bases is None else bases,
        base.lambdas if lambdas is None else lambdas,
        base.shared if shared is None else shared,
        base.real,
        base.dimension,
        fault,
    )
