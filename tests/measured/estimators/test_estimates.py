"""Statistics of estimates against moments from their definitions, plain and under a change of measure."""

import math
import pickle
from dataclasses import replace

import numpy as np
import pytest
from scipy import special, stats

from rftheory.errors import DomainError
from rftheory.measured.couplings import spherical
from rftheory.measured.engine.run import Task, measure, watch
from rftheory.measured.estimators.bounds import bounded
from rftheory.measured.estimators.estimates import Estimate
from rftheory.measured.estimators.proposals import Component, GaussianMixture, TiltMixture
from rftheory.measured.inference.mean import DecisionOutcome, decide_mean, mean_rule, min_samples_mean
from rftheory.measured.inference.sequential import SequentialRule
from rftheory.measured.protocol import Law
from rftheory.mechanisms._shelf import couplings, feature_maps

COUPLINGS, MAPS = couplings(), feature_maps()
X, Y = (0.3, -0.2, 0.5, 0.1), (-0.1, 0.4, 0.2, 0.6)
SPHERES = {"sphere": False, "orthogonal-fixed-norm": True}


def estimate(coupling, features, what="mean", m=3, scale=1.0, **more):
    """At X and Y, scaled; softmax where the map has it."""
    feature_map = MAPS[features]
    kernel = "softmax" if "softmax" in feature_map.kernels else None
    x, y = (tuple(scale * c for c in p) for p in (X, Y))
    return Estimate(COUPLINGS[coupling], feature_map, x, y, m, what, kernel=kernel, **more)


def square(scale=1.0):
    """|x + y|^2 and e^{-(|x|^2 + |y|^2)/2}."""
    x, y = scale * np.array(X), scale * np.array(Y)
    return float((x + y) @ (x + y)), math.exp(-(x @ x + y @ y) / 2.0)


def sphere_mean(t):
    """E exp(w.z), |z|^2 = t, on the sphere of radius 2 in R^4: 2 I_1(s) / s, s = 2 sqrt(t)."""
    s = 2.0 * math.sqrt(t)
    return 2.0 * float(special.iv(1, s)) / s


def moments(coupling, features, m, scale=1.0):
    """E Khat and E Khat^2 for softmax, from the definitions."""
    t, weight = square(scale)
    if coupling == "iid":
        first, diagonal = math.exp(t / 2.0), math.exp(2.0 * t)
        cross = first**2
    else:
        first, diagonal = sphere_mean(t), sphere_mean(4.0 * t)
        cross = sphere_mean(2.0 * t) if SPHERES[coupling] else first**2
    if features == "hyperbolic":
        diagonal = (1.0 + diagonal) / 2.0
    return weight * first, weight**2 * (diagonal / m + (1.0 - 1.0 / m) * cross)


def assert_pinned(experiment, claim, delta, known=None):
    """The scaled claim passes; 3 delta off it is refuted, at one in a million on the same values."""
    known = known or {"support": experiment.support}
    claim *= math.exp(-experiment.log_scale)
    rule = mean_rule(claim=claim, delta=delta, **known)
    values = experiment.draw(min_samples_mean(rule), rng=np.random.default_rng(17))
    assert decide_mean(values, rule).outcome is DecisionOutcome.PASS
    for factor in (1 / (1 - 3 * delta), 1 / (1 + 3 * delta)):
        wrong = mean_rule(claim=claim * factor, delta=delta, **known)
        assert decide_mean(values, wrong).outcome is DecisionOutcome.REFUTED


@pytest.mark.parametrize("scale", [1.0, 3.0])
@pytest.mark.parametrize("features", ["positive", "hyperbolic"])
@pytest.mark.parametrize("coupling", ["iid", *SPHERES])
def test_mean_square_and_error_are_bounded_and_equal_their_definitions(coupling, features, scale):
    first, second = moments(coupling, features, 3, scale)
    for what, claim in (("mean", first), ("square", second)):
        experiment = bounded(estimate(coupling, features, what, scale=scale))
        assert all(map(math.isfinite, experiment.support))
        assert_pinned(experiment, claim, 0.05)
    if scale > 1.0:
        error = bounded(estimate(coupling, features, "error", scale=scale, level=first))
        assert_pinned(error, second - first**2, 0.1)


@pytest.mark.parametrize("coupling", ["orthogonal", "simplex"])
def test_coupled_rows_are_tilted_with_their_block(coupling):
    plain = estimate(coupling, "hyperbolic", "square", m=5)
    values = plain.draw(60_000, rng=np.random.default_rng(3)) * math.exp(plain.log_scale)
    tilted = bounded(plain)
    assert tilted.proposal is not None
    assert_pinned(tilted, float(values.mean()), 0.06)


def own(name, power):
    """E of (f(p) f(q))^power for rows in R^4, from the plane of X and Y, by Gauss-Hermite or in closed form."""
    x, y = np.array(X), np.array(Y)
    lengths, dot = math.sqrt(x @ x) * math.sqrt(y @ y), float(x @ y)
    if name == "identity":
        return dot if power == 1 else lengths**2 + 2.0 * dot**2
    if name == "abs":
        angle = dot / lengths
        arc = 2.0 / math.pi * (math.sqrt(1.0 - angle**2) + angle * math.asin(angle))
        return lengths * arc if power == 1 else lengths**2 + 2.0 * dot**2
    arc = math.acos(dot / lengths)
    mean = lengths * (math.sin(arc) + (math.pi - arc) * math.cos(arc)) / (2.0 * math.pi)
    second = (math.pi - arc) * (1.0 + 2.0 * math.cos(arc) ** 2) + 3.0 * math.sin(arc) * math.cos(arc)
    return mean if power == 1 else lengths**2 * second / (2.0 * math.pi)


@pytest.mark.parametrize("name", ["identity", "abs", "relu"])
def test_functions_of_linear_growth_are_bounded_by_a_wider_gaussian(name):
    mean, second = own(name, 1), own(name, 2) / 3.0 + own(name, 1) ** 2 * 2.0 / 3.0
    experiment = bounded(estimate("iid", name, "square"))
    assert isinstance(experiment.proposal, GaussianMixture)
    assert_pinned(experiment, second, 0.2)
    if name != "identity":  # whose signed values cancel and cost a hundred times the draws
        assert_pinned(bounded(estimate("iid", name)), mean, 0.2)
    assert bounded(estimate("sphere", name)).proposal is None


def test_the_bound_of_a_wider_gaussian_is_one_and_hardly_too_large():
    """(w.x)^4 for |x| = 1 over the density of the mixture relative to the law's, along the direction of x."""
    one = (1.0, 0.0, 0.0, 0.0)
    experiment = bounded(replace(estimate("iid", "identity", "square", m=1), x=one, y=one))
    u = np.linspace(0.0, 20.0, 4001)
    density = sum(part.share * stats.norm.pdf(u, scale=part.scale) for part in experiment.proposal.components)
    largest = np.max(u**4 * stats.norm.pdf(u) / density)
    assert largest <= math.exp(experiment.log_bound) <= 1.2 * largest


def test_what_is_not_bounded_is_scaled_by_its_mean_at_one_row():
    plain = estimate("iid", "positive", "square", m=1, scale=3.0)
    assert plain.log_bound == math.inf
    assert plain.log_scale == pytest.approx(math.log(moments("iid", "positive", 1, 3.0)[1]))


@pytest.mark.parametrize("name", ["trigonometric", "sgn", "sine-cosine", "sigmoid", "tanh"])
@pytest.mark.parametrize("coupling", ["iid", "hd2", "givens"])
def test_bounded_functions_are_drawn_from_the_couplings_own_code(coupling, name):
    for what, more in (("square", {}), ("product", {"other": (Y, Y)}), ("error", {"level": 0.5})):
        experiment = bounded(estimate(coupling, name, what, **more))
        low, high = experiment.support
        values = experiment.draw(500, rng=np.random.default_rng(2))
        assert experiment.proposal is None
        assert low <= values.min() <= values.max() <= high < math.inf
        assert pickle.loads(pickle.dumps(experiment)) == experiment


def test_a_product_of_two_estimates_shares_its_projections():
    experiment = bounded(estimate("iid", "sgn", "product", m=1, other=(X, X)))
    plain = bounded(estimate("iid", "sgn", m=1))
    one = experiment.draw(4000, rng=np.random.default_rng(5)) * math.exp(experiment.log_scale)
    two = plain.draw(4000, rng=np.random.default_rng(5)) * math.exp(plain.log_scale)
    assert set(np.round(one, 12)) == set(np.round(two, 12)) == {-1.0, 1.0}
    assert abs(one.mean() - two.mean()) < 0.12


@pytest.mark.parametrize("features", ["positive", "hyperbolic"])
def test_products_of_heavy_estimates_are_bounded(features):
    x, y, x1, y1 = (1.5 * np.array(p) for p in (X, Y, Y, (0.5, 0.0, 0.3, 0.2)))
    experiment = bounded(
        replace(estimate("iid", features, "square", scale=1.5), what="product", other=(tuple(x1), tuple(y1)))
    )
    one, two = x + y, x1 + y1
    weight = math.exp(-(x @ x + y @ y + x1 @ x1 + y1 @ y1) / 2.0)
    ends = [math.exp((one + s * two) @ (one + s * two) / 2.0) for s in (1.0, -1.0)]
    same = ends[0] if features == "positive" else sum(ends) / 2.0
    claim = weight * (same / 3.0 + math.exp((one @ one + two @ two) / 2.0) * 2.0 / 3.0)
    assert isinstance(experiment.proposal, GaussianMixture)
    assert_pinned(experiment, claim, 0.1)
    aligned = bounded(replace(experiment, other=(experiment.x, experiment.y)))
    assert_pinned(aligned, moments("iid", features, 3, 1.5)[1], 0.1)


@pytest.mark.parametrize("bits", [2.0, 6.0, 12.0, 30.0])
def test_rare_events_of_one_gaussian_row_have_the_normal_tail(bits):
    t, weight = square()
    level = weight * math.exp(bits * math.sqrt(t) / 2.0)
    claim = float(stats.norm.sf(bits / 2.0))
    experiment = bounded(estimate("iid", "positive", "tail", m=1, level=level))
    assert_pinned(experiment, claim, 0.05)
    both = bounded(estimate("iid", "hyperbolic", "tail", m=1, level=level))
    steep = math.acosh(math.exp(bits * math.sqrt(t) / 2.0)) / math.sqrt(t)
    assert_pinned(both, 2.0 * float(stats.norm.sf(steep)), 0.05)


@pytest.mark.parametrize("coupling", list(SPHERES))
def test_rare_events_on_the_sphere_have_the_tail_of_a_height(coupling):
    t, weight = square()
    for height in (0.3, 0.9, 0.995):
        level = weight * math.exp(2.0 * math.sqrt(t) * height)
        claim = float(special.betainc(1.5, 1.5, (1.0 - height) / 2.0))
        experiment = bounded(estimate(coupling, "positive", "tail", m=1, level=level))
        assert_pinned(experiment, claim, 0.1)


def test_a_rare_event_of_two_rows_equals_quadrature():
    t, weight = square()
    level, v = weight * math.exp(2.0), math.sqrt(t)
    nodes = np.linspace(-10.0, 10.0, 200_001)
    rest = np.maximum(2.0 * math.exp(2.0) - np.exp(v * nodes), 1e-300)
    claim = float(np.trapezoid(stats.norm.pdf(nodes) * stats.norm.sf(np.log(rest) / v), nodes))
    assert_pinned(bounded(estimate("iid", "positive", "tail", m=2, level=level)), claim, 0.1)


def test_a_mixture_of_the_callers_own_is_exact():
    plain = estimate("iid", "relu", "square", m=2)
    shift = tuple(np.array([1.0, 0.5]) @ plain.coordinates)
    mixture = GaussianMixture((Component(0.3, (0.0, 0.0)), Component(0.7, shift, 1.3)))
    rows = mixture.draw(20_000, 4, rng=np.random.default_rng(1))
    weights = np.exp(-mixture.log_ratio(rows))
    assert weights.max() <= 1.0 / 0.3
    assert (
        decide_mean(weights, mean_rule(claim=1.0, delta=0.2, support=(0.0, 1 / 0.3))).outcome
        is DecisionOutcome.PASS
    )
    second = own("relu", 2) / 2.0 + own("relu", 1) ** 2 / 2.0
    values = replace(plain, proposal=mixture).draw(200_000, rng=np.random.default_rng(2))
    assert values.mean() == pytest.approx(second, rel=0.03)
    np.testing.assert_allclose(plain.coordinates @ plain.coordinates.T, plain.targets @ plain.targets.T)
    assert plain.coordinates[0, 0] > 0
    assert abs(plain.coordinates[0, 1]) < 1e-12


@pytest.mark.parametrize("concentration", [0.0, 0.5, 10.0, 1e4])
def test_tilted_heights_have_their_law(concentration):
    heights = spherical.heights(3, concentration, 20_000, rng=np.random.default_rng(7))
    assert np.abs(heights).max() <= 1.0

    def law(u):
        if concentration == 0.0:
            return (1.0 + u) / 2.0
        top = 1.0 - np.exp(-2.0 * concentration)
        return (np.exp(-concentration * (1.0 - u)) - np.exp(-2.0 * concentration)) / top

    assert stats.ks_1samp(heights, law).statistic < math.sqrt(math.log(2e9) / 40_000)
    wide = spherical.log_mean(3, concentration / math.sqrt(3.0))
    expected = 0.0 if concentration == 0.0 else concentration - math.log(2.0 * concentration)
    if concentration > 0.0:
        expected += math.log1p(-math.exp(-2.0 * concentration))
    assert wide == pytest.approx(expected, rel=1e-11, abs=1e-12)
    ends = spherical.heights(1, concentration, 2000, rng=np.random.default_rng(7))
    assert set(np.abs(ends)) == {1.0}
    assert abs(ends.mean() - math.tanh(concentration)) < 0.15


@pytest.mark.parametrize("law", [Law("sqrt(d)", "independent"), Law("sqrt(d)", "orthogonal")])
@pytest.mark.parametrize(("d", "m"), [(2, 2), (4, 3), (4, 6)])
def test_weights_of_tilted_rows_average_to_one_and_blocks_stay_orthogonal(law, d, m):
    mixture = TiltMixture(law, d, ((0.2, 0.0), (0.5, 1.5), (0.3, -0.7)))
    rows = mixture.draw(50_000, m, rng=np.random.default_rng(4))
    rule = mean_rule(claim=1.0, delta=0.05, support=(0.0, 5.0 + 1e-9))
    assert decide_mean(np.exp(-mixture.log_ratio(rows)), rule).outcome is DecisionOutcome.PASS
    if law.directions == "orthogonal":
        lengths = np.sum(rows[:, : min(d, m), 0] ** 2, axis=1) / d
        assert lengths.max() <= 1.0 + 1e-12
        if m >= d:
            np.testing.assert_allclose(lengths, 1.0)


def test_what_cannot_be_drawn_is_refused():
    with pytest.raises(DomainError, match="no mutant"):
        replace(bounded(estimate("iid", "positive", "square")), coupling=COUPLINGS["orthogonal"].mutants()[0])
    wrong = replace(estimate("iid", "positive", "square"), coupling=COUPLINGS["orthogonal"].mutants()[0])
    assert bounded(wrong).proposal is None
    assert bounded(wrong).support[1] == math.inf
    for bad in (
        {"x": (1.0, 2.0)},
        {"x": (math.inf, 0.0, 0.0, 0.0)},
        {"other": (X, Y)},
        {"what": "product"},
        {"what": "tail"},
        {"what": "tail", "level": -1.0},
        {"kernel": "own"},
        {"m": 0},
    ):
        with pytest.raises(DomainError):
            replace(estimate("iid", "positive"), **bad)
    with pytest.raises(DomainError, match="sum one"):
        GaussianMixture((Component(0.5, (0.0,)),))
    with pytest.raises(DomainError, match="known joint law"):
        TiltMixture(Law("chi_d", "anti-resultant"), 4, ((1.0, 0.0),))
    with pytest.raises(DomainError, match="of rank 2"):
        replace(estimate("iid", "relu"), proposal=GaussianMixture((Component(1.0, (0.0,)),))).draw(
            5, rng=np.random.default_rng(1)
        )


def test_values_beyond_floats_are_scaled():
    experiment = bounded(estimate("iid", "positive", "square", scale=30.0))
    assert experiment.log_scale > 700.0
    values = experiment.draw(2000, rng=np.random.default_rng(1))
    assert np.isfinite(values).all()
    assert values.mean() > 0.1


class Normal:
    """N(mean, 1) values."""

    width, log_scale, support, label = 1, 0.0, (-math.inf, math.inf), "plain draws"

    def __init__(self, mean):
        self.mean = mean

    def __repr__(self):
        return f"Normal({self.mean})"

    def draw(self, n, *, rng):
        return self.mean + rng.standard_normal(n)


@pytest.mark.parametrize(
    ("mean", "variance", "expected"),
    [
        (1.0, 1.0, DecisionOutcome.PASS),
        (1.06, 1.0, DecisionOutcome.REFUTED),
        (1.0, 0.3, DecisionOutcome.REFUTED),
        (1.0, 1.3, DecisionOutcome.PASS),
    ],
)
def test_a_watched_test_stops_early_and_does_not_depend_on_the_workers(mean, variance, expected):
    rule = SequentialRule(1.0, 0.03, variance, 2.0 * variance)
    task = Task("watched", 0, Normal(mean), rule, rule.most)
    found = watch(task, root_seed=3)
    assert found.decision.outcome is expected
    assert found.totals.n <= task.chunks * task.chunk_size
    assert "any stopping time" in found.decision.guarantee
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(2) as pool:
        assert watch(task, root_seed=3, executor=pool, workers=2) == found
    prefix = measure(replace(task, n=found.totals.n), root_seed=3)
    assert prefix.totals == found.totals


def test_only_rules_that_hold_at_every_look_may_be_watched():
    rule = mean_rule(claim=1.0, delta=0.1, variance=1.0)
    with pytest.raises(DomainError, match="any stopping time"):
        watch(Task("fixed", 0, Normal(1.0), rule, 10), root_seed=1)
    with pytest.raises(DomainError, match="variance_bound"):
        SequentialRule(1.0, 0.1, 2.0, 1.0)


def test_a_tail_is_a_share_of_draws_and_a_weighted_one_its_bound():
    plain = estimate("iid", "positive", "tail", m=2, level=1.5)
    assert (plain.log_scale, plain.support[1]) == (0.0, 1.0)
    assert set(plain.draw(200, rng=np.random.default_rng(1))) == {0.0, 1.0}
    weighted = bounded(plain)
    assert weighted.log_scale == weighted.log_bound
    assert 1.0 <= weighted.support[1] < 1.0 + 1e-6
