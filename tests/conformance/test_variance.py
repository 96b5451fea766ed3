"""The variance check: it sees rows without their coupling, names what it saw, and lets what is right pass."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from rftheory.conformance.conform import conform
from rftheory.mechanisms._shelf import couplings
from rftheory.moments.catalogue import familiar
from rftheory.moments.pairs import Pair, pairs
from rftheory.moments.term_moments import estimate_moments, fourth_bound, term_moments

D, M = 8, 24
WAVES = {"hyperbolic": np.cosh, "trigonometric": np.cos, "positive": np.exp}


def estimator(kind: str, coupling: str, phase: bool = False) -> Callable[[Any, Any, int], Any]:
    """A user's estimator of the Gaussian kernel, its rows independent or of the package's coupling."""

    def draw(x: Any, y: Any, seed: int) -> Any:
        rng = np.random.default_rng(seed)
        iid = coupling == "iid"
        w = rng.standard_normal((M, D)) if iid else couplings()[coupling].sample(D, M, rng=rng, n=1)[0]
        if phase:
            b = 2.0 * np.pi * rng.random(M)
            return 2.0 * np.mean(np.cos(x @ w.T + b) * np.cos(y @ w.T + b), axis=1)
        if kind == "trigonometric":
            return np.mean(np.cos((x - y) @ w.T), axis=1)
        return np.mean(WAVES[kind]((x + y) @ w.T), axis=1) * np.exp(-np.sum(x * x + y * y, axis=1))

    return draw


@pytest.mark.parametrize("kind", ["hyperbolic", "trigonometric"])
def test_independent_rows_declared_orthogonal_are_seen_and_named(kind: str) -> None:
    report = conform(estimator(kind, "iid"), mechanism=f"orthogonal-{kind}", d=D, m=M, norm=0.5)
    assert report.causes == ("uncoupled",), [found.detail for found in report.failures]
    assert all(found.check.startswith("variance") for found in report.failures)
    assert any("that of iid rows" in found.detail for found in report.failures)


def test_another_map_of_the_same_mean_is_named() -> None:
    report = conform(estimator("positive", "iid"), mechanism="iid-hyperbolic", d=D, m=M, norm=0.5)
    assert {found.check.split(":")[0] for found in report.failures} == {"variance"}
    assert all(found.cause == "variance" for found in report.failures)
    assert any("iid positive features" in found.detail for found in report.failures)


@pytest.mark.parametrize(
    ("coupling", "kind"),
    [
        ("orthogonal-fixed-norm", "positive"),
        pytest.param("orthogonal", "trigonometric", marks=pytest.mark.slow),
        pytest.param("simplex-full", "hyperbolic", marks=pytest.mark.slow),
    ],
)
def test_what_is_right_passes_with_its_own_kurtosis(coupling: str, kind: str) -> None:
    report = conform(estimator(kind, coupling), mechanism=f"{coupling}-{kind}", d=D, m=M, norm=0.5)
    assert report.conclusion == "conforms", report.failures
    judged = [found for found in report.findings if found.check.startswith("variance")]
    assert judged
    assert all("kurtosis" in found.detail and "at most" not in found.detail for found in judged)


def test_random_phases_with_coupled_rows_are_judged() -> None:
    right = conform(estimator("", "orthogonal", True), mechanism="orthogonal-phase", d=D, m=M)
    assert right.conclusion == "conforms", right.failures
    assert any(found.check.startswith("variance") for found in right.findings)


def test_one_term_with_a_random_phase_has_its_moments_by_brute_force() -> None:
    """Gauss-Hermite over w.x and w.y, the rectangle rule over b."""
    pair = Pair("", np.array([0.6, 0.2]), np.array([-0.1, 0.5]))
    nodes, weights = np.polynomial.hermite_e.hermegauss(40)
    w = np.stack(np.meshgrid(nodes, nodes, indexing="ij"), axis=-1)[..., None, :]
    b = 2.0 * np.pi * np.arange(32) / 32
    values = 2.0 * np.cos(w @ pair.x + b) * np.cos(w @ pair.y + b)
    shares = np.multiply.outer(weights, weights)[..., None] / np.sum(weights) ** 2 / 32
    law = term_moments("phase", "gaussian", pair.x, pair.y, False)
    mean = float(np.sum(shares * values))
    assert law.mean == pytest.approx(mean, rel=1e-12)
    assert law.variance == pytest.approx(float(np.sum(shares * (values - mean) ** 2)), rel=1e-12)
    assert law.fourth == pytest.approx(float(np.sum(shares * (values - mean) ** 4)), rel=1e-12)
    whole = estimate_moments(couplings()["iid"], "phase", "gaussian", pair, 5)
    assert whole is not None
    assert whole.variance == pytest.approx(law.variance / 5, rel=1e-12)
    assert whole.fourth == pytest.approx(
        fourth_bound(couplings()["iid"], law, law.variance / 5, 2, 5), rel=1e-12
    )


@pytest.mark.parametrize("kind", ["positive", "hyperbolic", "trigonometric", "phase"])
def test_the_bound_is_a_bound(kind: str) -> None:
    for pair in pairs(D, 0.7):
        for name in ("orthogonal", "simplex", "simplex-full"):
            law, exact = (
                term_moments(kind, "softmax", pair.x, pair.y, False),
                estimate_moments(couplings()[name], kind, "softmax", pair, M),
            )
            assert exact is not None
            assert exact.fourth <= fourth_bound(couplings()[name], law, exact.variance, D, M)


def test_couplings_without_one_cosine_have_no_closed_form() -> None:
    pair = pairs(D, 0.7)[0]
    assert estimate_moments(couplings()["cross-polytope"], "positive", "gaussian", pair, M) is None
    assert estimate_moments(couplings()["simplex-plus"], "positive", "gaussian", pair, M) is None
    assert estimate_moments(couplings()["hd3"], "positive", "gaussian", pair, M) is None


def test_only_mechanisms_of_the_same_mean_are_compared() -> None:
    pair = pairs(D, 0.7)[0]
    mean = term_moments("positive", "gaussian", pair.x, pair.y, True).mean
    assert list(familiar("positive", "gaussian", pair, M, mean)) == []
    assert (
        len(
            list(
                familiar(
                    "positive",
                    "gaussian",
                    pair,
                    M,
                    term_moments("phase", "gaussian", pair.x, pair.y, False).mean,
                )
            )
        )
        == 12
    )
