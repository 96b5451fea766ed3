"""Random broken clients: whatever code does, a report has no NaN in a number, an interval or a line, or there is no report."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rftheory import conform
from rftheory.errors import RFTheoryError
from rftheory.measured.inputs import Floats
from rftheory.report.conformance import conformance_document, conformance_lines

D, M, DRAWS = 3, 5, 64
Damage = Callable[[Floats, np.random.Generator], Floats]


def _holes(value: float) -> Damage:
    """That number in one of three draws, at one place."""

    def damage(a: Floats, rng: np.random.Generator) -> Floats:
        made = a.copy()
        if rng.random() < 1.0 / 3.0:
            made.flat[rng.integers(made.size)] = value
        return made

    return damage


ROWS: Mapping[str, Damage] = {
    "as they are": lambda w, _: w,
    "none": lambda w, _: 0.0 * w,
    "one": lambda w, _: np.repeat(w[:1], len(w), axis=0),
    "one a zero": lambda w, _: np.concatenate([0.0 * w[:1], w[1:]]),
    "long": lambda w, _: 1e3 * w,
    "short": lambda w, _: 1e-9 * w,
    "in a plane": lambda w, _: w * np.array([1.0, 1.0, 0.0]),
    "always the same": lambda w, _: np.ones_like(w),
    "heavy": lambda w, rng: w / rng.random((len(w), 1)) ** 3,
}
FEATURES: Mapping[str, Damage] = {
    "as they are": lambda f, _: f,
    "none": lambda f, _: 0.0 * f,
    "nan": _holes(np.nan),
    "infinite": _holes(np.inf),
    "huge": lambda f, _: 1e200 * f,
    "tiny": lambda f, _: 1e-200 * f,
    "centred": lambda f, _: f - np.mean(f, axis=0),
    "rounded": lambda f, _: np.round(f, 1),
    "noisy": lambda f, rng: f + rng.standard_normal(f.shape),
    "negative": lambda f, _: -f,
    "half": lambda f, _: f[:, : max(1, f.shape[1] // 2)],
    "with a constant": lambda f, _: np.concatenate([f, np.ones((len(f), 1))], axis=1),
}
MAPS: Mapping[str, Callable[[Floats, Floats], Floats]] = {
    "waves": lambda x, w: np.concatenate([np.cos(x @ w.T), np.sin(x @ w.T)], axis=1) / M**0.5,
    "positive": lambda x, w: np.exp(x @ w.T - np.sum(x * x, axis=1, keepdims=True) / 2.0) / M**0.5,
    "relu": lambda x, w: np.maximum(x @ w.T, 0.0) / M**0.5,
    "squares": lambda x, w: (x @ w.T) ** 2 / M,
}
DECLARED: tuple[Mapping[str, Any], ...] = (
    {},
    {"kernel": "gaussian"},
    {"mechanism": "iid-trigonometric"},
    {"mechanism": "orthogonal-positive", "kernel": "softmax"},
    {"mechanism": "orthogonal-positive", "kernel": "softmax", "ratios": True},
    {"mechanism": "iid-relu"},
    {"mechanism": "gerf"},
)


@settings(
    max_examples=40,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    name=st.sampled_from(sorted(MAPS)),
    rows=st.sampled_from(sorted(ROWS)),
    damage=st.sampled_from(sorted(FEATURES)),
    frozen=st.booleans(),
    declared=st.sampled_from(DECLARED),
)
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_no_report_has_a_nan(
    name: str, rows: str, damage: str, frozen: bool, declared: Mapping[str, Any]
) -> None:
    def features(x: Floats, seed: int) -> Floats:
        rng = np.random.default_rng(0 if frozen else seed)
        w = ROWS[rows](rng.standard_normal((M, x.shape[1])), rng)
        with np.errstate(all="ignore"):
            return FEATURES[damage](MAPS[name](x, w), rng)

    try:
        report = conform(features, d=D, draws=DRAWS, **declared)
    except RFTheoryError:
        return
    document = conformance_document(report)
    json.dumps({key: part for key, part in document.items() if key != "environment"}, allow_nan=False)
    text = "\n".join(map(str, conformance_lines(document)))
    assert not re.search(r"\bnan\b", text), text
    for found in report.findings:
        if found.interval is not None and found.effect is not None and np.isfinite(found.effect):
            low, high = found.interval
            assert low <= found.effect <= high, found
