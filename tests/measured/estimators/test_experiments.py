"""Draws against moments from their definitions: Gaussian integrals, and quadrature over the frame for d = 4."""

from __future__ import annotations

import math
import pickle
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from rftheory.errors import DomainError, RFTheoryError
from rftheory.measured.couplings.rotations import LABEL, RotatedPair, log_bessel_mean
from rftheory.measured.couplings.tilting import tilted_projections
from rftheory.measured.engine.run import Task, measure
from rftheory.measured.estimators.experiments import Experiment
from rftheory.measured.inference.mean import DecisionOutcome, decide_mean, mean_rule, min_samples_mean
from rftheory.measured.protocol import Law
from rftheory.mechanisms._shelf import couplings

SHELF = couplings()
COSINES = {"orthogonal": 0.0, "simplex": -1 / 3}
NODES, WEIGHTS = np.polynomial.legendre.leggauss(800)


def norm_mean(v, heights):
    """E exp(v c chi_4) for heights c, by Gauss-Legendre quadrature over the norm in [0, 40]."""
    radii = 20 * (NODES + 1)
    density = 20 * WEIGHTS * radii**3 * np.exp(-(radii**2) / 2) / 2
    return np.exp(v * np.multiply.outer(heights, radii)) @ density


@cache
def pair_mean(coupling, v):
    """E b_1 b_2 for two rows of one block in R^4, from the definition: heights c, then a uniform height s.

    The height of a unit vector of R^4 has density (2/pi) sqrt(1 - c^2); given it, the rest is uniform in R^3.
    """
    k = np.arange(1, 201)
    heights = np.cos(np.pi * k / 201)
    weights = 2 / 201 * np.sin(np.pi * k / 201) ** 2
    s, s_weights = np.polynomial.legendre.leggauss(60)
    angle = COSINES[coupling]
    others = angle * heights[:, None] + math.sqrt(1 - angle**2) * np.sqrt(1 - heights**2)[:, None] * s
    inner = norm_mean(v, others.ravel()).reshape(others.shape) @ (s_weights / 2)
    return float(weights @ (norm_mean(v, heights) * inner))


def expected(coupling, functional, m, v):
    """Scaled mean for d = 4 and exp features: E b = e^{v^2/2}, E b^2 = e^{2 v^2}, and pairs by quadrature."""
    sizes = [min(4, m - start) for start in range(0, m, 4)]
    inside = sum(size * (size - 1) for size in sizes) / max(1, m * (m - 1))
    pair = math.exp(v * v)
    if coupling != "iid":
        pair = inside * pair_mean(coupling, v) + (1 - inside) * pair
    if functional in ("mean", "term-square"):
        return 1.0
    if functional == "pair":
        return pair * math.exp(-v * v)
    return 1 / m + (1 - 1 / m) * pair * math.exp(-2 * v * v)


def assert_pinned(experiment, claim, delta, **known):
    """The claim passes, and 3 delta off it is refuted, at one in a million on the same values."""
    known = known or {"support": experiment.support}
    rule = mean_rule(claim=claim, delta=delta, **known)
    values = experiment.draw(min_samples_mean(rule), rng=np.random.default_rng(17))
    assert decide_mean(values, rule).outcome is DecisionOutcome.PASS
    for factor in (1 / (1 - 3 * delta), 1 / (1 + 3 * delta)):
        wrong = mean_rule(claim=claim * factor, delta=delta, **known)
        assert decide_mean(values, wrong).outcome is DecisionOutcome.REFUTED


def test_quadrature_meets_the_gaussian_moment():
    k = np.arange(1, 201)
    heights, weights = np.cos(np.pi * k / 201), 2 / 201 * np.sin(np.pi * k / 201) ** 2
    assert weights @ norm_mean(1.5, heights) == pytest.approx(math.exp(1.125), rel=1e-12)


@pytest.mark.parametrize("coupling", ["iid", "orthogonal", "simplex"])
@pytest.mark.parametrize("m", [2, 4, 6])
def test_bounded_square_under_tilt_2v_equals_the_definition(coupling, m):
    experiment = Experiment(SHELF[coupling], "positive", "square", 4, m, 0.8, tilt=1.6)
    assert_pinned(experiment, expected(coupling, "square", m, 0.8), 0.02)


@pytest.mark.parametrize("coupling", ["iid", "orthogonal", "simplex"])
@pytest.mark.parametrize(("m", "v"), [(3, 0.5), (6, 2.0), (4, 3.0)])
def test_pair_averaged_over_rotations_equals_the_definition(coupling, m, v):
    experiment = Experiment(SHELF[coupling], "positive", "pair", 4, m, v, averaged=True)
    assert experiment.label == LABEL
    claim = expected(coupling, "pair", m, v) * math.exp(v * v - experiment.log_scale)
    assert_pinned(experiment, claim, 0.02)


@pytest.mark.parametrize("coupling", ["iid", "orthogonal", "simplex"])
@pytest.mark.parametrize("functional", ["mean", "square", "pair", "term-square"])
@pytest.mark.parametrize("tilt", [None, 0.3])
def test_plain_and_tilted_draws_agree_with_the_definition(coupling, functional, tilt):
    v, m = 0.4, 6
    experiment = Experiment(SHELF[coupling], "positive", functional, 4, m, v, tilt=tilt)
    bound = math.exp(6 * v * v) if functional != "term-square" else math.exp(8 * v * v)
    if tilt is not None:
        bound *= math.exp(tilt**2 * 2)
    delta = 0.05 if functional == "term-square" else 0.03
    rule = mean_rule(claim=expected(coupling, functional, m, v), delta=delta, variance=bound)
    task = Task(f"{coupling} {functional} {tilt}", 0, experiment, rule, min_samples_mean(rule) // 4)
    measured = measure(task, root_seed=23)
    assert measured.decision.outcome is not DecisionOutcome.REFUTED
    assert measured.totals.mean == pytest.approx(rule.claim, rel=delta)


@pytest.mark.parametrize("coupling", ["iid", "orthogonal", "simplex"])
def test_tilted_pair_at_2v_agrees_with_the_definition(coupling):
    experiment = Experiment(SHELF[coupling], "positive", "pair", 4, 4, 0.6, tilt=1.2)
    assert_pinned(experiment, expected(coupling, "pair", 4, 0.6), 0.03)


@pytest.mark.parametrize("length", [3.0, 10.0, 30.0])
def test_square_stays_bounded_and_finite_far_out(length):
    experiment = Experiment(SHELF["orthogonal"], "positive", "square", 64, 16, length, tilt=2 * length)
    values = experiment.draw(2000, rng=np.random.default_rng(1))
    low, high = experiment.support
    assert low <= values.min()
    assert values.max() <= high
    assert values.mean() == pytest.approx(1 / 16, rel=0.1)


def test_an_overflow_is_an_error_and_the_support_admits_it():
    experiment = Experiment(SHELF["orthogonal"], "positive", "pair", 64, 16, 60.0, tilt=0.0)
    assert experiment.support == (0.0, math.inf)
    assert replace(experiment, tilt=120.0).support == (0.0, math.inf)
    rule = mean_rule(claim=1.0, delta=0.1, variance=1.0)
    with pytest.raises(RFTheoryError, match="not finite"):
        measure(Task("overflow", 0, replace(experiment, tilt=120.0), rule, 1), root_seed=1)


@pytest.mark.parametrize("length", [0.0, 1e-3, 30.0, 100.0])
@pytest.mark.parametrize("m", [16, 80])
def test_averaged_pairs_are_scaled_into_the_unit_interval_at_any_length(length, m):
    experiment = Experiment(SHELF["orthogonal"], "positive", "pair", 64, m, length, averaged=True)
    values = experiment.draw(2000, rng=np.random.default_rng(4))
    assert values.min() >= 0
    assert values.max() <= 1
    assert values.mean() > 0.05


@pytest.mark.parametrize("name", sorted(SHELF))
@pytest.mark.parametrize("functional", ["mean", "square", "pair", "term-square"])
@pytest.mark.parametrize("features", ["positive", "trigonometric"])
def test_supports_hold_for_every_coupling(name, functional, features):
    coupling = SHELF[name]
    direction = None if coupling.isotropic else (1.0, -2.0, 0.0, 0.5, 0.0)
    experiment = Experiment(coupling, features, functional, 5, 7, 1.3, direction=direction)
    values = experiment.draw(500, rng=np.random.default_rng(2))
    low, high = experiment.support
    assert values.shape == (500,)
    assert values.dtype == np.float64
    assert low <= values.min()
    assert values.max() <= high
    assert pickle.loads(pickle.dumps(experiment)) == experiment


def test_trigonometric_mean_is_the_gaussian_kernel():
    experiment = Experiment(SHELF["orthogonal"], "trigonometric", "mean", 8, 8, 1.0)
    assert (experiment.log_scale, experiment.label) == (0.0, "plain draws")
    assert_pinned(experiment, math.exp(-0.5), 0.02)


@pytest.mark.parametrize("law", [Law("chi_d", name) for name in ("independent", "orthogonal", "simplex")])
@pytest.mark.parametrize(
    ("d", "length"), [(2, 0.0), (2, 3.0), (3, 8.0), (64, 1e-6), (64, 10.0), (10_000, 10.0)]
)
def test_rotated_pair_is_positive_bounded_and_not_wasteful(law, d, length):
    pair = RotatedPair(law, d, length)
    values = np.exp(pair.draw_logs(4000, rng=np.random.default_rng(3)) - pair.log_bound)
    assert values.min() >= 0
    assert values.max() <= 1
    if d > 3:
        assert values.mean() > 0.1
    if law.directions == "independent":
        spread = values.std() / math.sqrt(4000)
        exact = math.exp(length**2 - pair.log_bound)
        assert values.mean() == pytest.approx(exact, abs=6 * spread + 1e-9)


@pytest.mark.parametrize("d", [2, 3, 64, 101, 102, 103, 500])
def test_log_bessel_mean_equals_its_power_series(d):
    x = np.array([0.0, 1e-6, 0.5, 3.0, math.sqrt(2 * d), math.sqrt(2 * d) * (1 + 1e-9), 25.0, 60.0])
    k = np.arange(1, 400)
    steps = np.log(np.where(x > 0, x, 1e-150) ** 2 / 4)[:, None] - np.log(k * (d / 2 + k - 1))
    direct = np.logaddexp.reduce(np.cumsum(np.insert(steps, 0, 0.0, axis=1), axis=1), axis=1)
    np.testing.assert_allclose(log_bessel_mean(d, x), direct, rtol=1e-11, atol=1e-13)


def test_the_chosen_row_moves_by_the_tilt_and_its_block_only():
    rng = np.random.default_rng(5)
    projections = tilted_projections(Law("chi_d", "orthogonal"), 4, 5, 3.0, rng=rng, n=40_000)
    assert projections.sum(axis=1).mean() == pytest.approx(3.0, abs=0.1)
    assert projections[:, 4].mean() == pytest.approx(3.0 / 5, abs=0.1)


def test_what_is_not_defined_is_refused():
    iid, orthogonal = SHELF["iid"], SHELF["orthogonal"]
    mutant = next(item for item in orthogonal.mutants() if item.isotropic)
    good = {"coupling": iid, "features": "positive", "functional": "square", "d": 4, "m": 4, "length": 1.0}
    for wrong in (
        {"functional": "pair", "m": 1},
        {"functional": "cube"},
        {"features": "sign"},
        {"length": -1.0},
        {"length": math.nan},
        {"tilt": -1.0},
        {"tilt": 1.0, "features": "trigonometric"},
        {"tilt": 1.0, "functional": "mean"},
        {"tilt": 2.0, "functional": "term-square"},
        {"tilt": 2.0, "coupling": SHELF["orthogonal-fixed-norm"]},
        {"tilt": 2.0, "coupling": SHELF["simplex-plus"]},
        {"tilt": 2.0, "coupling": mutant},
        {"averaged": True},
        {"averaged": True, "functional": "pair", "coupling": mutant},
        {"averaged": True, "functional": "pair", "tilt": 1.0},
        {"direction": (1.0, 0.0, 0.0, 0.0)},
        {"coupling": SHELF["hd1"]},
        {"coupling": SHELF["hd1"], "direction": (0.0, 0.0, 0.0, 0.0)},
        {"coupling": SHELF["hd1"], "direction": (1.0, 0.0)},
    ):
        with pytest.raises(DomainError):
            Experiment(**{**good, **wrong})


def test_centred_squares_are_squared_errors_within_their_range():
    experiment = Experiment(couplings()["iid"], "trigonometric", "square", 4, 2, 1.0, centre=0.5)
    plain = Experiment(couplings()["iid"], "trigonometric", "mean", 4, 2, 1.0)
    values = experiment.draw(500, rng=np.random.default_rng(3))
    means = plain.draw(500, rng=np.random.default_rng(3))
    assert np.allclose(values, (means - 0.5) ** 2, rtol=0, atol=1e-15)
    assert experiment.support[1] >= 1.5**2
    for wrong in ({"features": "positive"}, {"functional": "mean"}, {"centre": 2.0}):
        given = {"features": "trigonometric", "functional": "square", "centre": 0.5} | wrong
        with pytest.raises(DomainError, match="centre"):
            Experiment(
                couplings()["iid"], given["features"], given["functional"], 4, 2, 1.0, centre=given["centre"]
            )
