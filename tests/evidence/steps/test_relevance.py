"""A derivation must have something to say of its statement, on the whole of its domain."""

import json
from dataclasses import replace

import pytest
import sympy as sp

from rftheory.context import PROFILES, Context
from rftheory.domain import Domain, integer, real
from rftheory.evidence.deterministic.derivation import Derivation
from rftheory.evidence.steps.relevance import cites_itself
from rftheory.kit import Equal, Statement, formula
from rftheory.verdict import WHOLE, Outcome, part

QUICK = Context(profile=PROFILES["quick"])
DOMAIN = Domain((integer("d", 2), real("v", 0)))
d, v = sp.Symbol("d", positive=True, integer=True), sp.Symbol("v", nonnegative=True)
SIDES = {"lhs": formula((v + d) ** 2, DOMAIN, "d v"), "rhs": formula(v**2 + 2 * v * d + d**2, DOMAIN, "d v")}
SUBJECT = Statement(
    "toy/thm3.1",
    "identity",
    "Theorem 3.1",
    "The binomial",
    "The square of a sum.",
    "-",
    "-",
    DOMAIN,
    SIDES,
    claim=Equal(),
)


def run(prove, scope=WHOLE, subject=SUBJECT, **more):
    return Derivation(prove, scope, **more).run(subject, QUICK)


def _step(proof):
    proof.equal((v + d) ** 2, v**2 + 2 * v * d + d**2, "expanded")


@pytest.mark.parametrize(
    "prove",
    [
        lambda _: None,
        lambda proof: proof.cite("the binomial theorem"),
        lambda proof: proof.equal(sp.Integer(2) + 2, 4, "arithmetic"),
        lambda proof: (proof.cite("toy/thm3.1"), _step(proof)),
        lambda proof: (proof.cite("Theorem 3.1"), _step(proof)),
        lambda proof: (proof.cite("the square of a sum"), _step(proof)),
        lambda proof: (_step(proof), proof.equal(0.5, sp.S.Half, "a float")),
        lambda proof: (_step(proof), proof.true(True, "a bare truth value")),
    ],
    ids=[
        "nothing",
        "only a citation",
        "2 + 2 = 4",
        "its id",
        "its locator",
        "its words",
        "a float",
        "a boolean",
    ],
)
def test_what_says_nothing_is_undecided(prove):
    assert run(prove).outcome is Outcome.UNDECIDED


def test_other_citations_are_named_and_counted():
    def prove(proof):
        proof.cite("Theorem 3.1 of another paper")
        proof.cite("toy/thm3.10")
        _step(proof)

    found = run(prove)
    assert found.outcome is Outcome.HOLDS
    assert found.data["cited"] == ["Theorem 3.1 of another paper", "toy/thm3.10"]
    assert found.data["shares"] == ["d", "v"]
    json.dumps(dict(found.data))


def test_a_correction_may_rest_on_what_was_printed():
    assert not cites_itself("Theorem 3.1", replace(SUBJECT, id="toy/thm3.1/corrected"))
    assert cites_itself("by Theorem 3.1, with d = 2", SUBJECT)
    assert not cites_itself("Theorem 3.12", SUBJECT)


def test_numbers_may_carry_a_statement_without_parameters():
    plain = replace(SUBJECT, domain=Domain(), sides={}, claim=None)
    assert run(lambda proof: proof.equal(sp.Integer(2) + 2, 4, "sum"), subject=plain).outcome is Outcome.HOLDS


def test_symbols_that_cancel_count():
    found = run(lambda proof: proof.equal(sp.diff(v**2, v).subs(v, 0), 0, "the slope at 0"))
    assert found.outcome is Outcome.HOLDS


def test_more_than_the_domain_says_makes_a_part():
    size = sp.Symbol("v", positive=True)

    def narrower(proof):
        proof.equal(size / size**2 * (1 + size), 1 + 1 / size, "divided by v")

    found = run(narrower)
    assert found.outcome is Outcome.HOLDS
    assert found.in_part
    assert found.data["assumes"] == {"v": "positive; the domain has v = 0"}
    assert not run(narrower, covered="both sides tend to the same at v = 0").in_part
    assert run(narrower, part("v > 0")).scope == part("v > 0")


def test_a_step_that_holds_beyond_its_assumptions_keeps_the_scope():
    size = sp.Symbol("v", positive=True)
    found = run(lambda proof: proof.equal((size + 1) ** 2, size**2 + 2 * size + 1, "holds at v = 0 too"))
    assert not found.in_part
