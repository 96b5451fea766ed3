"""One client under examination: what it claims and how it is asked; and what is recognised of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from rftheory.battery.rows.draws import DrawnRows
from rftheory.conformance.checks import Tagged
from rftheory.conformance.claim.declaration import Declaration
from rftheory.conformance.client.clients import Client
from rftheory.conformance.induced_kernel import moment_checks
from rftheory.conformance.induced_kernel.moment_checks import InducedEstimates
from rftheory.conformance.induced_kernel.reading import EVEN
from rftheory.conformance.moments import preflight, sample_sizes
from rftheory.conformance.moments.estimate_checks import EstimatesAt
from rftheory.conformance.moments.moment_claims import Estimates
from rftheory.conformance.moments.unknown_maps import EstimatesOfUnknown, UnknownAt
from rftheory.conformance.projections.draws import Projections
from rftheory.conformance.recognition.couplings import recognised_coupling
from rftheory.conformance.recognition.row_reader import RowReader
from rftheory.conformance.size.places import NEAR
from rftheory.conformance.size.sizes import PlacedEstimates
from rftheory.conformance.unreadable import lost_at
from rftheory.measured.inference.error_budget import ErrorBudget
from rftheory.measured.inputs import Floats
from rftheory.measured.protocol import AbstractCoupling, Kernel
from rftheory.mechanisms._shelf import couplings
from rftheory.moments import catalogue
from rftheory.moments.induced_kernels import kernel as induced_kernel
from rftheory.moments.induced_kernels import own_maps
from rftheory.moments.pairs import Pair, kernel_value
from rftheory.moments.radial_kernels import StationaryKernel
from rftheory.moments.term_moments import WAVES
from rftheory.moments.waves.wave_moments import Sharing

UNSIGNED = ("phase", *EVEN)
"""Maps that do not show the sign of a row."""
RANDOM_NORMS = {"orthogonal-fixed-norm": "orthogonal", "sphere": "iid"}
"""Couplings whose estimates are those of a declared kernel, in place of couplings that are near them."""


@dataclass(frozen=True)
class Examination:
    """What one client claims and how it is asked. scale: the kernel is that of scale times the client's points."""

    client: Client
    declaration: Declaration
    kernel: Kernel | None
    d: int
    m: int | None
    pairs: tuple[Pair, ...]
    scale: float
    seeds: tuple[int, ...]
    ledger: ErrorBudget
    only_ratios: bool
    places: tuple[Pair, ...] = ()
    stationary: StationaryKernel | None = None
    sharing: Sharing = "row"

    @property
    def norm(self) -> float:
        """The largest norm of a test point."""
        return max(float(np.linalg.norm(point)) for pair in self.pairs for point in (pair.x, pair.y))

    @property
    def own(self) -> bool:
        """Whether the map has a kernel of its own."""
        return self.declaration.map in own_maps()

    @property
    def mixed(self) -> bool:
        """Whether the features are claimed to be those of a hybrid."""
        return self.client.contract == "features" and self.declaration.hybrid is not None

    def points(self) -> tuple[Floats, Floats]:
        """The test points, x and y, (pairs, d), and after them the places where sizes are asked for."""
        every = (*self.pairs, *self.places)
        x, y = (np.stack([getattr(pair, side) for pair in every]) for side in ("x", "y"))
        return x, y

    @property
    def near(self) -> tuple[int, ...]:
        """Which columns of estimates at those points are of places whose means are checked as well."""
        fine = self.client.rounding < sample_sizes.HALF
        return tuple(
            len(self.pairs) + index for index, place in enumerate(self.places) if fine and place.label in NEAR
        )

    @property
    def declares(self) -> bool:
        """Whether anything is claimed that rows or estimates can violate: a mechanism, or a kernel."""
        return self.declaration != Declaration() or self.kernel is not None or self.stationary is not None


@dataclass(frozen=True)
class Recognised:
    """What a client was found to be, and the subjects of its checks in the order of the report.

    declaration: with what was not declared filled in; recognised: whether anything was. preflight: how large errors
    are at other norms, and what could not be said. drawn: the rows that were read off, where they were. form: the map
    that features show.
    """

    examination: Examination
    declaration: Declaration
    kernel: Kernel | None
    m: int | None
    recognised: bool = False
    preflight: str = ""
    subjects: tuple[Tagged, ...] = ()
    drawn: DrawnRows | None = None
    form: str = ""

    def seeing(self, *subjects: Tagged) -> Recognised:
        """The same with more to check."""
        return replace(self, subjects=(*self.subjects, *subjects))

    def noting(self, text: str) -> Recognised:
        """With a line more on what could not be said."""
        return replace(self, preflight=self.preflight + text)

    def errors(self, kernel: Kernel) -> str:
        """How large errors are at other norms."""
        d, name = self.examination.d, self.declaration.map
        if self.declaration.row is not None:
            return preflight.of_rows(self.declaration.row, name or "gerf", kernel, d, self.m)
        if name in own_maps():
            return moment_checks.preflight(name, d, self.m)
        return preflight.of_projections(name, kernel, d, self.m)

    def coupled(self, w: Floats, form: str | None, error: float) -> Recognised:
        """With the parts that were not declared, by rows (n, m, d); `form` None leaves the map open."""
        coupling = self.declaration.coupling
        missing = coupling is None or (form is not None and self.declaration.map is None)
        if coupling is None:
            signed = (form or self.declaration.map) not in UNSIGNED
            name = recognised_coupling(w, error, signed=signed)
            declared = self.examination.kernel is not None
            coupling = couplings()[RANDOM_NORMS.get(name, name) if declared else name]
        found = replace(self.declaration, coupling=coupling, map=self.declaration.map or form)
        return replace(self, declaration=found, recognised=self.recognised or missing)

    def mapped(self, form: str) -> Recognised:
        """With the map, where it was not declared."""
        if self.declaration.map is not None:
            return self
        return replace(self, declaration=replace(self.declaration, map=form), recognised=True)

    def reader(
        self,
        form: str | None,
        error: float,
        slack: float = 0.0,
        unit: Callable[[Floats], float] | None = None,
    ) -> RowReader:
        """What digests rows of that error, draw by draw, by the coupling that is declared, or that the first ones show."""

        def settle(first: Floats) -> tuple[AbstractCoupling, bool]:
            declared = self.coupled(first, form, error).declaration
            assert declared.coupling is not None
            return declared.coupling, declared.map not in UNSIGNED

        return RowReader(len(self.examination.seeds), settle, error + slack, unit)

    def rows(self, rows: DrawnRows) -> Recognised:
        """With rows to check against the coupling, which is recognised where it was not declared."""
        known = self.coupled(rows.w, None, rows.error)
        rows.claim.check(self.examination.d, rows.m)
        seen = Projections(rows, self.examination.ledger, lengths=self.examination.client.ard)
        return replace(known.seeing(seen), drawn=rows)

    def unknown(self, values: Floats) -> Recognised:
        """With estimates (n, pairs and places) of a map of which no variance is known."""
        exam = self.examination
        known = self.placed(values, self.kernel or "gaussian", exact=False)
        near = values[:, : len(exam.pairs)]
        if not np.all(np.isfinite(near)) or (len(near) > 1 and np.all(near == near[:1])):
            return known
        return known.seeing(
            *self._alien(values, (self.kernel or _stood_for(exam)) if exam.declares else None)
        )

    def _alien(
        self, values: Floats, kernel: Kernel | None, rows: DrawnRows | None = None
    ) -> Iterator[UnknownAt]:
        """Estimates (n, pairs and places) of which no variance is known, against a kernel, if one is claimed."""
        exam, required = self.examination, len(self.examination.pairs)
        near, pairs = self.beside(values)
        whole = EstimatesOfUnknown(
            near,
            pairs,
            kernel,
            self.m or 1,
            self.budget(),
            exam.ledger,
            required,
            rows,
            self.declaration.map or "",
            exam.stationary,
        )
        return (UnknownAt(whole, index) for index in range(len(pairs)))

    def beside(self, values: Floats) -> tuple[Floats, tuple[Pair, ...]]:
        """Estimates at the pairs, and at the places whose means are checked where they are decided."""
        exam = self.examination
        here = [index for index in exam.near if np.all(np.isfinite(values[:, index]))]
        places = tuple((*exam.pairs, *exam.places)[index] for index in here)
        return values[:, [*range(len(exam.pairs)), *here]], (*exam.pairs, *places)

    def estimates(self, values: Floats, kernel: Kernel, rows: DrawnRows | None = None) -> Recognised:
        """With estimates (n, pairs and places) to check against their means and variances; rows that they are made of.

        Estimates that no seed changes have neither, unless it is no number that they share: too small a one is 0 of any
        seed, and says nothing.
        """
        whole = self.placed(values, kernel)
        near = values[:, : len(self.examination.pairs)]
        if np.any(near) and np.all(near == near[:1]):
            return whole
        return whole._judged(values, kernel, rows)

    def placed(self, values: Floats, kernel: Kernel, *, exact: bool = True) -> Recognised:
        """With estimates at the places alone; exact: whether the variance may have a closed form."""
        exam = self.examination
        if not exam.places:
            return self
        drawn, rounding = values[:, len(exam.pairs) :], exam.client.rounding
        truth, unit = self._truths(kernel)
        known = self._known(kernel) if exact else _nothing
        return self.seeing(PlacedEstimates(drawn, exam.places, truth, unit, rounding, known))

    def _truths(self, kernel: Kernel) -> tuple[Floats, Floats]:
        """The kernel at the places, and what errors are relative to."""
        places, name = self.examination.places, self.declaration.map or ""
        if name in own_maps():
            truth = [induced_kernel(name, place.x, place.y) for place in places]
            unit = [induced_kernel(name, place.x, place.x) for place in places]
            return np.array(truth), np.array(unit)
        stated = self.examination.stationary
        if stated is not None:
            near = np.array([float(stated.value(place.x - place.y)) for place in places])
            return near, near
        truths = np.array([kernel_value(kernel, place.x, place.y) for place in places])
        return truths, truths

    def _known(self, kernel: Kernel) -> Callable[[Pair], float | None]:
        """The variance of an estimate by a closed form."""
        declared, m = self.declaration, self.m

        def known(pair: Pair) -> float | None:
            if m is None or declared.map not in WAVES or declared.row is not None:
                return None
            theory = catalogue.moments(declared.coupling, declared.map, kernel)
            return theory.variance(pair, m, theory.term(pair))

        return known

    def _judged(self, values: Floats, kernel: Kernel, rows: DrawnRows | None) -> Recognised:
        near = values[:, : len(self.examination.pairs)]
        if not np.all(np.isfinite(near)):
            bad = int(np.sum(~np.all(np.isfinite(near), axis=1)))
            text = f"{bad} of {len(values)} draws give estimates that are NaN or infinite"
            return self.seeing(lost_at(self.examination.norm, kernel, text))
        coupling = self.declaration.coupling
        structured = coupling is not None and not coupling.isotropic
        if (
            structured
            and self.examination.declaration.coupling is None
            and self.examination.kernel is not None
        ):
            return self.seeing(*self._alien(values, kernel, rows))
        if self.declaration.map in own_maps():
            return self.seeing(*(() if structured else self._induced(near, rows)))
        known = self
        if self.m is None:
            text = "; m was not given, so one feature is assumed and no variance checked: give m"
            known = replace(self, preflight=self.preflight + text)
        return known.seeing(*(() if structured else self._claimed(values, kernel, rows)))

    def budget(self) -> float:
        """The relative error of an estimate that rounding explains."""
        return sample_sizes.budget(self.examination.client.rounding, self.examination.norm)

    def _induced(self, values: Floats, rows: DrawnRows | None) -> Iterator[InducedEstimates]:
        name, coupling, ledger = (
            self.declaration.map or "",
            self.declaration.coupling,
            self.examination.ledger,
        )
        for index, pair in enumerate(self.examination.pairs):
            yield InducedEstimates(
                values[:, index], pair, name, coupling, self.m, self.budget(), ledger, rows
            )

    def _claimed(self, values: Floats, kernel: Kernel, rows: DrawnRows | None) -> Iterator[EstimatesAt]:
        exam = self.examination
        near, pairs = self.beside(values)
        budget, required = self.budget(), len(exam.pairs)
        whole = Estimates(
            near,
            pairs,
            self.declaration,
            kernel,
            self.m,
            budget,
            exam.ledger,
            rows,
            required,
            self.form,
        )
        return (EstimatesAt(whole, index) for index in range(len(whole.pairs)))


def _stood_for(exam: Examination) -> Kernel | None:
    """What stands in a record for a stationary kernel, whose values are its own."""
    return None if exam.stationary is None else "gaussian"


def _nothing(pair: Pair) -> None:
    """No variance is known."""
    del pair
