"""Sign tests against the definition: both error rates and the power are sums over all outcomes of n coins."""

import math
from fractions import Fraction
from itertools import product

import pytest

from rftheory.errors import BudgetError, DomainError
from rftheory.measured.inference.mean import DecisionOutcome
from rftheory.measured.inference.sign_test import SignTest, sized

PASS, REFUTED, UNDECIDED = DecisionOutcome.PASS, DecisionOutcome.REFUTED, DecisionOutcome.UNDECIDED


def probability(test, outcome, p):
    """Of an outcome, when every draw wins with the rational probability p."""
    return sum(
        (
            math.comb(test.n, k) * p**k * (1 - p) ** (test.n - k)
            for k in range(test.n + 1)
            if test.decide(k) is outcome
        ),
        Fraction(0),
    )


def test_the_chance_counts_sequences_of_coins():
    test = SignTest(7, 0.1, 0.1)
    for wins in range(8):
        assert test.chance(wins) == Fraction(sum(sum(s) >= wins for s in product((0, 1), repeat=7)), 2**7)


@pytest.mark.parametrize("odds", [0.8, 0.95, 1.0])
@pytest.mark.parametrize("rates", [(1e-6, 1e-6), (5e-9, 5e-9), (1e-3, 1e-7)])
def test_both_error_rates_are_kept_and_the_power_is_reached(rates, odds):
    test = sized(*rates, odds, miss=1e-3)
    half = Fraction(1, 2)
    assert probability(test, PASS, half) <= Fraction(rates[1])
    assert probability(test, REFUTED, half) <= Fraction(rates[0])
    assert probability(test, PASS, Fraction(odds)) >= 1 - Fraction(1, 1000) - Fraction(1, 10**9)
    assert probability(test, REFUTED, 1 - Fraction(odds)) >= 1 - Fraction(1, 1000) - Fraction(1, 10**9)


def test_a_certain_event_takes_the_logarithm_of_the_rate():
    for rate in (1e-6, 5e-9, 2.0**-20):
        assert sized(rate, rate).n == math.ceil(-math.log2(rate))
    test = sized(2.0**-20, 2.0**-20)
    assert (test.n, test.decide(20), test.decide(19), test.decide(0)) == (20, PASS, UNDECIDED, REFUTED)


def test_what_cannot_be_planned_or_counted_is_refused():
    with pytest.raises(BudgetError, match="16384 draws"):
        sized(1e-9, 1e-9, 0.501)
    for alpha, beta, odds in ((0.0, 0.1, 0.9), (0.1, 1.5, 0.9), (0.1, 0.1, 0.5)):
        with pytest.raises(DomainError):
            sized(alpha, beta, odds)
    with pytest.raises(DomainError, match="at most the 7 draws"):
        SignTest(7, 0.1, 0.1).decide(8)
