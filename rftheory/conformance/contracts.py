"""Which checks there are for which contract, in the order of a report; tags of what was recognised select from them."""

from __future__ import annotations

from typing import Any

from rftheory.conformance import redraws, unreadable
from rftheory.conformance.attention import attention_checks, ratio_checks
from rftheory.conformance.checks import ClientCheck
from rftheory.conformance.counts import feature_checks, law_checks, opaque
from rftheory.conformance.dense import checks as dense_checks
from rftheory.conformance.feature_form import checks as form_checks
from rftheory.conformance.induced_kernel import form_checks as induced_form_checks
from rftheory.conformance.induced_kernel import moment_checks as induced_moment_checks
from rftheory.conformance.moments import estimate_checks, hybrids, unknown_maps
from rftheory.conformance.projections import checks as row_checks
from rftheory.conformance.projections import disclosed_frequencies
from rftheory.conformance.size import sizes
from rftheory.conformance.spectral import density, sharing
from rftheory.conformance.spectral import estimates as spectral_estimates
from rftheory.conformance.spectral import rows as spectral_rows

Checks = tuple[ClientCheck[Any], ...]
MOMENTS: Checks = (
    *sizes.CHECKS,
    *estimate_checks.CHECKS,
    *unknown_maps.CHECKS,
    *induced_moment_checks.CHECKS,
    *spectral_estimates.CHECKS,
)

FREQUENCIES: Checks = (
    *unreadable.CHECKS,
    *redraws.CHECKS,
    *spectral_rows.CHECKS,
    *sharing.CHECKS,
    *row_checks.CHECKS,
)
ESTIMATES: Checks = (*unreadable.CHECKS, *redraws.CHECKS, *MOMENTS, *hybrids.CHECKS)
ATTENTION: Checks = (*unreadable.CHECKS, *attention_checks.CHECKS, *ratio_checks.CHECKS, *MOMENTS)
FEATURES: Checks = (
    *unreadable.CHECKS,
    *form_checks.CHECKS,
    *dense_checks.CHECKS,
    *ratio_checks.CHECKS,
    *induced_form_checks.CHECKS,
    *feature_checks.CHECKS,
    *law_checks.CHECKS,
    *opaque.CHECKS,
    *redraws.CHECKS,
    *disclosed_frequencies.CHECKS,
    *spectral_rows.CHECKS,
    *sharing.CHECKS,
    *row_checks.CHECKS,
    *MOMENTS,
    *hybrids.CHECKS,
)
CONTRACTS = {
    "spectral": density.CHECKS,
    "frequencies": FREQUENCIES,
    "estimates": ESTIMATES,
    "attention": ATTENTION,
    "features": FEATURES,
}
