"""Planted statements that have not earned a word: none gets a verdict that it should not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
import sympy as sp

from rftheory import registry
from rftheory.context import Context
from rftheory.kit import (
    WHOLE,
    Below,
    Derivation,
    Domain,
    Equal,
    Estimate,
    Expectation,
    Order,
    Proof,
    Prose,
    Restated,
    Statement,
    formula,
    integer,
    part,
    real,
)
from rftheory.measured.engine.streams import stream
from rftheory.registry import dependence
from rftheory.statements import Check
from rftheory.verdict import Evidence, EvidenceKind, Outcome, Verdict
from rftheory.verification import examine

a = sp.Symbol("a", positive=True)
d = sp.Symbol("d", positive=True, integer=True)
POSITIVE = Domain((real("a", above=0),))
CONTEXT = Context()


def planted(**fields: Any) -> Statement:
    """A toy statement over a > 0."""
    own: dict[str, Any] = {
        "id": "toy/planted",
        "kind": "identity",
        "where": "Lemma 7",
        "title": "A planted statement",
        "text": "What is planted holds.",
        "latex": "1=1",
        "domain_text": "a > 0",
        "domain": POSITIVE,
    }
    return Statement(**own | fields)


def conclusion(**fields: Any) -> str:
    return str(examine(planted(**fields), CONTEXT).conclusion)


def _square(proof: Proof) -> None:
    proof.equal((a + 1) ** 2, a**2 + 2 * a + 1, "the square expanded")


def _sum(proof: Proof) -> None:
    proof.equal(sp.Integer(2) + 2, sp.Integer(4), "two and two")


def side(expression: sp.Expr, closed: sp.Expr | None = None) -> Any:
    return formula(expression, POSITIVE, "a", closed=closed)


def test_a_falsehood_in_words_with_a_true_step_is_no_theorem() -> None:
    said = {"claim": Prose("every kernel is positive"), "text": "Every kernel is positive."}
    assert conclusion(**said, checks=(Derivation(_sum, WHOLE),)) == "undecided"
    strongest = conclusion(**said, checks=(Derivation(_square, WHOLE),))
    assert strongest in ("undecided", "derived")


def test_steps_that_are_true_and_unrelated_do_not_outweigh_the_claim() -> None:
    wrong = {"lhs": side(a**2), "rhs": side(a**3)}
    assert conclusion(sides=wrong, claim=Equal(), checks=(Derivation(_square, WHOLE),)) == "refuted"
    moment = Equal(Expectation(Estimate("iid", "positive")), a)
    assert conclusion(claim=moment, checks=(Derivation(_sum, WHOLE),)) == "undecided"


def test_a_side_without_a_claim_gets_no_word() -> None:
    wrong = {"": side(sp.exp(a), closed=sp.exp(a))}
    assert conclusion(sides=wrong) == "undecided"
    assert conclusion(sides=wrong, checks=(Derivation(_square, WHOLE),)) == "undecided"


def test_the_same_mistake_in_both_representations_is_certified_of_nothing() -> None:
    twice = {"": side(2 * sp.exp(a), closed=2 * sp.exp(a))}
    moment = Equal(Expectation(Estimate("iid", "positive")), "")
    assert conclusion(sides=twice, claim=moment) == "undecided"


def test_a_side_that_agrees_with_itself_is_certified_of_nothing() -> None:
    other = side((a + 1) ** 2, closed=a**2 + 2 * a + 1)
    for rhs in (side((a + 1) ** 2), other):
        itself = {"lhs": side((a + 1) ** 2), "rhs": rhs}
        assert conclusion(sides=itself, claim=Equal()) == "undecided"
        restated = (Restated("the square", itself, POSITIVE, Equal()),)
        assert conclusion(claim=Prose("it holds"), checks=restated) == "undecided"


def test_a_widened_domain_is_searched() -> None:
    wide = Domain((real("a"),))
    x = sp.Symbol("a", real=True)
    sides = {"lhs": formula(sp.Integer(0), wide, ""), "rhs": formula(x**3, wide, "a")}
    checks = (Derivation(lambda proof: proof.positive(a**3, "a cube"), WHOLE),)
    assert conclusion(sides=sides, claim=Below(), domain=wide, checks=checks) == "refuted"


def test_steps_that_assume_more_than_the_domain_cover_a_part() -> None:
    wide = Domain((real("a"),))
    checks = (Derivation(lambda proof: proof.positive(a**3, "a cube"), WHOLE),)
    found = conclusion(claim=Prose("a cube is positive"), domain=wide, checks=checks)
    assert found in ("undecided", "derived, in part")


@pytest.mark.parametrize("sides", [{}, {"lhs": side((a + 1) ** 2), "rhs": side(a**2 + 2 * a + 1)}])
def test_a_narrow_scope_shows(sides: dict[str, Any]) -> None:
    claim = Equal() if sides else Prose("a square")
    found = conclusion(sides=sides, claim=claim, checks=(Derivation(_square, part("a = 1")),))
    assert "derived, in part" in found
    assert not found.startswith("derived;")


@pytest.mark.parametrize("cited", ["Lemma 7", "toy/planted", "What is planted holds."])
def test_a_citation_of_the_conclusion_carries_nothing(cited: str) -> None:
    def prove(proof: Proof) -> None:
        _square(proof)
        proof.cite(cited)

    assert conclusion(claim=Prose("it holds"), checks=(Derivation(prove, WHOLE),)) == "undecided"


@pytest.mark.parametrize(
    "step",
    [
        lambda proof: proof.equal(a * 0.5, a / 2, "a float"),
        lambda proof: proof.equal(a * sp.Float("0.5"), a / 2, "a float inside"),
        lambda proof: proof.true(True, "a bare boolean"),
        lambda proof: proof.equal(True, True, "two booleans"),
        lambda proof: proof.positive(2.0, "a float"),
    ],
)
def test_no_float_and_no_bare_boolean_enters_a_step(step: Any) -> None:
    def prove(proof: Proof) -> None:
        _square(proof)
        step(proof)

    assert conclusion(claim=Prose("it holds"), checks=(Derivation(prove, WHOLE),)) == "undecided"


def test_a_false_step_speaks_against_the_derivation_and_not_against_the_statement() -> None:
    def prove(proof: Proof) -> None:
        proof.equal(a**2 + 1, a**2 + 2, "false")

    assert conclusion(claim=Prose("it holds"), checks=(Derivation(prove, WHOLE),)) == "undecided"


def test_nothing_rests_on_what_is_refuted() -> None:
    refuted = next(name for name, found in registry.recorded().items() if found.verdict is Verdict.REFUTED)
    sides = {"lhs": side((a + 1) ** 2), "rhs": side(a**2 + 2 * a + 1)}
    checks = (Derivation(_square, WHOLE),)
    assert conclusion(claim=Prose("it holds"), checks=checks, uses=(refuted,)) == "undecided"
    assert conclusion(sides=sides, claim=Equal(), checks=checks, uses=(refuted,)) == "certified"


def test_nothing_rests_on_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    circle = {"toy/next": ("toy/planted",), "toy/planted": ("toy/next",)}
    monkeypatch.setattr(dependence, "grounds", lambda name: circle.get(name, ()))
    checks = (Derivation(_square, WHOLE),)
    assert conclusion(claim=Prose("it holds"), checks=checks, uses=("toy/next",)) == "undecided"
    assert conclusion(claim=Prose("it holds"), checks=checks, uses=("toy/planted",)) == "undecided"


@dataclass(frozen=True)
class Luck(Check):
    """A check that draws and says nothing of it."""

    kind = EvidenceKind.SIMULATION

    def run(self, statement: Statement, context: Context) -> Evidence:
        lucky = stream(context.seed, statement.id, 0, 0).standard_normal() < 10
        return Evidence(self.kind, Outcome.HOLDS if lucky else Outcome.FAILS, "luck")


def test_a_check_that_draws_outside_the_budget_is_not_heard() -> None:
    assert conclusion(claim=Prose("it holds"), checks=(Luck(),)) == "undecided"


def test_a_limit_is_not_refuted_by_values() -> None:
    late = Domain((integer("d"),))
    sides = {
        "lhs": formula(d / (1 + d / sp.Integer(10) ** 20), late, "d"),
        "rhs": formula(sp.Integer(0), late, ""),
    }
    found = conclusion(kind="asymptotic", sides=sides, claim=Order(sp.S.One), domain=late)
    assert found in ("undecided", "supported")
