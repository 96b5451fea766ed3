"""Both ends of the margin, the edges of what rules allow, and sample sizes by the formulas of docs/inference.md."""

from __future__ import annotations

import inspect
import math

import numpy as np
import pytest

from rftheory.errors import DomainError, InputError
from rftheory.measured.engine.reductions import reduce_values
from rftheory.measured.inference.eprocess import FloorBets, QuadraticBets
from rftheory.measured.inference.error_budget import ErrorBudget
from rftheory.measured.inference.lifetime import decide_over_runs
from rftheory.measured.inference.mean import (
    DecisionOutcome,
    decide_mean,
    mean_rule,
    min_discrepancy_mean,
    min_samples_mean,
)
from rftheory.measured.inference.sequential import SequentialRule
from rftheory.measured.inference.upper_bound import BelowRule

PASS, REFUTED, UNDECIDED = DecisionOutcome.PASS, DecisionOutcome.REFUTED, DecisionOutcome.UNDECIDED
RATES = {"alpha": 1e-200, "beta": 1e-3}  # nothing is refuted, so that a pass is all that can go wrong
KINDS = [{"support": (0.0, 4.0)}, {"variance": 1.0}]


def _values(mean: float, n: int = 400) -> np.ndarray:
    """Ones above and below their mean by a half, in equal numbers."""
    return np.tile([mean - 0.5, mean + 0.5], n // 2)


@pytest.mark.parametrize("known", KINDS)
@pytest.mark.parametrize(
    "decide", [decide_mean, lambda v, r: decide_over_runs(r, reduce_values(v, r.scores(v)))]
)
def test_a_pass_needs_both_ends_to_be_rejected(known, decide) -> None:
    rule = mean_rule(claim=2.0, delta=0.25, **RATES, **known)  # ends 1.5 and 2.5
    outcomes = [decide(_values(mean), rule).outcome for mean in (1.0, 1.5, 2.0, 2.5, 3.0)]
    assert outcomes == [UNDECIDED, UNDECIDED, PASS, UNDECIDED, UNDECIDED]


@pytest.mark.parametrize("known", KINDS)
def test_a_claim_is_refuted_from_either_side(known) -> None:
    rule = mean_rule(claim=2.0, delta=0.25, alpha=1e-3, beta=1e-200, **known)
    outcomes = [decide_mean(_values(mean, 2000), rule).outcome for mean in (1.6, 2.0, 2.4)]
    assert outcomes == [REFUTED, UNDECIDED, REFUTED]


@pytest.mark.parametrize("miss", [1e-3, 0.2])
def test_sample_sizes_are_those_of_section_4(miss: float) -> None:
    need = math.log(1 / 1e-4) + math.log(2 / miss)
    margin, variance, bound = 0.1, 2.0, 3.0
    catoni = mean_rule(claim=1.0, delta=margin, variance=variance, variance_bound=bound, beta=1e-4)
    step = margin / (variance + bound + margin**2)
    gain = -math.log(1 - step * margin + step**2 * (variance + margin**2) / 2) - math.log(
        1 + step**2 * bound / 2
    )
    assert min_samples_mean(catoni, miss=miss) == math.ceil(need / gain)
    betting = mean_rule(claim=1.0, delta=margin, support=(0.0, 4.0), variance=0.5, beta=1e-4)
    share = margin**2 / (2 * (2 * (0.5 + margin**2) + margin * 3.0))  # the far end, 3 away, takes more draws
    assert min_samples_mean(betting, miss=miss) == math.ceil(need / -math.log(1 - share))


@pytest.mark.parametrize(
    "rule",
    [QuadraticBets, FloorBets, SequentialRule, BelowRule, mean_rule, min_discrepancy_mean, ErrorBudget],
)
def test_rates_are_one_in_a_million_unless_others_are_asked_for(rule) -> None:
    given = inspect.signature(rule).parameters
    assert {given[name].default for name in ("alpha", "beta") if name in given} == {1e-6}


def test_rates_lie_strictly_between_0_and_1() -> None:
    for alpha in (0.0, 1.0):
        for make in (lambda a: QuadraticBets(1.0, 1.0, alpha=a), lambda a: FloorBets(1.0, alpha=a)):
            with pytest.raises(DomainError, match="alpha"):
                make(alpha)
        for rates in ((alpha, 0.1), (0.1, alpha)):
            with pytest.raises(DomainError):
                BelowRule(0.5, (0.0, 1.0), *rates)
            with pytest.raises(DomainError):
                mean_rule(claim=1.0, delta=0.1, variance=1.0, alpha=rates[0], beta=rates[1])


def test_a_bound_of_the_variance_may_be_the_variance() -> None:
    assert SequentialRule(1.0, 0.1, 2.0, 2.0).variance_bound == 2.0
    for bound in (1.9, math.inf, math.nan):
        with pytest.raises(DomainError, match="variance_bound"):
            SequentialRule(1.0, 0.1, 2.0, bound)


@pytest.mark.parametrize("wrong", [(-0.1, 1.0), (0.5, 1.0), (0.0, 0.5), (-math.inf, 1.0), (0.0, math.inf)])
def test_a_limit_lies_inside_a_finite_range(wrong: tuple[float, float]) -> None:
    limit = 0.5 if wrong != (-0.1, 1.0) else 1.0
    with pytest.raises(DomainError, match="limit"):
        BelowRule(limit, wrong)


@pytest.mark.parametrize("steps", [(), (0.0,), (1.0,), (0.5, -0.1)])
def test_steps_are_fractions(steps: tuple[float, ...]) -> None:
    with pytest.raises(DomainError, match="steps"):
        BelowRule(0.5, (0.0, 1.0), steps=steps)


@pytest.mark.parametrize("mean", [0.2, 0.375, 0.55, 1.0])
def test_an_upper_bound_is_decided_by_the_average_of_products(mean: float) -> None:
    """By the definition: products of 1 + b (x - limit)/(limit - low) and of 1 - b (x - limit)/(high - limit)."""
    rule = BelowRule(0.5, (-0.5, 2.0), 1e-3, 1e-3, steps=(0.5, 0.25))
    values = _values(mean, 40)
    above = np.mean([np.prod(1 + b * (values - 0.5) / 1.0) for b in (0.5, 0.25)])
    under = np.mean([np.prod(1 - b * (values - 0.5) / 1.5) for b in (0.5, 0.25)])
    expected = REFUTED if above >= 1e3 else PASS if under >= 1e3 else UNDECIDED
    decision = rule.decide(reduce_values(values, rule.scores(values)))
    assert decision.outcome is expected
    logs = [value for _, value in decision.excess]
    assert logs == pytest.approx([math.log(above) - math.log(1e3), math.log(under) - math.log(1e3)])


@pytest.mark.parametrize("values", [[-0.6, 0.0], [0.0, 2.1]])
def test_values_outside_the_declared_range_are_no_evidence(values: list[float]) -> None:
    with pytest.raises(InputError, match="leave the declared support"):
        BelowRule(0.5, (-0.5, 2.0)).scores(np.array(values))
