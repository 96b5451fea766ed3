"""Parameters of least variance: the certified ones for one pair, those of averages for data, and that nothing near is better."""

import math

import numpy as np
import pytest

import rftheory
from rftheory.errors import DomainError
from rftheory.measured.rowmaps.exponential import GeneralisedExponential
from rftheory.mechanisms._shelf import row_maps
from rftheory.mechanisms.geometric import geometric
from rftheory.mechanisms.poisson import poisson
from rftheory.moments import second_moments
from rftheory.moments.tuning import (
    average_square,
    best_parameter,
    best_rate,
    best_rho,
    exponential_for,
    optimal_for,
    optimal_positive,
    parameter_of,
    rate_for,
    share_for,
)

RNG = np.random.default_rng
X, Y = np.array([0.4, -0.3, 0.7]), np.array([0.5, 0.6, -0.2])


@pytest.mark.parametrize("square", ["1/1000000", "1/4", "4", "100", "1000000"])
@pytest.mark.parametrize("d", [1, 8, 64])
def test_closed_forms_are_certified(square, d):
    top, _, bottom = square.partition("/")
    value = float(top) / float(bottom or 1)
    rho, a = (float(rftheory.evaluate(name, d=d, v2=square)) for name in ("crt/eq7", "crt/thm3.3/A"))
    assert best_rho(value, d) == pytest.approx(rho, rel=1e-14)
    assert best_parameter(value, d) == pytest.approx(a, rel=1e-14)
    assert parameter_of(best_rho(value, d)) == pytest.approx(a, rel=1e-9)


def test_the_rate_is_certified_and_the_shelf_has_the_optimal_map():
    rate = float(rftheory.evaluate("crt/sec3.2.1/lambda-star", x="3/4,1/4", y="1/4,1/2"))
    assert best_rate(
        float(np.sum((np.array([0.75, 0.25]) * np.array([0.25, 0.5])) ** 2)), 2
    ) == pytest.approx(rate)
    assert row_maps()["oprf"] == optimal_positive(4.0, 8)


def test_the_optimal_parameter_minimises_the_second_moment():
    for square, d in ((0.0, 3), (1e-12, 5), (4.0, 2), (100.0, 64), (1e6, 1)):
        best = best_parameter(square, d)
        assert best <= 0.0
        values = [
            second_moments.exponential(complex(a), 1, d, square, 0.0)
            for a in (best * 1.01 - 1e-9, best, best * 0.99 + 1e-9)
        ]
        assert values[1] <= min(values) + 1e-12 * abs(values[1])
    # rho* of crt (7) at d = 64, |x+y|^2 = 100
    rho = (math.sqrt(264.0**2 + 51200.0) - 264.0) / 400.0
    assert best_parameter(100.0, 64) == pytest.approx((1.0 - 1.0 / rho) / 8.0, rel=1e-12)
    with pytest.raises(DomainError, match="squared norm"):
        best_parameter(-1.0, 2)


def test_log_moments_are_those_of_draws():
    n, d, n2 = 400_000, 3, float(X @ X + Y @ Y)
    for a, s in ((-0.2 + 0j, 1), (-0.1 + 0.1j, -1)):
        square = np.asarray(float((X + s * Y) @ (X + s * Y)))
        moment = math.exp(second_moments.exponential(a, s, d, square, n2))
        feature_map = GeneralisedExponential(a if a.imag else a.real, s)
        values = feature_map.pair_estimates(X, Y, 1, rng=RNG(2), n=n) ** 2
        assert values.mean() == pytest.approx(moment, rel=0.03)
    counts = poisson(0.8).pair_estimates(X, Y, 1, rng=RNG(2), n=n) ** 2
    moment = math.exp(second_moments.poisson(0.8, np.asarray(np.sum(X**2 * Y**2)), np.asarray(n2), d))
    assert counts.mean() == pytest.approx(moment, rel=0.05)
    counts = geometric(0.5).pair_estimates(X, Y, 1, rng=RNG(2), n=n) ** 2
    assert counts.mean() == pytest.approx(
        math.exp(second_moments.geometric(0.5, np.abs(X * Y), np.asarray(n2))), rel=0.05
    )


def test_parameters_come_from_the_averages_of_the_data():
    x, y = RNG(6).standard_normal((2, 40, 5))
    for s in (1, -1):
        pairs = [float((p + s * q) @ (p + s * q)) for p in x for q in y]
        assert average_square(x, y, s) == pytest.approx(np.mean(pairs), rel=1e-12)
    assert optimal_for(x, y).a == pytest.approx(best_parameter(average_square(x, y), 5))
    products = np.mean([[p**2 @ q**2 for q in y] for p in x])
    assert rate_for(x, y) == pytest.approx(math.sqrt(products / 5), rel=1e-12)
    assert 0.0 < share_for(x, y) < 1.0
    found = exponential_for(x, y)
    n2 = np.asarray(np.mean(np.sum(x**2, 1)) + np.mean(np.sum(y**2, 1)))

    def moment(a, s):
        return float(second_moments.exponential(complex(a), s, 5, average_square(x, y, s), n2))

    least = moment(found.a, found.s)
    assert least <= moment(optimal_for(x, y).a, 1) + 1e-9
    assert least <= moment(0.0, -1) + 1e-9
