"""Means that are a multiple of another known function than the kernel, told by all pairs together."""

from __future__ import annotations

from collections.abc import Sequence

from rftheory.conformance.findings import Finding
from rftheory.conformance.moments.measurements import MeanValue

PAIRS, WIDE = 4, 2.0
"""Means by which another function is told, and half widths of their intervals that are granted to all together."""
NARROW, SMALL, TOLD = 0.2, 0.05, 2.0
"""Half widths, relative, that tell anything; values that are too small to; how far quotients by the kernel must differ."""


def another(findings: Sequence[Finding]) -> str | None:
    """The mistake under which the means at all pairs are one multiple of another function, and of the kernel are not."""
    seen = [f.measurements for f in findings if isinstance(f.measurements, MeanValue)]
    if sum(f.fails for f in findings if f.check.startswith("mean")) < PAIRS:
        return None
    names = dict.fromkeys(name for mean in seen for name, _ in mean.others)
    return next((name for name in names if _fits(seen, name)), None)


def _fits(seen: Sequence[MeanValue], name: str) -> bool:
    """Whether one factor of that function lies in all intervals, which are narrow, and none of the kernel could."""
    pairs = [(mean, dict(mean.others)[name]) for mean in seen if name in dict(mean.others)]
    pairs = [(mean, value) for mean, value in pairs if abs(value) > SMALL]
    halves = [WIDE * (mean.ends[1] - mean.ends[0]) / 2.0 for mean, _ in pairs]
    if len(pairs) < PAIRS or any(
        half > NARROW * abs(m.value) for half, (m, _) in zip(halves, pairs, strict=True)
    ):
        return False
    low = max((mean.value - half) / value for half, (mean, value) in zip(halves, pairs, strict=True))
    high = min((mean.value + half) / value for half, (mean, value) in zip(halves, pairs, strict=True))
    quotients = [abs(mean.claim / value) for mean, value in pairs]
    return low <= high and max(quotients) > TOLD * min(quotients)
