"""Attention and stabilised features: what is right conforms, every planted mistake is named, to rounding or in the mean."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

import jsonschema
import numpy as np
import pytest

from rftheory.conformance import conform as battery
from rftheory.conformance.conform import conform
from rftheory.errors import InputError
from rftheory.measured.inputs import Floats
from rftheory.report.conformance import conformance_document
from rftheory.report.schema import json_schema

_spec = importlib.util.spec_from_file_location("planted", Path(__file__).parent / "planted.py")
assert _spec is not None
assert _spec.loader is not None
planted = importlib.util.module_from_spec(_spec)
sys.modules["planted"] = planted
_spec.loader.exec_module(planted)
attention, stabilised, sampler, D, M = (
    planted.attention,
    planted.stabilised,
    planted.sampler,
    planted.D,
    planted.M,
)


def _judged(target: Any, mechanism: str | None = "orthogonal-positive", **options: Any) -> Any:
    return conform(target, mechanism=mechanism, d=D, **{"m": M} | options)


@pytest.fixture
def _few_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    """Identities that hold for every draw need few of them."""
    monkeypatch.setitem(battery.DRAWS, "quick", 128)


def test_stabilised_attention_conforms() -> None:
    report = _judged(attention())
    assert report.conclusion == "conforms", report.failures
    assert (report.contract, report.kernel) == ("attention", "softmax")
    assert {"ratios", "rows sum to one", "variance: obtuse"} <= {found.check for found in report.findings}
    document = conformance_document(report)
    jsonschema.validate(document, json_schema())
    assert document["seeding"] == "its seed"


def test_attention_by_waves_conforms_and_is_recognised() -> None:
    report = _judged(attention(waves=True), None)
    assert report.conclusion == "conforms", report.failures
    assert (report.mechanism, report.recognised) == ("trigonometric", True)


@pytest.mark.usefixtures("_few_draws")
def test_maxima_of_undeclared_features_are_said_to_be_right_for_attention() -> None:
    report = _judged(stabilised(keys="all"), None)
    notes = [found.note for found in report.findings if found.cause is None and "max" in found.note]
    assert notes
    assert all("right for attention" in note for note in notes)


def placed(q: Floats, k: Floats, v: Floats, seed: int) -> Floats:
    """Entries times a cosine of how far apart the places of query and key are."""
    entries = attention()(q, k, np.eye(len(k)), seed)
    found = entries * np.cos(0.1 * np.subtract.outer(np.arange(len(q)), np.arange(len(k))))
    return np.asarray(found @ v / np.sum(found, axis=1, keepdims=True))


MISTAKES = {
    "epsilon": (attention(epsilon=1e-4), "epsilon-added"),
    "epsilon without a maximum": (attention(epsilon=1e-4, keys="none"), "epsilon-added"),
    "a maximum of each key": (attention(keys="each"), "max-subtracted"),
    "separate projections": (attention(fault="separate"), "separate-projections"),
    "weight of the Gaussian kernel": (attention(weight=1.0), "other-kernel"),
    "no weight": (attention(weight=0.0), "weight"),
    "logits over sqrt d": (attention(logits=D**-0.5), "weight"),
    "not normalised": (attention(normalised=False), "not-normalised"),
    "not linear": (attention(fault="values"), "not-linear"),
    "places": (placed, "order-dependent"),
    "queries mixed": (attention(fault="queries"), "batch-dependent"),
    "one draw": (attention(lambda d, m, seed: sampler()(d, m, 0 * seed)), "seed-ignored"),
    "overflow": (attention(fault="overflow"), "overflow"),
}


@pytest.mark.usefixtures("_few_draws")
@pytest.mark.parametrize("name", MISTAKES)
def test_mistakes_in_attention(name: str) -> None:
    target, cause = MISTAKES[name]
    report = _judged(target)
    assert report.conclusion == "fails"
    assert cause in report.causes, report.causes
    if name not in ("overflow", "not linear"):
        assert report.causes[0] == cause, report.causes


def test_attention_shows_the_law_of_rows_in_the_mean() -> None:
    for factor in (2.0, 0.25):
        wide = _judged(attention(sampler(factor=factor**0.5)))
        assert wide.causes == ("bandwidth-2",)
        assert "mean: obtuse" in {found.check for found in wide.failures}
    unsigned = _judged(attention(sampler(signed=False)))
    assert {found.check for found in unsigned.failures} >= {"mean: all ones and an axis"}
    assert unsigned.causes == ("biased",)


@pytest.mark.usefixtures("_few_draws")
def test_the_scale_of_logits_is_declared_or_found() -> None:
    target = attention(logits=D**-0.5)
    assert not _judged(target, scale="d^-1/4").failures
    assert f"{D**-0.25:.4g}"[:5] in _judged(target).finding("ratios").detail


@pytest.mark.usefixtures("_few_draws")
def test_attention_with_batch_and_head() -> None:
    inner = attention()

    def attend(query: Any, key: Any, value: Any, seed: int) -> Any:
        assert query.ndim == 4
        return inner(query[0, 0], key[0, 0], value[0, 0], seed)[None, None]

    assert not _judged(attend, leading=2).failures
    found = _judged(attend)
    assert not found.failures
    assert "(1, 1, p, d)" in found.preflight
    with pytest.raises(InputError, match="leading 2"):
        _judged(attend, leading=0)


def test_what_has_no_reference_is_refused() -> None:
    with pytest.raises(InputError, match="no key of theirs has a known weight"):
        _judged(attention(), "iid-phase")


def test_ratios_are_a_claim_of_their_own() -> None:
    right = _judged(stabilised(keys="all"), ratios=True)
    assert right.conclusion == "conforms", right.failures
    assert right.m == M


@pytest.mark.usefixtures("_few_draws")
@pytest.mark.parametrize(
    ("keys", "epsilon", "cause"), [("each", 0.0, "max-subtracted"), ("all", 1e-4, "epsilon-added")]
)
def test_ratios_that_do_not_survive(keys: str, epsilon: float, cause: str) -> None:
    wrong = _judged(stabilised(keys=keys, epsilon=epsilon), ratios=True)
    assert wrong.conclusion == "fails"
    assert wrong.causes[0] == cause


@pytest.mark.usefixtures("_few_draws")
@pytest.mark.parametrize(("keys", "survive"), [("all", "holds"), ("each", "fails")])
def test_a_maximum_is_reported_with_what_becomes_of_ratios(keys: str, survive: str) -> None:
    report = _judged(stabilised(keys=keys), kernel="softmax")
    assert report.causes[0] == "max-subtracted"
    assert report.finding("ratios").outcome.value == survive


@pytest.mark.usefixtures("_few_draws")
def test_ratios_leave_plain_features_their_other_checks() -> None:
    report = _judged(planted.positive(weight=0.5), ratios=True)
    assert not report.failures
    assert "norm law" in {found.check for found in report.findings}
    unsigned = _judged(planted.positive(sampler(axis=1), weight=0.5), ratios=True)
    assert unsigned.causes[0] == "wrong-axis"
