"""Generalised features: laws by quadrature against closed forms, mistakes that are named, correct maps that conform."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import mpmath
import numpy as np
import pytest

from rftheory.conformance.conform import conform
from rftheory.mechanisms._shelf import couplings
from rftheory.moments.coupled_bound import coupled_factor, largest_factor
from rftheory.moments.induced_kernels import induced_moments, own_maps

pytestmark = pytest.mark.usefixtures("fewer_draws")
D, M = 4, 12
THETA = 1.1
X = np.array([0.7, 0.0, 0.0])
Y = 0.5 * np.array([math.cos(THETA), math.sin(THETA), 0.0])

FUNCTIONS: dict[str, Callable[[Any], Any]] = {
    "relu": lambda p: np.maximum(p, 0.0),
    "elu+1": lambda p: np.where(p > 0.0, p + 1.0, np.exp(np.minimum(p, 0.0))),
    "abs": np.abs,
    "sgn": np.sign,
    "tanh": np.tanh,
    "sigmoid": lambda p: 1.0 / (1.0 + np.exp(-p)),
    "exponential": np.exp,
    "identity": lambda p: p,
    "cosine": np.cos,
}


def features(name: str, *, epsilon: float = 0.0, scale: float = M**-0.5) -> Callable[[Any, int], Any]:
    """Features of iid rows, as a user would write them."""

    def phi(x: Any, seed: int) -> Any:
        w = np.random.default_rng(seed).standard_normal((M, x.shape[1]))
        with np.errstate(over="ignore"):
            return scale * FUNCTIONS[name](x @ w.T) + epsilon

    return phi


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


def test_the_factor_of_coupled_rows() -> None:
    """At P_4: orthogonal rows of a block of d have 1 + 3/(d+1); it is reached by that harmonic and by no other."""
    shelf = couplings()
    assert coupled_factor(shelf["orthogonal"], 8, 8) == pytest.approx(1.0 + 3.0 / 9.0)
    assert coupled_factor(shelf["orthogonal"], 8, 9) == pytest.approx((8.0 * (1.0 + 3.0 / 9.0) + 1.0) / 9.0)
    assert coupled_factor(shelf["iid"], 8, 24) == 1.0
    assert largest_factor(None, 8, 24) >= coupled_factor(shelf["simplex"], 8, 24)
    rng = np.random.default_rng(1)
    w = shelf["orthogonal-fixed-norm"].sample(2, 2, rng=rng, n=1000)
    fourth = np.mean(np.cos(4.0 * np.arctan2(w[..., 1], w[..., 0])), axis=1)
    assert np.var(fourth) == pytest.approx(coupled_factor(shelf["orthogonal"], 2, 2) / 4.0, rel=0.2)


@pytest.mark.parametrize("name", ["relu", "elu+1", "sgn", "cosine"])
def test_correct_maps_conform(name: str) -> None:
    report = conform(features(name), mechanism=f"iid-{name}", d=D)
    assert report.conclusion == "conforms", report.failures
    assert report.kernel == "own"
    assert report.m == M


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(FUNCTIONS))
def test_every_map_conforms(name: str) -> None:
    assert name in own_maps()
    report = conform(features(name), mechanism=f"iid-{name}", d=D)
    assert report.conclusion == "conforms", report.failures


@pytest.mark.parametrize(
    ("name", "change", "cause"),
    [
        ("relu", {"epsilon": 1e-3}, "epsilon-added"),
        ("relu", {"scale": 1.0}, "missing-1/sqrt-m"),
        ("sgn", {"epsilon": 1e-3}, "epsilon-added"),
        ("cosine", {"epsilon": 1e-5}, "epsilon-added"),
        ("cosine", {"scale": 1.0}, "missing-1/sqrt-m"),
        ("sigmoid", {"scale": 1.0 / M}, "extra-1/sqrt-m"),
        ("elu+1", {"scale": 1.0, "epsilon": 1e-3}, "epsilon-added"),
    ],
)
def test_mistakes_are_named(name: str, change: dict[str, float], cause: str) -> None:
    report = conform(features(name, **change), mechanism=f"iid-{name}", d=D)
    assert report.conclusion == "fails"
    assert report.causes[0] == cause


def test_another_function_and_other_rows() -> None:
    report = conform(features("tanh"), mechanism="iid-sigmoid", d=D)
    assert report.causes[0] == "unknown-map"
    report = conform(features("relu"), mechanism="orthogonal-relu", d=D)
    assert report.causes[0] in ("uncoupled", "not-orthogonal")


def test_estimates_alone() -> None:
    def draw(x: Any, y: Any, seed: int) -> Any:
        phi = features("relu")
        return np.sum(phi(x, seed) * phi(y, seed), axis=1)

    assert conform(draw, mechanism="iid-relu", d=D, m=M).conclusion == "conforms"
    wrong = conform(lambda x, y, seed: M * draw(x, y, seed), mechanism="iid-relu", d=D, m=M)
    assert wrong.causes[0] == "missing-1/sqrt-m"
