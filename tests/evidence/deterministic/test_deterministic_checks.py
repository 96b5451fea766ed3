"""Checks that draw nothing accept a true statement and reject a planted falsehood."""

import sympy as sp

from rftheory.claims import Below, Equal, Order
from rftheory.context import PROFILES, Context
from rftheory.domain import Domain, integer, real
from rftheory.evidence.deterministic.agreement import Agreement
from rftheory.evidence.deterministic.derivation import Derivation
from rftheory.evidence.deterministic.orders import OrderCheck
from rftheory.evidence.deterministic.search import Search
from rftheory.statements import Statement, formula
from rftheory.verdict import WHOLE, Outcome

d, m = sp.symbols("d m", positive=True, integer=True)
v, length = sp.symbols("v length", nonnegative=True)
DOMAIN = Domain((integer("d", 2), real("v", 0)))
QUICK = Context(profile=PROFILES["quick"])
RHO = sp.hyper((d,), (d / 2,), v**2 / 2)


def statement(left, right, claim, **more):
    sides = {"lhs": formula(left, DOMAIN, "d v"), "rhs": formula(right, DOMAIN, "d v")}
    return Statement("x/1", "identity", "-", "-", "-", "-", "-", DOMAIN, sides, claim=claim, **more)


def test_agreement_accepts_kummer_and_rejects_a_wrong_parameter():
    kummer = sp.exp(v**2 / 2) * sp.hyper((-d / 2,), (d / 2,), -(v**2) / 2)
    assert Agreement().run(statement(RHO, kummer, Equal()), QUICK).outcome is Outcome.HOLDS
    wrong = Agreement().run(statement(RHO, kummer.subs(d, d + 1), Equal()), QUICK)
    assert wrong.outcome is Outcome.FAILS
    assert wrong.counterexample is not None
    assert {"d", "v", "left", "right"} <= set(wrong.counterexample)


def test_search_finds_equality_where_strictness_is_claimed():
    found = Search().run(statement(RHO, sp.exp(v**2), Below()), QUICK)
    assert found.outcome is Outcome.FAILS
    assert found.counterexample is not None
    assert found.counterexample["v"] == "0"
    assert Search().run(statement(RHO, sp.exp(v**2), Below(strict=False)), QUICK).outcome is Outcome.HOLDS


def test_a_search_evaluates_the_form_that_is_quick():
    """That it is the printed one is for representations to say."""
    for closed, outcome in ((v + 2, Outcome.FAILS), (None, Outcome.HOLDS)):
        sides = {"lhs": formula(v, DOMAIN, "v", closed=closed), "rhs": formula(v + 1, DOMAIN, "v")}
        subject = Statement("x/1", "identity", "-", "-", "-", "-", "-", DOMAIN, sides, claim=Below())
        assert Search().run(subject, QUICK).outcome is outcome


def test_order_check_follows_the_scaled_difference():
    main = sp.exp(v**2) * (1 - v**4 / (2 * d))
    assert OrderCheck().run(statement(RHO, main, Order(d**2)), QUICK).outcome is Outcome.HOLDS
    assert OrderCheck().run(statement(RHO, sp.exp(v**2), Order(d**2)), QUICK).outcome is Outcome.FAILS


def test_derivation_must_carry_every_step():
    def right(proof):
        proof.equal((v + 1) ** 2, v**2 + 2 * v + 1, "binomial")
        proof.positive(v + 1, "sum of a nonnegative and a positive number")

    def wrong(proof):
        proof.equal((v + 1) ** 2, v**2 + 2 * v, "binomial")

    subject = statement(v, v, Equal())
    assert Derivation(right, WHOLE).run(subject, QUICK).outcome is Outcome.HOLDS
    assert Derivation(wrong, WHOLE).run(subject, QUICK).outcome is Outcome.UNDECIDED
    assert Derivation(lambda _: None, WHOLE).run(subject, QUICK).outcome is Outcome.UNDECIDED
    for expression, told in ((v, "false in balls"), (sp.exp(v) - v, "cannot decide")):
        found = Derivation(lambda proof, e=expression: proof.positive(e, "?"), WHOLE).run(subject, QUICK)
        assert found.outcome is Outcome.UNDECIDED
        assert told in found.detail
