"""HybridDrawing: from a point of exact parameters to a statistic of a hybrid."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from rftheory.errors import InputError
from rftheory.evidence.statistical.points import Vector, integer, level_at, planar, real, reals
from rftheory.exact.formula import Formula
from rftheory.measured.hybrids.estimates import HybridEstimate, What
from rftheory.measured.hybrids.protocol import AbstractHybrid


@dataclass(frozen=True)
class HybridDrawing:
    """The statistic `what` of a hybrid, for `Sampled` and `SampledBelow`.

    `hybrid` makes it from the point (a function named at the top level of a module). A point gives m, n (1 where
    missing) and vectors x and y, or their invariants x2, y2, xy, or r and theta on a sphere; planar points are made
    of these. `level` is what an error subtracts.
    `features`: estimates are products of features in place of the estimator form.
    """

    hybrid: Callable[[Mapping[str, object]], AbstractHybrid]
    what: What = "mean"
    level: Formula | None = None
    features: bool = False
    bounded: bool = True

    def __call__(self, point: Mapping[str, object]) -> HybridEstimate:
        """The experiment at a point."""
        x, y = _points(point)
        return HybridEstimate(
            self.hybrid(point),
            x,
            y,
            integer(point.get("m", 1)),
            integer(point.get("n", 1)),
            self.what,
            level=level_at(self.level, point),
            bounded=self.bounded,
            features=self.features,
        )


def _points(point: Mapping[str, object]) -> tuple[Vector, Vector]:
    if "x" in point:
        return reals(point["x"]), reals(point["y"])
    if "theta" in point:
        r, theta = real(point.get("r", 1)), real(point["theta"])
        return (r, 0.0), (r * math.cos(theta), r * math.sin(theta))
    if not {"x2", "y2", "xy"} <= set(point):
        raise InputError("no pair at this point; allowed: x and y, or x2, y2 and xy, or theta and r")
    return planar(point)
