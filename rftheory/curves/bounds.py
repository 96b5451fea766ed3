"""A printed bound and its correction over what they bound."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from rftheory.evaluation import evaluate
from rftheory.measured.inputs import Floats

BOUND = "hrf/thm3.5/bound"


def hybrid_bounds(largest: float = 12.0, steps: int = 45) -> Mapping[str, tuple[Floats, Floats]]:
    """{bound: (r, bound over the largest relative error)} of Theorem 3.5 of hrf with one sign projection."""
    r = np.linspace(1.0, largest, steps)
    truth, printed, corrected = (
        np.asarray(evaluate(f"{BOUND}{side}", m=1, n=1, r=r)) for side in (":lhs", ":rhs", "/corrected:rhs")
    )
    return {"as printed": (r, printed / truth), "corrected": (r, corrected / truth)}
