"""Mutants of whole statements: both representations, the claim, the domain, the steps."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import sympy as sp

from rftheory import registry
from rftheory.claims import (
    All,
    Below,
    Claim,
    Count,
    Equal,
    Estimate,
    Expectation,
    Given,
    Limit,
    Monotone,
    Optimal,
    Order,
    Printed,
    conjuncts,
)
from rftheory.claims.mutation import wrong_claims
from rftheory.context import PROFILES, Context
from rftheory.domain import Domain, real
from rftheory.errors import InputError
from rftheory.evidence.mutants import cleared, trials
from rftheory.evidence.mutants.claims import claim_trials
from rftheory.evidence.mutants.steps import step_trials
from rftheory.evidence.mutants.theorems import contradicted, proved_to_be
from rftheory.evidence.substitution import with_formula
from rftheory.kit import WHOLE, Derivation, Proof, Statement, formula
from rftheory.report.mutants import mutants_document, table
from rftheory.trying import try_mutants

a, b = sp.symbols("a b", positive=True)
d = sp.Symbol("d", positive=True, integer=True)
DOMAIN = Domain((real("a", above=0), real("b", above=0)))
QUICK = Context(profile=PROFILES["quick"], hasty=True)


def said(claim: Claim, domain: Domain = DOMAIN, **more: object) -> Statement:
    return Statement("x/1", "identity", "-", "-", "-", "-", "-", domain, claim=claim, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "claim",
    [
        Equal((a + b) ** 2, a**2 + 2 * a * b + b**2),
        Below(2 * a * b, a**2 + b**2, strict=False),
        Monotone(a**2 * b, "a"),
        Printed(sp.sqrt(2), "1.414"),
        Limit(a / (a + 1), "a", sp.oo, sp.Integer(1)),
        Order(1 / a, "a", a + b, sp.Integer(0)),
        Optimal((a - b) ** 2, {"a": b}),
        All((Equal(a * b, b * a), Below(a, a + b))),
    ],
    ids=lambda claim: type(claim).__name__,
)
def test_wrong_claims_are_killed(claim: Claim) -> None:
    found = list(claim_trials(said(claim), QUICK))
    assert found
    assert {trial.outcome for trial in found} == {"killed"}


def test_a_claim_about_moments_alone_survives_where_nothing_evaluates_it() -> None:
    found = list(claim_trials(said(Equal(Expectation(Estimate("iid", "positive")), a)), QUICK))
    assert [trial.wrong for trial in found] == ["right side 1 % larger", "variance for mean"]
    assert {trial.outcome for trial in found} == {"survived"}


def test_counts_lose_a_factor() -> None:
    ((wrong, claim),) = wrong_claims(Count("operations", "W x", d**2), {})
    assert wrong == "a factor d lost"
    assert claim == Count("operations", "W x", d)


def test_a_step_with_a_wrong_conclusion_is_refused() -> None:
    def prove(proof: Proof) -> None:
        proof.equal((a + 1) ** 2, a**2 + 2 * a + 1, "a square")
        proof.positive(a + 1, "a sum")
        proof.nonnegative((a - b) ** 2, "a square")

    found = list(step_trials(said(Equal(a, a), checks=(Derivation(prove, WHOLE),))))
    assert [trial.outcome for trial in found] == ["killed"] * 3


def test_a_mistake_in_both_representations_shows_against_another_side() -> None:
    twice = {
        "lhs": formula(sp.sinh(a) + sp.cosh(a), DOMAIN, "a", closed=sp.exp(a)),
        "rhs": formula(sp.exp(a), DOMAIN, "a"),
    }
    found = [t for t in trials(said(Equal(), sides=twice), QUICK) if t.place == "both representations"]
    assert len(found) >= 3
    assert {trial.outcome for trial in found} == {"killed"}
    alone = [
        t
        for t in trials(said(Equal(Expectation(Estimate("iid", "positive")), "lhs"), sides=twice), QUICK)
        if t.place == "both representations" and t.formula == "x/1:lhs"
    ]
    assert {trial.outcome for trial in alone} == {"survived"}


def test_a_run_goes_on_where_it_stopped_and_makes_its_table(tmp_path: Path) -> None:
    store = tmp_path / "mutants.jsonl"
    one = try_mutants("orf/sec3/norms", store=store)
    assert cleared(one["orf/sec3/norms"]) is not None
    kept = store.read_bytes()
    with pytest.raises(InputError, match="--resume"):
        try_mutants("orf/sec3/norms", store=store)
    two = try_mutants("orf/sec3/norms", store=store, resume=True)
    assert one == two
    assert store.read_bytes() == kept
    page = table(mutants_document(two))
    assert "| orf | step |" in page
    assert "## Survivors" in page
    assert "`rftheory mutants orf --store FILE --resume --markdown TABLE`" in page
    assert f"Statements tried: 1 of {len(registry.statements(['orf']))} of orf." in page


def test_a_proof_kills_what_differs_from_what_it_proves() -> None:
    assert proved_to_be(registry.statement("performer/eq14"), "")
    assert not proved_to_be(
        registry.statement("beyond/smreg/quadratic"), "bound"
    )  # an inequality leaves room
    assert not proved_to_be(registry.statement("orf/thm1/variance"), "lhs")  # nothing is kept for it


def test_a_proved_part_of_a_claim_kills_what_contradicts_it() -> None:
    proved = registry.statement("performer/eq12")
    own = list(conjuncts(proved.claim, proved.domain))
    assert isinstance(own[0].claim, Equal)
    larger = replace(own[0], claim=replace(own[0].claim, right=2 * proved.sides["lhs"].expression))
    same = replace(own[0], claim=replace(own[0].claim, right=proved.sides["rhs"]))
    assert contradicted(proved, 0, own[0], larger)
    assert not contradicted(proved, 0, own[0], same)  # the same number, otherwise written
    assert not contradicted(proved, len(own), own[0], larger)  # nothing is kept for such a part
    limit = registry.statement("orf/fig2/a")
    right = next(iter(conjuncts(limit.claim, limit.domain)))
    assert isinstance(right.claim, Limit)
    assert contradicted(limit, 0, right, replace(right, claim=replace(right.claim, value=sp.Integer(2))))


def test_a_side_that_is_zero_is_made_one_and_not_a_little_larger() -> None:
    zero = formula(0, DOMAIN, "a b")
    assert [wrong for wrong, _ in wrong_claims(Equal(a - a * b / b, ""), {"": zero})] == ["1 for 0"]
    assert [wrong for wrong, _ in wrong_claims(Equal(a, ""), {"": formula(a, DOMAIN, "a b")})] == [
        "right side 1 % larger"
    ]


def test_a_companion_is_replaced_in_conditions_too_beside_a_side_without_a_name() -> None:
    threshold = formula(sp.sqrt(a**2 + a + 1), DOMAIN, "a")
    side = formula(b, DOMAIN, "b")
    claim = Given(b < threshold.expression, Below("", threshold.expression))
    subject = said(claim, sides={"": side}, companions={"x/1/threshold": {"": threshold}})
    found = [t for t in trials(subject, QUICK) if t.formula == "x/1/threshold"]
    changed = with_formula(subject, "(companion)", threshold, formula(a, DOMAIN, "a")).claim
    assert changed == Given(b < a, Below("", a))
    assert {t.by for t in found if t.wrong == "a factor 2"} != {
        "no evidence evaluates this formula: one representation only"
    }


def test_a_threshold_in_a_condition_alone_is_told_from_a_wrong_one() -> None:
    threshold = formula(sp.sqrt(a**2 + a + 1), DOMAIN, "a")
    claim = Given(b < threshold.expression, Below(b**2, a**2 + a + 1))
    subject = said(claim, sides={"": formula(b, DOMAIN, "b")}, companions={"x/1/threshold": {"": threshold}})
    found = {t.wrong: t.outcome for t in trials(subject, QUICK) if t.formula == "x/1/threshold"}
    assert found["a factor 2"] == "killed"
    assert found["one added"] == "killed"
