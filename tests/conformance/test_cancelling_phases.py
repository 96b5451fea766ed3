"""cos(w.x + b) and sin(w.x + b), b random: sines with cosines, since no estimate knows the phases."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from rftheory import conform

D, M = 8, 16
Code = Callable[[Any, int], Any]


def code(*, woven: bool = False, reversed_: bool = False, shared: bool = False, width: float = 1.0) -> Code:
    """Such features; woven: in turns; width: of the rows; shared: one phase for all of a draw."""

    def features(X: Any, seed: int) -> Any:
        rng = np.random.default_rng(seed)
        b = rng.uniform(0.0, 2.0 * np.pi, 1 if shared else M)
        p = X @ (width * rng.normal(size=(X.shape[1], M))) + b
        parts = (np.sin(p), np.cos(p)) if reversed_ else (np.cos(p), np.sin(p))
        found = np.stack(parts, axis=2).reshape(len(X), -1) if woven else np.hstack(parts)
        return found / math.sqrt(M)

    return features


@pytest.mark.parametrize("norm", [1.0, 4.0, 14.0])
@pytest.mark.parametrize(
    "options", [{}, {"woven": True}, {"reversed_": True}, {"shared": True}], ids=lambda o: str(*o) or "plain"
)
def test_they_are_sines_with_cosines(options: dict[str, bool], norm: float) -> None:
    """Rows do not repeat, however few draws there are, and wherever variances stay undecided."""
    report = conform(code(**options), mechanism="rff", d=D, norm=norm, draws=256)
    assert report.mechanism == "iid-trigonometric"
    assert report.m == M
    assert not report.causes
    assert report.exit_code in (0, 3)


def test_undeclared() -> None:
    """What it is shows by itself."""
    report = conform(code(), d=D)
    assert (report.mechanism, report.exit_code, report.causes) == ("iid-trigonometric", 0, ())


def test_a_bandwidth_is_still_named() -> None:
    """Rows of twice the width."""
    report = conform(code(width=2.0), mechanism="rff", kernel="gaussian", d=D)
    assert report.exit_code == 1
    assert any(cause.startswith("bandwidth") for cause in report.causes)


def test_phases_of_queries_and_of_keys() -> None:
    """They cancel only where they are the same: turning both by those of the queries hides nothing."""

    def two(x: Any, seed: int) -> tuple[Any, Any]:
        rng = np.random.default_rng(seed)
        rows, phases = rng.normal(size=(D, M)), rng.uniform(0.0, 2.0 * np.pi, (2, M))
        made = [np.hstack([np.cos(x @ rows + b), np.sin(x @ rows + b)]) / math.sqrt(M) for b in phases]
        return made[0], made[1]

    report = conform(two, mechanism="rff", d=D)
    assert report.exit_code == 1


def test_signs_alone_are_no_waves() -> None:
    """All features +-1: squares of any two add up to the same, and there is no phase."""

    def signs(X: Any, seed: int) -> Any:
        rng = np.random.default_rng(seed)
        return np.where(X @ rng.normal(size=(D, M)) + rng.normal(size=M) > 0.0, 1.0, -1.0) / math.sqrt(M)

    assert conform(signs, d=D).mechanism != "iid-trigonometric"
