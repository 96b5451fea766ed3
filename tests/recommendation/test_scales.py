"""Scales that are offered, and data at which a first look suffices."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import rftheory
from rftheory.errors import DomainError, InputError
from rftheory.moments.pairs import Pairs
from rftheory.recommendation.intervals import mean_interval
from rftheory.recommendation.scales import median_scale, useful_factor

POINTS = np.random.default_rng(3).standard_normal((300, 8))


def test_the_median_heuristic() -> None:
    pairs = Pairs(np.array([[0.0], [1.0], [2.0], [5.0]]), np.array([[0.0], [3.0], [6.0], [8.0]]))
    assert median_scale(pairs) == pytest.approx(
        1.0 / 3.0
    )  # distances 0, 2, 4, 3; the point itself does not count
    assert median_scale(Pairs(np.ones((3, 2)), np.ones((3, 2)))) is None
    found = rftheory.recommend(POINTS, features=64, scale="median")
    i, j = np.triu_indices(len(POINTS), 1)
    median = float(np.median(np.linalg.norm(POINTS[i] - POINTS[j], axis=1)))
    assert found.scale == pytest.approx(1.0 / median, rel=0.03)
    assert found.median_scale == pytest.approx(found.scale, rel=0.05)
    assert rftheory.recommend(POINTS, features=64, kernel="softmax", pairs=64).median_scale is None


def test_the_offered_scale_is_useful_and_a_larger_one_is_not() -> None:
    """Tried by recommending there: tuned and coupled rows may reach the target a little beyond it, never before."""
    found = rftheory.recommend(POINTS, features=64, scale=40.0)
    assert found.stopped
    assert not found.useful
    assert found.useful_scale is not None
    assert f"at scale {found.useful_scale:.3g} one would be" in found.warnings[0]
    there = rftheory.recommend(POINTS, features=64, scale=found.useful_scale)
    assert not there.stopped
    assert there.best.error.value <= math.log(0.1) + 0.1
    beyond = rftheory.recommend(POINTS, features=64, scale=3.0 * found.useful_scale)
    assert beyond.best.error.value > math.log(0.1)
    near = Pairs(POINTS[:2] * 1e-3, POINTS[2:4] * 1e-3)
    assert useful_factor(near, 64, 0.1) == 1.0


def test_a_first_look_stops_at_nothing_that_is_useful() -> None:
    for scale in (0.1, 0.5):
        found = rftheory.recommend(POINTS, features=64, scale=scale)
        assert not found.stopped
        assert found.useful_scale is None


def test_a_lower_end_far_below_the_largest_value() -> None:
    """Seven in ten values are at least e^400: the mean is beyond e^399 for sure, though another value is e^5000."""
    logs = np.concatenate([np.full(63, 400.0), [5000.0]])
    assert 399.0 < mean_interval(logs, 6000.0, 0.01).low < 400.0
    assert mean_interval(np.full(4, 1.0), 2.0, 0.01).low < 1.0


def test_what_is_no_scale() -> None:
    with pytest.raises(DomainError, match="median heuristic is for the gaussian kernel"):
        rftheory.recommend(POINTS, features=64, kernel="softmax", scale="median")
    with pytest.raises(DomainError, match="finite number > 0"):
        rftheory.recommend(POINTS, features=64, scale="mean")
    with pytest.raises(InputError, match="allowed: at least two points"):
        rftheory.recommend(POINTS[:1], features=64, scale="median")


def test_the_answer_comes_first(tmp_path: Any, command: Any) -> None:
    np.save(tmp_path / "p.npy", POINTS)
    call = ["recommend", str(tmp_path / "p.npy"), "--features", "64"]
    lines = command([*call, "--scale", "median", "--top", "2"]).out.splitlines()
    assert lines[1].startswith("recommended: ")
    assert sum(line.startswith(("iid-", "orthogonal-", "simplex-")) for line in lines) == 2
    assert any("--top" in line for line in lines)
    assert "recommended: none" in command([*call, "--scale", "40"]).out.splitlines()[1]
    for wrong in (["--top", "0"], ["--scale", "much"]):
        answer = command([*call, *wrong])
        assert answer.code == 2
        assert "allowed" in answer.err or "outside its domain" in answer.err or "number" in answer.err
