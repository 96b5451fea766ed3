"""One client under examination: what is claimed, what was recognised, and the steps that all contracts share. No check is defined here."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import numpy as np

from rftheory.conformance.claim.declaration import OWN_MAPS, Declaration, Pair
from rftheory.conformance.client.clients import Client
from rftheory.conformance.feature_form.probing import broken
from rftheory.conformance.findings import Finding
from rftheory.conformance.induced_kernel import kernel_checks
from rftheory.conformance.induced_kernel.kernel_reading import EVEN
from rftheory.conformance.moments import estimate_checks, sample_sizes
from rftheory.conformance.moments.moment_claims import Subject as Estimates
from rftheory.conformance.projections import bands, row_checks
from rftheory.conformance.projections.row_reading import Subject as Projections
from rftheory.measured.inference.error_budget import ErrorBudget
from rftheory.measured.inputs import Floats
from rftheory.measured.protocol import Kernel
from rftheory.mechanisms._shelf import couplings
from rftheory.moments import row_moments

UNSIGNED = ("phase", *EVEN)
RIGID = ("orthogonal", "simplex", "simplex-full", "cross-polytope")
"""Couplings whose cosines within a block are fixed numbers."""


@dataclass
class Run:
    """The state of one run; the contracts fill in what is recognised on the way.

    scale: the kernel is that of scale times the client's points. cause: the first mistake found. preflight: how large
    errors are at other norms, and what the run could not say.
    """

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
    recognised: bool = field(default=False, init=False)
    cause: str | None = field(default=None, init=False)
    preflight: str = field(default="", init=False)

    @property
    def norm(self) -> float:
        """The largest norm of a test point."""
        return max(float(np.linalg.norm(point)) for pair in self.pairs for point in (pair.x, pair.y))

    @property
    def own(self) -> bool:
        """Whether the map has a kernel of its own."""
        return self.declaration.map in OWN_MAPS

    @property
    def mixed(self) -> bool:
        """Whether the features are claimed to be those of a hybrid."""
        return self.client.contract == "features" and self.declaration.hybrid is not None

    def points(self) -> tuple[Floats, Floats]:
        """The test points, x and y, (pairs, d)."""
        x, y = (np.stack([getattr(pair, side) for pair in self.pairs]) for side in ("x", "y"))
        return x, y

    def repeats(self, first: Floats, again: Floats) -> Finding:
        """One seed gives one draw."""
        gap = float(np.max(np.abs(first - again))) if first.shape == again.shape else np.inf
        limit = 64.0 * self.client.rounding
        return bands.exact(
            "one seed, one draw", "simrf/eq1", gap, limit, "not-reproducible", 2, "largest change"
        )

    def errors(self, kernel: Kernel) -> str:
        """How large errors are at other norms."""
        if self.declaration.row is not None:
            name = self.declaration.map or "gerf"
            return row_moments.preflight(self.declaration.row, name, kernel, self.d, self.m)
        if self.own:
            return kernel_checks.preflight(self.declaration.map or "", self.d, self.m)
        return estimate_checks.preflight(self.declaration.map, kernel, self.d, self.m)

    def moments(self, values: Floats, kernel: Kernel, cause: str | None) -> Iterator[Finding]:
        """Means and variances of estimates (n, pairs), and what undecided ones would have needed."""
        if not np.all(np.isfinite(values)):
            bad = int(np.sum(~np.all(np.isfinite(values), axis=1)))
            yield broken("overflow", f"{bad} of {len(values)} draws give estimates that are NaN or infinite")
            return
        budget = sample_sizes.budget(self.client.rounding, self.norm)
        if self.own:
            yield from kernel_checks.examine(
                values, self.pairs, self.declaration, self.m, budget, self.ledger, cause
            )
            return
        subject = Estimates(values, self.pairs, self.declaration, kernel, self.m, budget, self.ledger, cause)
        found = tuple(estimate_checks.examine(subject))
        yield from found
        if self.m is None:
            self.preflight += "; m was not given, so one feature is assumed and no variance checked: give m"
        self.preflight += sample_sizes.enough(found, self.m or 1, len(values))

    def recognise(self, w: Floats, form: str | None, error: float) -> None:
        """Fill in the parts that were not declared; `form` None leaves the map open."""
        coupling = self.declaration.coupling
        missing = coupling is None or (form is not None and self.declaration.map is None)
        self.recognised = self.recognised or missing
        if coupling is None:
            coupling = couplings()[
                recognised_coupling(w, error, signed=(form or self.declaration.map) not in UNSIGNED)
            ]
        self.declaration = replace(self.declaration, coupling=coupling, map=self.declaration.map or form)

    def rows(self, w: Floats, error: float) -> Iterator[Finding]:
        """Rows (n, m, d) against the law of the coupling, which is recognised where it was not declared."""
        self.recognise(w, None, error)
        coupling = self.declaration.coupling
        assert coupling is not None
        coupling.check(self.d, w.shape[1])
        signed = self.declaration.map not in UNSIGNED
        for found in row_checks.examine(Projections(w, coupling, error, self.ledger, signed)):
            self.cause = self.cause or found.cause
            yield found


def recognised_coupling(w: Floats, error: float, *, signed: bool = True) -> str:
    """The coupling that has the cosines of the first block, up to sign where rows are not `signed`; iid where none has.

    To rounding, and in coarse dtypes well below what independent directions and chi_d norms spread by.
    """
    n, m, d = w.shape
    if m < 2 or n < 1:
        return "iid"
    norms = np.linalg.norm(w, axis=-1)
    tolerance = 1e-3 + 16.0 * error

    def alike(values: Floats, spread: float) -> bool:
        largest, typical = float(np.max(np.abs(values))), float(np.sqrt(np.mean(values**2)))
        return largest <= tolerance and typical <= 0.5 * spread

    def gaps(name: str) -> Floats:
        law = couplings()[name].law
        claimed, block = law.gram(d), min(law.rows(d), m)
        assert claimed is not None
        with np.errstate(invalid="ignore"):
            units = (w[:64] / norms[:64, :, None])[:, :block]
        found, claimed = units @ np.swapaxes(units, 1, 2), claimed[:block, :block]
        off = ~np.eye(block, dtype=bool)
        gap: Floats = found - claimed if signed else np.abs(found) - np.abs(claimed)
        return gap[:, off]

    constant = alike(norms / float(np.mean(norms)) - 1.0, 1.0 / np.sqrt(2.0 * d))
    nearest, off = min(
        ((name, gaps(name)) for name in RIGID), key=lambda found: float(np.mean(found[1] ** 2))
    )
    if not alike(off, 1.0 / np.sqrt(d)):
        return "sphere" if constant else "iid"
    if constant and nearest == "orthogonal":
        return _hadamard(w[:64], error) or "orthogonal-fixed-norm"
    return nearest


def _hadamard(w: Floats, error: float) -> str | None:
    """hd1, hd2 or hd3, where entries are multiples of 1 or of 1/d as products of HD make them; rotations hit none.

    |HDH|_ij depends on i xor j alone (Sylvester's H): so do the entries of hd2.
    """
    d = w.shape[-1]
    if d < 4 or d & (d - 1):
        return None
    limit = 1e-4 * d + 16.0 * d * error
    units = np.abs(w) * math.sqrt(d) / np.linalg.norm(w, axis=-1, keepdims=True)
    if limit >= 0.1 or float(np.max(np.abs(d * units - np.round(d * units)))) > limit:
        return None
    if float(np.max(np.abs(units - 1.0))) <= limit / d:
        return "hd1"
    here = np.arange(min(d, units.shape[1]))[:, None] ^ np.arange(d)
    turned = units[:, :1].repeat(len(here), axis=1)
    gap = units[:, : len(here)] - np.take_along_axis(turned, here[None], axis=2)
    return "hd2" if float(np.max(np.abs(gap))) <= limit / d else "hd3"
