"""Rows behind cosines with random phases in float32: read to rounding, also where a phase near 0 or pi hides their signs."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from rftheory import conform
from rftheory.conformance.feature_form.random_phases import HiddenRows, hidden
from rftheory.conformance.feature_form.recovery import FeatureForm, probes, rows
from rftheory.measured.inputs import Floats

D, M, LONG = 8, 24, 0.5
ROUNDING = 2.0**-23


def waves(x: Floats, w: Floats, b: Floats) -> Floats:
    """sqrt(2/m) cos(w.x + b) in float32."""
    narrow = (np.asarray(part, dtype=np.float32) for part in (x, w, b))
    x32, w32, b32 = narrow
    return np.asarray(np.float32(math.sqrt(2.0 / len(w))) * np.cos(x32 @ w32.T + b32), dtype=np.float64)


def apart(found: Floats, w: Floats) -> float:
    """The largest error of an entry, each row up to its sign."""
    signs = np.sign(np.sum(found * w, axis=1, keepdims=True))
    return float(np.max(np.abs(found * signs - w)))


def test_signs_that_a_phase_hides_are_seen_at_sums_of_axes() -> None:
    rng = np.random.default_rng(3)
    w = rng.standard_normal((M, D))
    w[0, 2] = 1e-3
    b = rng.uniform(0.3, 2.8, M)
    b[:4] = 0.0, math.pi, 1e-6, math.pi + 3e-6
    phi = waves(probes(D), w, b)
    columns = hidden(phi, D, ROUNDING)
    assert columns.tolist() == [0, 1, 2, 3]
    found = rows(phi, D, FeatureForm("phase", M, np.arange(M), np.arange(0)), 0.0, np.random.default_rng(1))
    assert apart(found[4:], w[4:]) < 1e-4
    assert apart(found[:4], w[:4]) > 0.1
    seen = HiddenRows(phi, D, columns, LONG)
    assert apart(seen.rows(waves(seen.points, w, b)), w[:4]) < 1e-4


def orthogonal(seed: int, *, signed: bool = True) -> Floats:
    """Rows (M, D) of orthogonal blocks with norms of Gaussian vectors."""
    rng = np.random.default_rng(seed)
    blocks = []
    for _ in range(M // D):
        q, r = np.linalg.qr(rng.standard_normal((D, D)))
        blocks.append(q * np.sign(np.diag(r)) if signed else q)
    return np.vstack(blocks) * np.linalg.norm(rng.standard_normal((M, D)), axis=1, keepdims=True)


def independent(seed: int) -> Floats:
    """Rows (M, D) of N(0, I)."""
    return np.random.default_rng(seed).standard_normal((M, D))


def features(draw: Any, x: Floats, seed: int) -> Any:
    """As a layer of a Gaussian process makes them: float32 throughout."""
    b = np.random.default_rng([seed, 1]).uniform(0.0, 2.0 * math.pi, M)
    return waves(x, draw(seed), b).astype(np.float32)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_orthogonal_rows_in_float32_are_orthogonal(seed: int) -> None:
    report = conform(
        lambda x, seed: features(orthogonal, x, seed), mechanism="orf", d=D, seed=seed, draws=1024
    )
    assert report.exit_code == 0, report.causes


def test_rows_that_are_not_are_named() -> None:
    report = conform(lambda x, seed: features(independent, x, seed), mechanism="orf", d=D, draws=1024)
    assert report.causes == ("uncoupled",)
