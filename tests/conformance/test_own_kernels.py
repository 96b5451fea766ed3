"""Generalised features: laws by quadrature against closed forms, mistakes that are named, correct maps that conform."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from rftheory.conformance.conform import conform
from rftheory.moments.induced_kernels import own_maps

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
        ("cosine", {"epsilon": 1e-3}, "epsilon-added"),
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
