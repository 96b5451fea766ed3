"""Substitution: a formula that stands in a claim alone is tried with its mutants like one that a side names."""

from __future__ import annotations

import sympy as sp

from rftheory.claims import All, Equal, Printed
from rftheory.context import Context
from rftheory.domain import Domain, real
from rftheory.evidence.substitution import substituted
from rftheory.statements import Statement, formula
from rftheory.verdict import Outcome

THIRD, HALF = (formula(sp.Rational(1, n), Domain(), "") for n in (3, 2))
SUBJECT = Statement(
    "x/1", "numerical", "-", "-", "-", "-", "-",
    companions={"x/third": {"": THIRD}},
    claim=All((Printed(THIRD, "0.33"), Equal(THIRD, sp.log(2) / sp.log(8)))),
)  # fmt: skip


def test_a_formula_in_the_claim_is_replaced() -> None:
    entries = list(substituted(SUBJECT, "", THIRD, HALF))
    assert [entry.check.kind.value for entry in entries] == ["search", "agreement"]
    for entry in entries:
        assert entry.true_check.run(entry.true_statement, Context()).outcome is Outcome.HOLDS
        assert entry.check.run(entry.statement, Context()).outcome is Outcome.FAILS


def test_a_formula_that_nothing_mentions_is_not() -> None:
    assert not list(substituted(SUBJECT, "", HALF, THIRD))


def test_a_slip_is_made_once_where_the_slip_holds_the_formula_again() -> None:
    z = sp.Symbol("z", nonnegative=True)
    domain = Domain((real("z", 0, reach=("1e-3", 9)),))
    square, same = (formula(e, domain, "z") for e in ((1 + z**2) ** 2, 1 + 2 * z**2 + z**4))
    subject = Statement("x/2", "identity", "-", "-", "-", "-", "-", domain, claim=Equal(square, same))
    (entry,) = substituted(subject, "(companion)", square, square.with_expression(-square.expression))
    assert entry.check.run(entry.statement, Context()).outcome is Outcome.FAILS
