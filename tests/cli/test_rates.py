"""The measurement of error rates sees what it looks for, and its laws are what they say."""

from __future__ import annotations

import math

import numpy as np
import pytest

from benchmarks.coverage import RATE, Case, cases
from benchmarks.laws import BOUNDED, UNBOUNDED, Law
from benchmarks.rates import CONTROL, control, interval, judged, of_case, row
from benchmarks.simulated import off_by, outcome, tasks
from rftheory.measured.inference.mean import DecisionOutcome


def test_intervals_are_those_of_clopper_and_pearson() -> None:
    """Of none and of all they have closed forms; of one in the middle the tails of the binomial law are 1/2000 each."""
    assert interval(0, 1000) == pytest.approx((0.0, 1 - 0.0005 ** (1 / 1000)))
    assert interval(50, 50) == pytest.approx((0.0005 ** (1 / 50), 1.0))
    low, high = interval(7, 40)
    tail = sum(math.comb(40, k) * low**k * (1 - low) ** (40 - k) for k in range(7, 41))
    other = sum(math.comb(40, k) * high**k * (1 - high) ** (40 - k) for k in range(8))
    assert (tail, other) == pytest.approx((0.0005, 0.0005))


@pytest.mark.parametrize("law", [*UNBOUNDED, *BOUNDED], ids=lambda law: law.name)
def test_laws_have_mean_0_and_the_variance_and_the_range_that_they_say(law: Law) -> None:
    values = law.draw(np.random.default_rng(4), 200_000)
    assert values.min() >= law.support[0]
    assert values.max() <= law.support[1]
    if not any(
        heavy in law.name for heavy in ("2.1", "shape 3", "t, 3", "lognormal, sigma 2")
    ):  # fourth moments
        spread = math.sqrt(law.variance / len(values))
        assert abs(values.mean()) < 6 * spread
        deviation = np.std(values**2) / math.sqrt(len(values))
        assert abs(np.mean(values**2) - law.variance) <= 6 * deviation


def test_the_control_is_found_out_and_rules_are_not() -> None:
    found = of_case(control(), 300, 1, 0)
    assert found["above"]
    assert judged({"parts": {"rules 0": [found]}}) == []
    some = [of_case(case, 60, 1, place) for place, case in enumerate(list(cases())[::12])]
    assert not any(each["above"] for each in some)


def test_a_rate_above_its_promise_and_a_control_that_is_not_seen_are_findings() -> None:
    def erring(rng: np.random.Generator) -> object:
        return rng.random()

    case = Case("wrong", "false alarm", "any", erring, lambda value: value < 2 * RATE + 0.05)
    wrong = of_case(case, 1000, 1, 1)
    blind = row(CONTROL, "false alarm, ever", "normal", 10, 1000, RATE)
    assert judged({"parts": {"statements 0.05 0": [wrong], "rules 0": [blind]}}) == [
        f"wrong, false alarm, any: {wrong['count']} of 1000",
        CONTROL,
    ]
    assert judged({"parts": {}}) == ["no control"]


def test_tests_of_statements_are_taken_and_made_wrong() -> None:
    found = tasks(0.05, 0.05, ["performer/eq53"])
    assert [(task.statement.partition("|")[0], task.point) for task in found] == [
        ("performer/eq53", 0),
        ("performer/eq53", 1),
    ]
    assert outcome(found[0], 3) is not DecisionOutcome.REFUTED
    assert outcome(off_by(found[0], 6.0), 3) is DecisionOutcome.REFUTED
    assert off_by(found[0], 6.0).rule.claim == pytest.approx(found[0].rule.claim * 1.12)


def test_every_rule_is_tried_in_every_error() -> None:
    tried = {(case.rule, case.error.partition(",")[0]) for case in cases()}
    both = (
        "mean, Catoni",
        "mean, betting",
        "lifetime, Catoni",
        "lifetime, betting",
        "sequential",
        "upper bound",
        "sign test",
    )
    alarms = (*both, "quadratic e-process", "floor e-process")
    assert tried == {(rule, "false alarm") for rule in alarms} | {(rule, "false pass") for rule in both}
