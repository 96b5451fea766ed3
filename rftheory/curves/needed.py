"""How many features a relative error of the softmax kernel takes, over the norm of queries and keys."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from rftheory.evaluation import evaluate
from rftheory.measured.inputs import Floats

DIMENSION = 64
USUAL = {f"normal entries, d = {d}": d**0.25 for d in (16, 64, 256)}
"""Norms that attention's features see where queries and keys have standard normal entries: sqrt(d) d^(-1/4)."""


def features_needed(target: float = 0.1, steps: int = 60) -> Mapping[str, tuple[Floats, Floats]]:
    """{map: (norm, real features)} for a root mean squared error of `target` times SM, independent rows, x at right angles to y.

    The variance of m projections is that of one over m, by the statements that certify it; trigonometric projections
    are two features. OPRF at its best A for d = 64.
    """
    norms = np.linspace(0.1, 4.2, steps)
    squares = norms**2
    place: dict[str, Any] = {"x2": squares, "y2": squares, "xy": np.zeros(steps)}
    gaussian = np.exp(-2.0 * squares)  # K^2 of the Gaussian kernel at a right angle
    single = {
        "positive": evaluate("performer/lemma2/positive", m=1, **place),
        "trigonometric": 2.0 * evaluate("performer/lemma2/trig", m=1, **place),
        "OPRF, d = 64": evaluate("crt/thm3.3/minimum:rhs", d=DIMENSION, **place) / gaussian,
    }
    return {name: (norms, np.maximum(values / target**2, 1.0)) for name, values in single.items()}
