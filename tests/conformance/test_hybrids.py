"""Hybrids of every kind: exact variances by a second method, correct ones conform, swapped and dependent lambdas are named."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from rftheory.conformance.claim.hybrid_names import built as hybrid_of
from rftheory.conformance.conform import conform
from rftheory.errors import InputError
from rftheory.mechanisms._shelf import hybrids
from rftheory.moments.hybrid_moments import HybridMoments, exact_pairs

pytestmark = pytest.mark.usefixtures("fewer_draws")
M, N = 6, 4
X, Y = np.array([0.4, -0.3, 0.2]), np.array([0.1, 0.5, 0.3])


def client(found: Any) -> Callable[[Any, Any, int], Any]:
    """A hybrid (or a mutant of one) as a user's estimator."""

    def draw(x: Any, y: Any, seed: int) -> Any:
        rows = found.sample(x.shape[1], M, N, rng=np.random.default_rng(seed))
        return np.array([float(np.real(found.estimate(a, b, rows))[0]) for a, b in zip(x, y, strict=True)])

    return draw


def angular(*, separate: bool = False) -> Callable[[Any, Any, int], Any]:
    """The angular hybrid, its sign features of keys from projections of their own if `separate`."""

    def draw(x: Any, y: Any, seed: int) -> Any:
        rng = np.random.default_rng(seed)
        w, v, signs, others = rng.standard_normal((4, M, x.shape[1]))
        squares = np.sum(x * x + y * y, axis=1) / 2.0
        up = np.exp(-squares) * np.mean(np.cosh((x + y) @ w.T), axis=1)
        wave = np.exp(squares) * np.mean(np.cos((x - y) @ v.T), axis=1)
        keys = others if separate else signs
        share = (1.0 - np.mean(np.sign(x @ signs.T) * np.sign(y @ keys.T), axis=1)) / 2.0
        return share * up + (1.0 - share) * wave

    return draw


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


CORRECT = ["gaussian-hybrid", "complex-exponential"]


@pytest.mark.parametrize("name", CORRECT)
def test_correct_hybrids_conform(name: str) -> None:
    found = hybrids()[name]
    report = conform(
        client(found), mechanism=f"iid-{name}", parameters={"n": N}, d=found.dimension or 4, m=M, norm=0.5
    )
    assert not report.failures
    assert any(f.check.startswith("variance") for f in report.findings) or name == "gaussian-hybrid"


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(hybrids()))
def test_every_hybrid(name: str) -> None:
    found = hybrids()[name]
    d = found.dimension or 4
    report = conform(client(found), mechanism=f"iid-{name}", parameters={"n": N}, d=d, m=M)
    assert not report.failures


@pytest.mark.parametrize(
    "name", ["gaussian-hybrid", pytest.param("clustered-hybrid-complex", marks=pytest.mark.slow)]
)
def test_swapped_lambdas(name: str) -> None:
    found = hybrids()[name]
    wrong = next(mutant for mutant in found.mutants() if mutant.name.endswith("/swapped"))
    report = conform(client(wrong), mechanism=f"iid-{name}", parameters={"n": N}, d=found.dimension or 4, m=M)
    assert report.causes[0] == "lambda-swapped"


def test_lambda_features_of_queries_and_keys_must_share_a_draw() -> None:
    assert not conform(angular(), mechanism="angular-hybrid", d=4, m=M, norm=0.5).failures
    wrong = conform(angular(separate=True), mechanism="angular-hybrid", d=4, m=M, norm=0.5)
    assert wrong.causes[0] == "lambda-projections"


def test_lambda_made_of_the_projections_of_a_base() -> None:
    found = hybrids()["gaussian-hybrid-shared"]
    wrong = next(mutant for mutant in found.mutants() if mutant.name.endswith("/reused"))
    report = conform(client(wrong), mechanism="gaussian-hybrid-shared", parameters={"n": N}, d=4, m=M)
    assert report.causes[0] == "lambda-reused"


def test_positivity() -> None:
    found = replace(hybrid_of("complex-exponential", {"a": "0.9,1.2"})[0], name="complex-exponential")
    right = conform(client(found), mechanism="complex-exponential", parameters={"a": "0.9,1.2"}, d=2, m=M)
    assert right.finding("positive estimates").outcome.value == "holds"
    assert not right.failures


@pytest.mark.parametrize(
    ("name", "parameters", "message"),
    [
        ("angular-hybrid", {"sigma": 1.0}, "allowed: n"),
        ("gaussian-hybrid", {"tau": 1.0}, "sigma"),
        ("mixture-hybrid", {"tau": 1.0}, "queries"),
        ("complex-exponential", {}, "d = 16"),
    ],
)
def test_wrong_parameters(name: str, parameters: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        conform(angular(), mechanism=name, parameters=parameters)
