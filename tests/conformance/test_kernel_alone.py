"""A kernel alone is declared, and the code is no map of features known here: estimates decide, never a bare yes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from rftheory import conform


def _itself(x: Any, seed: int) -> Any:
    del seed
    return x


def _sines(x: Any, seed: int) -> Any:
    del seed
    return np.sin(x)


def _right(x: Any, seed: int) -> Any:
    w = np.random.default_rng(seed).normal(size=(64, x.shape[1]))
    return np.hstack([np.cos(x @ w.T), np.sin(x @ w.T)]) / 8.0


@pytest.mark.parametrize("features", [_itself, _sines])
def test_features_of_no_known_form_do_not_conform_by_silence(features: Any) -> None:
    report = conform(features, kernel="gaussian", d=8)
    assert (report.conclusion, report.exit_code) == ("unknown", 3)
    assert report.answers[0].answer == "not asked"
    assert "not one of the mechanisms known here: it estimates" in report.identity


def test_right_features_conform() -> None:
    assert conform(_right, kernel="gaussian", d=8).exit_code == 0
