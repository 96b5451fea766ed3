"""SM++ and SMtrig mixed by a function of the pair that no finite features give: estimator form only."""

from __future__ import annotations

from rftheory.measured.hybrids.bases import PositivePart, TrigonometricPart
from rftheory.measured.hybrids.hybrid import Hybrid
from rftheory.measured.hybrids.lambdas import AngleLambda, OptimalLambda


def optimal_hybrid(*, shared: bool = False) -> Hybrid:
    """The fixed lambda of least mean squared error at every pair: what any hybrid of the two can reach."""
    return Hybrid(
        "optimal-hybrid-shared" if shared else "optimal-hybrid",
        "Pointwise-optimal hybrid" + (", shared projections" if shared else ""),
        (PositivePart(), TrigonometricPart()),
        (OptimalLambda(shared),),
        shared=shared,
        reference="hrf, Theorem 3.1, least over lambda",
    )


def angle_hybrid(*, shared: bool = False) -> Hybrid:
    """lambda = theta/pi itself: the angular hybrid as n goes to infinity."""
    return Hybrid(
        "angle-hybrid-shared" if shared else "angle-hybrid",
        "Hybrid with the exact angle" + (", shared projections" if shared else ""),
        (PositivePart(), TrigonometricPart()),
        (AngleLambda(),),
        shared=shared,
        reference="hrf, section 2.4",
    )


MECHANISMS = (optimal_hybrid(), optimal_hybrid(shared=True), angle_hybrid())
