"""Squared errors of positive features: their bound is the supremum under the mixture that they are drawn from."""

from __future__ import annotations

import math

import numpy as np
import pytest

from rftheory.measured.estimators.errors import bounded_error
from rftheory.measured.estimators.estimates import Estimate
from rftheory.measured.estimators.proposals import TiltMixture
from rftheory.mechanisms._shelf import couplings, feature_maps

P = np.linspace(-60.0, 60.0, 1_200_001)


def supremum(v: float, level: float, tilts: tuple[tuple[float, float], ...]) -> float:
    """log sup_p (e^{v p} - c)^2 / l(p), l(p) = sum of shares e^{t p - t^2/2}."""
    with np.errstate(divide="ignore"):
        size = 2 * (np.maximum(v * P, math.log(level)) + np.log(-np.expm1(-np.abs(v * P - math.log(level)))))
    law = np.logaddexp.reduce([math.log(share) + t * P - t * t / 2 for share, t in tilts])
    return float(np.max(size - law))


def error(v: float, level: float, coupling: str = "orthogonal", features: str = "positive") -> Estimate:
    """x = y of length v/2, so that |x + y| = v; the level is that of the estimates without their weight e^{-v^2/4}."""
    x = (v / 2, 0.0, 0.0)
    weight = math.exp(-(v**2) / 4)
    return Estimate(
        couplings()[coupling], feature_maps()[features], x, x, 3, "error", "softmax", level * weight
    )


@pytest.mark.parametrize("v", [0.05, 0.5, 1.5, 3.0, 6.0])
def test_the_bound_is_the_supremum_and_no_simple_mixture_has_a_lower_one(v: float) -> None:
    level = math.exp(v * v / 2)
    found = bounded_error(error(v, level))
    assert isinstance(found.proposal, TiltMixture)
    own = supremum(v, level, found.proposal.tilts)
    bound = found.log_bound + v * v / 2
    assert own - 1e-6 <= bound <= own + 1e-2
    for tilts in (
        ((0.2, 0.0), (0.8, 2 * v)),
        ((0.1, 0.0), (0.9, 2 * v + 1)),
        ((0.2, 0.0), (0.4, max(2 * v, 1.4)), (0.4, -0.7)),
        ((0.2, 0.0), (0.5, max(2 * v, 2.0)), (0.3, -1.4)),
    ):
        assert bound <= supremum(v, level, tilts) + 1e-2, tilts
    assert sum(share for share, _ in found.proposal.tilts) == pytest.approx(1.0)


def test_what_the_rule_is_not_for_is_bounded_otherwise() -> None:
    right = bounded_error(error(1.0, 1.0))
    others = (
        error(1.0, 1.0, features="trigonometric"),
        error(1.0, 1.0, features="hyperbolic"),
        error(1.0, 0.0),
        error(0.0, 1.0),
    )
    assert right.proposal is not None
    assert len(right.proposal.tilts) >= 2  # type: ignore[attr-defined]
    for each in others:
        found = bounded_error(each)
        assert found.proposal is None or getattr(found.proposal, "tilts", ()) != right.proposal.tilts  # type: ignore[attr-defined]
