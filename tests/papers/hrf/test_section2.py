"""Abstract to Section 2 and Appendices B and L of hrf: base estimators by quadrature, the tensor map, mutants of (30)."""

from __future__ import annotations

from itertools import islice

import mpmath as mp
import pytest

from rftheory import registry
from rftheory.context import Context
from rftheory.evidence.deterministic.composition import Composition
from rftheory.evidence.deterministic.conjunction import evaluable_parts
from rftheory.exact.functions.hybrids.composition import (
    Slip,
    bilinear,
    estimate,
    expansion,
    features,
    instances,
)
from rftheory.verdict import Outcome


def _variance(wave, spread: mp.mpf) -> mp.mpf:
    """Var wave(s g) of a standard normal g, s^2 = spread, by quadrature."""
    scale = mp.sqrt(spread)
    reach = [-20 - 4 * scale, 0, 20 + 4 * scale]

    def mean(power: int) -> mp.mpf:
        return mp.quad(lambda g: wave(scale * g) ** power * mp.npdf(g), reach)

    return mean(2) - mean(1) ** 2


@pytest.mark.parametrize(
    ("entry", "wave", "sign"), [("hrf/lemma2.2/trig", mp.cos, -1), ("hrf/lemma2.2/positive", mp.cosh, 1)]
)
def test_errors_of_the_base_estimators_by_quadrature(value, entry, wave, sign) -> None:
    with mp.workdps(30):
        x2, y2, xy = mp.mpf(1) / 2, mp.mpf(1) / 4, -mp.mpf(1) / 5
        expected = mp.exp(-sign * (x2 + y2)) * _variance(wave, x2 + y2 + 2 * sign * xy) / 3
        assert mp.almosteq(value(entry, m=3, x2="1/2", y2="1/4", xy="-1/5"), expected, 1e-20)


def test_encodings_as_printed_are_other_kernels(value) -> None:
    pair = {"x2": 1, "y2": "1/4", "xy": "1/3"}
    with mp.workdps(50):
        norms, inner = mp.mpf(5) / 4, mp.mpf(1) / 3
        for entry, sign in (("trig-encoding", -1), ("positive-encoding", 1)):
            printed = mp.exp(sign * (norms + 2 * sign * inner) / 2)
            assert mp.almosteq(value(f"hrf/sec2.1/{entry}", "lhs", **pair), printed, 1e-38)
            assert mp.almosteq(value(f"hrf/sec2.1/{entry}/corrected", "lhs", **pair), mp.exp(inner), 1e-38)


def test_the_worst_case_is_a_scan_of_the_angle(value) -> None:
    def error(p: mp.mpf) -> mp.mpf:
        share, rest = p * (p + (1 - p) / 2), (1 - p) * (1 - p + p / 2)
        turn = mp.cos(mp.pi * p)
        return mp.sqrt(2 * (share * mp.sinh(4 * (1 + turn)) ** 2 + rest * mp.sinh(4 * (1 - turn)) ** 2) / 3)

    largest = max(error(mp.mpf(k) / 4000) for k in range(4001))
    worst = value("hrf/abstract/worst-case", "lhs", m=3, n=2, r=2)
    assert 0 <= worst - largest < 1e-4 * worst
    assert worst < value("hrf/abstract/worst-case", "rhs", m=3, r=2)


def test_every_instance_is_its_map_and_its_expansion() -> None:
    for hybrid in islice(instances(seed=7), 60):
        expected = estimate(hybrid)
        assert bilinear(features(hybrid, 0), features(hybrid, 1)) == expected
        assert expansion(hybrid) == expected


@pytest.mark.parametrize("slip", ["no i", "conjugated", "swapped"])
def test_wrong_maps_are_told_apart(slip: Slip) -> None:
    differ = [
        bilinear(features(h, 0, slip), features(h, 1, slip)) != estimate(h) for h in islice(instances(), 20)
    ]
    assert any(differ)


def test_weights_of_an_instance_add_up() -> None:
    for hybrid in islice(instances(seed=3), 40):
        assert sum(hybrid.shifts) + hybrid.m * hybrid.rest * hybrid.rest == 1


def test_the_length_of_the_map_is_that_of_instances(value) -> None:
    for hybrid in islice(instances(seed=11), 40):
        t, weights = [len(maps) for maps in hybrid.bases], [len(maps) for maps in hybrid.weights]
        expected = value("hrf/lemma2.3", "dim", m=hybrid.m, n=hybrid.n, t=t, l=weights)
        assert len(features(hybrid, 0)) == expected


@pytest.mark.parametrize("form", ["map", "expansion"])
def test_composition_holds(form: str) -> None:
    lemma = registry.find("hrf/lemma2.3").statement
    found = Composition(form, per_point=1).run(lemma, Context())  # type: ignore[arg-type]
    assert found.outcome is Outcome.HOLDS
    assert found.data["effective"] == 40


def test_parallel_inputs_of_irrational_norm_are_exact() -> None:
    exact = evaluable_parts(registry.statement("hrf/sec2.4/zero-ends"))
    (error,) = [part.sides["lhs"] for part in exact]
    for xy in (2, -2):
        assert error.evaluate(digits=20, m=1, n=3, x2=2, y2=2, xy=xy).value == "0"


def test_signs_count_the_projections_that_tell_the_inputs_apart(value) -> None:
    rows, x, y = [(1, 2), (-1, 2), (3, -mp.mpf(1) / 3), (2, 3)], (1, -1), (mp.mpf(1) / 2, 1)
    differ = [(t[0] * x[0] + t[1] * x[1]) * (t[0] * y[0] + t[1] * y[1]) < 0 for t in rows]
    found = value("hrf/eq19/estimator", T="1,2;-1,2;3,-1/3;2,3", x="1,-1", y="1/2,1")
    assert found == mp.mpf(sum(differ)) / 4


def test_the_gaussian_hybrid_is_the_better_one_near_equal_inputs(value) -> None:
    """Section 2.4 has the opposite; by (45) and (71), at sigma = 1 and trigonometric lambda features."""
    place = {"m": 2, "n": 3, "r": 1}
    gauss = {**place, "sigma": 1}
    near, far = "1/50", "3.12"
    assert value("hrf/thmF.2/mse", **gauss, theta=near) < value("hrf/eq47", "lhs", **place, theta=near)
    assert value("hrf/thmF.2/mse", **gauss, theta=far) > value("hrf/eq47", "lhs", **place, theta=far)
