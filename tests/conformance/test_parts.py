"""Parts of an examination by themselves: what reports hardly show where it is wrong."""

from __future__ import annotations

import math
import re
import sys
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

from rftheory.conformance.claim.declaration import declared
from rftheory.conformance.client import pilot
from rftheory.conformance.client.clients import client
from rftheory.conformance.client.sizes import Sizes
from rftheory.conformance.conform import conform
from rftheory.conformance.counts.reading import ProbedCounts, probed
from rftheory.conformance.feature_form.gerf import Line, slope_departure
from rftheory.conformance.findings import Finding
from rftheory.conformance.induced_kernel.reading import constant, probes, rows
from rftheory.conformance.judgement.relevance import Asserted, judged
from rftheory.conformance.moments.catoni import interval
from rftheory.conformance.moments.mending import estimates
from rftheory.conformance.moments.preflight import of_projections, of_rows
from rftheory.measured.inference.mean import mean_rule, psi
from rftheory.moments.pairs import Pair
from rftheory.verdict import Outcome


def _positive(x: Any, seed: int) -> Any:
    w = np.random.default_rng(seed).standard_normal((24, x.shape[1]))
    return np.exp(x @ w.T - np.sum(x * x, axis=1, keepdims=True) / 2) / math.sqrt(24)


def test_the_ends_of_catonis_interval_solve_its_equation() -> None:
    values = np.random.default_rng(1).exponential(2.0, 5000)
    rule = mean_rule(claim=2.0, delta=0.2, variance=4.0, alpha=1e-3, beta=1e-3)
    low, high = interval(values, rule, 1e-3)
    step = rule.steps[0]
    need = math.log(2e3) + len(values) * math.log1p(step**2 * rule.variance_bound / 2)
    assert low < np.mean(values) < high
    for end, side in ((low, 1.0), (high, -1.0)):
        assert np.sum(psi(step * (values - end))) == pytest.approx(side * need, rel=1e-6)


@pytest.mark.parametrize(
    "departed", [lambda a: a, lambda a: a / (1 - 4 * a) ** 2, lambda a: a / (1 - 4 * a) ** 0.5]
)
def test_another_power_of_one_minus_4a_is_told(departed: Any) -> None:
    line = Line(0.0, 0.0, 0.0, 1.0, 0.0, 1e-9, 0.0)
    assert slope_departure(line, departed(-0.2), -0.2) == "another power of 1 - 4A"
    assert slope_departure(line, 0.2 / (1 + 4 * 0.2), -0.2) == "another sign"
    assert slope_departure(line, 5.0, -0.2) == "unknown"


def test_phases_have_half_as_much_variance_again() -> None:
    """E (cos a + cos b)^2 = E cos(a)^2 + 1/2 with b uniform: 1/2 more than without the phase."""
    pair = Pair("one", np.array([0.4, 0.1]), np.array([-0.2, 0.3]))
    w = np.random.default_rng(2).standard_normal((100_000, 1, 2))
    plain, phases = (estimates(w, name, "gaussian", pair) for name in ("trigonometric", "phase"))
    kernel = math.exp(-np.sum((pair.x - pair.y) ** 2) / 2)
    for found in (plain, phases):
        assert np.mean(found) == pytest.approx(kernel, abs=0.02)
    assert np.mean(phases**2) - np.mean(plain**2) == pytest.approx(0.5, abs=0.02)


def test_rows_of_elu_plus_one_are_read_on_both_sides_of_zero() -> None:
    d, m = 3, 200
    w = np.random.default_rng(3).standard_normal((m, d))
    along = probes(d) @ w.T
    assert np.any((along > 0.1) & (along < 0.4))
    features = np.where(along > 0, along + 1, np.exp(np.minimum(along, 0)))
    np.testing.assert_allclose(rows("elu+1", features, d, m), w, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("m", [1, 24])
def test_a_constant_beside_odd_functions_is_what_they_are_at_zero(m: int) -> None:
    """Sines and odd functions are 0 there; cosines, the second half of features, are not."""
    d, added = 3, 1e-3
    along = probes(d) @ np.random.default_rng(4).standard_normal((2, m, d)).swapaxes(1, 2)
    for name, features in (
        ("tanh", np.tanh(along)),
        ("sine-cosine", np.concatenate([np.sin(along), np.cos(along)], axis=2)),
    ):
        for floor in (added, 0.0):
            assert constant(name, features / math.sqrt(m) + floor, d, 2.0**-53) == pytest.approx(floor)


def test_errors_are_said_at_norms_one_two_and_four() -> None:
    """Positive features of x.y = 0 have the relative variance e^{|x + y|^2} - 1 = e^{2 r^2} - 1; counts are asked at x = y."""
    text = of_projections("positive", "softmax", 4, 8)
    for r in (1.0, 2.0, 4.0):
        relative = math.expm1(2.0 * r * r)
        error, need = math.sqrt(relative / 8), 100.0 * relative
        assert f"|x| = |y| = {r:g}: {error:.2g} (10 % needs {need:.2g} projections" in text
    row = declared("iid-poisson", {"lam": 0.7}).row
    assert row is not None
    for said in (text, of_rows(row, "poisson", "gaussian", 4, 8)):
        assert re.findall(r"\|y\| = (\S+):", said) == ["1", "2", "4"]


def test_code_is_asked_for_three_features_a_dimension_where_no_number_is_said() -> None:
    assert Sizes(5).value("n_components", ()) == 15
    assert Sizes(5, 8).value("n_components", ()) == 8


def test_a_library_that_is_still_being_imported_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "keras", ModuleType("keras"))

    def unseeded(x: Any) -> Any:
        w = np.random.standard_normal((24, x.shape[1]))  # noqa: NPY002
        return np.exp(x @ w.T - np.sum(x * x, axis=1, keepdims=True) / 2) / math.sqrt(24)

    assert conform(unseeded, mechanism="iid-positive", d=4).conforms


def test_the_effect_of_another_query_is_relative_to_the_largest_entry() -> None:
    """Rows that sum to one over 64 keys have small entries; 1e-7 of them may not come from the other queries."""

    def attend(q: Any, k: Any, v: Any, seed: int) -> Any:
        a, b = _positive(q, seed), _positive(k, seed)
        weights = a @ b.T
        weights = weights + 1e-7 * np.mean(weights, axis=0)
        return weights @ v / np.sum(weights, axis=1, keepdims=True)

    report = conform(attend, mechanism="iid-positive", contract="attention", d=4)
    found = {each.check: each for each in report.findings}["one query, one row"]
    assert found.fails
    assert found.effect is not None
    assert 1e-9 < found.effect < 1e-7


def test_every_question_is_answered_by_its_own_checks() -> None:
    report = conform(_positive, mechanism="iid-positive", d=4)
    answers = {each.question: each.text for each in report.answers}
    assert len(answers) > 2
    for question in ("estimate", "law"):
        assert "checks hold" in answers[question]


def test_the_variance_of_independent_rows_is_checked_however_small_it_is() -> None:
    def features(x: Any, seed: int) -> Any:
        w = np.random.default_rng(seed).standard_normal((24, x.shape[1]))
        return np.cos(x @ w.T) / math.sqrt(24)

    report = conform(features, mechanism="iid-cosine", d=4)
    assert report.conclusion == "conforms"
    assert any(found.check.startswith("variance") for found in report.findings)


def test_one_draw_shows_that_a_batch_is_of_no_matter() -> None:
    report = conform(_positive, mechanism="iid-positive", d=4)
    found = {each.check: each for each in report.findings}
    assert found["one point, one feature vector"].draws == 1


@pytest.mark.parametrize("dtype", ["float32", "float16"])
def test_phases_in_coarser_precision_are_read_where_they_can_be(dtype: str) -> None:
    def features(x: Any, seed: int) -> Any:
        rng = np.random.default_rng(seed)
        w, b = rng.standard_normal((24, x.shape[1])), rng.uniform(0, 2 * np.pi, 24)
        return (math.sqrt(2 / 24) * np.cos(x @ w.T + b)).astype(dtype)

    report = conform(features, mechanism="iid-phase", d=4)
    assert report.conclusion == "conforms", report.failures
    # sixteen bits do not tell the angle of a wave at its top
    assert any(found.area == "projections" for found in report.findings) is (dtype == "float32")


def test_ratios_of_features_with_a_maximum_are_a_remark_beside_the_claim() -> None:
    def features(x: Any, seed: int) -> Any:
        found = _positive(x, seed)
        return found / np.max(found, axis=1, keepdims=True)

    report = conform(features, mechanism="iid-positive", d=4)
    assert report.conclusion == "fails"
    areas = {found.area for found in report.findings}
    assert "stabilisers" in areas
    assert "ratios" not in areas


def test_features_of_counts_whose_number_depends_on_the_seed_are_no_counts() -> None:
    def features(x: Any, seed: int) -> Any:
        return np.ones((len(x), 10 + seed % 2))

    report = conform(features, mechanism="iid-poisson", parameters={"lam": 1.0}, d=4, kernel="gaussian")
    assert report.conclusion == "fails"
    assert "give shapes" in report.failures[0].detail


def test_counts_are_read_where_coarse_exponents_are_large() -> None:
    """Exponents near -70 in float32: features are off by some 70 roundings."""
    claim = declared("iid-poisson", {"lam": 0.5}).row

    def features(x: Any, seed: int) -> Any:
        w = np.random.default_rng(seed).poisson(0.5, (24, 4))
        exponents = np.log(x) @ w.T - np.sum(x * x, axis=1, keepdims=True) / 2 - 70.0
        return np.exp(exponents.astype(np.float32).astype(float)).astype(np.float32)

    seen = probed(client(features), claim, "gaussian", 4, 1.0, (1, 2, 3))  # type: ignore[arg-type]
    assert isinstance(seen, ProbedCounts)
    assert seen.legible
    for seed, found in zip((1, 2, 3), seen.counts, strict=True):
        np.testing.assert_array_equal(found, np.random.default_rng(seed).poisson(0.5, (24, 4)))


@pytest.mark.parametrize("most", [512, 100])
@pytest.mark.parametrize("seconds", [0.4, 0.513, 0.9, 1.1, 30.0])
def test_as_many_draws_are_made_as_fit(monkeypatch: pytest.MonkeyPatch, seconds: float, most: int) -> None:
    """A call takes 3 ms, and judging a draw one more."""
    ticks = iter(0.003 * k for k in range(100))
    monkeypatch.setattr(pilot, "time", SimpleNamespace(perf_counter=lambda: next(ticks)))
    found = pilot.draws(client(_positive), np.ones((2, 4)), None, range(4), seconds, most)
    assert found <= most
    assert 0.004 * found < seconds
    assert found == most or (found.bit_count() == 1 and 0.004 * 2 * found > seconds)


def test_a_bandwidth_of_undeclared_attention_is_a_note_without_a_name() -> None:
    nothing = Asserted(False, False, False, "positive", True, "attention", False, True)
    wrong = Finding("mean: obtuse", "", Outcome.FAILS, "", 0.5, area="moments", cause="bandwidth-2")
    (found,) = judged((wrong,), nothing)
    assert (found.cause, found.counts) == (None, False)
    assert found.note == "no kernel or scale was declared that this contradicts"
