"""Hybrids of every kind: correct ones conform, swapped and dependent lambdas are named."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from rftheory.conformance.claim.hybrid_names import built as hybrid_of
from rftheory.conformance.conform import conform
from rftheory.errors import InputError
from rftheory.mechanisms._shelf import hybrids

M, N = 6, 4


def client(found: Any) -> Callable[[Any, Any, int], Any]:
    """A hybrid (or a mutant of one) as a user's estimator."""

    def draw(x: Any, y: Any, seed: int) -> Any:
        rows = found.sample(x.shape[1], M, N, rng=np.random.default_rng(seed))
        return np.array([float(np.real(found.estimate(a, b, rows))[0]) for a, b in zip(x, y, strict=True)])

    return draw


def angular(*, separate: bool = False, angle: bool = False, whole: bool = False) -> Callable[..., Any]:
    """The angular hybrid, its sign features of keys from projections of their own if `separate`.

    angle: lambda is 2 theta/pi in place of an estimate. whole: the second base has the weight 1 - lambda no more.
    """

    def draw(x: Any, y: Any, seed: int) -> Any:
        rng = np.random.default_rng(seed)
        w, v, signs, others = rng.standard_normal((4, M, x.shape[1]))
        squares = np.sum(x * x + y * y, axis=1) / 2.0
        up = np.exp(-squares) * np.mean(np.cosh((x + y) @ w.T), axis=1)
        wave = np.exp(squares) * np.mean(np.cos((x - y) @ v.T), axis=1)
        keys = others if separate else signs
        share = (1.0 - np.mean(np.sign(x @ signs.T) * np.sign(y @ keys.T), axis=1)) / 2.0
        if angle:
            cosines = np.sum(x * y, axis=1) / np.linalg.norm(x, axis=1) / np.linalg.norm(y, axis=1)
            share = 2.0 * np.arccos(np.clip(cosines, -1.0, 1.0)) / np.pi
        return share * up + (1.0 if whole else 1.0 - share) * wave

    return draw


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


def test_what_a_name_settles_is_no_parameter() -> None:
    """A shared hybrid cannot be unshared; what its name leaves open is allowed, and n."""
    assert hybrid_of("gaussian-hybrid-shared", {"sigma": 0.5, "radius": 1.0, "n": 3})[1] == 3
    for name, parameters, settled in (
        ("gaussian-hybrid-shared", {"sigma": 0.5, "radius": 1.0, "shared": False}, "shared"),
        ("gaussian-hybrid-positive", {"sigma": 0.5, "radius": 1.0, "features": "trigonometric"}, "features"),
        ("complex-exponential-antithetic", {"antithetic": False}, "antithetic"),
    ):
        with pytest.raises(InputError, match=f"has no parameter {settled}; allowed: n, ") as raised:
            hybrid_of(name, parameters)
        assert settled not in str(raised.value).partition("allowed: ")[2].split(", ")


@pytest.mark.parametrize("given", [{}, {"m": M}])
def test_a_mistake_that_would_show_where_the_hybrid_is_exact_is_not_named(given: dict[str, int]) -> None:
    """2 theta/pi, and weights that do not sum to one, are exact at theta = 0, where a swapped or torn lambda is not."""
    options: dict[str, Any] = {"mechanism": "iid-angular-hybrid", "d": 4, "norm": 0.5, **given}
    assert conform(angular(angle=True), **options).causes == ("zero-variance",)
    assert conform(angular(whole=True), **options).causes == ("zero-variance", "biased")


def test_without_a_number_of_rows_no_size_of_an_error_names_anything() -> None:
    wrong = conform(angular(separate=True), mechanism="angular-hybrid", d=4, norm=0.5)
    assert wrong.causes == ("zero-variance",)


def test_a_swapped_lambda_of_orthogonal_rows_is_told_apart() -> None:
    """By the closed forms of orthogonal rows: lambda of two draws has a quarter of that error."""

    def draw(x: Any, y: Any, seed: int) -> Any:
        rng, d = np.random.default_rng(seed), x.shape[1]
        q, r = np.linalg.qr(rng.standard_normal((6, d, d)))
        rows = q * np.sign(np.diagonal(r, axis1=1, axis2=2))[:, None, :]
        rows = (rows * np.sqrt(rng.chisquare(d, (6, d, 1)))).reshape(2, 3 * d, d)
        tau, half = rng.standard_normal((16, d)), np.sum(x * x + y * y, axis=1) / 2.0
        up = np.exp(-half) * np.mean(np.cosh((x + y) @ rows[0].T), axis=1)
        wave = np.exp(half) * np.mean(np.cos((x - y) @ rows[1].T), axis=1)
        share = 0.5 - 0.5 * np.mean(np.sign(x @ tau.T) * np.sign(y @ tau.T), axis=1)
        return (1.0 - share) * up + share * wave

    report = conform(draw, mechanism="orthogonal-angular-hybrid", parameters={"n": 16}, d=8, m=24, norm=0.4)
    assert report.causes == ("lambda-swapped",)
