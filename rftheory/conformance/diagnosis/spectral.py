"""Mistakes of a declared stationary kernel: of single rows, of what shares tau, of a density."""

from __future__ import annotations

from rftheory.conformance.diagnosis.rules import NamingRule, measured
from rftheory.conformance.findings import Finding
from rftheory.conformance.spectral import density, rows, sharing

UNCOUPLED = ("univariate-t", "univariate-stable", "radial-for-product")
"""Laws of rows that leave other directions behind than the kernel's."""
SPECTRAL = (
    *UNCOUPLED,
    "anisotropic",
    "bandwidth",
    "gaussian-rows",
    "gamma-factor",
    "gamma-inverted",
    "lengthscale-2pi",
    "lengthscale-inverted",
    "lengthscale-lost",
    "matern-degrees",
    "norms-sqrt-d",
    "spectral-law",
    "stable-scale",
)
"""Mistakes of the law of single rows of a declared kernel."""


def _law(found: Finding) -> tuple[str, ...]:
    return measured(found, rows.RowLaw).near or ("spectral-law",)


def _sharers(found: Finding) -> tuple[str, ...]:
    return measured(found, sharing.Sharers).near or ("norms-dependent",)


def _density(found: Finding) -> tuple[str, ...]:
    return measured(found, density.DensityShape).names


ROWS = {rows.CHECK: NamingRule(_law)}
SHARERS = {
    sharing.CHECK: NamingRule(_sharers, explained=SPECTRAL),
    rows.NORMS: NamingRule(_law, explained=SPECTRAL),
}
DENSITIES = {density.CHECK: NamingRule(_density)}
