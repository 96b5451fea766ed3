"""Means of a kernel that is summed over coordinates, told from those of a product over them."""

from __future__ import annotations

from collections.abc import Sequence

from rftheory.conformance.findings import Finding
from rftheory.conformance.moments.measurements import MeanValue

PAIRS, WIDE = 4, 2.0
"""Means by which a sum over coordinates is told, and half widths of their intervals that are granted to all together."""
NARROW = 0.2
"""Half widths, relative, that are narrow enough to tell anything by."""


def additive(findings: Sequence[Finding]) -> str | None:
    """additive-kernel, where the means at all pairs are one multiple of the sum over coordinates, and of nothing else."""
    seen = [
        f.measurements for f in findings if isinstance(f.measurements, MeanValue) and f.measurements.apart
    ]
    if sum(f.fails for f in findings if f.check.startswith("mean")) < PAIRS or len(seen) < PAIRS:
        return None
    halves = [WIDE * (m.ends[1] - m.ends[0]) / 2.0 for m in seen]
    low = max((m.value - half) / m.apart for m, half in zip(seen, halves, strict=True))
    high = min((m.value + half) / m.apart for m, half in zip(seen, halves, strict=True))
    claimed = [m.claim / m.apart for m in seen]
    narrow = all(half <= NARROW * abs(m.value) for m, half in zip(seen, halves, strict=True))
    told = max(claimed) > 2.0 * min(claimed)
    return "additive-kernel" if low <= high and narrow and told else None
