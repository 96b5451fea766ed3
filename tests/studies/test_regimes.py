"""Regimes and kernel regression: log-variances against draws, scores against sums of features, and the protocol."""

import math

import numpy as np
import pytest

from rftheory.errors import DomainError, InputError
from rftheory.evidence.statistical.regimes import log_second
from rftheory.measured.rowmaps.choices import (
    best_exponential,
    geometric_for,
    log_exponential_moment,
    poisson_for,
)
from rftheory.measured.rowmaps.exponential import optimal_for
from rftheory.measured.studies.regression import MAKERS, Split, accuracy_of, exact_accuracy, scores, split
from rftheory.mechanisms._shelf import couplings
from rftheory.studies.regimes import METHODS, log_variances, regime_study, sets_of

RNG = np.random.default_rng


def test_log_variances_are_those_of_draws():
    x, y = 0.5 * RNG(1).standard_normal((2, 30, 3))
    logs, chosen = log_variances(x, y, most=2)
    assert tuple(logs) == METHODS
    maps = {
        "GERF": best_exponential(x, y),
        "OPRF": optimal_for(x, y),
        "PoisRF": poisson_for(x, y),
        "GeomRF": geometric_for(x, y),
    }
    for name, feature_map in maps.items():
        rows = 1 if feature_map.complex_valued else 2
        values = feature_map.pair_estimates(x[0], y[1], rows, rng=RNG(2), n=200_000)
        assert logs[name].shape == (2, 2)
        assert math.exp(logs[name][0, 1]) == pytest.approx(values.var(), rel=0.1)
    assert chosen["OPRF"] == maps["OPRF"].a
    apart = float((x[0] - y[1]) @ (x[0] - y[1]))
    assert logs["TrigRF"][0, 1] == pytest.approx(math.log((1.0 - math.exp(-apart)) ** 2 / 2.0))


def test_the_gains_of_the_paper_appear_in_its_synthetic_regimes():
    normal = regime_study("normal", 1.0, length=256, sets=2, most=16).means
    assert normal["TrigRF"] - normal["GERF"] > 80.0
    assert normal["PosRF"] - normal["OPRF"] > 75.0
    heterogen = regime_study("heterogen", 1.0, length=256, sets=2, most=16).means
    assert heterogen["TrigRF"] - heterogen["GERF"] > 125.0
    assert heterogen["PosRF"] - heterogen["OPRF"] > 125.0


def test_sets_are_those_of_their_regimes():
    x, y = sets_of("sphere", 0.7, 50, rng=RNG(0))
    np.testing.assert_allclose(np.linalg.norm(np.concatenate([x, y]), axis=1), 0.7)
    x, y = sets_of("heterogen", 0.5, 4000, rng=RNG(0), d=3)
    assert abs(x.mean()) < 0.05
    assert abs(y.mean() - 0.5) < 0.05
    images = RNG(1).random((10, 4))
    x, y = sets_of("images", 2.0, 5, rng=RNG(0), images=images)
    assert sorted(map(tuple, np.concatenate([x, y]) / 2.0)) == sorted(map(tuple, images))
    for wrong in (
        lambda: sets_of("images", 1.0, 6, rng=RNG(0), images=images),
        lambda: sets_of("images", 1.0, 2, rng=RNG(0)),
    ):
        with pytest.raises(InputError):
            wrong()
    with pytest.raises(DomainError):
        sets_of("elsewhere", 1.0, 2, rng=RNG(0))


@pytest.mark.parametrize("method", list(MAKERS))
def test_scores_are_sums_of_features_up_to_a_positive_factor(method):
    training, asked = RNG(3).standard_normal((2, 12, 3))
    asked = np.clip(asked, training.min(0), training.max(0))
    one_hot = np.eye(3)[np.arange(12) % 3]
    feature_map = MAKERS[method](training)
    w = feature_map.sample(3, 9, rng=RNG(4), n=1)[0]
    found = scores(feature_map, w, asked, training, one_hot)
    expected = feature_map.queries(w, asked) @ (feature_map.keys(w, training).T @ one_hot)
    factor = np.sum(found * expected, axis=1, keepdims=True) / np.sum(expected**2, axis=1, keepdims=True)
    assert np.all(factor > 0.0)
    np.testing.assert_allclose(found, factor * expected, rtol=1e-8, atol=1e-12)
    far = (
        scores(feature_map, w, 100.0 * asked, 100.0 * training, one_hot)
        if method in ("PosRF", "OPRF")
        else found
    )
    assert np.all(np.isfinite(far))


def blobs():
    labels = np.repeat([0.0, 1.0], 60)
    return RNG(5).standard_normal((120, 2)) * 0.3 + 3.0 * labels[:, None], labels


def test_regression_finds_two_clusters_and_follows_the_protocol():
    parts = split(*blobs(), seed=1)
    assert [len(part[1]) for part in (parts.train, parts.choose, parts.test)] == [100, 10, 10]
    np.testing.assert_allclose(parts.train[0].mean(axis=0), 0.0, atol=1e-12)
    assert exact_accuracy(parts).mean == 1.0
    for method in ("TrigRF", "OPRF", "GeomRF+"):
        found = accuracy_of(method, parts, couplings()["orthogonal"], seeds=2, features=32)
        assert found.mean > 0.9
        assert found == accuracy_of(method, parts, couplings()["orthogonal"], seeds=2, features=32)
    assert isinstance(parts, Split)
    with pytest.raises(DomainError):
        accuracy_of("other", parts, couplings()["orthogonal"])
    with pytest.raises(DomainError):
        split(*(part[:20] for part in blobs()))


@pytest.mark.parametrize("a", [0j, -0.2 + 0j, -0.1 + 0.3j, 0.1 - 0.05j])
@pytest.mark.parametrize("s", [1, -1])
def test_second_moments_written_twice_agree(a: complex, s: int) -> None:
    """crt (6) with the square root B, as the study takes it, and without, as the evidence does."""
    square, norms = np.array([0.0, 0.3, 2.0, 9.0]), np.array([0.1, 0.4, 1.5, 5.0])
    study = log_exponential_moment(a, s, square, norms, 5)
    assert log_second(a, s, 5, square, norms) == pytest.approx(study, rel=1e-12, abs=1e-12)
