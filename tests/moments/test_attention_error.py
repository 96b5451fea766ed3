"""The first-order error of attention: moments of pairs of keys by other routes, and errors as measured."""

from __future__ import annotations

import numpy as np
import pytest
import scipy

from rftheory.errors import DomainError
from rftheory.moments.attention_error import attention_error, one_row, two_rows
from rftheory.moments.block_covariance import positive_gap, trigonometric_gap
from rftheory.studies.attention_prediction import Setting, held

U = np.random.default_rng(2).standard_normal((5, 2)) * 0.8


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_orthogonal_rows_against_the_mean_over_angles(sign: float) -> None:
    """d = 2: given the directions each norm integrates to 1F1(1; 1/2; +-t^2/2), t the coordinate along them."""
    turn = np.pi * np.arange(400) / 200.0
    first, second = np.stack([np.cos(turn), np.sin(turn)]), np.stack([-np.sin(turn), np.cos(turn)])
    along = [scipy.special.hyp1f1(1.0, 0.5, sign * (U @ one) ** 2 / 2.0) for one in (first, second)]
    if sign > 0.0:  # e^t: odd powers of the coordinates of one row cancel against its opposite
        assert np.allclose(along[0].mean(axis=1), np.exp(np.sum(U * U, axis=1) / 2.0))
    squares = np.sum(U * U, axis=1) / 2.0
    expected = along[0] @ along[1].T / 400.0 * np.exp(-sign * np.add.outer(squares, squares)) - 1.0
    np.testing.assert_allclose(two_rows(U, waves=sign < 0.0), expected, atol=1e-11)


@pytest.mark.parametrize("d", [2, 3, 8, 64])
def test_one_key_is_the_known_covariance(d: int) -> None:
    u = np.random.default_rng(d).standard_normal((6, d)) / np.sqrt(d) * 1.5
    squares = np.sum(u * u, axis=1)
    np.testing.assert_allclose(np.diag(two_rows(u)), positive_gap(squares, d, (0.0,)), atol=1e-12)
    waves = trigonometric_gap(squares, d, 0.0) * np.exp(squares)
    np.testing.assert_allclose(np.diag(two_rows(u, waves=True)), waves, atol=1e-10)


@pytest.mark.parametrize(("name", "a"), [("positive", 0.0), ("oprf", -0.1), ("oprf", 0.05)])
def test_one_row_by_quadrature(name: str, a: float) -> None:
    """d = 1: the mean of products of features over a Gaussian row, by Gauss and Hermite."""
    nodes, weights = np.polynomial.hermite_e.hermegauss(120)
    weights = weights / weights.sum()
    u = np.array([[0.3], [-0.7], [1.1]])
    b = np.sqrt(1.0 - 4.0 * a)
    z = b * np.exp(2.0 * a * nodes**2 + b * u * nodes - u * u / 2.0)
    assert np.allclose(z @ weights, 1.0)
    np.testing.assert_allclose(one_row(u, name, a), (z * weights) @ z.T - 1.0, atol=1e-9)  # type: ignore[arg-type]


def test_two_keys_as_the_closed_form() -> None:
    """(p(1-p))^2 (C(y,y) - 2 C(y,z) + C(z,z)) of two keys with values 1 and 0, and its floor."""
    x, y, z = np.array([0.4, -0.2]), np.array([0.5, 0.1]), np.array([-0.3, 0.6])
    p = 1.0 / (1.0 + np.exp(x @ z - x @ y))
    c = [np.exp((x + s) @ (x + t)) for s, t in ((y, y), (y, z), (z, z))]
    found = attention_error(x[None], np.stack([y, z]), np.array([[1.0], [0.0]]), 10, "positive")
    assert found.squared == pytest.approx((p * (1.0 - p)) ** 2 * (c[0] - 2.0 * c[1] + c[2]) / 10.0)
    floor = (2.0 * p * (1.0 - p) * scipy.special.erf(np.linalg.norm(y - z) / (2.0 * np.sqrt(2.0)))) ** 2
    assert 10.0 * found.squared >= floor
    same = attention_error(x[None], np.stack([y, y]), np.array([[1.0], [0.0]]), 10, "positive")
    assert same.squared == pytest.approx(0.0, abs=1e-15)


@pytest.mark.parametrize(
    "setting",
    [
        Setting(8, 16, 0.5, 128),
        Setting(16, 32, 0.75, 128, "iid"),
        Setting(16, 32, 0.75, 128, "orthogonal", "trigonometric"),
    ],
)
def test_measured_errors_are_as_predicted(setting: Setting) -> None:
    """Within a fifth; the prediction of independent trigonometric rows, a wrong one, is not."""
    found = held(setting, draws=300)
    assert found.predicted.within_reach
    assert found.ratio == pytest.approx(1.0, abs=0.2)
    if setting.map == "trigonometric":
        rng = np.random.default_rng(0)
        q, k, v = rng.standard_normal((3, setting.length, setting.d))
        q, k = (setting.norm * one / np.linalg.norm(one, axis=1, keepdims=True) for one in (q, k))
        wrong = attention_error(q, k, v, setting.m, "trigonometric", "iid").squared
        assert wrong > 1.3 * attention_error(q, k, v, setting.m, "trigonometric", "orthogonal").squared


def test_what_it_refuses() -> None:
    q = np.ones((2, 3))
    with pytest.raises(DomainError, match="one of iid, orthogonal"):
        attention_error(q, q, q, 8, "positive", "simplex")
    with pytest.raises(DomainError, match="below 1/8"):
        attention_error(q, q, q, 8, "oprf", "iid", 0.125)
    with pytest.raises(DomainError, match="at most 40"):
        two_rows(10.0 * q, waves=True)
    assert not attention_error(2.0 * q, 2.0 * q, q, 8, "positive").within_reach
