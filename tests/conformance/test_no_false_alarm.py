"""Every mechanism of the package conforms to itself: as a sampler, in features, in estimates."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from rftheory.conformance.claim.declaration import HYBRIDS
from rftheory.conformance.conform import conform
from rftheory.mechanisms._shelf import couplings, feature_maps, hybrids

MAPS = ("positive", "hyperbolic", "trigonometric")
D = 8

pytestmark = pytest.mark.all_draws  # right code: no false alarm is missed


def sampler(name: str) -> Callable[[int, int, int], Any]:
    """The package's coupling as a user's sampler."""

    def frequencies(d: int, m: int, seed: int) -> Any:
        return couplings()[name].sample(d, m, rng=np.random.default_rng(seed), n=1)[0]

    return frequencies


def features(coupling: str, name: str, kernel: Any) -> Callable[[Any, int], Any]:
    """The package's mechanism as a user's feature map."""
    law, map_ = couplings()[coupling], feature_maps()[name]

    def phi(x: Any, seed: int) -> Any:
        w = law.sample(x.shape[1], 3 * D, rng=np.random.default_rng(seed), n=1)[0]
        return map_.features(w, x, kernel=kernel)

    return phi


def hybrid(name: str) -> Callable[[Any, Any, int], Any]:
    """The package's hybrid as a user's estimator."""
    found = hybrids()[name]

    def draw(x: Any, y: Any, seed: int) -> Any:
        rows = found.sample(x.shape[1], 3 * D, 2 * D, rng=np.random.default_rng(seed))
        return np.array([float(np.real(found.estimate(a, b, rows))[0]) for a, b in zip(x, y, strict=True)])

    return draw


@pytest.mark.parametrize("name", ["iid", "simplex", "orthogonal-fixed-norm"])
def test_some_couplings(name: str) -> None:
    report = conform(sampler(name), mechanism=name, d=D)
    assert report.conclusion == "conforms", report.failures


@pytest.mark.parametrize("seed", range(2))
def test_fresh_seeds(seed: int) -> None:
    report = conform(features("simplex", "positive", "softmax"), mechanism="simplex-positive", d=D, seed=seed)
    assert report.conclusion == "conforms", report.failures


@pytest.mark.parametrize("name", ["iid", "simplex"])
def test_half_precision_leaves_the_coupling_recognised(name: str) -> None:
    inner = features(name, "trigonometric", "gaussian")
    report = conform(lambda x, seed: inner(x, seed).astype("float16"), d=D)
    assert not report.failures, report.failures
    assert report.mechanism == f"{name}-trigonometric"


def test_what_was_not_looked_at_is_no_evidence() -> None:
    report = conform(sampler("orthogonal-fixed-norm"), mechanism="orthogonal-fixed-norm", d=D)
    assert "norms within a draw" not in {found.check for found in report.findings}
    assert "not checked: norms within a draw" in report.preflight


def phases(coupling: str, kernel: str) -> Callable[[Any, int], Any]:
    """Random phases on the package's coupling."""
    law = couplings()[coupling]

    def phi(x: Any, seed: int) -> Any:
        rng = np.random.default_rng(seed)
        w = law.sample(x.shape[1], 3 * D, rng=rng, n=1)[0]
        waves = np.sqrt(2.0 / (3 * D)) * np.cos(x @ w.T + rng.uniform(0.0, 2.0 * np.pi, 3 * D))
        weight = np.exp(np.sum(x * x, axis=1, keepdims=True) / 2.0) if kernel == "softmax" else 1.0
        return weight * waves

    return phi


@pytest.mark.parametrize(
    ("coupling", "name"),
    [
        ("simplex", "abs"),
        ("cross-polytope", "cosine"),
        ("simplex-plus", "abs"),
        ("hd3", "cosine"),
        ("hd3", "abs"),
        ("hd1", "abs"),
    ],
)
def test_even_functions_hide_the_signs_of_rows(coupling: str, name: str) -> None:
    report = conform(features(coupling, name, None), mechanism=f"{coupling}-{name}", d=D)
    assert not report.failures


@pytest.mark.parametrize("coupling", ["simplex", "cross-polytope", "simplex-full"])
def test_rows_of_phases_have_no_sign_and_are_recognised(coupling: str) -> None:
    report = conform(phases(coupling, "gaussian"), d=D)
    assert not report.failures
    assert report.mechanism == f"{coupling}-phase"


@pytest.mark.parametrize("kernel", ["gaussian", "softmax"])
@pytest.mark.parametrize(
    "seed", [1112337805, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (3, 4))]
)
def test_the_kernel_of_phases_is_not_guessed_from_their_length(kernel: str, seed: int) -> None:
    report = conform(phases("orthogonal-fixed-norm", kernel), d=D, seed=seed)
    assert report.kernel == kernel
    assert not report.failures


PADDED = tuple(name for name, coupling in sorted(couplings().items()) if coupling.padded(6) != 6)


@pytest.mark.parametrize("m", [5, pytest.param(8, marks=pytest.mark.slow), 20])
@pytest.mark.parametrize("name", PADDED)
def test_rows_that_are_cut_off(name: str, m: int) -> None:
    """Of whole blocks the columns have a length; rows of a block that is not whole have any."""
    report = conform(sampler(name), mechanism=name, d=6, m=m)
    assert not report.failures
    assert ("norm law" in {found.check for found in report.findings}) == (m >= 8 and name.startswith("hd"))


@pytest.mark.parametrize("coupling", ["iid", "orthogonal-fixed-norm", "hd3"])
def test_the_order_of_features_is_not_claimed(coupling: str) -> None:
    """One order for all draws: cosines backwards."""
    inner = features(coupling, "trigonometric", "gaussian")
    order = np.r_[np.arange(3 * D), np.arange(6 * D)[: 3 * D - 1 : -1]]
    report = conform(lambda x, seed: inner(x, seed)[:, order], mechanism=f"{coupling}-trigonometric", d=D)
    assert not report.failures, report.failures


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(couplings()))
def test_every_coupling(name: str) -> None:
    for d, m in ((4, 12), (8, 8), (16, 5)):
        report = conform(sampler(name), mechanism=name, d=d, m=m)
        assert report.conclusion == "conforms", (d, m, report.failures)


@pytest.mark.slow
@pytest.mark.parametrize("kernel", ["gaussian", "softmax"])
@pytest.mark.parametrize("name", MAPS)
@pytest.mark.parametrize("coupling", sorted(couplings()))
def test_every_mechanism(coupling: str, name: str, kernel: str) -> None:
    report = conform(features(coupling, name, kernel), mechanism=f"{coupling}-{name}", kernel=kernel, d=D)
    assert not report.failures


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in HYBRIDS if name in hybrids()])
def test_every_hybrid(name: str) -> None:
    report = conform(hybrid(name), mechanism=name, d=hybrids()[name].dimension or D, m=3 * D)
    assert report.conclusion == "conforms", report.failures
