"""Moments of hybrids: exact variances by a second method, bounds of fourth moments, where no variance is left."""

from __future__ import annotations

import math

import numpy as np
import pytest

from rftheory.conformance.claim.hybrid_names import built as hybrid_of
from rftheory.mechanisms._shelf import hybrids
from rftheory.moments.hybrid_moments import HybridMoments, exact_pairs

M, N = 6, 4
X, Y = np.array([0.4, -0.3, 0.2]), np.array([0.1, 0.5, 0.3])


def test_variance_of_the_angular_hybrid_by_its_closed_form() -> None:
    """(25) of hrf without a shared set: E lam^2 P + E (1-lam)^2 T with sinh^2, from independent parts."""
    v, z = float((X + Y) @ (X + Y)), float((X - Y) @ (X - Y))
    kernel = math.exp(float(X @ Y))
    up, wave = (2.0 * (kernel * math.sinh(t / 2.0)) ** 2 / M for t in (v, z))
    share = math.acos(float(X @ Y) / math.sqrt(float(X @ X) * float(Y @ Y))) / math.pi
    spread = share * (1.0 - share) / N
    expected = (share**2 + spread) * up + ((1.0 - share) ** 2 + spread) * wave
    claims = HybridMoments(hybrid_of("angular-hybrid", {})[0], M, N)
    assert claims.variance(X, Y) == pytest.approx(expected, rel=1e-12)
    assert claims.convex(X, Y)


def test_moments_of_a_mixture_by_quadrature() -> None:
    """One row, one lambda row, real A: both moments by Gauss-Hermite over the projections along each vector."""
    found, _ = hybrid_of("gaussian-hybrid", {"sigma": 0.6, "rho": 0.8})
    nodes, weights = np.polynomial.hermite_e.hermegauss(60)
    weights = weights / np.sum(weights)
    near, far = math.sqrt(float((X - Y) @ (X - Y))), math.sqrt(float((X + Y) @ (X + Y)))
    squares = float(X @ X + Y @ Y) / 2.0
    up = math.exp(-squares) * np.cosh(far * nodes)[:, None, None]
    wave = math.exp(squares) * np.cos(near * nodes)[None, :, None]
    share = ((1.0 - np.cos(0.6 * near * nodes)) / 0.8)[None, None, :]
    value = share * up + (1.0 - share) * wave - math.exp(float(X @ Y))
    mass = weights[:, None, None] * weights[None, :, None] * weights[None, None, :]
    claims = HybridMoments(found, 1, 1)
    assert float(np.sum(mass * value)) == pytest.approx(0.0, abs=1e-12)
    assert claims.variance(X, Y) == pytest.approx(float(np.sum(mass * value**2)), rel=1e-10)
    assert claims.fourth(X, Y) >= float(np.sum(mass * value**4))
    assert not claims.convex(X, Y)


def test_more_rows_of_lambda_never_vary_more() -> None:
    for name in hybrids():
        found, _ = hybrid_of(name, {})
        x, y = (p[: found.dimension or 3] for p in (X, Y))
        few, many = (HybridMoments(found, M, n).variance(x, y) for n in (None, 50))
        assert many <= few * (1.0 + 1e-9), name


def test_where_hybrids_are_exact() -> None:
    def labels(name: str) -> list[str]:
        found, _ = hybrid_of(name, {})
        return [label for label, _, _ in exact_pairs(HybridMoments(found, M, N), found.dimension or 4, 0.7)]

    both = ["theta = 0", "theta = pi"]
    assert all(labels(name) == both for name in ("angular-hybrid", "linear-hybrid", "optimal-hybrid"))
    assert labels("angle-hybrid") == both
    assert labels("gaussian-hybrid") == ["theta = 0"]
    assert labels("gaussian-hybrid-positive") == ["theta = pi at the norm of rho"]
    assert labels("complex-exponential") == []
    assert "centres 2 and 2" in labels("clustered-hybrid-complex")
