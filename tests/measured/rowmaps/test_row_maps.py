"""Maps of whole rows: battery and mutants, numbers by hand, extremes, laws, shifts and their policies, attention."""

import math
import pickle

import array_api_strict
import numpy as np
import pytest

from rftheory import RandomFeatureAttention, couplings, explicit_attention, row_maps
from rftheory.battery.examination import examination, examine_mechanism
from rftheory.context import Context
from rftheory.errors import DomainError, InputError
from rftheory.measured.rowmaps.dense import DenseExponential, ImportanceSampled
from rftheory.measured.rowmaps.discrete import Discrete, shifted
from rftheory.measured.rowmaps.exponential import GeneralisedExponential
from rftheory.measured.rowmaps.laws import AbstractDiscreteLaw, GeometricLaw, PoissonLaw, TabulatedLaw
from rftheory.measured.rowmaps.mapped_rows import MappedLaw
from rftheory.mechanisms.discrete import discrete
from rftheory.mechanisms.geometric import geometric
from rftheory.mechanisms.poisson import poisson
from rftheory.moments.tuning import (
    optimal_positive,
)
from rftheory.verdict import Outcome

MAPS, COUPLINGS, CONTEXT = row_maps(), couplings(), Context(seed=7)
RNG = np.random.default_rng
X, Y = np.array([0.4, -0.3, 0.7]), np.array([0.5, 0.6, -0.2])
KERNEL = math.exp(-float((X - Y) @ (X - Y)) / 2.0)


@pytest.mark.parametrize("name", list(MAPS))
def test_the_battery_passes_and_kills_every_mutant(name):
    found = examine_mechanism(MAPS[name], CONTEXT)
    assert [e.detail for e in found if e.outcome is not Outcome.HOLDS] == []
    mutants = MAPS[name].mutants()
    assert len({m.name for m in mutants}) == len(mutants) >= 6
    for mutant in mutants:
        assert mutant.wrong
        assert pickle.loads(pickle.dumps(mutant)) == mutant
        fails = (e.outcome is Outcome.FAILS for e in examination(mutant, CONTEXT, claim=MAPS[name]))
        assert any(fails), mutant.name


@pytest.mark.parametrize(
    "claim",
    [
        DenseExponential(((-0.3, 0.1), (0.1, 0.05)), ((1.5, 0.4), (-0.2, 0.7))),
        DenseExponential((0.1, -0.4)),
        ImportanceSampled(MappedLaw(((2.0, 0.5), (0.5, 1.1)), (0.3, -0.5))),
    ],
    ids=["full matrix and M", "eigenvalues", "full covariance and mean"],
)
def test_matrices_pass_the_battery_and_their_mutants_do_not(claim):
    found = examine_mechanism(claim, CONTEXT)
    assert [e.detail for e in found if e.outcome is not Outcome.HOLDS] == []
    assert len(found) == 5  # definition, inner product, kernels, mean, rows
    for mutant in claim.mutants():
        fails = (e.outcome is Outcome.FAILS for e in examination(mutant, CONTEXT, claim=claim))
        assert any(fails), mutant.name


def test_special_cases_are_the_positive_and_the_trigonometric_map():
    w = RNG(1).standard_normal((2, 5, 3))
    positive = GeneralisedExponential(0.0, 1).estimate(w, X, Y)
    expected = np.mean(np.exp(w @ (X + Y) - X @ X - Y @ Y), axis=-1)
    np.testing.assert_allclose(positive, expected, rtol=1e-13)
    trigonometric = GeneralisedExponential(0.0, -1).estimate(w, X, Y)
    np.testing.assert_allclose(trigonometric, np.mean(np.cos(w @ (X - Y)), axis=-1), rtol=1e-12)


@pytest.mark.parametrize("name", list(MAPS))
def test_estimates_have_the_kernel_as_their_mean(name):
    feature_map = MAPS[name]
    rng = RNG(3)
    for coupling in (None, COUPLINGS["orthogonal"]):
        if coupling is not None and isinstance(feature_map.law, AbstractDiscreteLaw):
            continue
        values = feature_map.pair_estimates(X, Y, 40, rng=rng, n=4000, coupling=coupling)
        assert abs(values.mean() - KERNEL) < 6.0 * values.std() / math.sqrt(len(values))


def test_zero_tiny_and_large_entries_and_counts_have_the_right_logarithms():
    feature_map = poisson(0.5)
    w = np.array([[0.0, 0.0, 0.0], [0.0, 1.0, 400.0], [1.0, 0.0, 3.0], [2.0, 0.0, 1001.0]])
    x, y = np.array([0.0, 1e-300, -30.0]), np.array([1.0, -1e-8, 20.0])
    with np.errstate(all="raise", under="ignore"):
        found = [feature_map.log_estimate(row[None], x, y) for row in w]
    weight = 1.5 - (900.0 + 401.0 + 1e-16) / 2.0
    assert [float(f.sign) for f in found] == [1.0, -1.0, 0.0, 0.0]
    assert float(found[0].logabs) == pytest.approx(weight, rel=1e-14)
    expected = weight + math.log(1e-300) + math.log(1e-8) - math.log(0.5) + 400.0 * math.log(600.0 / 0.5)
    assert float(found[1].logabs) == pytest.approx(expected, rel=1e-13)
    assert all(float(f.logabs) == -math.inf for f in found[2:])
    huge = geometric(0.3).log_estimate(np.array([[2000.0]]), np.array([-900.0]), np.array([900.0]))
    logs = 2000.0 * math.log(810000.0 / 0.7) - math.lgamma(2001.0) - math.log(0.3) - 810000.0
    assert (float(huge.sign), float(huge.logabs)) == (1.0, pytest.approx(logs, rel=1e-13))


def test_a_table_without_a_tail_estimates_the_series_cut_there():
    cut = discrete((1.0, 2.0, 1.0), tail=0.0)
    rows = np.arange(3.0)[:, None, None]
    mean = np.array([0.25, 0.5, 0.25]) @ cut.estimate(rows, [1.2], [0.7], kernel="softmax")
    assert mean == pytest.approx(1.0 + 0.84 + 0.84**2 / 2.0, rel=1e-13)
    with pytest.raises(InputError, match="mass 0"):
        cut.estimate(np.array([[3.0]]), [1.2], [0.7])
    assert np.max(cut.sample(4, 3, rng=RNG(0), n=1000)) == 2.0


@pytest.mark.parametrize(
    "law",
    [PoissonLaw((0.7,)), GeometricLaw((0.4,)), TabulatedLaw(((2.0, 1.0, 3.0),), 0.4)],
    ids=["p", "g", "t"],
)
def test_masses_sum_to_one_and_are_those_of_the_draws(law):
    k = np.arange(200.0)[:, None]
    masses = np.exp(law.log_mass(k))[:, 0]
    assert masses.sum() == pytest.approx(1.0, rel=1e-12)
    drawn = law.counts((100_000, 1), rng=RNG(5))[:, 0]
    shares = np.bincount(drawn.astype(int), minlength=200)[:200] / 100_000
    assert np.max(np.abs(np.cumsum(shares - masses))) < math.sqrt(math.log(2e9) / 2e5)


def test_shifts_keep_the_kernel_and_make_features_positive():
    x, y = 0.2 * RNG(4).standard_normal((2, 50, 3))
    for base in (poisson(0.3), geometric(0.6)):
        found = shifted(base, x, y)
        w = found.sample(3, 20, rng=RNG(1), n=1)[0]
        assert np.all(found.queries(w, x) > 0.0)
        assert np.all(found.keys(w, y) > 0.0)
        values = found.pair_estimates(x[0], y[0], 200, rng=RNG(2), n=2000)
        truth = math.exp(-float((x[0] - y[0]) @ (x[0] - y[0])) / 2.0)
        assert abs(values.mean() - truth) < 6.0 * values.std() / math.sqrt(2000)


def test_unseen_points_below_the_shift_follow_the_policy():
    x = RNG(4).standard_normal((50, 3))
    far = x.min(axis=0) - 1.0
    w = poisson(1.0).sample(3, 8, rng=RNG(1), n=1)[0]
    strict, clipped, signed = (shifted(poisson(1.0), x, x, unseen=u) for u in ("raise", "clip", "signed"))
    assert strict.below(far)
    assert not np.any(strict.below(x))
    with pytest.raises(InputError, match="unseen"):
        strict.queries(w, far)
    assert np.all(clipped.queries(w, far) > 0.0)
    assert np.all(np.isfinite(signed.queries(w, far)))
    moved = np.maximum(far - np.array(clipped.shift), np.array(clipped.floor))
    np.testing.assert_allclose(clipped.queries(w, far), poisson(1.0).queries(w, moved), rtol=1e-12)
    np.testing.assert_allclose(strict.queries(w, x), signed.queries(w, x))
    with pytest.raises(DomainError, match="unseen"):
        shifted(poisson(1.0), x, x, unseen="ignore")
    with pytest.raises(DomainError, match="margin"):
        shifted(poisson(1.0), x, x, margin=0.0)


@pytest.mark.parametrize("name", list(MAPS))
def test_the_strict_array_namespace_gives_the_same_numbers(name):
    xp = array_api_strict
    w = MAPS[name].sample(3, 6, rng=RNG(0), n=2)
    got = MAPS[name].queries(xp.asarray(w), xp.asarray(np.stack([X, Y])))
    np.testing.assert_allclose(np.asarray(got), MAPS[name].queries(w, np.stack([X, Y])), rtol=1e-12)
    got = MAPS[name].estimate(xp.asarray(w), xp.asarray(X), xp.asarray(Y))
    np.testing.assert_allclose(np.asarray(got), MAPS[name].estimate(w, X, Y), rtol=1e-11)


def test_arguments_that_do_not_fit_are_refused():
    w = np.zeros((2, 3))
    for call in (
        lambda: poisson(1.0).queries(w + 0.5, X),
        lambda: poisson(1.0).queries(-w - 1.0, X),
        lambda: MAPS["gerf"].queries(w, X[:2]),
        lambda: MAPS["gerf"].queries(w * np.nan, X),
        lambda: poisson(1.0).sample(3, 2, rng=RNG(0), n=1, coupling=COUPLINGS["orthogonal"]),
        lambda: optimal_positive(0.0, 3).queries(np.full((2, 3), 1e3), np.ones(3)),
    ):
        with pytest.raises(InputError):
            call()
    for call in (
        lambda: poisson((1.0, 2.0)).queries(w, X),
        lambda: poisson(0.0),
        lambda: geometric(1.0),
        lambda: discrete((0.5, 0.0)),
        lambda: discrete((0.5, 0.5), tail=1.0),
        lambda: GeneralisedExponential(0.25),
        lambda: GeneralisedExponential(0.1, 2),
        lambda: MAPS["gerf"].queries(w, X, kernel="own"),
    ):
        with pytest.raises(DomainError):
            call()


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("name", list(MAPS))
def test_streamed_attention_is_that_of_the_explicit_features(name, causal):
    q, k, v = np.clip(RNG(8).standard_normal((3, 2, 24, 3)), -1.4, 1.4)
    gaussian = not isinstance(MAPS[name].law, AbstractDiscreteLaw)
    attention = RandomFeatureAttention(
        COUPLINGS["orthogonal"] if gaussian else None, MAPS[name], 3, 12, heads=2
    )
    found = attention(q, k, v, causal=causal, undefined="nan", chunk=7)
    scale = 3**-0.25
    for head, w in enumerate(attention.projections):
        sides = (
            MAPS[name].queries(w, scale * q[head], kernel="softmax"),
            MAPS[name].keys(w, scale * k[head], kernel="softmax"),
        )
        expected = explicit_attention(*sides, v[head], causal=causal, undefined="nan")
        np.testing.assert_allclose(found[head], expected, rtol=1e-9, atol=1e-9)
    again = attention.redraw()
    assert not np.array_equal(again.projections, attention.projections)


def test_discrete_maps_share_a_name_only_with_themselves():
    assert isinstance(MAPS["poisson"], Discrete)
    assert MAPS["poisson"].law == PoissonLaw((0.8,))


def test_tables_fix_the_dimension_and_one_table_does_not():
    assert TabulatedLaw(((0.5, 0.5),)).dimension is None
    assert TabulatedLaw(((0.5, 0.5), (0.2, 0.8), (1.0,))).dimension == 3


def test_signs_and_sizes_are_those_of_powers():
    """x^w of two coordinates, with no, one and two negative odd powers, and a zero to the power 0 and above."""
    w = np.array([[1.0, 1.0], [3.0, 2.0], [2.0, 0.0], [0.0, 5.0], [5.0, 3.0], [0.0, 0.0]])
    x = np.array([[-1.5, -2.0], [1.5, -2.0], [0.0, 2.0], [0.5, 0.25]])
    found = Discrete(PoissonLaw((0.7,))).polar(w, x, 0, "softmax")
    powers = np.prod(x[:, None, :] ** w[None], axis=2)
    np.testing.assert_array_equal(found.sign, np.sign(powers))
    weights = np.exp(found.logabs[3]) / powers[3]  # of the counts alone, the same for every point
    np.testing.assert_allclose(np.exp(found.logabs), np.abs(powers) * weights, rtol=1e-12)
