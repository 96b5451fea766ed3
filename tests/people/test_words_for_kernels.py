"""Kernels by the words of the field: one kernel, whatever it is called."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import rftheory
from rftheory.cli import run
from rftheory.errors import DomainError
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


def test_a_ranking_takes_the_word() -> None:
    asked: dict[str, Any] = {"features": 32, "pairs": 16}
    found = [rftheory.recommend(POINTS, kernel=kernel, **asked) for kernel in ("RBF", "gaussian")]
    assert [each.kernel for each in found] == ["gaussian", "gaussian"]
    assert found[0].best.title == found[1].best.title


def test_the_command_takes_the_word(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    np.save(tmp_path / "points.npy", POINTS)
    assert run(["recommend", str(tmp_path / "points.npy"), "--features", "32", "--kernel", "RBF"]) == 0
    assert "gaussian kernel, scale 1" in capsys.readouterr().out


def test_simulated_errors_take_the_word() -> None:
    asked: dict[str, Any] = {"m": 3, "draws": 100}
    word = rftheory.simulate("iid-trigonometric", [1.0], [0.5], kernel="RBF", **asked)
    assert word.value == rftheory.simulate("iid-trigonometric", [1.0], [0.5], **asked).value
    matern = rftheory.simulate("iid-trigonometric", [1.0], [0.5], kernel="Matern-5/2", **asked)
    assert (
        matern.value == rftheory.simulate("iid-trigonometric", [1.0], [0.5], kernel="matern52", **asked).value
    )
    with pytest.raises(DomainError, match="softmax, gaussian, matern12"):
        rftheory.simulate("iid-trigonometric", [1.0], [0.5], kernel="matern33", **asked)
