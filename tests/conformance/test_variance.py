"""The variance check: it sees rows without their coupling, names what it saw, and lets what is right pass."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from rftheory.conformance.conform import conform
from rftheory.mechanisms._shelf import couplings

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
