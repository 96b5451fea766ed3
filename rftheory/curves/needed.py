"""How many features a relative error of the softmax kernel takes, over the norm of queries and keys."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from rftheory.evaluation import evaluate
from rftheory.measured.inputs import Floats
from rftheory.mechanisms._shelf import feature_maps
from rftheory.moments import catalogue

MAPS = ("positive", "hyperbolic", "trigonometric")
USUAL = {f"normal entries, d = {d}": d**0.25 for d in (16, 64, 256)}
"""Norms that attention's features see where queries and keys have standard normal entries: sqrt(d) d^(-1/4)."""


def features_needed(target: float = 0.1, steps: int = 60) -> Mapping[str, tuple[Floats, Floats]]:
    """{map: (norm, real features)} for a root mean squared error of `target` times SM, independent rows, x at right angles to y.

    The variance of m projections is that of one over m, by the statements that certify it; trigonometric and hyperbolic
    projections are two features. At a right angle SM is 1.
    """
    norms = np.linspace(0.1, 4.2, steps)
    place: dict[str, Any] = {"x2": norms**2, "y2": norms**2, "xy": np.zeros(steps)}
    shelf, found = feature_maps(), {}
    for name in MAPS:
        single = np.asarray(evaluate(catalogue.maps()[name].variance, m=1, **place))
        found[name] = norms, np.maximum(shelf[name].width * single / target**2, 1.0)
    return found
