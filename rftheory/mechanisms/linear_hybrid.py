"""SM++ and SMtrig mixed by (1 - cos theta)/2, exactly: nothing of lambda is random, and it has d features."""

from __future__ import annotations

from rftheory.measured.hybrids.bases import PositivePart, TrigonometricPart
from rftheory.measured.hybrids.hybrid import Hybrid
from rftheory.measured.hybrids.lambdas import LinearLambda


def linear_hybrid(*, shared: bool = False, real: bool = False) -> Hybrid:
    """lambda = 1/2 - x.y/(2 |x||y|), linear in the cosine: exact at both ends, without a projection of its own."""
    return Hybrid(
        "linear-hybrid-shared" if shared else "linear-hybrid",
        "Hybrid with lambda linear in the cosine" + (", shared projections" if shared else ""),
        (PositivePart(), TrigonometricPart()),
        (LinearLambda(),),
        shared=shared,
        real=real,
        reference="hrf, (9), deterministic lambda",
    )


MECHANISMS = (linear_hybrid(), linear_hybrid(shared=True))
