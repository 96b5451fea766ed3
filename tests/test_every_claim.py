"""Every statement says its claim, as data; what only words say is listed; strict words have one policy."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
import sympy as sp

from rftheory import registry
from rftheory.claims import Below, Claim, Equal, RandomNode, Term, conjuncts, formal, latex, plain
from rftheory.evidence.comparison import written_alike
from rftheory.exact.formula import Formula
from rftheory.registry import dependence
from rftheory.statements import Statement
from rftheory.verdict import Verdict

PROSE = {  # a principle, a setting, a picture, and what rests on experiments or on data alone
    "crt/sec9.10.1/setup",
    "hrf/appA/identity-principle",
    "hrf/fig4",
    "orf/fig5/blocks",
    "orf/table1/qmc",
    "orf/table1/sorf",
    "orf/table1/structured",
    "orf/table2/speedup",
    "performer/sec3/smreg-proxy",
}

SAME = [
    ("performer/thm3/sharper", "performer/sec2.4/any-d"),
    ("performer/thm5/strict", "performer/eq43"),
    ("simrf/cor4.4/positive", "simrf/eq70"),
    ("performer/thm3/ort", "performer/thm5"),
    ("simrf/eq16", "simrf/eq51"),
    ("crt/sec9.9/gamma", "crt/eq37"),
]
"""Pairs of statements of one paper that claim the same, or of which one repeats the other."""


def every() -> Iterator[Statement]:
    for statement in registry.statements():
        yield statement
        if statement.correction is not None:
            yield statement.correction


def claims() -> Iterator[tuple[Statement, Claim]]:
    for statement in every():
        if statement.claim is not None:
            yield statement, statement.claim


def test_every_statement_has_a_claim_but_definitions_and_what_lies_outside() -> None:
    without = [s.id for s in every() if s.claim is None and s.kind != "definition" and not s.outside]
    assert without == []


def test_prose_is_listed() -> None:
    assert {statement.id for statement, claim in claims() if not formal(claim)} == PROSE
    assert len(PROSE) <= 60


def test_claims_are_written_in_both_notations() -> None:
    for statement, claim in claims():
        for write in (plain, latex):
            text = write(claim, statement.sides)
            assert text.strip(), statement.id
            assert " object at " not in text, statement.id
            assert ":lhs" not in text, statement.id


def test_no_part_of_a_claim_is_a_tautology() -> None:
    for statement, claim in claims():
        for each in conjuncts(claim, statement.domain):
            if isinstance(each.claim, Equal):
                left, right = (_written_out(term, statement) for term in each.claim.terms)
                assert not written_alike(left, right), statement.id


def _written_out(term: Term, statement: Statement) -> sp.Basic:
    if isinstance(term, str):
        term = statement.sides[term]
    return term.expression if isinstance(term, Formula) else sp.sympify(term)


def test_moments_name_mechanisms_and_nothing_random_is_left_without_one() -> None:
    for statement, claim in claims():
        for term in claim.terms:
            if isinstance(term, sp.Expr):
                for node in term.atoms(RandomNode):
                    assert node.args, statement.id


@pytest.mark.parametrize(("one", "other"), SAME)
def test_statements_that_claim_the_same_have_one_verdict(one: str, other: str) -> None:
    assert registry.recorded_verdict(one) is registry.recorded_verdict(other)


STRICT = re.compile(r"strict|positive|<|>|\\ne")
"""What an author says strictly: the sign, the word, `positive` or `not 0`; a verb such as `reduces` is none of it."""


def test_a_strict_word_that_fails_by_equality_alone_is_an_edge_case() -> None:
    for statement in registry.statements():
        if registry.recorded_verdict(statement.id) is Verdict.REFUTED:
            assert statement.erratum is not None
            found = registry.ledger()["errata"][statement.id]["detail"]
            if "left = right, certified" in found:
                assert statement.erratum.kind == "edge case", statement.id
                assert statement.erratum.weight <= 2, statement.id
                assert STRICT.search(statement.erratum.quote + statement.erratum.formula), statement.id


REDUCED = (
    "crt/abstract/ort-any-d",
    "hrf/thmD.1/reduced",
    "performer/sec2.3/estimator-hyperbolic",
    "performer/sec2.4/any-d",
)
"""Statements that say `reduce` or `reduction` of an error."""


@pytest.mark.parametrize("name", REDUCED)
def test_to_reduce_is_never_to_raise(name: str) -> None:
    claim = registry.statement(name).claim
    assert claim is not None
    domain = registry.statement(name).domain
    said = [each.claim for each in conjuncts(claim, domain) if isinstance(each.claim, Below)]
    assert any(not below.strict for below in said)


def test_nothing_rests_on_a_refuted_statement_or_on_itself() -> None:
    for statement in every():
        if registry.recorded_verdict(statement.id) is not Verdict.REFUTED:
            assert dependence.unsound(statement.id, statement.uses) == "", statement.id
