"""One client under examination: what it claims and how it is asked; and what is recognised of it."""

from __future__ import annotations

from collections.abc import Iterator
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
from rftheory.conformance.projections.draws import Projections
from rftheory.conformance.recognition.couplings import recognised_coupling
from rftheory.conformance.unreadable import Unreadable
from rftheory.measured.inference.error_budget import ErrorBudget
from rftheory.measured.inputs import Floats
from rftheory.measured.protocol import Kernel
from rftheory.mechanisms._shelf import couplings
from rftheory.moments.induced_kernels import own_maps
from rftheory.moments.pairs import Pair

UNSIGNED = ("phase", *EVEN)
"""Maps that do not show the sign of a row."""


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
        """The test points, x and y, (pairs, d)."""
        x, y = (np.stack([getattr(pair, side) for pair in self.pairs]) for side in ("x", "y"))
        return x, y


@dataclass(frozen=True)
class Recognised:
    """What a client was found to be, and the subjects of its checks in the order of the report.

    declaration: with what was not declared filled in; recognised: whether anything was. preflight: how large errors
    are at other norms, and what could not be said.
    """

    examination: Examination
    declaration: Declaration
    kernel: Kernel | None
    m: int | None
    recognised: bool = False
    preflight: str = ""
    subjects: tuple[Tagged, ...] = ()

    def seeing(self, *subjects: Tagged) -> Recognised:
        """The same with more to check."""
        return replace(self, subjects=(*self.subjects, *subjects))

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
            coupling = couplings()[recognised_coupling(w, error, signed=signed)]
        found = replace(self.declaration, coupling=coupling, map=self.declaration.map or form)
        return replace(self, declaration=found, recognised=self.recognised or missing)

    def mapped(self, form: str) -> Recognised:
        """With the map, where it was not declared."""
        if self.declaration.map is not None:
            return self
        return replace(self, declaration=replace(self.declaration, map=form), recognised=True)

    def rows(self, w: Floats, error: float) -> Recognised:
        """With rows to check against the coupling, which is recognised where it was not declared."""
        known = self.coupled(w, None, error)
        coupling = known.declaration.coupling
        assert coupling is not None
        coupling.check(self.examination.d, w.shape[1])
        signed = known.declaration.map not in UNSIGNED
        rows = DrawnRows(w, coupling, error, signed)
        return known.seeing(Projections(rows, self.examination.ledger))

    def estimates(self, values: Floats, kernel: Kernel) -> Recognised:
        """With estimates (n, pairs) to check against their means and variances."""
        if not np.all(np.isfinite(values)):
            bad = int(np.sum(~np.all(np.isfinite(values), axis=1)))
            text = f"{bad} of {len(values)} draws give estimates that are NaN or infinite"
            return self.seeing(Unreadable("not finite", text))
        coupling = self.declaration.coupling
        structured = coupling is not None and not coupling.isotropic
        if self.declaration.map in own_maps():
            return self.seeing(*(() if structured else self._induced(values)))
        known = self
        if self.m is None:
            text = "; m was not given, so one feature is assumed and no variance checked: give m"
            known = replace(self, preflight=self.preflight + text)
        return known.seeing(*(() if structured else self._claimed(values, kernel)))

    def _budget(self) -> float:
        return sample_sizes.budget(self.examination.client.rounding, self.examination.norm)

    def _induced(self, values: Floats) -> Iterator[InducedEstimates]:
        name, coupling, ledger = (
            self.declaration.map or "",
            self.declaration.coupling,
            self.examination.ledger,
        )
        for index, pair in enumerate(self.examination.pairs):
            yield InducedEstimates(values[:, index], pair, name, coupling, self.m, self._budget(), ledger)

    def _claimed(self, values: Floats, kernel: Kernel) -> Iterator[EstimatesAt]:
        exam = self.examination
        whole = Estimates(values, exam.pairs, self.declaration, kernel, self.m, self._budget(), exam.ledger)
        return (EstimatesAt(whole, index) for index in range(len(exam.pairs)))
