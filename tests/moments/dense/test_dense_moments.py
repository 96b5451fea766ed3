"""Dense features: moments against quadrature and each other's bases, matrices against certified optima and descent."""

from __future__ import annotations

import math

import mpmath
import numpy as np
import pytest

import rftheory
from rftheory.errors import InputError
from rftheory.measured.rowmaps.dense import DenseExponential, ImportanceSampled
from rftheory.measured.rowmaps.mapped_rows import MappedLaw, MixtureLaw
from rftheory.moments import catalogue
from rftheory.moments.dense.powers import log_fourth, log_power, log_relative, matrix_of, spectrum
from rftheory.moments.dense.relative import DenseMoments
from rftheory.moments.dense.tuning import best_eigenvalues, best_matrix, descended, error_at, second_moment
from rftheory.moments.pairs import Pair, Pairs
from rftheory.moments.row_maps import row_of
from rftheory.recommendation.pairs import extremes
from rftheory.recommendation.sources import ArraySource
from rftheory.recommendation.statistics import statistics

A, V = (-0.3, 0.04), (0.7, -0.4)


def power(k: float) -> float:
    """E (Z/K)^k of A at v = V by quadrature, a coordinate at a time: Z/K = s^(1/2) e^{2a w^2 + s^(1/2) w v - v^2/2}."""
    total = mpmath.mpf(1)
    for a, v in zip(A, V, strict=True):
        s = 1 - 4 * mpmath.mpf(a)

        def body(w: mpmath.mpf, a: float = a, v: float = v, s: mpmath.mpf = s) -> mpmath.mpf:
            logs = mpmath.log(s) / 2 + 2 * a * w * w + mpmath.sqrt(s) * w * v - mpmath.mpf(v) ** 2 / 2
            return mpmath.exp(k * logs) * mpmath.npdf(w)

        total *= mpmath.quad(body, [-30, -6, 0, 6, 30])
    return float(total)


@pytest.mark.parametrize("k", [0.5, 2.0, 3.0, 4.0])
def test_powers_are_those_of_quadrature(k: float) -> None:
    v = np.array([V])
    assert math.exp(log_power(spectrum(A, v), k)[0]) == pytest.approx(power(k), rel=1e-10)
    turn = np.linalg.qr(np.random.default_rng(2).standard_normal((2, 2)))[0]
    full = turn @ np.diag(A) @ turn.T
    assert math.exp(log_power(spectrum(full, v @ turn.T), k)[0]) == pytest.approx(power(k), rel=1e-10)


def test_the_relative_variance_and_the_fourth_moment() -> None:
    one, two, three, four = (power(k) for k in (1.0, 2.0, 3.0, 4.0))
    assert one == pytest.approx(1.0, rel=1e-12)
    found = spectrum(A, np.array([V]))
    assert math.exp(log_relative(found)[0]) == pytest.approx(two, rel=1e-10)
    assert math.exp(log_fourth(found)[0]) == pytest.approx(four - 4 * three + 6 * two - 3, rel=1e-9)
    assert log_fourth(spectrum((0.07, 0.0), np.array([V])))[0] == math.inf
    assert log_relative(spectrum((0.13, 0.0), np.array([V])))[0] == math.inf


def test_rows_are_read_from_either_form_and_move_with_their_mean() -> None:
    sigma = ((1.9, 0.4), (0.4, 1.2))
    law = MappedLaw(sigma, (0.5, -0.2))
    row = row_of(ImportanceSampled(law))
    x, y = np.array([0.5, -0.3]), np.array([0.2, 0.6])
    term = catalogue.moments(None, "dense", "softmax", row).term(Pair("", x, y))
    assert term.mean == pytest.approx(math.exp(float(x @ y)))
    centred = row_of(DenseExponential(tuple(map(tuple, matrix_of({"Sigma": sigma}).tolist()))))
    moved = catalogue.moments(None, "dense", "softmax", centred).term(Pair("", x - law.mean, y))
    scale = math.exp(float(np.array(law.mean) @ y))  # K(x, y)/K(x - mu, y)
    assert term.variance == pytest.approx(moved.variance * scale**2, rel=1e-12)
    with pytest.raises(InputError, match="no dense one of normal rows"):
        row_of(ImportanceSampled(MixtureLaw(((0.5, 0.1),), (1.0,))))
    with pytest.raises(InputError, match="chi_d"):
        catalogue.moments(rftheory.couplings()["sphere"], "dense", "softmax", centred).term(Pair("", x, y))


def test_m_leaves_the_mean_and_changes_the_sum_alone() -> None:
    m = ((1.5, 0.4), (-0.2, 0.7))
    x, y = np.array([0.5, -0.3]), np.array([0.2, 0.6])
    row = row_of(DenseExponential(A, m))
    found = catalogue.moments(None, "dense", "softmax", row).term(Pair("", x, y))
    rows = np.random.default_rng(0).standard_normal((400_000, 1, 2))
    drawn = np.asarray(DenseExponential(A, m).estimate(rows, x, y, kernel="softmax"))
    assert found.mean == pytest.approx(math.exp(float(x @ y)))
    size = math.sqrt(found.fourth / len(rows))
    assert abs(np.mean((drawn - found.mean) ** 2) - found.variance) < 6.0 * size


def test_best_eigenvalues_are_the_certified_ones() -> None:
    t = np.array([0.0, 1e-9, 0.03, 1.0, 40.0])
    found = rftheory.optimize("dense", t=[0, "1e-9", "3/100", 1, 40])
    expected = [float(each) for each in found.parameters["A"]]  # type: ignore[union-attr]
    assert best_eigenvalues(t) == pytest.approx(expected, rel=1e-14)


def test_the_second_moment_is_the_mean_over_all_pairs() -> None:
    x, y = np.random.default_rng(3).normal(size=(2, 7, 3)) + 0.5
    sums = (x[:, None, :] + y[None, :, :]).reshape(-1, 3)
    assert second_moment(x, y) == pytest.approx(sums.T @ sums / len(sums), rel=1e-12)


def test_the_descent_has_its_gradient_and_beats_where_it_began() -> None:
    rng = np.random.default_rng(4)
    sums = rng.normal(size=(400, 5)) * np.array([2.0, 1.0, 0.5, 0.2, 0.0])
    squares, u = sums**2, np.array([0.9, 0.4, 0.2, 0.1, 0.05])
    slope = error_at(u, squares).gradient
    for i in range(5):
        step = 1e-6 * np.eye(5)[i]
        change = (error_at(u + step, squares).value - error_at(u - step, squares).value) / 2e-6
        assert slope[i] == pytest.approx(change, rel=1e-6, abs=1e-9)

    def mean_error(a: np.ndarray) -> float:
        return float(np.mean(np.sqrt(np.expm1(log_relative(spectrum(a, sums))))))

    best = descended(sums)
    assert mean_error(best) <= mean_error(best_matrix(sums.T @ sums / len(sums)))
    for _ in range(20):  # nothing near it in its own eigenvectors is better by more than the descent leaves
        values, vectors = np.linalg.eigh(best)
        other = (vectors * (values * np.exp(0.2 * rng.normal(size=5)))) @ vectors.T
        assert mean_error((other + other.T) / 2) > mean_error(best) * (1.0 - 1e-4)
    assert not np.any(descended(np.zeros((4, 2))))


def test_no_pair_is_beyond_the_bound() -> None:
    rng = np.random.default_rng(5)
    x, y = (rng.normal(size=(60, 3)) * np.array([1.5, 0.5, 0.1]) + 0.3 for _ in range(2))
    found = statistics(ArraySource("x", x), ArraySource("y", y))
    for shift in (np.zeros(3), found.centre):
        a = {"A": descended(x[:40] + y[:40] - 2 * shift).tolist()}
        every = Pairs(np.repeat(x - shift, 60, axis=0), np.tile(y - shift, (60, 1)))
        logs = DenseMoments().log_single(every.invariants, a)
        assert np.max(logs) <= DenseMoments().log_bound(extremes(found, shift), a) < np.max(logs) + 8.0
