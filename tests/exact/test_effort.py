"""Work that is counted: the same limit ends the same work, whatever was asked before."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest
import sympy as sp

from rftheory.context import Context
from rftheory.domain import Domain, real
from rftheory.errors import BudgetError
from rftheory.exact import balls
from rftheory.exact.formula import Formula
from rftheory.exact.functions.conformity import Conformity
from rftheory.exact.functions.radial import near
from rftheory.exact.scalars import ComplexBall
from rftheory.statements import Check, Statement
from rftheory.verdict import Evidence, EvidenceKind, Outcome
from rftheory.verification import examine

t = sp.Symbol("t", positive=True)
a = sp.Symbol("a", positive=True)
DOMAIN = Domain((real("a", above=0),))


def test_an_integral_past_the_limit_is_a_budget_error() -> None:
    formula = Formula(sp.Integral(sp.sin(1 / (t + a)), (t, 0, 1)), DOMAIN, ("a",))
    point = {"a": Fraction(1, 10**6)}
    with balls.work_within(300), pytest.raises(BudgetError, match="more than 300 evaluations"):
        formula.ball(point, 100)
    with balls.work_within(100_000):
        formula.ball({"a": Fraction(1)}, 100)


def test_kept_values_count_as_if_they_were_found_anew() -> None:
    costs = []
    for _ in range(2):
        with balls.work_within(10**6), balls.working_precision(150):
            Conformity.ball(balls.fmpq(3), balls.fmpq(1, 7), balls.fmpq(5, 3))
            costs.append(balls.spent())
    assert costs[0] == costs[1] > 0


def test_what_would_take_too_much_memory_is_said_before_it_is_begun() -> None:
    with balls.working_precision(8_000):
        balls.hold(600_000)
        with pytest.raises(BudgetError, match="more than 640 MiB of memory"):
            balls.hold(700_000)
    for nu in (balls.fmpq(5, 2), balls.fmpq(3), balls.fmpq(700)):
        with balls.working_precision(200_000), pytest.raises(BudgetError, match="memory"):
            near.covariance(balls.fmpq(3), nu, balls.fmpq(10**5))
    with balls.working_precision(1 << 19), pytest.raises(BudgetError, match="memory"):
        near.shared(balls.fmpq(6), balls.fmpq(5, 2), balls.fmpq(10**8))


def test_inner_blocks_count_towards_outer_ones() -> None:
    def threefold() -> None:
        with balls.work_within(5):
            balls.spend(3)

    with balls.work_within(7):
        threefold()
        threefold()
        with pytest.raises(BudgetError, match="more than 1 "):
            threefold()
    with balls.work_within(100):
        with balls.work_within(50):
            balls.spend(20)
        assert balls.spent() == 20


class Endless(Check):
    """A check that counts for ever."""

    kind = EvidenceKind.SEARCH

    def run(self, statement: Statement, context: Context) -> Evidence:
        del statement, context
        while True:
            balls.spend(1000)


def test_a_check_past_its_work_is_undecided() -> None:
    statement = Statement("x/1", "identity", "-", "-", "-", "-", "-", DOMAIN, checks=(Endless(),))
    (found,) = examine(statement, Context()).evidence
    assert found.outcome is Outcome.UNDECIDED
    assert "it takes more than 5000000 evaluations" in found.detail


def test_a_function_of_a_pole_has_no_value() -> None:
    formula = Formula(Conformity(sp.Integer(2), 1 / (a - 1), sp.Integer(4)), DOMAIN, ("a",))
    assert not balls.is_finite(formula.ball({"a": Fraction(1)}, 100))


def test_an_error_of_an_integrand_gets_through_the_quadrature() -> None:
    def broken(*_: object) -> balls.acb:
        raise OverflowError("of the integrand")

    with pytest.raises(OverflowError, match="of the integrand"):
        balls.integrate(broken, balls.arb(0), balls.arb(1), size=0.0)


def test_an_argument_of_any_size_has_no_error_of_python() -> None:
    """Its logarithm is beyond doubles, and nothing is claimed of the value."""
    with balls.working_precision(2000):
        wide = balls.acb(balls.arb(0, (balls.arb(10) ** 309).exp()))
        assert balls.is_finite(wide)
        assert not balls.is_finite(balls.hypergeometric([balls.fmpq(1)], [balls.fmpq(2)], wide))


def test_an_integral_that_is_broken_off_ends_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """FLINT cannot be told to stop: it is given what it is done with, not what it cuts 200,000 times."""
    asked = []

    class Watched:
        def __call__(self, *values: object) -> object:
            return balls.acb(*values)

        def integral(self, integrand: Callable[..., object], *limits: object, **options: object) -> object:
            return balls.acb.integral(lambda *at: asked.append(at) or integrand(*at), *limits, **options)

    def steep(x: ComplexBall, _: bool) -> ComplexBall:
        return (-((x * 1000) ** 2)).exp() * (x * 10**6).sin()

    monkeypatch.setattr("rftheory.exact.balls.integration.acb", Watched())
    with balls.working_precision(800), balls.work_within(300), pytest.raises(BudgetError):
        balls.integrate(steep, balls.arb(0), balls.arb(1), size=0.0)
    assert len(asked) < 2000
