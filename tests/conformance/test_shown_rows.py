"""Rows that are shown, angles at two steps, laws of lengths and amplitudes of waves, against what they were made of."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from scipy import special

from rftheory.battery.rows.draws import DrawnRows
from rftheory.conformance.checks import checked
from rftheory.conformance.client.clients import client
from rftheory.conformance.feature_form.recovery import FeatureForm, amplitude, probes
from rftheory.conformance.findings import Finding
from rftheory.conformance.induced_kernel.form_checks import CHECKS as FORM_CHECKS
from rftheory.conformance.induced_kernel.traits import InducedFeatures, probed
from rftheory.conformance.isolation.parent import examine
from rftheory.conformance.projections import checks as row_checks
from rftheory.conformance.projections.disclosed_frequencies import DisclosedFrequencies, compared, unit
from rftheory.conformance.projections.draws import Projections
from rftheory.conformance.projections.measurements import VaryingNorms
from rftheory.conformance.spectral import reading
from rftheory.conformance.spectral.mistakes import FixedLength, mistakes
from rftheory.errors import InputError
from rftheory.measured.inference.error_budget import ErrorBudget
from rftheory.measured.inference.mean import min_discrepancy_mean
from rftheory.mechanisms._shelf import couplings
from rftheory.moments.radial_kernels import ExponentialPowerCovariance, GaussianCovariance

Floats = Any
D, M = 4, 12


def normal(seed: int, *shape: int) -> Floats:
    return np.random.default_rng(seed).standard_normal(shape or (M, D))


@pytest.mark.parametrize("scale", [3.0, 0.4])
def test_shown_rows_may_be_in_either_units(scale: float) -> None:
    w = normal(1, 50, M, D)
    assert unit(w, scale) == 1.0
    assert unit(scale * w, scale) == scale
    order = np.random.default_rng(2).permutation(M)
    for factor in (1.0, scale):
        rows = DisclosedFrequencies(scale, 1e-9, False)
        for draw in w:
            rows.take(factor * draw[order], draw)
        assert compared(rows).effect == pytest.approx(0.0, abs=1e-12)
        assert math.sqrt(rows.square) == pytest.approx(math.sqrt(np.mean(w**2)), rel=1e-12)


def test_other_rows_are_seen_relative_to_a_typical_entry() -> None:
    w, signs = 5.0 * normal(3, 20, M, D), np.random.default_rng(4).choice([-1.0, 1.0], (M, 1))

    def found(change: Any, *, up_to_signs: bool = False) -> Finding:
        rows = DisclosedFrequencies(1.0, 1e-9, up_to_signs)
        for index, draw in enumerate(w):
            rows.take(change(draw, index), draw)
        return compared(rows)

    off = found(lambda draw, index: draw + (0.5 if index == 7 else 0.0) * np.eye(M, D))
    assert off.effect == pytest.approx(0.5 / math.sqrt(np.mean(w**2)), rel=1e-6)
    assert off.fails
    assert found(lambda draw, _: draw * signs).fails
    assert not found(lambda draw, _: draw * signs, up_to_signs=True).fails
    short = found(lambda draw, index: draw[1:] if index == 7 else draw)
    assert short.fails
    assert short.detail == f"shape ({M - 1}, {D}) where the features use ({M}, {D})"


@pytest.mark.parametrize("name", ["trigonometric", "phase"])
def test_angles_are_read_up_to_half_a_turn(name: str) -> None:
    """Entries up to `seen` are read, beyond it a whole turn is missed; with the smaller step none is."""
    columns = np.arange(M)
    form = FeatureForm(name, M, columns, M + columns if name == "trigonometric" else columns[:0])
    phases = np.random.default_rng(5).uniform(0.3, 1.2, M)

    def features(x: Floats, w: Floats) -> Floats:
        z = x @ w.T
        if name == "phase":
            return math.sqrt(2.0 / M) * np.cos(z + phases)
        return np.concatenate([np.sin(z), np.cos(z)], axis=1) / math.sqrt(M)

    def read(w: Floats, *, exact: bool) -> tuple[Floats, float]:
        angles = reading.RowAngles(D, form, 1.0, exact=exact, seed=1)
        found = angles.rows(features(probes(D), w), features(reading.coarse_probes(D), w))
        return np.abs(found), angles.seen

    seen = reading.RowAngles(D, form, 1.0, exact=False, seed=1).seen
    w = np.clip(normal(6), -2.0, 2.0)
    for place, share in enumerate((0.98, -0.98)):
        w[place, place] = share * seen
    found, _ = read(w, exact=False)
    np.testing.assert_allclose(found, np.abs(w), atol=1e-6)
    w[2, 2] = 1.02 * seen
    assert abs(read(w, exact=False)[0][2, 2] - w[2, 2]) > 1.0
    if name == "trigonometric":
        w[3, 3] = 1e6
        found, further = read(w, exact=True)
        np.testing.assert_allclose(found, np.abs(w), rtol=1e-6, atol=1e-6)
        assert further > 1e14


def test_no_stable_law_is_mistaken_at_power_two() -> None:
    """exp(-|z|^2) is its own product over coordinates, and tau = 2 is no random number; below two each is another law."""
    z = np.random.default_rng(3).standard_normal((20, 3))
    stable = {"stable-scale", "univariate-stable"}
    for power in (1.0, 1.99, 2.0):
        kernel = ExponentialPowerCovariance(power=power)
        product = np.exp(-np.sum(np.abs(z) ** power, axis=1))
        own = np.allclose(kernel.profile(np.linalg.norm(z, axis=1)), product, rtol=1e-6)
        causes = {cause for cause, _ in mistakes(kernel, 1.0, 3)}
        assert own is (power == 2.0)
        assert causes & stable == (set() if own else stable)


def test_laws_of_rows_of_one_length() -> None:
    """sqrt(d) u of one length: u_1 is uniform at d = 3, of the arcsine law at d = 2, a beta law at d = 5."""
    t = np.linspace(-3.0, 3.0, 61)
    three = FixedLength(base=GaussianCovariance(), d=3).coordinate_cdf(t)
    np.testing.assert_allclose(three, np.clip((1.0 + t / math.sqrt(3.0)) / 2.0, 0.0, 1.0), atol=1e-12)
    two = FixedLength(base=GaussianCovariance(), d=2).coordinate_cdf(t)
    wanted = 0.5 + np.arcsin(np.clip(t / math.sqrt(2.0), -1.0, 1.0)) / math.pi
    np.testing.assert_allclose(two, wanted, atol=1e-12)
    five = FixedLength(base=GaussianCovariance(), d=5).coordinate_cdf(t)
    beta = special.betainc(2.0, 2.0, np.clip((1.0 + t / math.sqrt(5.0)) / 2.0, 0.0, 1.0))
    np.testing.assert_allclose(five, beta, atol=1e-12)


@pytest.mark.parametrize("weight", [0.0, 0.5, -0.5])
def test_amplitudes_of_waves_with_phases(weight: float) -> None:
    x, phases = probes(D), np.random.default_rng(7).uniform(0.0, 2.0 * math.pi, 40)
    h = np.exp(weight * np.sum(x * x, axis=1, keepdims=True))
    phi = 1.7 * h * np.cos(x @ normal(8, 40, D).T + phases)
    value, off = amplitude(phi, D, weight)
    assert value == pytest.approx(1.7**2, rel=1e-9)
    assert off < 1e-9
    assert amplitude(phi, D, weight + 0.2)[1] > 1e-3


def rows_of(w: Floats, check: str) -> Finding:
    rows = DrawnRows.of(w, couplings()["iid"], 1e-13)
    subject = Projections(rows, ErrorBudget(row_checks.STATISTICAL))
    (finding,) = checked([subject], [each for each in row_checks.CHECKS if each.name == check])
    return finding


def test_norms_of_fewer_degrees_are_near_theirs() -> None:
    w = normal(9, 2000, M, D)
    units, rng = w / np.linalg.norm(w, axis=-1, keepdims=True), np.random.default_rng(10)
    for k in (1, D - 1, D + 1, 2 * D, M):
        seen = rows_of(units * np.sqrt(rng.chisquare(k, (2000, M, 1))), "norm law").measurements
        assert isinstance(seen, VaryingNorms)
        assert set(seen.by_degrees) == {1, D - 1, D + 1, 2 * D, M}
        assert min(seen.by_degrees, key=seen.by_degrees.__getitem__) == k
        assert seen.by_degrees[k] < 0.02
        assert seen.square == pytest.approx(k / D, rel=0.03)


def test_what_the_check_of_norms_and_coordinates_sees() -> None:
    """Its margin is that of a mean over rows whose variance is that of one row, as drawn, over their number."""
    n = 4000
    w = normal(11, n, M, D)
    found = rows_of(w, "norms and coordinates")
    size = np.linalg.norm(w, axis=-1)
    ranks = 2.0 * special.gammainc(D / 2.0, size**2 / 2.0) - 1.0
    waves = np.cos(1.5 * math.sqrt(D) * w[..., 0] / size)
    variance = np.var(ranks * (waves - np.mean(waves))) / M
    share = ErrorBudget(row_checks.STATISTICAL).share("norms and coordinates")
    margin = min_discrepancy_mean(
        n, claim=1.0, variance=variance, alpha=share.alpha, beta=share.beta, miss=1e-6
    )
    assert found.delta == pytest.approx(margin, rel=0.05)
    assert not found.fails


def induced(factor: float, off: float) -> InducedFeatures:
    """ReLU features times a factor, off by `off` of it from call to call."""
    calls = iter(range(1000))

    def features(x: Floats, seed: int) -> Floats:
        noise = off * next(calls)
        return factor * (np.maximum(x @ normal(seed).T, 0.0) / math.sqrt(M) + noise)

    found = probed(client(features), "relu", D, 1.0, (1, 2))
    assert isinstance(found, InducedFeatures)
    return found


@pytest.mark.parametrize("factor", [1e-7, 1.0, 1e7])
def test_changes_of_features_are_relative_to_their_size(factor: float) -> None:
    check = next(each for each in FORM_CHECKS if each.name == "one seed, one draw")
    assert checked([induced(factor, 1e-6)], [check])[0].fails
    assert not checked([induced(factor, 1e-14)], [check])[0].fails


@pytest.mark.parametrize("limits", [{"timeout": math.inf}, {"timeout": 0.0}, {"memory": math.inf}])
def test_limits_are_finite(limits: dict[str, float]) -> None:
    with pytest.raises(InputError, match="allowed: a finite number > 0"):
        examine("nothing:here", {}, **limits)  # type: ignore[arg-type]
