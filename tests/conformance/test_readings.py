"""What is read off features, number by number, against what they were made of; and the words for it."""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from rftheory.conformance.claim.declaration import declared
from rftheory.conformance.claim.scales import hint
from rftheory.conformance.client.clients import client
from rftheory.conformance.conform import conform
from rftheory.conformance.feature_form import turns
from rftheory.conformance.feature_form.importance import one_sided
from rftheory.conformance.feature_form.plane_waves import kind, line
from rftheory.conformance.feature_form.recognition import likely_kernel, probed
from rftheory.conformance.feature_form.recovery import STEPS, FeatureForm, probes, recognise, rows
from rftheory.conformance.feature_form.shifted_waves import constant
from rftheory.conformance.feature_form.traits import RecognisedFeatures
from rftheory.conformance.moments.spread import Described, mean
from rftheory.conformance.request import Calling, Declared, Effort, Points, Request, examination
from rftheory.conformance.size.worst_error import WorstError
from rftheory.conformance.spectral.reading import FINE, turned

Floats = Any
D, M, UNIT = 4, 24, 2.0**-53


def _rows(seed: int, m: int = M) -> Floats:
    return np.random.default_rng(seed).standard_normal((m, D))


def _positive(x: Floats, w: Floats) -> Floats:
    return np.exp(x @ w.T - np.sum(x * x, axis=1, keepdims=True) / 2.0) / math.sqrt(len(w))


def _waves(x: Floats, w: Floats) -> Floats:
    return np.concatenate([np.sin(x @ w.T), np.cos(x @ w.T)], axis=1) / math.sqrt(len(w))


def test_even_features_without_sines_are_cosines_whatever_their_sign() -> None:
    x, small = probes(D), 0.2 * _rows(1)
    for w in (small, 4.0 * _rows(1)):
        cosines = np.cos(x @ w.T)
        assert np.all(cosines[: 2 * D + 1] > 0.0) is np.bool_(w is small)
        assert recognise(cosines, D, UNIT, None).name == "cosines"
    # a sum of both exponentials is above what it is at 0, and one of other heights is no cosine of one amplitude
    assert recognise(np.cosh(x @ small.T), D, UNIT, None).name != "cosines"
    assert recognise(np.cos(x @ small.T) * np.linspace(1.0, 2.0, M), D, UNIT, None).name != "cosines"
    assert recognise(np.sin(x @ small.T), D, UNIT, None).name == "sines"
    assert recognise(_waves(x, small), D, UNIT, None).name == "trigonometric"
    assert recognise(_positive(x, small), D, UNIT, None).name == "positive"
    both = np.concatenate([small, -small])
    for order in (np.arange(2 * M), np.arange(2 * M).reshape(2, M).T.ravel()):
        assert recognise(_positive(x, both[order]), D, UNIT, None).name == "hyperbolic"
        assert recognise(_positive(x, both[order]), D, UNIT, "positive").name == "positive"


@pytest.mark.parametrize("claim", [None, "iid-hyperbolic", "iid-positive"])
def test_opposite_rows_are_found_under_a_factor_of_each_point(claim: str | None) -> None:
    """Ratios alone are claimed: e^{w.x} and e^{-w.x} over the maximum, side by side or in turns."""

    def form(order: Any) -> FeatureForm:
        def features(x: Floats, seed: int) -> Floats:
            w = _rows(seed)
            found = _positive(x, np.concatenate([w, -w])[order])
            over: Floats = found / np.max(found, axis=1, keepdims=True)
            return over

        seen = probed(client(features), declared(claim), "softmax", D, 1.0, (1, 2), ratios=True)
        assert isinstance(seen, RecognisedFeatures)
        return seen.form

    halves = np.arange(2 * M)
    woven, mixed = halves.reshape(2, M).T.ravel(), np.concatenate([halves[1::-1], halves[2:]])
    for order, first in ((halves, halves[:M]), (woven, halves[::2]), (mixed, None)):
        found = form(order)
        if first is None or claim == "iid-positive":
            assert (found.name, found.m) == ("positive", 2 * M)
        else:
            assert (found.name, found.m) == ("hyperbolic", M)
            np.testing.assert_array_equal(found.first, first)


def test_a_constant_beside_waves_is_read_off() -> None:
    waves = _waves(probes(D), _rows(1))
    for added in (0.03, -0.2):
        assert constant(waves + added, D, UNIT) == pytest.approx(added, rel=1e-12)
    assert constant(waves, D, UNIT) == 0.0
    level = np.ones((len(waves), 1))
    assert constant(np.concatenate([waves, level], axis=1) + 0.03, D, UNIT) == 0.0
    assert constant(waves[:, 1:] + 0.03, D, UNIT) == 0.0


def test_half_of_a_weight_on_one_side_would_be_right_on_both() -> None:
    """log p/q of N(0, I) over q = N(0, s^2 I): d log s - |w|^2/2 + |w|^2/(2 s^2); each side has half of it."""
    s = 1.3
    w = s * np.random.default_rng(9).standard_normal((60, D))
    weight = D * math.log(s) - (1.0 - s**-2) * np.sum(w * w, axis=1) / 2.0
    none = np.zeros(len(w))
    assert one_sided(w, (weight / 2.0, none), UNIT)
    assert one_sided(w, (none, weight / 2.0), UNIT)
    assert not one_sided(w, (weight, none), UNIT)
    assert not one_sided(w, (weight / 2.0, weight / 2.0), UNIT)
    assert not one_sided(w, (none, none), UNIT)


def test_whole_turns_are_those_of_the_coarse_angles() -> None:
    period = 2.0 * math.pi / FINE
    w = np.array([[0.3, -99.0, 150.0, -3e5, 1e9, 0.0, period, 40.5 * period - 1.0]])
    fine = np.remainder(w + period / 2.0, period) - period / 2.0
    found, apart = turned(fine, w + np.array([[0.5, -0.5, 3.0, -2.0, 4.0, 0.0, -1.0, 1.0]]))
    np.testing.assert_allclose(found, w, atol=1e-6)
    assert apart <= 4.0 / period
    assert turned(fine, w + period / 2.0 - 1.0)[1] > 0.4


@pytest.mark.parametrize("scale", [1.0, 5.0])
def test_the_likelier_kernel_does_not_depend_on_a_factor(scale: float) -> None:
    x, columns = probes(D), np.arange(M)
    square = np.sum(x * x, axis=1, keepdims=True)
    drawn = [_waves(x, _rows(seed)) for seed in range(3)]
    form = FeatureForm("trigonometric", M, columns, M + columns)
    for weight, kernel in ((0.0, "gaussian"), (0.5, "softmax"), (0.4, "softmax"), (0.1, "gaussian")):
        phi = scale * np.stack([np.exp(weight * square) * one for one in drawn])
        assert likely_kernel(phi, D, form) == kernel
    plain = FeatureForm("positive", M, columns, columns[:0])
    for weight, kernel in ((0.0, "softmax"), (-0.5, "gaussian")):
        phi = scale * np.stack([np.exp(weight * square) * _positive(x, _rows(seed)) for seed in range(3)])
        assert likely_kernel(phi, D, plain) == kernel
    phases = np.random.default_rng(3).uniform(0.0, 2.0 * math.pi, M)
    for weight, kernel in ((0.0, "gaussian"), (0.5, "softmax")):
        phi = scale * np.exp(weight * square) * np.cos(x @ _rows(1).T + phases)
        assert likely_kernel(phi[None], D, FeatureForm("phase", M, columns, columns[:0])) == kernel


@pytest.mark.parametrize("weight", [0.0, 0.5, -0.5, -1.0])
def test_waves_are_told_from_exponentials_and_from_neither(weight: float) -> None:
    """Three features: the sum of their squares tells nothing of the weight, as it varies with the phases."""

    def times(of: Any, m: int = 3) -> Any:
        def features(x: Floats, seed: int) -> Floats:
            rng = np.random.default_rng(seed)
            along = x @ rng.standard_normal((m, D)).T + rng.uniform(0.0, 2.0 * math.pi, m)
            found: Floats = of(along) * np.exp(weight * np.sum(x * x, axis=1, keepdims=True))
            return found

        return client(features)

    for seeds in ((1, 2), (3, 4), (5, 6)):
        assert kind(times(np.cos), D, 1.0, seeds) == "waves"
        assert kind(times(np.exp), D, 1.0, seeds) == "exponentials"
    assert kind(times(lambda z: np.maximum(np.sin(z), 0.0), 40), D, 1.0, (1, 2)) == "neither"
    assert kind(times(lambda z: z**2 + 0.1, 40), D, 1.0, (1, 2)) == "neither"
    assert kind(times(lambda z: 1e200 * np.exp(1e3 + z)), D, 1.0, (1, 2)) == "open"


def test_one_exponential_that_is_constant_on_the_line_is_not_divided_out() -> None:
    """exp(w.x) of one row w that the line is orthogonal to is 1 there; features over their sum have the sum 1 too."""
    u = line(D)[3]
    w = np.array([u[1], -u[0], 0.0, 0.0])
    one = client(lambda x, seed: np.exp(x @ w[:, None]) + 0.0 * seed)
    assert kind(one, D, 1.0, (1, 2)) == "exponentials"

    def shares(x: Floats, seed: int) -> Floats:
        phi = _positive(x, _rows(seed))
        return phi / np.sum(phi, axis=1, keepdims=True)

    assert kind(client(shares), D, 1.0, (1, 2)) == "neither"


def test_weights_of_wide_rows_of_waves_are_read() -> None:
    """Rows N(0, 4 I) with the root of p/q = 2^D e^{-|w|^2/2 + |w|^2/8}: some of their cosines at 1/2 are below zero."""

    def features(x: Floats, seed: int) -> Floats:
        w = 2.0 * _rows(seed)
        heights = D * math.log(2.0) - 0.375 * np.sum(w * w, axis=1)
        return _waves(x, w) * np.exp(np.tile(heights, 2) / 2.0)

    seeds = tuple(range(1, 100))
    found = probed(client(features), declared("iid-trigonometric"), "gaussian", D, 1.0, seeds)
    assert isinstance(found, RecognisedFeatures)
    assert found.weighting is not None
    np.testing.assert_allclose(found.weighting.root, np.eye(D) / 2.0, atol=1e-6)
    np.testing.assert_allclose(found.weighting.mean, 0.0, atol=1e-6)
    assert found.weighting.level == pytest.approx(0.0, abs=1e-6)


def _asked(dtype: str) -> Any:
    def features(x: Floats, seed: int) -> Floats:
        return _positive(x, _rows(seed)).astype(dtype)

    request = Request(
        features,
        None,
        Declared("iid-positive", None, None, None, 1.0, False),
        Points(D, 0.5, None),
        Calling(None, "numpy", "float64", 0),
        Effort("quick", 4, None, None, False, 1e-6, 1e-6),
        (),
    )
    return examination(request).examination


def test_how_far_rounding_moves_rows_of_waves_with_phases() -> None:
    """Ten thousand rows are nearer than what is granted, and some further than plain waves are."""
    rng, m = np.random.default_rng(8), 10_000
    w, b, columns = rng.standard_normal((m, D)), rng.uniform(0.0, 2.0 * math.pi, m), np.arange(m)
    phi = math.sqrt(2.0 / m) * np.cos(probes(D) @ w.T + b)
    phase = FeatureForm("phase", m, columns, columns[:0])
    off = np.abs(np.abs(rows(phi, D, phase, 0.0, rng)) - np.abs(w))
    rounding = _asked("float64").client.rounding
    plain = turns.error(FeatureForm("trigonometric", m, columns, columns), rounding)
    granted = turns.error(phase, rounding)
    assert plain == 4.0 * rounding / STEPS["trigonometric"]
    assert np.max(off) <= granted
    assert np.max(off) > plain
    assert granted < 1e-11
    exponential = turns.error(FeatureForm("positive", m, columns, columns), rounding)
    assert exponential == 4.0 * rounding / STEPS["exponential"]


@pytest.mark.parametrize(
    ("percent", "text"),
    [
        (0.0123, "0.0123 %"),
        (0.5, "0.5 %"),
        (-0.25, "-0.25 %"),
        (2.25, "2.2 %"),
        (9.94, "9.9 %"),
        (9.96, "10 %"),
        (37.4, "37 %"),
        (-250.0, "-250 %"),
    ],
)
def test_errors_have_two_or_three_digits(percent: float, text: str) -> None:
    one = Described(percent / 100.0, percent / 100.0 - 5.0, percent / 100.0 + 5.0)
    size = WorstError(1.0, one, "here", one, "here")
    assert f"no bias is seen: {text} [" in size.text
    assert f"one estimate varies by {text}" in size.text
    assert "by the closed form" not in size.text


def test_one_value_says_nothing_of_its_spread() -> None:
    one = mean(np.array([2.0]))
    assert (one.value, one.low, one.high) == (2.0, -math.inf, math.inf)
    two = mean(np.array([1.0, 3.0]))
    assert two.high - 2.0 == pytest.approx(math.sqrt(math.log(200.0)), rel=1e-12)


def test_an_error_says_where_and_how_sure_it_is() -> None:
    bias, spread = Described(0.5, 0.375, 0.625), Described(0.25, 0.125, 0.375)
    size = WorstError(2.0, bias, "there", spread, "elsewhere", 0.125, ("nowhere",))
    assert size.text == (
        "at |x| = 2 estimates are off by up to 50 % [38, 62], there; "
        "one estimate varies by 25 % (12 by the closed form), elsewhere; no numbers at nowhere"
    )
    assert size.certain(0.375, 2.0)
    assert not size.certain(0.5, 2.0)
    assert not size.certain(0.375, 4.0)
    assert not WorstError(2.0, bias, "there", Described(0.0, 0.0, 0.0), "there").certain(0.1, 1.0)
    lost = WorstError(1.0, Described(math.nan, math.nan, math.nan), "", spread, "", lost=("x = y",))
    assert lost.text == "at |x| = 1 estimates are no numbers"
    assert not lost.certain(0.0, 0.0)


@pytest.mark.parametrize(
    ("attributes", "words"),
    [
        ({}, ""),
        ({"gamma": 0.5}, ""),
        ({"gamma": 0.7}, "its gamma is 0.7: --gamma 0.7"),
        ({"gamma": "scale"}, "its gamma follows the data"),
        ({"gamma": None, "sigma": 2.0}, "its sigma is 2: --sigma 2"),
        ({"sigma": 1.0, "length_scale": 3}, "its length_scale is 3: --lengthscale 3"),
        ({"lengthscale": True}, ""),
    ],
)
def test_scales_of_their_own_are_hinted_at(attributes: dict[str, Any], words: str) -> None:
    found = hint(SimpleNamespace(**attributes))
    assert words in found
    assert bool(found) is bool(words)


def _frozen(x: Floats) -> Floats:
    return _positive(x, _rows(7))


def _frozen_maxima(x: Floats) -> Floats:
    return _frozen(x) / np.max(_frozen(x), axis=1, keepdims=True)


def test_a_maximum_of_frozen_features_is_seen() -> None:
    wrong = conform(_frozen_maxima, mechanism="iid-positive", d=D, draws=64)
    assert wrong.causes == ("max-subtracted",)
    assert wrong.finding("maximum over features").fails
    assert conform(_frozen, mechanism="iid-positive", d=D, draws=64).conforms


def test_rows_are_not_read_where_a_batch_moves_features() -> None:
    """A tenth of the batch's mean taken off, also under a constant: what such features show are not the projections."""

    def near(x: Floats, seed: int) -> Floats:
        return _positive(x - 0.1 * np.mean(x, axis=0), _rows(seed))

    rng = np.random.default_rng(1)
    options: dict[str, Any] = {"mechanism": "iid-positive", "d": D, "draws": 64, "ratios": True}
    for code, cause in (
        (near, "batch-dependent"),
        (lambda x, seed: near(x, seed) + 1e-3, "epsilon-added"),
        (lambda x: _positive(x, rng.standard_normal((M, D))), "not-reproducible"),
    ):
        wrong = conform(code, **options)
        assert cause in wrong.causes
        assert all(found.area != "projections" for found in wrong.findings)
    right = conform(lambda x, seed: _positive(x, _rows(seed)), **options)
    assert any(found.area == "projections" for found in right.findings)


def test_a_mean_is_no_matter_of_rows_that_are_independent() -> None:
    """Independent rows, sqrt(2) too long, where orthogonal ones belong: only the length biases means."""
    code = lambda x, seed: (
        _positive(x * math.sqrt(2.0), _rows(seed)) * np.exp(np.sum(x * x, axis=1, keepdims=True) / 2.0)
    )
    report = conform(code, mechanism="orthogonal-positive", kernel="softmax", d=D, draws=512)
    assert report.causes == ("uncoupled", "bandwidth-2")
    means = [found for found in report.failures if found.check.startswith("mean")]
    assert len(means) > 2
    assert all((found.cause, found.candidates) == ("bandwidth-2", ()) for found in means)
