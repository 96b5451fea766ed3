"""No run exceeds its error budget."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rftheory.errors import BudgetError, DomainError, InputError, UnknownIdError
from rftheory.measured.inference.error_budget import ErrorBudget


def test_shares_sum_to_at_most_the_whole_and_depend_on_the_names_only():
    names = [f"test {k}" for k in range(997)]
    budget = ErrorBudget(names, weights={names[0]: 3.7})
    assert sum(Fraction(budget.share(name).alpha) for name in names) <= Fraction(1e-6)
    assert sum(Fraction(budget.share(name).beta) for name in names) <= Fraction(1e-6)
    assert sum(budget.share(name).alpha for name in names) == pytest.approx(1e-6, rel=1e-9)
    assert budget.share(names[0]).alpha == pytest.approx(3.7 * budget.share(names[1]).alpha)
    again = ErrorBudget(names[::-1], weights={names[0]: 3.7})
    assert all(again.share(name) == budget.share(name) for name in names)


def test_spending_adds_up_and_overspending_is_an_error():
    budget = ErrorBudget(["a", "b"], alpha=1e-3, beta=1e-2)
    share = budget.share("a")
    budget.spend("a", alpha=share.alpha / 2, beta=share.beta)
    budget.spend("a", alpha=share.alpha / 2)
    assert budget.spent == (5e-4, 5e-3)
    assert "1 of 2 tests run" in budget.text
    with pytest.raises(BudgetError):
        budget.spend("a", alpha=1e-12)
    with pytest.raises(BudgetError):
        budget.spend("b", alpha=0.0, beta=6e-3)
    assert budget.spent == (5e-4, 5e-3)


def test_unannounced_and_unusable_requests_are_refused():
    budget = ErrorBudget(["a"])
    with pytest.raises(UnknownIdError):
        budget.spend("b", alpha=1e-9)
    with pytest.raises(DomainError):
        budget.spend("a", alpha=-1e-9)
    for names in ([], ["a", "a"]):
        with pytest.raises(InputError):
            ErrorBudget(names)
    for wrong in ({"alpha": 0.0}, {"beta": 1.0}, {"weights": {"b": 1.0}}, {"weights": {"a": 0.0}}):
        with pytest.raises(DomainError):
            ErrorBudget(["a"], **wrong)
