"""What a coupling takes off the conformity of independent rows, over v = |x + y| and dimensions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from rftheory.evaluation import evaluate
from rftheory.measured.inputs import Floats
from rftheory.moments import catalogue

COUPLED = ("orthogonal", "simplex")


def conformity_gaps(
    dimensions: Sequence[int] = (4, 16, 64), largest: float = 6.0, steps: int = 60
) -> Mapping[str, tuple[Floats, Floats]]:
    """{coupling, d: (v, 1 - rho/rho_iid)} by the statements that certify the conformities; e^(v^2) is that of independent rows."""
    v = np.linspace(0.1, largest, steps)
    ids = {name: catalogue.couplings()[name].conformity for name in COUPLED}
    return {
        f"{name}, d = {d}": (v, 1.0 - np.asarray(evaluate(ids[name], d=d, v=v)) / np.exp(v**2))
        for name in COUPLED
        for d in dimensions
    }
