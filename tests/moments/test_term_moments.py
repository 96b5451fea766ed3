"""Moments of one term and of whole estimates: by brute force, their bounds, which mechanisms have the same mean."""

from __future__ import annotations

import numpy as np
import pytest

from rftheory.mechanisms._shelf import couplings
from rftheory.moments.catalogue import familiar
from rftheory.moments.pairs import Pair, pairs
from rftheory.moments.term_moments import estimate_moments, fourth_bound, term_moments

D, M = 8, 24


def test_one_term_with_a_random_phase_has_its_moments_by_brute_force() -> None:
    """Gauss-Hermite over w.x and w.y, the rectangle rule over b."""
    pair = Pair("", np.array([0.6, 0.2]), np.array([-0.1, 0.5]))
    nodes, weights = np.polynomial.hermite_e.hermegauss(40)
    w = np.stack(np.meshgrid(nodes, nodes, indexing="ij"), axis=-1)[..., None, :]
    b = 2.0 * np.pi * np.arange(32) / 32
    values = 2.0 * np.cos(w @ pair.x + b) * np.cos(w @ pair.y + b)
    shares = np.multiply.outer(weights, weights)[..., None] / np.sum(weights) ** 2 / 32
    law = term_moments("phase", "gaussian", pair.x, pair.y, False)
    mean = float(np.sum(shares * values))
    assert law.mean == pytest.approx(mean, rel=1e-12)
    assert law.variance == pytest.approx(float(np.sum(shares * (values - mean) ** 2)), rel=1e-12)
    assert law.fourth == pytest.approx(float(np.sum(shares * (values - mean) ** 4)), rel=1e-12)
    whole = estimate_moments(couplings()["iid"], "phase", "gaussian", pair, 5)
    assert whole is not None
    assert whole.variance == pytest.approx(law.variance / 5, rel=1e-12)
    assert whole.fourth == pytest.approx(
        fourth_bound(couplings()["iid"], law, law.variance / 5, 2, 5), rel=1e-12
    )


@pytest.mark.parametrize("kind", ["positive", "hyperbolic", "trigonometric", "phase"])
def test_the_bound_is_a_bound(kind: str) -> None:
    for pair in pairs(D, 0.7):
        for name in ("orthogonal", "simplex", "simplex-full"):
            law, exact = (
                term_moments(kind, "softmax", pair.x, pair.y, False),
                estimate_moments(couplings()[name], kind, "softmax", pair, M),
            )
            assert exact is not None
            assert exact.fourth <= fourth_bound(couplings()[name], law, exact.variance, D, M)


def test_couplings_without_one_cosine_have_no_closed_form() -> None:
    pair = pairs(D, 0.7)[0]
    assert estimate_moments(couplings()["cross-polytope"], "positive", "gaussian", pair, M) is None
    assert estimate_moments(couplings()["simplex-plus"], "positive", "gaussian", pair, M) is None
    assert estimate_moments(couplings()["hd3"], "positive", "gaussian", pair, M) is None


def test_only_mechanisms_of_the_same_mean_are_compared() -> None:
    pair = pairs(D, 0.7)[0]
    mean = term_moments("positive", "gaussian", pair.x, pair.y, True).mean
    assert list(familiar("positive", "gaussian", pair, M, mean)) == []
    assert (
        len(
            list(
                familiar(
                    "positive",
                    "gaussian",
                    pair,
                    M,
                    term_moments("phase", "gaussian", pair.x, pair.y, False).mean,
                )
            )
        )
        == 12
    )
