"""FAVOR++: attention by a map tuned to its queries and keys."""

import itertools

import numpy as np
import pytest

import rftheory
from rftheory import RandomFeatureAttention, couplings, softmax_attention
from rftheory.errors import InputError
from rftheory.moments.tuning import optimal_for
from rftheory.recommendation.favor import dense_attention, dense_map, favor_plus_plus, optimal_map

COUPLINGS, RNG = couplings(), np.random.default_rng


def test_favor_plus_plus_is_tuned_near_exact_and_safe_for_long_inputs():
    q, k, v = RNG(9).standard_normal((3, 64, 8))
    q, k = 0.5 * q, 0.5 * k
    scaled = 8**-0.25
    assert optimal_map(q, k).a == optimal_for(scaled * q, scaled * k).a < 0.0
    attention = favor_plus_plus(q, k, 4096, COUPLINGS["orthogonal"])
    assert np.mean((attention(q, k, v) - softmax_attention(q, k, v)) ** 2) < 1e-3
    for factor in (50.0, 400.0):
        assert np.all(
            np.isfinite(
                favor_plus_plus(factor * q, factor * k, 32, COUPLINGS["simplex"])(q * factor, k * factor, v)
            )
        )
    with pytest.raises(InputError, match="no coupling"):
        RandomFeatureAttention(None, "positive", 8, 4)
    with pytest.raises(InputError, match="same d"):
        optimal_map(q, k[:, :4])


def test_dense_maps_balance_and_have_the_certified_matrix() -> None:
    """Points whose second moments are diagonal and whose means are 0: M = (eta/lam)^(1/4), A the optimum of both."""
    lam, eta = np.array([2.0, 0.5, 0.1]), np.array([0.3, 1.0, 0.4])
    signs = np.array(list(itertools.product((-1.0, 1.0), repeat=3)))
    q, k = signs * np.sqrt(lam), signs * np.sqrt(eta)
    found = dense_map(q, k, scale=1.0)
    certified = rftheory.optimize("dense", lam=lam.tolist(), eta=eta.tolist()).parameters
    assert np.asarray(found.matrix) == pytest.approx(np.diag([float(m) for m in certified["M"]]), abs=1e-12)
    assert np.asarray(found.a) == pytest.approx(np.diag([float(a) for a in certified["A"]]), abs=1e-12)
    plain = dense_map(q, k, scale=1.0, balance=False)
    alone = rftheory.optimize("dense", t=(lam + eta).tolist()).parameters["A"]
    assert np.asarray(plain.a) == pytest.approx(np.diag([float(a) for a in alone]), abs=1e-12)
    with pytest.raises(InputError, match="fewer than d directions"):
        dense_map(q[:2], k)


def test_dense_attention_is_nearer_than_plain_features_where_data_are_not_round() -> None:
    q, k, v = RNG(2).standard_normal((3, 2, 40, 8)) * np.linspace(1.5, 0.1, 8)
    exact, errors = softmax_attention(q, k, v), {}
    for name, made in (
        ("plain", lambda seed: RandomFeatureAttention("favor+", d=8, m=64, seed=seed)),
        ("dense", lambda seed: dense_attention(q, k, 64, COUPLINGS["orthogonal"], seed=seed)),
    ):
        errors[name] = np.mean([np.mean((made(seed)(q, k, v) - exact) ** 2) for seed in range(60)])
    assert errors["dense"] < 0.85 * errors["plain"]
