"""A report of conform at a prompt is one line: client, conclusion, causes, checks."""

from __future__ import annotations

import numpy as np

import rftheory
from rftheory.measured.inputs import Floats


def features(x: Floats, seed: int) -> Floats:
    """Positive features without the factor 1/sqrt(m)."""
    w = np.random.default_rng(seed).normal(size=(24, x.shape[1]))
    return np.exp(x @ w.T - np.sum(x * x, axis=1, keepdims=True) / 2.0)


def test_a_report_is_one_line_at_a_prompt() -> None:
    found = rftheory.conform(features, kernel="Softmax", d=4, draws=64)
    held = sum(each.outcome.value == "holds" for each in found.findings)
    said = f"Report({found.client} fails as {found.mechanism}, softmax kernel: "
    assert repr(found) == f"{said}{', '.join(found.causes)}; {held} of {len(found.findings)} checks hold)"
