"""Kernels that functions induce: moments by quadrature against closed forms and mpmath."""

from __future__ import annotations

import math
from typing import Any

import mpmath
import numpy as np
import pytest

from rftheory.moments.induced_kernels import induced_moments

THETA = 1.1
X = np.array([0.7, 0.0, 0.0])
Y = 0.5 * np.array([math.cos(THETA), math.sin(THETA), 0.0])


def test_closed_forms() -> None:
    a, b = 0.7, 0.5
    mean, variance, fourth = induced_moments("relu", X, Y)
    first = (math.sin(THETA) + (math.pi - THETA) * math.cos(THETA)) / (2.0 * math.pi)
    c = math.cos(THETA)
    second = (3.0 * math.sin(THETA) * c + (math.pi - THETA) * (1.0 + 2.0 * c * c)) / (2.0 * math.pi)
    assert mean == pytest.approx(a * b * first, rel=1e-11)
    assert variance == pytest.approx((a * b) ** 2 * (second - first**2), rel=1e-11)
    angular = 1.0 - 2.0 * THETA / math.pi
    mean, variance, fourth = induced_moments("sgn", X, Y)
    assert mean == pytest.approx(angular, abs=1e-11)
    assert variance == pytest.approx(1.0 - angular**2, rel=1e-11)
    assert fourth == pytest.approx((1.0 - angular**2) * (1.0 + 3.0 * angular**2), rel=1e-11)
    v = float((X + Y) @ (X + Y))
    k = [math.exp(j * j * v / 2.0) for j in range(5)]
    central = k[4] - 4.0 * k[3] * k[1] + 6.0 * k[2] * k[1] ** 2 - 3.0 * k[1] ** 4
    assert induced_moments("exponential", X, Y) == pytest.approx((k[1], k[2] - k[1] ** 2, central), rel=1e-9)


def test_elu_by_mpmath() -> None:
    c, s = mpmath.cos(THETA), mpmath.sin(THETA)

    def f(p: Any) -> Any:
        return p + 1 if p > 0 else mpmath.exp(p)

    def given(u: Any) -> Any:
        """E f(w.y) given the first coordinate u: the second is normal, f has closed partial moments."""
        mean, spread = 0.5 * c * u, 0.5 * s
        up = mpmath.ncdf(mean / spread)
        density = mpmath.npdf(mean / spread)
        falling = mpmath.exp(mean + spread**2 / 2) * mpmath.ncdf(-mean / spread - spread)
        return (mean + 1) * up + spread * density + falling

    expected = mpmath.quad(lambda u: f(0.7 * u) * given(u) * mpmath.npdf(u), [-12, -4, 0, 4, 12])
    assert induced_moments("elu+1", X, Y)[0] == pytest.approx(float(expected), rel=1e-10)


def test_rows_of_fixed_length() -> None:
    """E (w.x)(w.y) and its square on the sphere of radius sqrt(d): x.y and d (x2 y2 + 2 xy^2)/(d + 2)."""
    dot, squares = float(X @ Y), float((X @ X) * (Y @ Y))
    mean, variance, _ = induced_moments("identity", X, Y, fixed=True)
    assert mean == pytest.approx(dot, rel=1e-11)
    assert variance == pytest.approx(3.0 * (squares + 2.0 * dot**2) / 5.0 - dot**2, rel=1e-11)
