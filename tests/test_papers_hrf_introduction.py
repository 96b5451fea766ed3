"""Abstract to Section 2.2 and Appendices B, F, L of hrf: hand-made values, the tensor map, mutants of the identity (30)."""

from __future__ import annotations

from itertools import islice

import mpmath as mp
import pytest

from rftheory.context import Context
from rftheory.evidence.deterministic.composition import Composition
from rftheory.evidence.deterministic.restated import Restated
from rftheory.exact.functions.hybrids.composition import (
    Slip,
    bilinear,
    estimate,
    expansion,
    features,
    instances,
)
from rftheory.papers.hrf import (
    appendix_f,
    appendix_f_errors,
    appendix_l,
    figures,
    introduction,
    section2_hybrids,
    section2_preliminaries,
)
from rftheory.statements import Statement
from rftheory.verdict import Outcome

ENTRIES: dict[str, Statement] = {
    entry.id: entry
    for module in (
        introduction,
        section2_preliminaries,
        section2_hybrids,
        appendix_f,
        appendix_f_errors,
        appendix_l,
        figures,
    )
    for entry in module.STATEMENTS
}


def _value(entry: str, side: str = "", **given: object) -> mp.mpf:
    formula = ENTRIES[entry].sides[side]
    return mp.mpf(formula.at(formula.point(given), 40).value)


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


def test_the_length_of_the_map_is_that_of_instances() -> None:
    for hybrid in islice(instances(seed=11), 40):
        t, weights = [len(maps) for maps in hybrid.bases], [len(maps) for maps in hybrid.weights]
        expected = _value("hrf/lemma2.3", "dim", m=hybrid.m, n=hybrid.n, t=t, l=weights)
        assert len(features(hybrid, 0)) == expected


@pytest.mark.parametrize("form", ["map", "expansion"])
def test_composition_holds(form: str) -> None:
    found = Composition(form, per_point=1).run(ENTRIES["hrf/lemma2.3"], Context())  # type: ignore[arg-type]
    assert found.outcome is Outcome.HOLDS
    assert found.data["effective"] == 40


def test_ends_of_the_gaussian_hybrid_are_exact() -> None:
    for radius in ("1/3", 1000):
        values = {
            side: _value("hrf/appF/ends", side, m=3, n=2, sigma=2, r=radius)
            for side in ("trig0", "trigpi", "pos0", "pospi")
        }
        assert values["trig0"] == values["pospi"] == 0
        assert values["trigpi"] > 0
        assert values["pos0"] > 0


def test_second_moment_by_hand() -> None:
    with mp.workdps(50):
        gap = mp.mpf(1) + mp.mpf(1) / 4 + mp.mpf(2) / 5
        mean, spread = mp.exp(-gap / 8), (1 - mp.exp(-gap / 4)) ** 2 / 6
        expected = ((1 - mean) ** 2 + spread) * mp.mpf(9) / 4
        assert mp.almosteq(
            _value("hrf/eq72", n=3, sigma="1/2", rho="2/3", x2=1, y2="1/4", xy="-1/5"), expected, 1e-38
        )


def test_the_worst_case_is_a_scan_of_the_angle() -> None:
    def error(p: mp.mpf) -> mp.mpf:
        share, rest = p * (p + (1 - p) / 2), (1 - p) * (1 - p + p / 2)
        turn = mp.cos(mp.pi * p)
        return mp.sqrt(2 * (share * mp.sinh(4 * (1 + turn)) ** 2 + rest * mp.sinh(4 * (1 - turn)) ** 2) / 3)

    largest = max(error(mp.mpf(k) / 4000) for k in range(4001))
    value = _value("hrf/abstract/worst-case", "lhs", m=3, n=2, r=2)
    assert 0 <= value - largest < 1e-4 * value
    assert value < _value("hrf/abstract/worst-case", "rhs", m=3, r=2)


def test_parallel_inputs_of_irrational_norm_are_exact() -> None:
    exact = ENTRIES["hrf/sec2.2/linear-lambda"].checks[0]
    assert isinstance(exact, Restated)
    for xy in (2, -2):
        assert exact.sides["error"].evaluate(digits=20, m=1, n=3, x2=2, y2=2, xy=xy).value == "0"
