"""Failures too small to harm: coarse arithmetic, and the small constants that keep code from dividing by zero."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from rftheory.conformance.findings import Finding

HARM = 1e-4
"""The relative error of an estimate, or of a row of attention, below which a departure is a warning."""
UNITS: Mapping[str, float] = {"constant in the features": 2.0 * math.e}
"""The relative error of an estimate for one unit of a check's effect, where it is another one.

A constant c in features of which that at 0 is one adds c (phi(x) + phi(y)) + c^2, in the mean 2 c to a kernel that is
1/e at x = -y of norm 1.
"""
SHARED = frozenset({"one point, one feature vector", "one draw for queries and keys"})
"""Checks whose effect is that of a maximum too, wherever one is subtracted beside a constant that is added."""
SMALL = frozenset({"precision", "not-normalised"})
"""Causes of which every finding shows by itself how much harm it does."""


def harmless(found: Finding, findings: Sequence[Finding]) -> bool:
    """Whether a failure changes no estimate by more than HARM, measured at norms up to 1; a constant: in no finding."""
    if found.cause in SMALL:
        return _below(found)
    if found.cause != "epsilon-added":
        return False
    alike = [f for f in findings if f.fails and f.cause == "epsilon-added"]
    return all(_below(f) for f in alike if f.check not in SHARED) and any(
        f.check not in SHARED for f in alike
    )


def _below(found: Finding) -> bool:
    effect = found.effect
    return effect is not None and abs(effect) * UNITS.get(found.check, 1.0) <= HARM
