"""Bounds at a fixed number of draws cover by the exact distributions, and distances are those of the definition."""

import numpy as np
import pytest
from scipy import stats

from rftheory.battery import concentration
from rftheory.battery.couplings import draws
from rftheory.battery.rows.functionals import uncorrelated


@pytest.mark.parametrize("n", [5, 60, 1000, concentration.draws(draws.EFFECT)])
def test_the_limits_cover_by_the_exact_distributions(n):
    e = concentration.reach(n)
    assert 2 * np.exp(-2 * n * e * e) == pytest.approx(concentration.RATE, rel=1e-9)
    assert stats.kstwo.sf(e, n) <= concentration.RATE * (1 + 1e-6)
    heads = stats.binom(n, 0.5)
    assert 2 * heads.sf(np.floor(n * (1 + 2 * e) / 2)) <= concentration.RATE
    if 4 * e < 1:
        assert stats.binom(n, (1 + 4 * e) / 2).cdf(n * (1 + 2 * e) / 2) <= concentration.RATE


@pytest.mark.parametrize("effect", [0.5, draws.COARSE, draws.MIDDLE, 0.05])
def test_sizes_are_the_least_that_see_the_effect(effect):
    n = concentration.draws(effect)
    assert 2 * concentration.reach(n) <= effect < 2 * concentration.reach(n - 1)


def test_distances_are_those_of_the_definition():
    rng = np.random.default_rng(3)
    u, v = rng.random(500) ** 1.2, rng.random(300)
    assert concentration.law("u", u, lambda s: s).distance == pytest.approx(
        stats.ks_1samp(u, stats.uniform.cdf).statistic
    )
    assert concentration.same_law("uv", u, v).distance == pytest.approx(
        stats.ks_2samp(u, v).statistic, abs=1e-12
    )
    x = rng.integers(0, 3, 400) + rng.normal(0, 1e-15, 400)
    weights = np.array([0.2, 0.5, 0.3])
    expected = max(abs(np.mean(x < 0.5) - 0.2), abs(np.mean(x < 1.5) - 0.7))
    found = concentration.discrete_law("x", x, np.array([2.0, 0.0, 1.0]), weights[[2, 0, 1]])
    assert found.distance == pytest.approx(expected)
    assert not concentration.mean("too large", np.full(10**6, 1.1), 1.1).holds
    assert not concentration.exact("nothing", np.empty(0), 0.0, 1.0).holds


def test_a_covariance_needs_no_mean():
    rng = np.random.default_rng(5)
    f, g = 0.9 + 0.1 * rng.random(20_000), 0.8 * np.sign(rng.standard_normal(20_000))
    assert uncorrelated("unrelated", f, g).holds
    assert not uncorrelated("related", g, g).holds
