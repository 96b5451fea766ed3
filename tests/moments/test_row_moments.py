"""The laws of one row of whole-row maps: against quadrature and sums from the definition, and the certified statements."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import rftheory
from rftheory.conformance.claim.row_maps import row_map
from rftheory.conformance.moments.preflight import of_rows
from rftheory.moments.row_moments import row_moments

X, Y = np.array([0.6, -0.3]), np.array([0.2, 0.5])
NODES, WEIGHTS = np.polynomial.hermite_e.hermegauss(120)
GRID = np.stack(np.meshgrid(NODES, NODES), axis=-1).reshape(-1, 2)
MASS = np.outer(WEIGHTS, WEIGHTS).ravel() / (2.0 * math.pi)


def _moments(values: Any, masses: Any) -> tuple[float, float, float]:
    mean = float(values @ masses)
    centred = values - mean
    return mean, float(centred**2 @ masses), float(centred**4 @ masses)


@pytest.mark.parametrize("kernel", ["gaussian", "softmax"])
@pytest.mark.parametrize(
    ("name", "a"),
    [
        ("gerf", -0.3),
        ("gerf", 0.03),
        ("gerf", -0.1 + 0.1j),
        ("gerf-negative", -0.1),
        ("gerf-negative", -0.05 - 0.1j),
    ],
)
def test_generalised_rows_by_quadrature(name: str, a: complex, kernel: Any) -> None:
    s = -1 if name == "gerf-negative" else 1
    constant = -(s + 1) / 2.0 + (0.5 if kernel == "softmax" else 0.0)
    slope, factor = np.sqrt(complex(s * (1.0 - 4.0 * a))), (1.0 - 4.0 * a) ** 0.5
    queries, keys = (
        factor * np.exp(a * np.sum(GRID**2, axis=1) + sign * slope * (GRID @ z) + constant * (z @ z))
        for z, sign in ((X, 1), (Y, s))
    )
    found = row_moments(row_map(name, {"A": a})[1], kernel, X, Y)
    assert found == pytest.approx(_moments((queries * keys).real, MASS), rel=1e-7)


@pytest.mark.parametrize("kernel", ["gaussian", "softmax"])
@pytest.mark.parametrize("a", [-0.3, 0.03])
def test_rows_with_their_opposites_by_quadrature(a: float, kernel: Any) -> None:
    constant = -1.0 + (0.5 if kernel == "softmax" else 0.0)
    tilt, slope = a * np.sum(GRID**2, axis=1), math.sqrt(1.0 - 4.0 * a)
    values = (
        np.mean([np.exp(2.0 * tilt + sign * slope * (GRID @ (X + Y))) for sign in (1, -1)], axis=0)
        * (1.0 - 4.0 * a)
        * math.exp(constant * float(X @ X + Y @ Y))
    )
    found = row_moments(row_map("gerf-antithetic", {"A": a})[1], kernel, X, Y)
    assert found == pytest.approx(_moments(values, MASS), rel=1e-7)


@pytest.mark.parametrize("kernel", ["gaussian", "softmax"])
@pytest.mark.parametrize(
    ("name", "given", "masses"),
    [
        ("poisson", {"lam": 0.7}, lambda k: math.exp(-0.7) * 0.7**k / math.factorial(k)),
        (
            "poisson-positive",
            {"lam": 0.7, "shift": -0.5},
            lambda k: math.exp(-0.7) * 0.7**k / math.factorial(k),
        ),
        ("geometric", {"p": 0.6}, lambda k: 0.6 * 0.4**k),
        ("discrete", {"masses": "0.5,0.25", "tail": 0.5}, lambda k: 0.5 if k == 0 else 0.5**k / 2.0),
        ("discrete", {"masses": (3, 1), "tail": 0}, lambda k: (0.75, 0.25)[k] if k < 2 else 0.0),
    ],
)
def test_counts_by_summation(name: str, given: dict[str, object], masses: Any, kernel: Any) -> None:
    low = -0.5 if "shift" in given else 0.0
    total = sum(masses(k) for k in range(60))
    counts = [(k, masses(k) / total) for k in range(60) if masses(k) > 0.0]
    values, weights = [], []
    norm = (X - low) @ (X - low) + (Y - low) @ (Y - low) - (X @ X + Y @ Y if kernel == "softmax" else 0.0)
    for k, p in counts:
        for n, q in counts:
            power = ((X - low) * (Y - low)) ** np.array([k, n])
            values.append(
                math.exp(-norm / 2.0) * np.prod(power) / (math.factorial(k) * p * math.factorial(n) * q)
            )
            weights.append(p * q)
    found = row_moments(row_map(name, given)[1], kernel, X, Y)
    assert found == pytest.approx(_moments(np.array(values), np.array(weights)), rel=1e-9)


def test_certified_variances() -> None:
    pair = {"x2": "1/4", "y2": "1", "xy": "1/4"}
    x, y = np.array([0.5, 0.0, 0.0]), np.array([0.5, math.sqrt(0.75), 0.0])
    for name, a, s in (("gerf", "-1/4", 1), ("gerf", "-1/10+1/5j", 1), ("gerf-negative", "1/20-1/10j", -1)):
        found = row_moments(row_map(name, {"A": a})[1], "gaussian", x, y).variance
        assert found == pytest.approx(_certified("crt/thm3.2", {"d": 3, "A": a, "s": s, **pair}), rel=1e-12)
    vectors = {"x": "1/2,1/3", "y": "1/4,2/3"}
    x, y = np.array([1 / 2, 1 / 3]), np.array([1 / 4, 2 / 3])
    for name, given, statement in (
        ("poisson", {"lam": "3/4"}, "crt/thm3.4"),
        ("geometric", {"p": "3/5"}, "crt/thm3.5"),
    ):
        found = row_moments(row_map(name, given)[1], "gaussian", x, y).variance
        assert found == pytest.approx(_certified(statement, {**given, **vectors}), rel=1e-12)


def _certified(statement: str, point: dict[str, object]) -> float:
    return float(rftheory.evaluate(statement, digits=20, **point))


def test_moments_are_finite_as_far_as_they_exist() -> None:
    orders = {0.2: (True, False, False), 0.1: (True, True, False), 0.06: (True, True, True)}
    for a, finite in orders.items():
        found = row_moments(row_map("gerf", {"A": a})[1], "gaussian", X, Y)
        assert tuple(map(math.isfinite, found)) == finite
        assert found.mean == pytest.approx(math.exp(-float((X - Y) @ (X - Y)) / 2.0))


def test_rows_of_one_length() -> None:
    row, d, a = row_map("gerf", {"A": -0.2})[1], 3, -0.2
    x, y = np.array([0.3, 0.4, 0.0]), np.array([0.1, 0.2, 0.5])
    t, w = np.polynomial.legendre.leggauss(60)  # a coordinate of a uniform direction in three dimensions
    slope = math.sqrt((1.0 - 4.0 * a) * d) * float(np.linalg.norm(x + y))
    values = (1.0 - 4.0 * a) ** 1.5 * np.exp(2.0 * a * d + slope * t - float(x @ x + y @ y))
    assert row_moments(row, "gaussian", x, y, fixed=True) == pytest.approx(
        _moments(values, w / 2.0), rel=1e-9
    )


def test_large_numbers_are_infinite_not_errors() -> None:
    far = 40.0 * np.ones(2)
    assert math.isinf(row_moments(row_map("poisson", {"lam": 0.01})[1], "gaussian", far, far).variance)
    assert "overflows" in of_rows(row_map("poisson", {"lam": 1e-4})[1], "poisson", "gaussian", 8, 1)
    assert "hopeless" in of_rows(row_map("geometric", {"p": 0.2})[1], "geometric", "gaussian", 32, 1)
    assert "not known" in of_rows(row_map("gerf", {})[1], "gerf", "gaussian", 8, 1)
