"""The experiments return what they say, refuse bad data, and do without scikit-learn until it is needed."""

import math
import sys

import numpy as np
import pytest
from scipy import stats

from rftheory.errors import DomainError, InputError
from rftheory.measured.hybrids.bases import PositivePart, TrigonometricPart
from rftheory.measured.hybrids.hybrid import Hybrid
from rftheory.measured.studies.contestants import Contestant, HaltonRows, planar
from rftheory.measured.studies.data import (
    public_table,
    queries_and_keys,
    standardised,
    two_by_two_clusters,
)
from rftheory.measured.studies.distributions import cluster_study, distribution_study, softmax_distances
from rftheory.measured.studies.pointwise import angle_study, largest_errors, pair_study
from rftheory.mechanisms.angular_hybrid import angular_hybrid
from rftheory.mechanisms.clustered_hybrid import clustered_hybrid

TRIG, PLUS = Hybrid("t", "t", (TrigonometricPart(),)), Hybrid("p", "p", (PositivePart(),))


def rng(seed=0):
    return np.random.default_rng(seed)


def test_relative_errors_on_a_sphere_are_those_of_the_closed_forms():
    r, angles, m = 0.5, (0.0, 1.0, 2.0, math.pi), 16
    contestants = [
        Contestant("trig", TRIG, m),
        Contestant("plus", PLUS, m),
        Contestant("ang", angular_hybrid(), m, 4),
    ]
    found = angle_study(contestants, [r], angles, rng=rng(), size=40_000)
    assert [p.name for p in found] == [c.name for c in contestants for _ in angles]
    for point in found:
        squares = [4 * (r * f(point.theta / 2)) ** 2 for f in (math.sin, math.cos)]
        trig, plus = (2 / m * math.sinh(v / 2) ** 2 for v in squares)
        share = point.theta / math.pi
        expected = {"trig": trig, "plus": plus}.get(
            point.name,
            share * (share + (1 - share) / 4) * plus + (1 - share) * (1 - share + share / 4) * trig,
        )
        assert point.relative_error == pytest.approx(math.sqrt(expected), rel=0.05, abs=1e-12)
        assert point.low <= point.true * (1 + 1e-12)
        assert point.high >= point.true * (1 - 1e-12)
    assert largest_errors(found)["trig", r] == max(p.relative_error for p in found if p.name == "trig")


def test_pairs_of_a_table_and_quasi_monte_carlo_rows():
    data = standardised(rng().standard_normal((30, 4)) * [1.0, 5.0, 0.1, 1.0], 0.7)
    assert np.mean(np.linalg.norm(data, axis=1)) == pytest.approx(0.7)
    contestants = [Contestant("iid", TRIG, 128), Contestant("halton", TRIG, 128, source=HaltonRows())]
    iid, halton = pair_study(contestants, data, rng=rng(1), pairs=40, repeats=20)
    assert halton.mse + 5 * halton.standard_error < iid.mse - 5 * iid.standard_error
    again = pair_study(contestants, data, rng=rng(1), pairs=40, repeats=20)
    assert again == [iid, halton]
    rows = HaltonRows().sample(3, 4096, rng=rng(), n=2)
    assert rows.shape == (2, 4096, 3)
    assert not np.array_equal(rows[0], rows[1])
    np.testing.assert_allclose(rows.mean(axis=1), 0.0, atol=0.01)
    np.testing.assert_allclose(rows.var(axis=1), 1.0, atol=0.02)


def test_distances_are_those_of_scipy_on_the_class_numbers():
    weights, other = rng().random((3, 20)), rng(1).standard_normal((3, 20))
    wasserstein, kolmogorov = softmax_distances(weights, other)
    for k in range(3):
        kept = np.maximum(other[k], 0.0)
        expected = stats.wasserstein_distance(range(20), range(20), weights[k], kept)
        assert wasserstein[k] == pytest.approx(expected)
        gap = np.cumsum(weights[k] / weights[k].sum()) - np.cumsum(kept / kept.sum())
        assert kolmogorov[k] == pytest.approx(np.max(np.abs(gap)))
    assert softmax_distances(np.ones((1, 4)), -np.ones((1, 4)))[0] == 0.0
    x, y = queries_and_keys(5, 40, 6, (1.0, 1.5), rng=rng())
    np.testing.assert_allclose(np.linalg.norm(y, axis=1), 1.5)
    few, many = (distribution_study([Contestant("t", TRIG, m)], x, y, rng=rng(2))[0] for m in (16, 1024))
    assert many.wasserstein < few.wasserstein / 4
    assert many.kolmogorov < few.kolmogorov / 4
    assert distribution_study([Contestant("p", PLUS, 8)], x, y, rng=rng())[0].negative == 0.0


def test_clusters_have_their_own_estimators():
    data = two_by_two_clusters(0.05, 0.2, rng=rng(), d=20, size=30, norms=(2.0, 0.5))
    assert data.queries.shape == data.keys.shape == (60, 20)
    np.testing.assert_allclose(np.linalg.norm(data.queries, axis=1), 2.0)

    def make(x, y, m):
        return [
            Contestant("clustered", clustered_hybrid(x, y, matrices="complex"), m),
            Contestant("trig", TRIG, m),
        ]

    found = cluster_study(data, make, (20, 80), rng=rng(3), repeats=4)
    assert [(f.name, f.m) for f in found] == [
        ("clustered", 20),
        ("trig", 20),
        ("clustered", 80),
        ("trig", 80),
    ]
    assert all(f.least <= f.mean <= f.largest for f in found)
    assert found[0].mean < found[1].mean / 10


def test_points_of_the_plane_keep_their_geometry():
    x, y = rng().standard_normal((2, 7))
    a, b = planar(x, y)
    np.testing.assert_allclose([a @ a, b @ b, a @ b], [x @ x, y @ y, x @ y])
    assert planar(0.0 * x, y)[1] @ planar(0.0 * x, y)[1] == pytest.approx(y @ y)


def test_missing_scikit_learn_and_bad_data_say_what_to_do(monkeypatch):
    monkeypatch.setitem(sys.modules, "sklearn.datasets", None)
    with pytest.raises(InputError, match=r"rftheory\[data\]"):
        public_table("wine")
    with pytest.raises(DomainError, match="wine"):
        public_table("boston")
    with pytest.raises(InputError, match="constant"):
        standardised(np.ones((4, 2)))
    with pytest.raises(DomainError, match="radius"):
        standardised(np.eye(3), 0.0)
    with pytest.raises(DomainError, match="norms"):
        two_by_two_clusters(0.1, 1.0, rng=rng(), norms=(1.0, -1.0))
    with pytest.raises(InputError, match="one row"):
        pair_study([], np.ones((1, 2)), rng=rng())


def test_the_wine_table():
    pytest.importorskip("sklearn")
    assert public_table("wine").shape == (178, 13)
