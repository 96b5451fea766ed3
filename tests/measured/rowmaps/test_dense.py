"""Dense features: laws of their rows, forms, tilted draws against plain ones, what mutants and mistakes change."""

from __future__ import annotations

import math
import pickle
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from scipy import integrate, special

from rftheory.errors import DomainError
from rftheory.measured.inputs import Floats
from rftheory.measured.rowmaps.data_averages import MixtureOverData, SquareOverData
from rftheory.measured.rowmaps.dense import (
    AlignedRows,
    DenseExponential,
    ImportanceSampled,
    QuadraticFeatures,
    balanced,
)
from rftheory.measured.rowmaps.dense_estimates import DenseEstimate, joined_to
from rftheory.measured.rowmaps.exponential import GeneralisedExponential
from rftheory.measured.rowmaps.mapped_rows import MappedLaw
from rftheory.measured.rowmaps.quadratic import TiltedNormal, interpolated
from rftheory.measured.rowmaps.row_directions import SquaredCosine
from rftheory.mechanisms._shelf import couplings

SHELF = couplings()
A, X, Y = (-0.4, 0.05), (0.5, -0.3), (0.2, 0.6)
KERNEL = math.exp(0.5 * 0.2 - 0.3 * 0.6)
LOG_TAIL = math.log(2.0 / 1e-9)
N = 40_000


def values(experiment: Any, n: int = N) -> Floats:
    """Undivided draws, which must lie in the declared interval."""
    found: Floats = experiment.draw(n, rng=np.random.default_rng(3))
    low, high = experiment.support
    assert low <= found.min() <= found.max() <= high
    assert pickle.loads(pickle.dumps(experiment)) == experiment
    return np.asarray(found * math.exp(experiment.log_scale))


def allowed(found: Floats) -> float:
    """How far the mean of bounded values of this spread is off once in 1e9 (Bernstein)."""
    spread, size = float(found.std()), float(np.ptp(found))
    return spread * math.sqrt(2.0 * LOG_TAIL / len(found)) + 3.0 * size * LOG_TAIL / len(found)


def close(found: Floats, expected: float) -> bool:
    """Whether a mean is as close as that."""
    return abs(float(found.mean()) - expected) <= allowed(found)


def square() -> float:
    """E Z^2 of A, X, Y by quadrature of each coordinate of the row."""
    total = 1.0
    for a, x, y in zip(A, X, Y, strict=True):
        slope = math.sqrt(1.0 - 4.0 * a)

        def body(w: float, a: float = a, x: float = x, y: float = y, slope: float = slope) -> float:
            logs = 2.0 * a * w * w + slope * w * (x + y) - 0.5 * (x * x + y * y)
            return math.exp(2.0 * logs - 0.5 * w * w) / math.sqrt(2.0 * math.pi)

        total *= (1.0 - 4.0 * a) * float(integrate.quad(body, -30.0, 30.0)[0])
    return total


def test_a_product_with_itself_is_its_square() -> None:
    """Z(x, y) Z(x, y) = Z(x, y)^2, also where queries and keys are scaled differently."""
    features = DenseExponential((-0.4, -0.05), ((2.0, 0.0), (0.3, 0.5)))
    twice = DenseEstimate(features, SHELF["iid"], X, Y, also=Y, tilted=False)
    power = DenseEstimate(features, SHELF["iid"], X, Y, power=2.0, tilted=False)
    np.testing.assert_allclose(values(twice, 50), values(power, 50), rtol=1e-12)


@pytest.mark.parametrize("tilted", [True, False])
def test_mean_and_error_of_one_row(tilted: bool) -> None:
    a = A if tilted else (-0.4, -0.05)  # a bounded product needs no tilt
    features, iid = DenseExponential(a), SHELF["iid"]
    assert close(values(DenseEstimate(features, iid, X, Y, 3, tilted=tilted)), KERNEL)
    if tilted:
        error = DenseEstimate(features, iid, X, Y, 1, "error", level=KERNEL)
        assert close(values(error), square() - KERNEL**2)
        assert close(values(DenseEstimate(features, iid, X, Y, power=2.0)), square())


def test_scalar_and_turned_matrices_are_the_features_that_they_should_be() -> None:
    w = np.random.default_rng(1).standard_normal((5, 3))
    x, y = np.array([0.3, -1.0, 0.2]), np.array([1.0, 0.1, -0.4])
    for kernel in ("softmax", "gaussian"):
        one = DenseExponential((-0.2,) * 3).estimate(w, x, y, kernel=kernel)
        assert one == pytest.approx(GeneralisedExponential(-0.2).estimate(w, x, y, kernel=kernel), rel=1e-12)
    turn = np.linalg.qr(np.random.default_rng(2).standard_normal((3, 3)))[0]
    a = np.diag([-0.3, 0.1, 0.0])
    rows = tuple(map(tuple, (turn @ a @ turn.T).tolist()))
    full = DenseExponential(tuple(tuple((r + s) / 2 for r, s in zip(p, q, strict=True)) for p, q in zip(rows, zip(*rows, strict=True), strict=True)))  # fmt: skip
    assert full.estimate(w @ turn.T, turn @ x, turn @ y) == pytest.approx(
        DenseExponential((-0.3, 0.1, 0.0)).estimate(w, x, y), rel=1e-12
    )


def test_importance_sampled_rows_are_dense_features_row_by_row() -> None:
    sigma = tuple(1.0 - 4.0 * a for a in A)
    z = np.random.default_rng(4).standard_normal((6, 2))
    w = z * np.sqrt(sigma)
    weighted = ImportanceSampled(MappedLaw(sigma)).estimate(w, X, Y, kernel="softmax")
    assert weighted == pytest.approx(DenseExponential(A).estimate(z, X, Y, kernel="softmax"), rel=1e-12)
    moved = ImportanceSampled(MappedLaw(sigma, (0.3, -0.5)))
    assert close(values(DenseEstimate(moved, SHELF["iid"], X, Y, 2)), KERNEL)
    inner = math.exp(float(np.array(X) @ np.diag(sigma) @ np.array(Y)))
    assert close(
        values(DenseEstimate(AlignedRows(MappedLaw(sigma)), SHELF["iid"], X, Y, kernel="own")), inner
    )


def test_the_map_of_points_leaves_the_mean_and_balances() -> None:
    matrix = ((1.5, 0.4), (-0.2, 0.7))
    features = DenseExponential(((-0.2, 0.05), (0.05, 0.1)), matrix)
    assert close(values(DenseEstimate(features, SHELF["orthogonal"], X, Y, 2)), KERNEL)
    assert not close(
        values(DenseEstimate(features.mutants()[-1], SHELF["iid"], X, Y)),
        KERNEL,
    )
    x, y = np.array([[2.0, 0.3], [0.3, 1.0]]), np.array([[0.5, -0.2], [-0.2, 3.0]])
    m = np.array(balanced(x, y))
    inverse = np.linalg.inv(m)
    np.testing.assert_allclose(m @ x @ m.T, inverse.T @ y @ inverse, atol=1e-12)


def test_coupled_rows_are_reflected_to_the_chosen_one() -> None:
    rng = np.random.default_rng(5)
    first = 2.0 * rng.standard_normal((N, 3)) + 1.0
    rows = joined_to(first, SHELF["orthogonal"], 3, rng)
    np.testing.assert_array_equal(rows[:, 0], first)
    units = rows / np.linalg.norm(rows, axis=2, keepdims=True)
    np.testing.assert_allclose(units @ units.swapaxes(1, 2), np.broadcast_to(np.eye(3), (N, 3, 3)), atol=1e-9)
    assert close(np.asarray(np.sum(rows[:, 1] ** 2, axis=1)), 3.0)  # chi_3^2, whatever the first row
    # the second direction is uniform in the plane across the first: E u_2 u_2' = (I - u_1 u_1')/2
    across = np.sum(units[:, 1] * np.roll(units[:, 0], 1, axis=1), axis=1)
    expected = (1.0 - np.sum(units[:, 0] * np.roll(units[:, 0], 1, axis=1), axis=1) ** 2) / 2.0
    assert close(np.asarray(across**2 - expected), 0.0)


@pytest.mark.parametrize("name", ["iid", "orthogonal", "simplex"])
def test_tilted_draws_of_coupled_rows_agree_with_the_coupling(name: str) -> None:
    features = DenseExponential((-0.4, -0.2, -0.1))
    x, y = (0.4, 0.2, -0.3), (0.1, 0.5, 0.2)
    for what in ("error", "pair"):
        level = 1.0 if what == "error" else 0.0
        tilted = DenseEstimate(features, SHELF[name], x, y, 3, what, level=level)
        one, two = values(tilted), values(replace(tilted, tilted=False))
        assert abs(one.mean() - two.mean()) <= allowed(one) + allowed(two)


def test_two_rows_of_opposite_points() -> None:
    estimate = DenseEstimate(DenseExponential((-0.5, 0.05)), SHELF["orthogonal"], X, (-0.5, 0.3), 2, "pair")
    unit = math.exp(-0.34)
    s, t = 3.0, 0.8
    assert close(values(estimate) / unit**2, 2.0 * math.sqrt(s * t) / (s + t))


def test_rows_turned_after_the_map() -> None:
    sigma = (1.5, 5.0)
    after = ImportanceSampled(MappedLaw(sigma, (), "after"))
    found = values(DenseEstimate(after, SHELF["iid"], (0.0, 0.0), (0.0, 0.0), tilted=False))
    modulus = 1.0 / 1.5 - 1.0 / 5.0
    assert close(found, 2.0 / math.pi * float(special.ellipk(modulus**2)))
    assert not close(found, 1.0)
    first = values(SquaredCosine(MappedLaw(sigma, (), "orthogonalised")))
    expected = math.sqrt(1.5) / (math.sqrt(1.5) + math.sqrt(5.0))
    assert close(first, expected)
    assert close(values(SquaredCosine(MappedLaw(sigma, (), "orthogonalised"), 1)), 1.0 - expected)
    with pytest.raises(DomainError, match="a mean, error or pair"):
        DenseEstimate(after, SHELF["iid"], X, Y)
    with pytest.raises(DomainError, match="at most d"):
        MappedLaw(sigma, (), "orthogonalised").draw(2, 3, rng=np.random.default_rng(1), n=1)


def test_events_logarithms_and_clipped_products() -> None:
    iid, features = SHELF["iid"], DenseExponential(A)
    one = DenseEstimate(features, iid, X, Y, 1, "log", log_unit=math.log(KERNEL), tilted=False)
    s, v = 1.0 - 4.0 * np.array(A), np.add(X, Y)
    mean = 0.5 * float(np.sum(np.log(s) - s + 1.0 - v**2))
    spread = math.sqrt(8.0 * sum(a * a for a in A) + float(np.sum(s * v**2)))
    logs = values(one)
    assert abs(logs.mean() - mean) < 6.0 * spread / math.sqrt(N)
    products = np.exp(logs)
    clip = values(
        DenseEstimate(features, iid, X, Y, 1, "clipped", level=1.2, log_unit=math.log(KERNEL), tilted=False)
    )
    np.testing.assert_allclose(clip, np.minimum(products, 1.2), rtol=1e-12)
    off = replace(one, what="off", level=0.7)
    short = replace(one, what="short", level=0.7)
    np.testing.assert_array_equal(values(off), np.where(np.abs(products - 1.0) >= 0.7, 1.0, 0.0))
    np.testing.assert_array_equal(values(short), np.where(products <= 0.3, 1.0, 0.0))


def test_squares_over_random_points() -> None:
    a, lam = (-0.1, 0.02), (0.1, 0.05)
    r = 1.0 / (1.0 - 8.0 * np.array(a))
    width = (1.0 - 2.0 * np.array(lam) * (1.0 + 2.0 * r)) * (1.0 + 2.0 * np.array(lam))
    expected = float(np.prod((1.0 + r) / (2.0 * np.sqrt(r * width))))
    assert close(values(SquareOverData(DenseExponential(a), lam, lam)), expected)
    trig = 0.5 + 0.5 * float(np.prod(1.0 / np.sqrt(1.0 + 8.0 * np.array(lam))))
    assert close(values(SquareOverData(None, lam, lam, "gaussian")), trig)
    with pytest.raises(DomainError, match="the order of a finite moment"):
        values(SquareOverData(DenseExponential((0.0,)), (0.2,), (0.2,)))
    data = ((0.5, 0.1), (-0.3, 0.8))
    squared = [math.exp(p * p + q * q) for p, q in data]
    assert close(values(MixtureOverData(data)), float(np.mean(squared)) ** 2)
    gap = math.exp(-(0.8**2 + 0.7**2))
    assert close(values(MixtureOverData(data, "gaussian", centred=True)), 1.0 - (1.0 + gap) / 2.0)


def test_squares_over_points_that_are_mapped() -> None:
    """Queries are multiplied by M and keys by M^{-T}: E Z^2 by quadrature over the row and both points, d = 1."""
    lam, eta, features = (0.04,), (0.02,), DenseExponential((-0.1,), ((1.5,),))
    nodes, weights = np.polynomial.hermite_e.hermegauss(16)
    weights = weights / weights.sum()
    rows = nodes[:, None, None]
    expected = 0.0
    for x, one in zip(nodes * math.sqrt(lam[0]), weights, strict=True):
        for y, other in zip(nodes * math.sqrt(eta[0]), weights, strict=True):
            z = np.asarray(features.estimate(rows, np.array([x]), np.array([y]), kernel="softmax"))
            expected += one * other * float(weights @ z**2)
    assert close(values(SquareOverData(features, lam, eta)), expected)
    assert not close(values(SquareOverData(features, eta, lam)), expected)


def test_forms_are_read_off_and_tilts_have_their_mean() -> None:
    square_part, slope = np.array([[-0.3, 0.1], [0.1, 0.05]]), np.array([0.4, -0.2])

    def value(points: Floats) -> Floats:
        return np.asarray(np.sum((points @ square_part) * points, axis=1) + points @ slope + 0.7)

    form = interpolated(value, 2)
    np.testing.assert_allclose(form.square, square_part, atol=1e-15)
    np.testing.assert_allclose(form.slope, slope, atol=1e-15)
    assert form.supremum() == math.inf
    tilted = TiltedNormal(form, 2.0, 0.1)
    points = tilted.draw(N, np.random.default_rng(7))
    weights = np.exp(-tilted.log_ratio(points))
    assert close(weights, 1.0)
    assert close(np.asarray(weights * np.exp(2.0 * value(points))), math.exp(tilted.log_mean))


def test_constants_of_any_size() -> None:
    features = QuadraticFeatures((-0.2, 0.1), ((1.0, 0.5), (0.3, -1.0)), ((-1.0, 0.0), (0.2, 0.1)), 2.0)
    total = 2.0
    for k in (0, 1):
        a, u = (-0.2, 0.1)[k], (1.0, 0.5)[k] * X[k] + (0.3, -1.0)[k] * Y[k]
        total *= math.exp(u * u / (2.0 - 8.0 * a) + (-1.0, 0.0)[k] * X[k] ** 2 + (0.2, 0.1)[k] * Y[k] ** 2)
        total /= math.sqrt(1.0 - 4.0 * a)
    assert close(values(DenseEstimate(features, SHELF["iid"], X, Y, 2, kernel="own")), total)


@pytest.mark.parametrize("label", ["no-1/m", "no-D", "D-squared"])
def test_mutants_are_seen(label: str) -> None:
    features = DenseExponential((-0.4, -0.2))
    wrong = next(m for m in features.mutants() if m.name.endswith(label))
    rows = wrong.sample(2, 2, rng=np.random.default_rng(8), n=N)
    found = np.array(wrong.estimate(rows, np.array(X), np.array(Y), kernel="softmax"))
    bad = np.asarray(found)
    assert not close(bad, KERNEL)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: DenseExponential((0.25,)), "4A < I"),
        (lambda: DenseExponential(((0.0, 0.1), (0.2, 0.0))), "symmetric"),
        (lambda: DenseExponential((0.0, 0.0), ((1.0, 1.0), (1.0, 1.0))), "invertible"),
        (lambda: MappedLaw((1.0, -1.0)), "positive definite"),
        (lambda: MappedLaw((1.0,), (0.0, 1.0)), "1 numbers"),
        (
            lambda: values(DenseEstimate(DenseExponential((0.2,)), SHELF["iid"], (1.0,), (0.5,), 1, "error")),
            "finite",
        ),
        (lambda: DenseEstimate(DenseExponential(A), SHELF["orthogonal"], X, Y, 3), "at most d = 2"),
        (lambda: DenseEstimate(DenseExponential(A), SHELF["iid"], X, Y, 2, power=2.0), "one row"),
    ],
)
def test_what_does_not_fit_is_refused(make: Any, message: str) -> None:
    with pytest.raises(DomainError, match=message):
        make()
