"""Failures of features with a kernel of their own: the first mistake explains the others."""

from __future__ import annotations

import math
from collections.abc import Sequence

from rftheory.conformance.causes import BANDWIDTHS
from rftheory.conformance.diagnosis.rules import NamingRule, caused, measured
from rftheory.conformance.findings import Finding
from rftheory.conformance.induced_kernel.measurements import Factor, InducedForm, InducedMean
from rftheory.conformance.projections.measurements import Repetition

READ = 0.03
"""How near the size of rows that were read off, of ten thousand entries or more, is to a factor that it is named by."""
BANDWIDTH = frozenset({"bandwidth", *(cause for _, cause, _ in BANDWIDTHS)})


def scale_cause(ratio: float, m: int, d: int, near: float) -> str:
    """Which factor of features this is."""
    named = (
        (math.sqrt(m), "missing-1/sqrt-m"),
        (1.0 / math.sqrt(m), "extra-1/sqrt-m"),
        (math.sqrt(m / d), "d-and-m-swapped"),
    )
    return next(
        (cause for c, cause in named if abs(c - 1.0) > 2.0 * near and abs(ratio / c - 1.0) < near), "scale"
    )


def _scale(found: Finding) -> str:
    seen = measured(found, Factor)
    return scale_cause(seen.ratio, seen.m, seen.d, 1e-3)


def _mean(found: Finding) -> str:
    seen = measured(found, InducedMean)
    if seen.ratio is None or seen.ratio <= 0.0:
        return "biased"
    cause = scale_cause(math.sqrt(seen.ratio), seen.m, seen.d, 0.05)
    return "biased" if cause == "scale" else cause


def length_cause(findings: Sequence[Finding], known: str | None) -> str | None:
    """What the size of the projections of a homogeneous map says of the scale, which its features do not show."""
    form = next((f.measurements for f in findings if isinstance(f.measurements, InducedForm)), None)
    rows = next((f.measurements for f in findings if isinstance(f.measurements, Repetition)), None)
    if form is None or rows is None or not form.homogeneous or known not in (None, "epsilon-added"):
        return None
    cause = scale_cause(rows.size, rows.m, rows.d, READ)
    return None if cause == "scale" else cause


def as_scale(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """The findings, with a factor of a homogeneous map under the name of a scale: f(c p) = c f(p) knows no bandwidth."""
    form = next((f.measurements for f in findings if isinstance(f.measurements, InducedForm)), None)
    if form is None or not form.homogeneous:
        return tuple(findings)
    return tuple(caused(f, *_scaled(f)) if f.cause is not None else f for f in findings)


def _scaled(found: Finding) -> tuple[str, ...]:
    names = (found.cause or "", *found.candidates)
    return tuple(dict.fromkeys("scale" if name in BANDWIDTH else name for name in names))


RULES = {
    "one seed, one draw": NamingRule("not-reproducible", explained=True),
    "one point, one feature vector": NamingRule("batch-dependent", explained=True),
    "constant in the features": NamingRule("epsilon-added", explained=True),
    "scale": NamingRule(_scale, explained=True),
    "form of the map": NamingRule("unknown-map", explained=True),
    "one draw for queries and keys": NamingRule("separate-projections", explained=True),
}
MOMENTS = {
    "mean": NamingRule(_mean, explained=True, explains=False),
    "variance": NamingRule("variance", explained=True, explains=False),
}
