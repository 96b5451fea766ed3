"""Rankings of stationary kernels: errors that features really have, needs, warnings, the command."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import numpy as np
import pytest

import rftheory
from rftheory.errors import DomainError, InputError
from rftheory.moments.radial_kernels import MaternCovariance
from rftheory.moments.waves.wave_errors import block_covariances
from rftheory.moments.waves.wave_moments import RadialBlock, pair_covariance
from rftheory.recommendation.kernel_ranking import KernelRanking
from rftheory.report.schema import json_schema

POINTS = np.random.default_rng(0).normal(size=(300, 6)) / 2.0


def _ranked(**given: Any) -> KernelRanking:
    found = rftheory.recommend(**({"data": POINTS, "features": 48} | given))
    assert isinstance(found, KernelRanking)
    return found


@pytest.mark.parametrize(
    ("kernel", "parameters", "value"),
    [
        ("matern32", {"lengthscale": 1.5}, lambda z: (1 + np.sqrt(3) * z / 1.5) * np.exp(-np.sqrt(3) * z / 1.5)),
        ("rq", {"alpha": 0.5}, lambda z: 1 / np.sqrt(1 + z * z)),
        ("gaussian", {"lengthscale": 0.8}, lambda z: np.exp(-z * z / 1.28)),
    ],
)  # fmt: skip
def test_features_have_the_errors_that_are_said(kernel: str, parameters: Any, value: Any) -> None:
    found = _ranked(kernel=kernel, parameters=parameters, seed=1)
    rng = np.random.default_rng(2)
    i, j = rng.integers(len(POINTS), size=(2, 3000))
    exact = value(np.linalg.norm(POINTS[i] - POINTS[j], axis=1))
    for choice in found.choices:
        squares = []
        for seed in range(60):
            phi = found.transformer(choice, random_state=seed).transform(POINTS)
            squares.append(np.mean((np.sum(phi[i] * phi[j], axis=1) - exact) ** 2))
        assert np.sqrt(np.mean(squares)) == pytest.approx(np.exp(choice.error.value), rel=0.08)


def test_the_features_that_a_target_takes() -> None:
    needed = {c.mechanism: int(c.needed) for c in _ranked(kernel="matern52", target=0.05).choices}
    for mechanism, features in needed.items():
        for count, reached in ((features, True), (features - (2 if mechanism[0] == "i" else 12), False)):
            again = _ranked(kernel="matern52", features=count)
            error = next(c.error.value for c in again.choices if c.mechanism == mechanism)
            assert (np.exp(error) <= 0.05 * (1 + 1e-9)) == reached


def test_between_distances_a_spline_of_the_contour() -> None:
    z = np.zeros((500, 4))
    z[:, 0] = np.geomspace(1e-2, 1e2, 500)
    kernel, block = MaternCovariance(nu=5.0), RadialBlock(4, 2)
    found = block_covariances(kernel, z)
    exact = [pair_covariance(kernel, float(one) ** 2, block) for one in z[::50, 0]]
    assert found[::50] == pytest.approx(exact, abs=3e-6)
    assert max(found) > 1e-4 > -1e-2 > min(found)


def test_it_says_when_orthogonality_hurts_and_when_nothing_is_useful() -> None:
    apart = np.zeros((40, 4))
    apart[::2, 0] = 3.5  # where two orthogonal rows in four dimensions agree more often than independent ones
    far = _ranked(data=apart, kernel="gaussian", parameters={"lengthscale": 1.0})
    assert [c.mechanism.split("-")[0] for c in far.choices] == ["simplex", "iid", "orthogonal"]
    assert any(
        line.startswith("orthogonality hurts: orthogonal-trigonometric for the Gaussian")
        for line in far.warnings
    )
    near = _ranked(kernel="matern12", scale=0.5, target=0.2)
    assert near.best.mechanism == "orthogonal-trigonometric"
    assert not near.warnings
    assert near.useful_scale is None
    assert any(
        "more than there are points" in line for line in _ranked(kernel="laplace", target=0.01).warnings
    )


@pytest.mark.parametrize(
    ("kernel", "value"),
    [
        ("matern12", lambda z: np.exp(-np.linalg.norm(z, axis=1))),
        ("laplace", lambda z: np.exp(-np.abs(z).sum(axis=1))),
    ],
)
def test_a_scale_at_which_a_stationary_kernel_is_useful(kernel: str, value: Any) -> None:
    """There the error of independent rows is the target's share of the kernel's rms: 1/2 + k(2z)/2 - k(z)^2 by hand."""
    found = _ranked(kernel=kernel, scale=100.0, features=128, target=0.25)
    assert found.useful_scale is not None
    assert f"at scale {found.useful_scale:.3g} they would be" in found.warnings[0]
    i, j = np.random.default_rng(3).integers(len(POINTS), size=(2, 20000))
    z = found.useful_scale * (POINTS[i] - POINTS[j])[i != j]
    error = np.sqrt(np.mean(0.5 + value(2 * z) / 2 - value(z) ** 2) / 64)
    assert error == pytest.approx(0.25 * np.sqrt(np.mean(value(z) ** 2)), rel=0.05)


def test_gamma_and_sigma_are_scales() -> None:
    for given, scale in (
        ({"gamma": 0.125}, 0.5),
        ({"sigma": 4.0}, 0.25),
        ({"gamma": 0.5, "kernel": "laplace"}, 0.5),
    ):
        assert rftheory.recommend(POINTS, features=16, pairs=64, **given).scale == pytest.approx(scale)
    x, y = POINTS[:200], POINTS[100:]
    for kernel, exact in (("gaussian", np.exp(-0.3 * np.sum((x - y) ** 2, axis=1))), ("laplace", np.exp(-0.3 * np.abs(x - y).sum(axis=1)))):  # fmt: skip
        phi = rftheory.RandomFeatures(20000, kernel=kernel, mechanism="iid-trigonometric", gamma=0.3, random_state=0).fit(x)  # fmt: skip
        estimate = np.sum(phi.transform(x) * phi.transform_keys(y), axis=1)
        assert np.max(np.abs(estimate - exact)) < 6.5 / np.sqrt(2 * 10000)  # V <= 1/2 a row, 200 pairs
    for given, said in (
        ({"gamma": 1.0, "sigma": 1.0}, "sigma and gamma are given"),
        ({"gamma": 1.0, "scale": 2.0}, "scale and gamma are given"),
        ({"gamma": 1.0, "kernel": "matern32"}, "of gaussian, laplace"),
        ({"sigma": 1.0, "kernel": "softmax"}, "of gaussian"),
        ({"gamma": 0.0}, "finite number > 0"),
    ):
        with pytest.raises((InputError, DomainError), match=said):
            rftheory.recommend(POINTS, features=16, **given)


def test_several_kernels_at_once_and_the_median_heuristic() -> None:
    found = _ranked(kernel=["laplace", "gaussian", "rq"], parameters={"alpha": 2.0}, scale="median")
    assert [c.mechanism for c in found.choices if c.kernel == "laplace"] == ["iid-trigonometric"]
    assert {c.kernel for c in found.choices} == {"laplace", "gaussian", "rq"}
    assert found.scale == pytest.approx(found.median_scale, rel=0.1)
    assert found.transformer().transform(POINTS).shape == (300, 48)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"kernel": "mattern32"}, "unknown kernel mattern32.*nearest: matern32"),
        ({"kernel": "matern"}, "needs nu"),
        ({"kernel": "matern32", "parameters": {"nu": 2.0}}, "has no nu"),
        ({"kernel": "matern", "parameters": {"nu": "a"}}, "nu = 'a'; allowed"),
        ({"kernel": "rq", "parameters": {"alpha": -1.0}}, "alpha"),
        ({"kernel": ["matern32", "rq"], "parameters": {"alpha": 1.0, "beta": 1.0}}, "beta: none of"),
        ({"kernel": "matern32", "parameters": {"lengthscale": [1.0, 2.0]}}, "6 of them"),
        ({"kernel": "matern32", "parameters": {"length": 1.0}}, "unknown parameter length"),
        ({"kernel": ["matern32", "softmax"]}, "softmax kernel is not stationary"),
        ({"kernel": "additive"}, "no errors of the additive Gaussian kernel"),
        ({"kernel": ()}, "at least one name"),
        ({"kernel": 3}, "unknown kernel 3"),
        ({"kernel": "matern32", "features": 1}, "a sine and a cosine"),
        ({"kernel": "matern32", "scale": "mean"}, "scale = mean"),
    ],
)  # fmt: skip
def test_what_cannot_be_ranked(given: Any, said: str) -> None:
    with pytest.raises((InputError, DomainError), match=said):
        _ranked(**given)


def test_the_command(tmp_path: Path, command: Any) -> None:
    file = str(tmp_path / "points.npy")
    np.save(file, POINTS)
    call = [
        "recommend",
        file,
        "--features",
        "64",
        "--kernel",
        "matern32,rq",
        "--alpha",
        "1",
        "--ard",
        "1,2,1/2,1,1,3",
    ]
    answer = command([*call, "--json"])
    assert (answer.code, answer.err) == (0, "")
    schema = json_schema()
    document = json.loads(answer.out)
    jsonschema.Draft202012Validator({"$ref": "#/$defs/kernel_ranking", "$defs": schema["$defs"]}).validate(
        document
    )
    assert document["recommended"]["parameters"]["lengthscale"] == [1, 2, 0.5, 1, 1, 3]
    assert rftheory.RandomFeatures(**document["recommended"], random_state=0).fit(POINTS).transform(
        POINTS
    ).shape == (300, 64)
    assert command(call).out.splitlines()[1].startswith("recommended: orthogonal-trigonometric for the ")
    assert "one of them" in command([*call, "--lengthscale", "2"]).err
    assert "--plot draws" in command([*call, "--plot", str(tmp_path / "a.svg")]).err
