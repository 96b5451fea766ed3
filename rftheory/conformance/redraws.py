"""Draws of a sampler or an estimator: one seed gives one, seeds give several."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rftheory.conformance.bands import identity
from rftheory.conformance.checks import ClientCheck
from rftheory.conformance.findings import Finding
from rftheory.conformance.references import ESTIMATE
from rftheory.measured.inputs import Floats


@dataclass(frozen=True)
class RepeatedDraw:
    """What one seed gave at first and when it was asked again, and the rounding seen."""

    first: Floats
    again: Floats
    rounding: float

    @property
    def tags(self) -> frozenset[str]:
        """None: one check."""
        return frozenset()


@dataclass(frozen=True)
class DrawnEstimates:
    """Estimates (n, p) of successive seeds."""

    values: Floats

    @property
    def tags(self) -> frozenset[str]:
        """None: one check."""
        return frozenset()


def reproducible(draw: RepeatedDraw) -> Finding:
    """One seed gives one draw."""
    alike = draw.first.shape == draw.again.shape
    alike = alike and np.array_equal(np.isfinite(draw.first), np.isfinite(draw.again))
    gap = (
        float(np.max(np.abs(draw.first - draw.again), where=np.isfinite(draw.first), initial=0.0))
        if alike
        else np.inf
    )
    return identity("one seed, one draw", ESTIMATE, gap, 64.0 * draw.rounding, 2, "largest change")


def redraws(drawn: DrawnEstimates) -> Finding:
    """Estimates change from draw to draw."""
    frozen = float(np.max(np.ptp(drawn.values, axis=0)) == 0.0)
    return identity("redraws", ESTIMATE, frozen, 0.0, len(drawn.values), "draws that repeat")


CHECKS = (
    ClientCheck("one seed, one draw", "draws", RepeatedDraw, (ESTIMATE,), reproducible),
    ClientCheck("redraws", "draws", DrawnEstimates, (ESTIMATE,), redraws),
)
