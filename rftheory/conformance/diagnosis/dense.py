"""Mistakes of weighted rows: told exactly by their weights, or by rows whose law is refuted."""

from __future__ import annotations

from collections.abc import Iterable

from rftheory.conformance.dense.checks import FINITE, MATRIX, WEIGHTS, DenseSeen
from rftheory.conformance.diagnosis.rules import NamingRule, measured
from rftheory.conformance.findings import Finding


def _names(found: Finding) -> tuple[str, ...]:
    return measured(found, DenseSeen).weights or ("scale",)


RULES = {
    WEIGHTS: NamingRule(_names),
    MATRIX: NamingRule(_names, explained=True),
    FINITE: NamingRule(_names, explained=True, explains=False),
}


def row_cause(findings: Iterable[Finding]) -> str | None:
    """The mistake that explains rows of another law than their weights have."""
    seen = (f.measurements for f in findings if isinstance(f.measurements, DenseSeen))
    return next((one.rows for one in seen if one.rows), None)
