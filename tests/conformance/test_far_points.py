"""Points far out, where kernels leave the numbers of double precision: undecided or refused in one line, never an end."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from rftheory import conform
from rftheory.errors import InputError
from rftheory.verdict import Outcome

D, M = 8, 16


def waves(X: Any, seed: int) -> Any:
    """Sines and cosines."""
    p = X @ np.random.default_rng(seed).normal(size=(X.shape[1], M))
    return np.hstack([np.cos(p), np.sin(p)]) / math.sqrt(M)


def orthogonal(X: Any, seed: int) -> Any:
    """The same with orthogonal rows of chi_d lengths."""
    rng = np.random.default_rng(seed)
    blocks = [np.linalg.qr(rng.normal(size=(D, D)))[0] * np.sign(rng.normal(size=D)) for _ in range(M // D)]
    rows = np.vstack(blocks) * np.sqrt(rng.chisquare(D, M))[:, None]
    return np.hstack([np.cos(X @ rows.T), np.sin(X @ rows.T)]) / math.sqrt(M)


def positive(X: Any, seed: int) -> Any:
    """Positive features of the softmax kernel."""
    rows = np.random.default_rng(seed).normal(size=(X.shape[1], M))
    return np.exp(X @ rows - np.sum(X**2, axis=1, keepdims=True) / 2.0) / math.sqrt(M)


@pytest.mark.parametrize("norm", [15.0, 30.0, 1e6])
@pytest.mark.parametrize(("code", "name"), [(waves, "rff"), (orthogonal, "orf"), (positive, "prf")])
def test_right_code_is_left_open(code: Any, name: str, norm: float) -> None:
    """The kernel is e^{-|x-y|^2/2}, down to 0: no number of draws shows such a mean, and none is held against it."""
    report = conform(code, mechanism=name, d=D, norm=norm, draws=256)
    assert report.exit_code == 3
    assert not report.causes


@pytest.mark.parametrize("norm", [15.0, 30.0])
def test_another_map_is_still_told(norm: float) -> None:
    """Positive features that are declared as sines and cosines."""
    report = conform(positive, mechanism="rff", d=D, norm=norm, draws=256)
    assert report.exit_code == 1
    assert "form of the map" in {found.check for found in report.failures}


def test_gerf_far_out() -> None:
    """Fourth powers of e^{x.y} leave double precision from norms of about 13 on."""

    def gerf(X: Any, seed: int) -> Any:
        w, a = np.random.default_rng(seed).normal(size=(M, D)), -0.1
        logs = a * np.sum(w**2, axis=1) + math.sqrt(1.0 - 4.0 * a) * X @ w.T
        return (
            (1.0 - 4.0 * a) ** (D / 4.0)
            * np.exp(logs - np.sum(X**2, axis=1, keepdims=True) / 2)
            / math.sqrt(M)
        )

    report = conform(gerf, mechanism="gerf", parameters={"A": -0.1}, d=D, norm=20.0, draws=256)
    assert report.exit_code == 3
    assert not report.causes


def exponentials(power: float) -> Any:
    """Positive features whose two factors leave double precision each for itself; power 2: of the Gaussian kernel."""

    def features(X: Any, seed: int) -> Any:
        rows = np.random.default_rng(seed).normal(size=(X.shape[1], M))
        heights = np.exp(-power * np.sum(X**2, axis=1, keepdims=True) / 2.0)
        return np.exp(X @ rows) * heights / math.sqrt(M)

    return features


@pytest.mark.parametrize("kernel", [None, "softmax"])
def test_where_the_kernel_is_no_number_either(kernel: str | None) -> None:
    """e^{x.y} reaches e^{40000} at norm 200: infinite features are a note with the norm that an answer needs."""
    report = conform(exponentials(1.0), kernel=kernel, d=D, norm=200.0, draws=256)
    assert report.exit_code == 3
    assert not report.causes
    (found,) = (f for f in report.findings if f.outcome is Outcome.UNDECIDED)
    assert "an answer needs norms of at most 26.6" in found.detail


def test_where_the_kernel_is_a_number() -> None:
    """e^{-|x-y|^2/2} is one at every norm: whoever multiplies the same two factors is told of it."""
    report = conform(exponentials(2.0), kernel="gaussian", d=D, norm=200.0, draws=256)
    assert report.exit_code == 1
    assert report.causes == ("overflow",)


@pytest.mark.parametrize("norm", [1e101, 1e200])
def test_points_beyond_squares_are_refused(norm: float) -> None:
    """Squares of norms would be infinite."""
    with pytest.raises(InputError, match=r"test points have a coordinate of .*; allowed: at most 1e\+100"):
        conform(waves, mechanism="rff", d=D, norm=norm, draws=64)
