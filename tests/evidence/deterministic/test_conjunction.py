"""Conjunctions: every part of a claim has a word of its own kind, and says how much of the claim it is."""

from __future__ import annotations

from typing import Any

import sympy as sp

from rftheory.claims import All, Below, Claim, Distribution, Draw, Equal, Expectation, On
from rftheory.context import Context
from rftheory.domain import Domain, integer, real
from rftheory.evidence.deterministic.conjunction import Conjunction
from rftheory.evidence.deterministic.sign_change import SignChange
from rftheory.evidence.plan import applicable
from rftheory.statements import Statement, formula
from rftheory.verdict import Evidence, EvidenceKind, Outcome
from rftheory.verification import examine

_CONTEXT = Context()
_DOMAIN = Domain((real("a", above=0),))
_a = sp.Symbol("a", positive=True)
_SQUARE = Equal((_a + 1) ** 2, _a**2 + 2 * _a + 1)
_LARGER = Below(_a, _a + 1)
_RANDOM = Equal(Expectation(Draw("z", Distribution("normal", 0, 1))), sp.S.Zero)


def _statement(*claims: Claim, **fields: Any) -> Statement:
    own: dict[str, Any] = {
        "id": "toy/parts", "kind": "identity", "where": "Lemma 7", "title": "Parts", "text": "Parts hold.",
        "latex": "1=1", "domain_text": "a > 0", "domain": _DOMAIN, "claim": All(claims) if claims else None,
    }  # fmt: skip
    return Statement(**own | fields)


def _found(statement: Statement) -> dict[str, Evidence]:
    return {
        check.kind.value: check.run(statement, _CONTEXT)
        for check in applicable(statement)
        if isinstance(check, Conjunction)
    }


def _scopes(statement: Statement) -> dict[str, str]:
    return {kind: e.scope.words if e.scope else "" for kind, e in _found(statement).items()}


def test_evidence_speaks_by_kind_and_says_how_many_parts_it_covers() -> None:
    mixed = _statement(_SQUARE, _LARGER, _LARGER)
    assert _scopes(mixed) == {
        "agreement": "1 of the 3 parts of the claim",
        "search": "2 of the 3 parts of the claim",
    }
    assert str(examine(mixed, _CONTEXT).conclusion) == "certified, in part"


def test_a_kind_that_covers_every_part_speaks_of_the_whole() -> None:
    assert _scopes(_statement(_SQUARE, _SQUARE)) == {"agreement": ""}
    assert str(examine(_statement(_SQUARE, _SQUARE), _CONTEXT).conclusion) == "certified"
    assert _scopes(_statement(_LARGER, _LARGER)) == {"search": ""}
    assert _scopes(_statement(_SQUARE, _RANDOM)) == {"agreement": "1 of the 2 parts of the claim"}


def test_a_false_part_refutes_whatever_its_kind() -> None:
    for wrong in (Equal(_a + 1, _a + 2), Below(_a + 1, _a)):
        assert str(examine(_statement(_SQUARE, _LARGER, wrong), _CONTEXT).conclusion) == "refuted"


def test_no_part_of_a_kind_is_no_evidence() -> None:
    found = Conjunction(EvidenceKind.AGREEMENT).run(_statement(_LARGER, _LARGER), _CONTEXT)
    assert found.outcome is Outcome.UNDECIDED


def test_an_expression_that_equals_itself_is_left_over() -> None:
    real_a = sp.Symbol("a", real=True)
    itself = (Equal(_a + 1, _a + 1), Equal(_a + 1, real_a + 1), Equal(sp.cos(0 * _a), sp.S.One))
    for same in itself:
        assert _scopes(_statement(_SQUARE, same)) == {"agreement": "1 of the 2 parts of the claim"}
        alone = _statement(claim=same)
        assert str(examine(alone, _CONTEXT).conclusion) == "undecided"


def test_a_part_over_less_than_the_domain_says_so() -> None:
    near = On(Domain((real("a", above=0, upper=9),)), _SQUARE)
    assert _scopes(_statement(_SQUARE, near, _LARGER)) == {
        "agreement": "2 of the 3 parts of the claim, part 2 only for a real > 0 and <= 9",
        "search": "1 of the 3 parts of the claim",
    }
    assert _scopes(_statement(claim=near)) == {"agreement": "the claim only for a real > 0 and <= 9"}
    assert str(examine(_statement(_SQUARE, near), _CONTEXT).conclusion) == "certified, in part"


def test_a_part_over_other_parameters_is_no_less() -> None:
    index = Domain((real("a", above=0), integer("n", 5, 7)))
    assert _scopes(_statement(_SQUARE, On(index, _SQUARE))) == {"agreement": ""}
    assert str(examine(_statement(_SQUARE, On(index, _SQUARE)), _CONTEXT).conclusion) == "certified"


def test_a_change_of_sign_is_a_part_of_a_claim() -> None:
    root = formula(sp.sqrt(_a), _DOMAIN, "a")
    plane = Domain((*_DOMAIN.parameters, real("x", above=0)))
    falling = formula(_a - sp.Symbol("x", positive=True) ** 2, plane, "a x")
    check = SignChange("", falling, "x", ({"a": 2}, {"a": 9}))
    found = check.run(_statement(sides={"": root}), _CONTEXT)
    assert (found.outcome, found.in_part) == (Outcome.HOLDS, True)
    wrong = check.run(_statement(sides={"": formula(2 * sp.sqrt(_a), _DOMAIN, "a")}), _CONTEXT)
    assert wrong.outcome is Outcome.FAILS
