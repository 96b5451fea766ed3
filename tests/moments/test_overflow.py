"""Moments at large norms are right as long as numbers hold them, then infinite; checks that rest on them end undecided."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from rftheory import conform
from rftheory.errors import BudgetError
from rftheory.measured.inference.mean import mean_rule, min_discrepancy_mean, min_samples_mean
from rftheory.measured.protocol import Kernel
from rftheory.moments.pairs import pairs
from rftheory.moments.term_moments import TermMoments, term_moments


@pytest.mark.parametrize("name", ["positive", "hyperbolic"])
def test_of_an_exponential_term_moments_overflow(name: str) -> None:
    """At x = y, |x| = r: E Z = e^{r^2} and E Z^2 = e^{6 r^2}, half of that for cosh; E Z^4 has e^{32 r^2}."""

    def found(r: float) -> TermMoments:
        x = np.array([0.6, 0.8]) * r
        return term_moments(name, "softmax", x, x, False)

    near = found(4.6)
    assert math.log(near.mean) == pytest.approx(4.6**2, rel=1e-12)
    half = math.log(2.0) if name == "hyperbolic" else 0.0
    assert math.log(near.variance) == pytest.approx(6.0 * 4.6**2 - half, rel=1e-9)
    assert math.isfinite(near.fourth)
    for r in (5.0, 10.0):
        assert math.log(found(r).mean) == pytest.approx(r * r, rel=1e-12)
        assert (found(r).variance, found(r).fourth) == (math.inf, math.inf)
    assert found(20.0) == (math.inf, math.inf, math.inf)


def test_weights_whose_fourth_power_no_number_holds_have_no_moments() -> None:
    """Features of x and -x, whose sum is small, at norms where e^{-|x|^2} or e^{|x|^2} is far from one."""
    x = np.array([0.6, 0.8])
    for kernel, name, r in (("softmax", "positive", 14.0), ("softmax", "trigonometric", 30.0)):
        pair = (r * x, -r * x) if name == "positive" else (r * x, r * x)
        found = term_moments(name, kernel, *pair, False)  # type: ignore[arg-type]
        assert (found.variance, found.fourth) == (math.inf, math.inf)
    near = term_moments("positive", "softmax", 12.0 * x, -11.9 * x, False)
    assert math.log(near.mean) == pytest.approx(-12.0 * 11.9, rel=1e-9)
    assert math.log(near.variance) == pytest.approx(
        -(144.0 + 11.9**2) + math.log(math.exp(0.02) - math.exp(0.01)), rel=1e-6
    )


def test_a_margin_beside_an_immense_variance_is_decided_by_no_draws() -> None:
    rates: dict[str, Any] = {"alpha": 1e-6, "beta": 1e-6}
    for scale in (1e-160, 1.0):
        with pytest.raises(BudgetError, match="decide no margin"):
            min_discrepancy_mean(64, claim=1.0, scale=scale, variance=1e40, **rates)
    with pytest.raises(BudgetError, match="decided by no draws"):
        min_samples_mean(mean_rule(claim=1.0, delta=1e-160, variance=1e40, **rates))


def _positive(kernel: Kernel, size: float = 1.0) -> Any:
    def features(x: Any, seed: int) -> Any:
        w = np.random.default_rng(seed).standard_normal((24, x.shape[1]))
        squares = np.sum(x * x, axis=1, keepdims=True) * (0.5 if kernel == "softmax" else 1.0)
        return size * np.exp(x @ w.T - squares) / math.sqrt(24)

    return features


@pytest.mark.parametrize("kernel", ["softmax", "gaussian"])
@pytest.mark.parametrize("norm", [5.0, 10.0, 18.0, 25.0])
def test_right_code_at_large_norms_is_undecided_and_not_accused(norm: float, kernel: Kernel) -> None:
    positive = _positive(kernel)
    report = conform(positive, mechanism="iid-positive", kernel=kernel, d=4, draws=64, norm=norm)
    assert report.failures == ()
    obtuse = next(pair for pair in pairs(4, norm) if pair.label == "obtuse")
    given = (obtuse.x[None], obtuse.y[None])
    assert conform(positive, mechanism="iid-positive", kernel=kernel, draws=64, pairs=given).failures == ()


@pytest.mark.parametrize("norm", [40.0, 60.0, 1000.0])
def test_estimates_that_are_all_too_small_for_a_number_confirm_nothing(norm: float) -> None:
    """e^{-norm^2/2} is 0 whatever the seed is: not a draw that repeats, and not a mean that holds."""
    report = conform(
        _positive("softmax"), mechanism="iid-positive", kernel="softmax", d=4, draws=64, norm=norm
    )
    assert (report.failures, report.exit_code) == ((), 3)
    assert report.finding("mean: generic directions").outcome.value == "undecided"


def test_features_that_are_nothing_fail() -> None:
    report = conform(_positive("softmax", 0.0), mechanism="iid-positive", kernel="softmax", d=4, draws=64)
    assert report.exit_code == 1
