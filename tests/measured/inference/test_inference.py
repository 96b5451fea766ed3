"""Error rates, power and refusals of the mean tests and e-processes, on laws whose moments are elementary."""

from __future__ import annotations

import math

import numpy as np
import pytest

from rftheory.errors import BudgetError, DomainError, InputError, RFTheoryError
from rftheory.measured.engine.reductions import Totals, combine, reduce_values
from rftheory.measured.inference.eprocess import FloorBets, QuadraticBets, evidence_path, log_evidence
from rftheory.measured.inference.mean import (
    DecisionOutcome,
    decide_mean,
    mean_rule,
    min_discrepancy_mean,
    min_samples_mean,
    psi,
)

VARIANCE = math.expm1(1.0)
UNBOUNDED = {"variance": VARIANCE}
BOUNDED = {"support": (0.0, 4.0)}
LOOSE = {"alpha": 0.05, "beta": 0.05}


def lognormal(rng, size, mean=1.0):
    """exp(Z - 1/2): mean 1, variance e - 1, no bound."""
    return mean * np.exp(rng.standard_normal(size) - 0.5)


def beta_law(rng, size, mean=1.0):
    """4 Beta(a, b) with a + b = 8 and the given mean, on [0, 4]."""
    return 4 * rng.beta(2 * mean, 8 - 2 * mean, size)


CASES = [(UNBOUNDED, lognormal), (BOUNDED, beta_law)]


def rates(rule, law, n, mean, repeats=400):
    rng = np.random.default_rng(7)
    outcomes = [decide_mean(law(rng, n, mean), rule).outcome for _ in range(repeats)]
    return {outcome: outcomes.count(outcome) / repeats for outcome in DecisionOutcome}


def most(rate, repeats=400):
    """A frequency that a rate exceeds with probability below 1e-6."""
    return rate + 5 * math.sqrt(rate * (1 - rate) / repeats) + 5 / repeats


def test_psi_lies_between_its_bounds_and_is_odd():
    x = np.linspace(-30, 30, 6001)
    assert (psi(x) <= np.log(1 + x + x * x / 2) + 1e-12).all()
    assert (psi(x) >= -np.log(1 - x + x * x / 2) - 1e-12).all()
    np.testing.assert_array_equal(psi(-x), -psi(x))
    assert (np.diff(psi(x)) > 0).all()


@pytest.mark.parametrize(("known", "law"), CASES)
def test_true_claim_passes_and_wrong_claims_are_refuted_at_one_in_a_million(known, law):
    rule = mean_rule(claim=1.0, delta=0.05, **known)
    values = law(np.random.default_rng(3), min_samples_mean(rule))
    assert decide_mean(values, rule).outcome is DecisionOutcome.PASS
    for wrong in (1 / 1.15, 1 / 0.85):
        wrong_rule = mean_rule(claim=wrong, delta=0.05, **known)
        assert decide_mean(values, wrong_rule).outcome is DecisionOutcome.REFUTED


@pytest.mark.parametrize(("known", "law"), CASES)
def test_error_rates_and_power_hold_in_simulation(known, law):
    rule = mean_rule(claim=1.0, delta=0.15, **LOOSE, **known)
    n = min_samples_mean(rule, miss=0.1)
    assert n < 20_000
    right = rates(rule, law, n, 1.0)
    assert right[DecisionOutcome.REFUTED] <= most(0.05)
    assert right[DecisionOutcome.UNDECIDED] + right[DecisionOutcome.REFUTED] <= most(0.15)
    for mean in (0.85, 1.15):
        assert rates(rule, law, n, mean)[DecisionOutcome.PASS] <= most(0.05)


@pytest.mark.parametrize(("known", "law"), CASES)
def test_few_samples_are_undecided_never_a_pass(known, law):
    rule = mean_rule(claim=1.0, delta=0.01, **known)
    values = law(np.random.default_rng(5), min_samples_mean(rule) // 20)
    assert decide_mean(values, rule).outcome is DecisionOutcome.UNDECIDED


@pytest.mark.parametrize(
    "known", [UNBOUNDED, BOUNDED, {"variance": 0.0}, {"variance": 1.0, "variance_bound": 9}]
)
@pytest.mark.parametrize("n", [1_000, 123_456, 10**8])
def test_min_discrepancy_is_the_inverse_of_min_samples(known, n):
    delta = min_discrepancy_mean(n, claim=1.0, **known)
    assert min_samples_mean(mean_rule(claim=1.0, delta=delta, **known)) <= n
    if delta > 1e-11:
        smaller = mean_rule(claim=1.0, delta=delta * (1 - 1e-6), **known)
        assert min_samples_mean(smaller) > n * (1 - 1e-5)


@pytest.mark.parametrize("known", [UNBOUNDED, BOUNDED])
def test_min_samples_falls_with_delta(known):
    deltas = np.geomspace(1e-4, 100, 200)
    needs = [min_samples_mean(mean_rule(claim=1.0, delta=delta, **known)) for delta in deltas]
    assert needs == sorted(needs, reverse=True)


def test_a_tighter_variance_lowers_the_need_and_no_draw_count_decides_too_little():
    rule = mean_rule(claim=1.0, delta=0.05, support=(0.0, 4.0), variance=0.1)
    assert min_samples_mean(rule) < min_samples_mean(mean_rule(claim=1.0, delta=0.05, **BOUNDED)) / 3
    with pytest.raises(BudgetError):
        min_discrepancy_mean(5, claim=1.0, **UNBOUNDED)


def test_claims_at_and_beyond_the_support():
    values = np.full(200, 0.5)
    outside = mean_rule(claim=4.5, delta=0.1, **BOUNDED)
    assert decide_mean(values, outside).outcome is DecisionOutcome.REFUTED
    assert min_samples_mean(outside) == 1
    edge = mean_rule(claim=0.5, delta=2.0, **BOUNDED)
    assert decide_mean(values, edge).outcome is DecisionOutcome.PASS
    with pytest.raises(InputError, match="leave the declared support"):
        decide_mean(np.array([5.0]), edge)


def test_guarantee_says_what_it_rests_on():
    catoni = mean_rule(claim=1.0, delta=0.1, variance=2.0, variance_bound=3.0)
    assert "Var X <= 2" in catoni.guarantee
    assert "Var X <= 3" in catoni.guarantee
    assert "Var" not in mean_rule(claim=1.0, delta=0.1, **BOUNDED).guarantee


@pytest.mark.parametrize(
    "wrong",
    [
        {"claim": 0.0, "delta": 0.1, "variance": 1.0},
        {"claim": math.nan, "delta": 0.1, "variance": 1.0},
        {"claim": 1.0, "delta": 0.0, "variance": 1.0},
        {"claim": 1.0, "delta": 0.1},
        {"claim": 1.0, "delta": 0.1, "support": (0.0, math.inf)},
        {"claim": 1.0, "delta": 0.1, "variance": -1.0},
        {"claim": 1.0, "delta": 0.1, "variance": math.nan},
        {"claim": 1.0, "delta": 0.1, "variance": 2.0, "variance_bound": 1.0},
        {"claim": 1.0, "delta": 0.1, "support": (2.0, 1.0)},
        {"claim": 1.0, "delta": 0.1, "variance": 1.0, "alpha": 0.0},
        {"claim": 1.0, "delta": 0.1, "variance": 1.0, "beta": 1.0},
    ],
)
def test_unusable_claims_are_refused(wrong):
    with pytest.raises(DomainError):
        mean_rule(**wrong)


def test_a_zero_claim_needs_a_scale():
    rule = mean_rule(claim=0.0, delta=0.1, scale=1.0, support=(-1.0, 1.0))
    values = np.random.default_rng(1).uniform(-1, 1, min_samples_mean(rule))
    assert decide_mean(values, rule).outcome is DecisionOutcome.PASS


def test_quadratic_evidence_stays_low_under_the_claim_and_finds_three_faults():
    rng = np.random.default_rng(11)
    bets = QuadraticBets(1.0, VARIANCE, alpha=0.05)
    peaks = [evidence_path(bets, lognormal(rng, 1000)).max() for _ in range(400)]
    assert np.mean(np.array(peaks) >= math.log(20)) <= most(0.05)
    values = lognormal(rng, 60_000)
    for faulty in (
        QuadraticBets(1.1, VARIANCE),
        QuadraticBets(0.9, VARIANCE),
        QuadraticBets(1.0, VARIANCE / 2),
    ):
        assert faulty.decide(reduce_values(values, faulty.scores(values))).outcome is DecisionOutcome.REFUTED
    large = QuadraticBets(1.0, 2 * VARIANCE)
    assert large.decide(reduce_values(values, large.scores(values))).outcome is DecisionOutcome.UNDECIDED


def test_quadratic_factor_has_mean_one_where_the_claim_is_exact():
    bets = QuadraticBets(0.0, 1.0, steps=(1.0, 0.25))
    nodes, weights = np.polynomial.hermite_e.hermegauss(40)
    factors = np.exp(bets.scores(nodes) - bets.compensator()[:, None])
    np.testing.assert_allclose(factors @ weights / weights.sum(), 1.0, rtol=1e-12)


def test_evidence_path_ends_at_the_evidence_of_the_sums():
    values = lognormal(np.random.default_rng(2), 500)
    bets = QuadraticBets(1.0, VARIANCE)
    totals = reduce_values(values, bets.scores(values))
    assert evidence_path(bets, values)[-1] == pytest.approx(log_evidence(bets, totals), abs=1e-9)


def test_floor_bets_refute_a_second_moment_claimed_too_small_only():
    squares = lognormal(np.random.default_rng(13), 20_000) ** 2
    small, right, large = (FloorBets(factor * math.e) for factor in (0.5, 1.0, 2.0))
    outcomes = [
        bets.decide(reduce_values(squares, bets.scores(squares))).outcome for bets in (small, right, large)
    ]
    assert outcomes == [DecisionOutcome.REFUTED, DecisionOutcome.UNDECIDED, DecisionOutcome.UNDECIDED]
    with pytest.raises(DomainError):
        small.scores(np.array([-1.0]))


@pytest.mark.parametrize(
    "make",
    [
        lambda: QuadraticBets(1.0, 0.0),
        lambda: QuadraticBets(1.0, 1.0, alpha=2.0),
        lambda: QuadraticBets(1.0, 1.0, steps=()),
        lambda: FloorBets(0.0),
        lambda: FloorBets(1.0, steps=(1.0,)),
    ],
)
def test_unusable_bets_are_refused(make):
    with pytest.raises(DomainError):
        make()


def test_sums_are_exact_whatever_the_order_and_reject_what_is_not_finite():
    values = np.array([1e300, 1.0, -1e300, 1e-30])
    totals = reduce_values(values, values[None, :])
    assert totals.total == math.fsum(values)
    assert totals.scores == (1.0,)
    assert Totals.from_text(totals.to_text()) == totals
    assert combine([totals, totals]).n == 8
    with pytest.raises(RFTheoryError, match="not finite"):
        reduce_values(np.array([math.inf]), np.zeros((1, 1)))
    with pytest.raises(InputError):
        reduce_values(np.zeros(2), np.zeros((1, 3)))
    with pytest.raises(InputError):
        combine([])
    with pytest.raises(InputError):
        Totals.from_text("[1]")
