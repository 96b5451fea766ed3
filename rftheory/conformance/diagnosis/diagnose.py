"""All findings of a run to their causes: the rules of every area, and what an area passes on to those after it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from rftheory.conformance.diagnosis import (
    attention,
    counts,
    features,
    induced_kernel,
    moments,
    projections,
)
from rftheory.conformance.diagnosis.rules import NamingRule, measured, named
from rftheory.conformance.findings import Finding
from rftheory.conformance.unreadable import Unread

UNREADABLE = {
    "shape": "shape",
    "not finite": "overflow",
    "one value": "unknown-map",
    "even": "unknown-map",
    "nothing at 0": "unknown-map",
    "vanishing": "underflow",
    "negative": "negative",
}
Learnt = Callable[[Sequence[Finding], str | None], str | None]
"""(all findings, what is known) -> what is known before an area is named."""


def _unread(found: Finding) -> str:
    seen = measured(found, Unread)
    return UNREADABLE[seen.reason]


def _phases(findings: Sequence[Finding], known: str | None) -> str | None:
    """Where nothing else explains failing moments of phase features, their phases do; then a factor of the bandwidth."""
    return known or features.phase_cause(findings) or moments.factor(findings)


@dataclass(frozen=True)
class Area:
    """Rules by check. inherits: what earlier areas know explains failures here. passes: what is learnt here goes on."""

    rules: Mapping[str, NamingRule]
    inherits: bool = True
    passes: bool = True
    learnt: Learnt | None = None


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
    "features": Area(features.RULES),
    "stabilisers": Area(attention.RATIOS, inherits=False, passes=False),
    "attention": Area(attention.RULES, inherits=False),
    "ratios": Area(attention.RATIOS, inherits=False),
    "counts": Area(counts.RULES),
    "count rows": Area(counts.ROWS),
    "opaque": Area(counts.OPAQUE),
    "induced kernel": Area(induced_kernel.RULES),
    "disclosed": Area(projections.DISCLOSED, inherits=False, passes=False),
    "projections": Area(projections.RULES, inherits=False, learnt=induced_kernel.length_cause),
    "moments": Area(moments.RULES, learnt=_phases),
    "induced moments": Area(induced_kernel.MOMENTS),
    "hybrids": Area(moments.HYBRIDS),
}
EXPLAINED = {("induced kernel", "projections"): projections.EXPLAINED}
"""Rules of an area after one whose mistake explains all of its failures."""


def diagnose(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """The findings in their order, every failure with its cause."""
    done: list[Finding] = []
    known: str | None = None
    before = ""
    for name, group in groupby(findings, key=lambda found: found.area):
        area = AREAS[name]
        known = area.learnt(findings, known) if area.learnt else known
        explained = EXPLAINED.get((before, name)) if known else None
        inherited = known if area.inherits or explained else None
        made, found = named(group, explained or area.rules, inherited)
        done += made
        known, before = known or (found if area.passes else None), name
    return tuple(done)
