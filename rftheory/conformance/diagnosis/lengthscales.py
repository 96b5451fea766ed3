"""Unequal coordinates under the name of what was done to their lengthscales."""

from __future__ import annotations

from collections.abc import Sequence

from rftheory.conformance.diagnosis.rules import caused
from rftheory.conformance.findings import Finding
from rftheory.conformance.projections.measurements import EntrySizes


def named(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """The findings, with unequal coordinates under the name of what was done to their lengthscales, where that is seen."""
    sizes = (f.measurements for f in findings if isinstance(f.measurements, EntrySizes))
    power = next((seen.power for seen in sizes if seen.power), "")
    if not power:
        return tuple(findings)
    return tuple(caused(f, power, *f.candidates) if f.cause == "anisotropic" else f for f in findings)
