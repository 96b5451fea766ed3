"""Kernels and their scales by the words of the field: one kernel, whatever it is called."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import rftheory
from rftheory.cli import run
from rftheory.errors import DomainError, InputError
from rftheory.measured.kernel_words import kernel_word
from rftheory.measured.radial.names import KERNELS

POINTS = np.random.default_rng(3).normal(size=(40, 3))


@pytest.mark.parametrize(
    ("word", "name"),
    [
        ("RBF", "gaussian"),
        ("squared exponential", "gaussian"),
        ("Matern-5/2", "matern52"),
        ("matern_32", "matern32"),
        ("Rational_Quadratic", "rq"),
        ("laplacian", "laplace"),
        ("Softmax", "softmax"),
        ("matren32", "matren32"),
    ],
)
def test_a_word_means_a_kernel(word: str, name: str) -> None:
    assert kernel_word(word) == name


def test_no_word_hides_a_name() -> None:
    assert {name: kernel_word(name) for name in KERNELS} == {name: name for name in KERNELS}


def test_features_of_a_word_are_those_of_the_kernel() -> None:
    for word, name in (("rbf", "gaussian"), ("Matern-5/2", "matern52")):
        said, named = (
            rftheory.RandomFeatures(32, kernel=kernel, random_state=0).fit_transform(POINTS)
            for kernel in (word, name)
        )
        assert np.array_equal(said, named)


def test_a_lengthscale_that_would_be_passed_over_is_refused() -> None:
    """The Gaussian kernel's scale is an argument of its own; among the parameters it would change nothing."""
    with pytest.raises(InputError, match="scale = 1 / lengthscale"):
        rftheory.RandomFeatures(kernel="gaussian", parameters={"lengthscale": 2.0}).fit(POINTS)


def test_lengthscale_and_gamma_are_scales() -> None:
    """exp(-|x-y|^2/(2 l^2)) and exp(-gamma |x-y|^2) at l = 2: gamma = 1/8, points times 1/2."""
    asked: tuple[dict[str, Any], ...] = ({"scale": 0.5}, {"lengthscale": 2.0}, {"gamma": 0.125})
    found = [rftheory.recommend(POINTS, features=32, pairs=16, kernel="RBF", **each) for each in asked]
    assert {each.scale for each in found} == {0.5}
    assert len({each.best.error for each in found}) == 1
    phi = rftheory.RandomFeatures(4096, scale=found[1].scale, random_state=0).fit_transform(POINTS[:2])
    kernel = math.exp(-float(np.sum((POINTS[0] - POINTS[1]) ** 2)) / 8.0)
    assert abs(float(phi[0] @ phi[1]) - kernel) < 0.1


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("--gamma 2 --lengthscale 1", "allowed: one of scale, lengthscale, gamma"),
        ("--kernel softmax --gamma 2", "gamma is given for the softmax kernel"),
        ("--lengthscale 0", "a finite number > 0"),
        ("--kernel matern52", "RandomFeatures with kernel=.."),
        ("--kernel nothing", "gaussian or softmax"),
    ],
)
def test_wrong_scales_and_kernels_are_one_line(
    options: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    np.save(tmp_path / "points.npy", POINTS)
    assert run(["recommend", str(tmp_path / "points.npy"), "--features", "32", *options.split()]) == 2
    assert said in capsys.readouterr().err


def test_scales_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    np.save(tmp_path / "points.npy", POINTS)
    line = ["recommend", str(tmp_path / "points.npy"), "--features", "32", "--kernel", "rbf"]
    assert run([*line, "--gamma", "1/8"]) == 0
    assert "gaussian kernel, scale 0.5" in capsys.readouterr().out


def test_simulated_errors_take_the_word() -> None:
    asked: dict[str, Any] = {"m": 3, "draws": 100}
    word = rftheory.simulate("iid-trigonometric", [1.0], [0.5], kernel="RBF", **asked)
    assert word.value == rftheory.simulate("iid-trigonometric", [1.0], [0.5], **asked).value
    with pytest.raises(DomainError, match="gaussian or softmax"):
        rftheory.simulate("iid-trigonometric", [1.0], [0.5], kernel="matern52", **asked)
