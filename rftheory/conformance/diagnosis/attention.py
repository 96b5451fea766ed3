"""Failures of attention and of ratios: each is the signature of its own mistake."""

from __future__ import annotations

from rftheory.conformance.attention.attention_checks import ByColumn
from rftheory.conformance.attention.ratio_checks import RatioPattern
from rftheory.conformance.diagnosis.rules import NamingRule, measured
from rftheory.conformance.findings import Finding


def _linear(found: Finding) -> str:
    seen = found.measurements
    return "columns-apart" if isinstance(seen, ByColumn) and seen.apart else "not-linear"


RULES = {
    "finite at small norms": NamingRule("overflow", explains=False),
    "one seed, one draw": NamingRule("not-reproducible", explains=False),
    "redraws": NamingRule("seed-ignored"),
    "rows sum to one": NamingRule("not-normalised", explains=False),
    "linear in values": NamingRule(_linear, explains=False),
    "order of the keys": NamingRule("order-dependent", explains=False),
    "one query, one row": NamingRule("batch-dependent", explains=False),
    "finite at large norms": NamingRule("overflow", explains=False),
}
PATTERNS = {
    "two maps": "separate-projections",
    "a constant": "epsilon-added",
    "no map": "unknown-map",
    "company": "batch-dependent",
    "factors of keys": "max-subtracted",
    "sums of keys": "normalised-features",
    "weight": "weight",
    "weight of the other kernel": "other-kernel",
}


def _ratios(found: Finding) -> tuple[str, ...]:
    seen = measured(found, RatioPattern)
    name = PATTERNS[seen.pattern]
    return (name, "not-a-kernel-map") if seen.tilted and name == "weight" else (name,)


RATIOS = {"ratios": NamingRule(_ratios)}
