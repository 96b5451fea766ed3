"""All findings of a run to their causes: the rules of every area, and what an area passes on to those after it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from rftheory.conformance.diagnosis import (
    apart,
    attention,
    counts,
    dense,
    features,
    induced_kernel,
    lengthscales,
    moments,
    projections,
    spectral,
)
from rftheory.conformance.diagnosis.repairing import CARRIED
from rftheory.conformance.diagnosis.rules import NamingRule, measured, named
from rftheory.conformance.findings import Finding
from rftheory.conformance.unreadable import Unread

UNREADABLE = {
    "shape": "shape",
    "not finite": "overflow",
    "undefined": "not-finite",
    "one value": "unknown-map",
    "even": "unknown-map",
    "nothing at 0": "unknown-map",
    "vanishing": "underflow",
    "constant": "epsilon-added",
    "negative": "negative",
}


def _unread(found: Finding) -> str:
    seen = measured(found, Unread)
    return UNREADABLE[seen.reason]


@dataclass(frozen=True)
class Area:
    """Rules by check. inherits: what earlier areas know explains failures here. passes: what is learnt here goes on."""

    rules: Mapping[str, NamingRule]
    inherits: bool = True
    passes: bool = True


AREAS = {
    "unreadable": Area({"shape and finiteness": NamingRule(_unread)}, inherits=False, passes=False),
    "draws": Area(
        {
            "one seed, one draw": NamingRule("not-reproducible", explains=False),
            "redraws": NamingRule("seed-ignored", explains=False),
        },
        inherits=False,
        passes=False,
    ),
    "features": Area(features.RULES | dense.RULES),
    "stabilisers": Area(attention.RATIOS, inherits=False, passes=False),
    "attention": Area(attention.RULES, inherits=False),
    "ratios": Area(attention.RATIOS, inherits=False),
    "counts": Area(counts.RULES),
    "count rows": Area(counts.ROWS),
    "opaque": Area(counts.OPAQUE),
    "induced kernel": Area(induced_kernel.RULES),
    "disclosed": Area(projections.DISCLOSED, inherits=False, passes=False),
    "places": Area({"finite at y = ±x": NamingRule("not-finite")}, inherits=False, passes=False),
    "density": Area(spectral.DENSITIES, inherits=False, passes=False),
    "spectral": Area(spectral.ROWS),
    "sharing": Area(spectral.SHARERS),
    "projections": Area(projections.RULES),
    "moments": Area(moments.RULES),
    "induced moments": Area(induced_kernel.MOMENTS),
    "hybrids": Area(moments.HYBRIDS),
}
ESTIMATES = ("moments", "induced moments")


def diagnose(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """The findings in their order, every failure with its cause."""
    done: list[Finding] = []
    known: str | None = None
    rows: tuple[str, ...] = ()
    for name, group in groupby(findings, key=lambda found: found.area):
        area = AREAS[name]
        if name == "projections":
            scaled = known if known in CARRIED else induced_kernel.length_cause(findings, known)
            made, rows = projections.named(group, scaled, dense.row_cause(findings))
        elif name in ESTIMATES:
            otherwise = features.phase_cause(findings) or apart.another(findings) or moments.factor(findings)
            made = moments.named(group, area.rules, known, rows, otherwise)
        else:
            made, found = named(
                group, area.rules, (known or next(iter(rows), None)) if area.inherits else None
            )
            known = known or (found if area.passes else None)
        done += made
    return lengthscales.named(induced_kernel.as_scale(done))
