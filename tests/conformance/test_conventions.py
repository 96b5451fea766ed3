"""Conventions of kernels, forms and lengths that right and wrong code is told apart by: no name that is not literally true."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy.linalg import hadamard

from rftheory import conform
from rftheory.conformance.claim.declaration import declared
from rftheory.conformance.findings import Finding, Report
from rftheory.conformance.moments import sample_sizes
from rftheory.conformance.moments.familiar import alike
from rftheory.conformance.moments.measurements import FamiliarVariances
from rftheory.conformance.moments.moment_claims import Estimates
from rftheory.measured.inference.error_budget import ErrorBudget
from rftheory.moments.catalogue import familiar
from rftheory.moments.pairs import Pair
from rftheory.verdict import Outcome

D, M = 8, 24
Code = Callable[[Any, int], Any]


def homogeneous(f: Callable[[Any], Any], square: float) -> Code:
    """sqrt(square/m) f(Wx)."""

    def features(x: Any, seed: int) -> Any:
        w = np.random.default_rng(seed).standard_normal((x.shape[1], M))
        return np.sqrt(square / M) * f(x @ w)

    return features


def relu(p: Any) -> Any:
    """max(p, 0)."""
    return np.maximum(p, 0.0)


def of_relu(square: float) -> Callable[[Any, Any, int], Any]:
    """Estimates by such features."""
    phi = homogeneous(relu, square)
    return lambda x, y, seed: np.sum(phi(x, seed) * phi(y, seed), axis=1)


@pytest.mark.parametrize("square", [1.0, 2.0])
def test_both_normalisations_of_the_first_arc_cosine_kernel(square: float) -> None:
    """E relu(w.x) relu(w.y), and Cho and Saul's kernel, which is twice that."""
    for report in (
        conform(homogeneous(relu, square), mechanism="relu", d=D),
        conform(of_relu(square), mechanism="iid-relu", d=D, m=M),
    ):
        assert (report.conclusion, report.causes) == ("conforms", ())
        assert ("Cho and Saul" in report.preflight) is (square == 2.0)


@pytest.mark.parametrize(
    ("name", "f", "square"), [("relu", relu, 4.0), ("relu", relu, 3.4), ("abs", np.abs, 2.0)]
)
def test_a_factor_of_a_homogeneous_map_is_a_scale(name: str, f: Callable[[Any], Any], square: float) -> None:
    """f(c p) = c f(p) has no bandwidth; and 3.4 is not m/d = 3."""
    assert conform(homogeneous(f, square), mechanism=f"iid-{name}", d=D).causes == ("scale",)


def spun(x: Any, seed: int) -> Any:
    """Sines and cosines of sqrt(d) HD HD HD x, H without 1/sqrt(d): norms are d^1.5 times too large."""
    rng, h = np.random.default_rng(seed), hadamard(x.shape[1])
    blocks = []
    for _ in range(3):
        z = x
        for _ in range(3):
            z = (z * rng.choice([-1.0, 1.0], x.shape[1])) @ h
        blocks.append(z * np.sqrt(x.shape[1]))
    p = np.hstack(blocks)
    return np.hstack([np.cos(p), np.sin(p)]) / np.sqrt(p.shape[1])


def long(kind: str) -> Code:
    """iid rows 64 times too long, where angles wrap at the step at which rows are read."""

    def features(x: Any, seed: int) -> Any:
        rng = np.random.default_rng(seed)
        p = x @ (64.0 * rng.standard_normal((x.shape[1], M)))
        if kind == "phase":
            return np.sqrt(2.0 / M) * np.cos(p + rng.uniform(0.0, 2.0 * np.pi, M))
        return np.hstack([np.cos(p), np.sin(p)]) / np.sqrt(M)

    return features


def said(report: Report) -> float:
    """The mean |w|^2/d that the norm law reports."""
    found = next(f for f in report.findings if f.check == "norm law")
    return float(found.detail.rpartition("= ")[2])


def test_long_products_are_of_a_wrong_bandwidth_alone() -> None:
    """W W^T = d^3 d I: rows are orthogonal, and all norms are one number."""
    report = conform(spun, mechanism="sorf", d=16)
    assert report.causes == ("bandwidth",)
    assert said(report) == 4096.0


@pytest.mark.parametrize("kind", ["trigonometric", "phase"])
def test_rows_that_wrap_have_their_length(kind: str) -> None:
    """64^2, to the spread of a chi^2 mean of 2 10^5 numbers."""
    report = conform(long(kind), mechanism="rff", d=D)
    assert report.causes == ("bandwidth",)
    assert said(report) == pytest.approx(4096.0, rel=0.02)


def one_phase(b: float | None = None) -> Code:
    """cos(Wx + b) with one b for all features, drawn or fixed."""

    def features(x: Any, seed: int) -> Any:
        rng = np.random.default_rng(seed)
        p = x @ rng.standard_normal((x.shape[1], M))
        return np.sqrt(2.0 / M) * np.cos(p + (rng.uniform(0.0, 2.0 * np.pi) if b is None else b))

    return features


@pytest.mark.parametrize("mechanism", [None, "rff", "iid-phase"])
def test_one_phase_for_all_is_a_mistake_whatever_is_declared(mechanism: str | None) -> None:
    """Its variance does not fall with m."""
    report = conform(one_phase(), mechanism=mechanism, d=D)
    assert (report.exit_code, report.causes) == (1, ("phase-shared",))


def test_no_number_of_features_is_said_to_help_where_variances_are_too_large() -> None:
    """A margin falls with the root of draws always, with that of features where the variance is that of so many."""
    mean = Finding("mean: two axes", "beyond/phase/mean", Outcome.UNDECIDED, "", delta=0.5)
    for larger in (False, True):
        seen = FamiliarVariances((), coupled=False, larger=larger)
        variance = Finding(
            "variance: two axes", "beyond/phase/variance", Outcome.FAILS, "", measurements=seen
        )
        text = sample_sizes.enough([mean, variance], M, 1024)
        assert ("features" in text) is not larger
        assert "draws" in text


def test_one_fixed_phase_is_a_map_of_its_own_and_cancelling_ones_are_right() -> None:
    """cos(p + 0.3) is claimed to be nothing; cos(p - pi/4) = (cos p + sin p)/sqrt(2) is unbiased for odd sin(p + q)."""
    assert (conform(one_phase(0.3), d=D).exit_code, conform(one_phase(0.3), d=D).causes) == (3, ())
    report = conform(one_phase(-np.pi / 4.0), mechanism="rff", d=D)
    assert (report.mechanism, report.causes) == ("iid-phase", ())


def binned(x: Any, seed: int) -> Any:
    """Random binning of Rahimi and Recht, hashed: features are 0 or 1/sqrt(8), of no known form."""
    rng = np.random.default_rng(seed)
    out = np.zeros((len(x), 8 * 256))
    for j in range(8):
        delta = rng.gamma(2.0, 1.0, x.shape[1])
        bins = np.floor((x - rng.uniform(0.0, 1.0, x.shape[1]) * delta) / delta).astype(np.int64)
        at = (bins * rng.integers(1, 2**31, x.shape[1])).sum(1) % 256
        out[np.arange(len(x)), j * 256 + at] = 1.0 / np.sqrt(8.0)
    return out


@pytest.mark.parametrize("kernel", [None, "laplace"])
def test_an_unknown_map_is_called_so_and_has_no_closed_form(kernel: str | None) -> None:
    """Its form check says unknown, and so does the head."""
    report = conform(binned, kernel=kernel, d=3, draws=128)
    assert (report.mechanism, report.recognised) == ("unknown", False)
    assert "relative error" not in report.preflight
    assert not report.preflight.startswith(";")
    assert not report.causes


def test_variances_are_likened_to_those_of_the_map_that_was_found() -> None:
    """Not to those of features that the form check has ruled out: squares that are exactly hyperbolic ones."""
    x = np.eye(D)[0]
    pair, budget = Pair("two axes", x, np.eye(D)[1]), ErrorBudget(["v"])
    found = {}
    for form in ("", "trigonometric"):
        subject = Estimates(
            np.ones((1, 1)), (pair,), declared("iid-trigonometric"), "gaussian", M, 0.0, budget, form=form
        )
        term = subject.theory.term(pair)
        mine = {
            kind: one.variance for _, kind, one in familiar("trigonometric", "gaussian", pair, M, term.mean)
        }
        squares = np.full(1 << 16, mine["hyperbolic"])
        found[form] = alike(subject, pair, term, squares, budget.share("v"), 0.0)
    assert "hyperbolic" in {kind for _, kind in found[""][0]}
    assert {kind for _, kind in found["trigonometric"][0]} <= {"trigonometric"}
    assert "hyperbolic" not in found["trigonometric"][1]
