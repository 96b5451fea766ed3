"""The complex exponential estimator of one projection: moments of a lognormal of complex exponent, values in their range."""

from __future__ import annotations

import cmath
import math

import numpy as np
import pytest

from rftheory.measured.estimators.complex_exponential import ComplexExponential

X, Y = (0.5, -0.25), (0.75, 0.5)
PLAIN = ((1.0, 0.0), (0.0, 1.0)), ((0.0, 0.0), (0.0, 0.0))
TURNED = ((1.5, 0.25), (0.0, 0.75)), ((0.5, 0.0), (-0.25, 1.0))


def _moments(a_re: object, a_im: object) -> tuple[complex, float]:
    """E T and E (Re T)^2 for T = e^{w.z - c}: E e^{w.z} = e^{z.z/2}, and (Re T)^2 = (|T|^2 + Re T^2)/2."""
    a = np.array(a_re) + 1j * np.array(a_im)
    u, v = a @ np.array(X), np.linalg.inv(a).T @ np.array(Y)
    z, c = u + v, (u @ u + v @ v) / 2
    size = math.exp(2 * float(z.real @ z.real) - 2 * c.real)
    return cmath.exp(z @ z / 2 - c), (size + cmath.exp(2 * (z @ z) - 2 * c).real) / 2


@pytest.mark.parametrize("matrix", [PLAIN, TURNED])
@pytest.mark.parametrize("power", [1, 2])
def test_means_are_those_of_the_law_and_values_stay_in_the_support(matrix: tuple, power: int) -> None:
    first, second = _moments(*matrix)
    expected = (first.real, second)[power - 1]
    assert first == pytest.approx(math.exp(0.5 * 0.75 - 0.25 * 0.5))  # unbiased for e^{x.y}, whatever A
    experiment = ComplexExponential(*matrix, X, Y, power)
    values = experiment.draw(40_000, rng=np.random.default_rng(6))
    low, high = experiment.support
    assert low <= values.min()
    assert values.max() <= high
    assert (low < -0.5) is (power == 1)
    scaled = values * math.exp(experiment.log_scale)
    assert abs(scaled.mean() - expected) < 6 * scaled.std() / 200 + 1e-9 * expected
    # the bound is met: a real matrix makes every weighted value the largest
    assert values.max() > 0.99
    assert bool(values.std() < 1e-9) is (matrix == PLAIN)
