"""What tells mutants apart where values alone do not: lost values, what lies between orders, parts, matrices of zeros."""

from __future__ import annotations

from dataclasses import replace

import sympy as sp

from rftheory.claims import All, Below, Claim, Equal, Order
from rftheory.context import Context
from rftheory.domain import Domain, integer, real
from rftheory.evidence.deterministic.derivation import Derivation
from rftheory.evidence.deterministic.orders import OrderCheck
from rftheory.evidence.deterministic.sign_change import SignChange
from rftheory.evidence.mutants import trials
from rftheory.evidence.mutants.running import run
from rftheory.evidence.mutants.steps import step_trials
from rftheory.evidence.mutants.undefined import loses_its_value
from rftheory.evidence.steps.proof import Proof
from rftheory.evidence.substitution import substituted
from rftheory.exact.formula import Formula
from rftheory.statements import Statement, formula
from rftheory.verdict import WHOLE, Outcome

z = sp.Symbol("z", positive=True)
d = sp.Symbol("d", positive=True, integer=True)
BEYOND_4 = Domain((real("z", 5, reach=(5, 9)),))
SIZES = Domain((integer("d", 1),))
QUICK = replace(Context(), hasty=True)


def said(domain: Domain, sides: dict[str, Formula], claim: Claim | None, **more: object) -> Statement:
    return Statement("x/1", "identity", "-", "-", "-", "-", "-", domain, sides, claim=claim, **more)  # type: ignore[arg-type]


def test_a_root_of_a_negative_number_is_no_value() -> None:
    right, wrong = (formula(sp.sqrt(4 + sign * z), BEYOND_4, "z") for sign in (1, -1))
    assert "no real value at z = 5" in loses_its_value(wrong, right, BEYOND_4)
    assert loses_its_value(right, wrong, BEYOND_4) == ""  # the right one has none either


def test_a_pole_in_a_term_of_a_series_is_no_value() -> None:
    k = sp.Symbol("k", integer=True, nonnegative=True)
    terms = (sp.gamma(k + shift) / sp.factorial(k) ** 2 for shift in (d / 2, sp.S.Zero))
    right, wrong = (formula(sp.Sum(term, (k, 0, sp.oo)), SIZES, "d") for term in terms)
    assert "a pole in a term of a series" in loses_its_value(wrong, right, SIZES)


def test_what_lies_between_two_orders_is_enclosed() -> None:
    sides = {"lhs": formula(sp.hyper((), (d,), 1), SIZES, "d"), "rhs": formula(1 + 1 / d, SIZES, "d")}
    for scale, fate in ((d, "still true"), (d**2, "still true"), (d ** sp.Rational(5, 2), "survived")):
        found = {
            t.wrong: t.outcome
            for t in trials(said(SIZES, sides, Order(scale)), Context())
            if "rhs" in t.formula
        }
        assert found["d read as d+1"] == fate, scale


def test_only_the_parts_that_a_mutant_changes_are_run() -> None:
    one, other = (formula(power, BEYOND_4, "z") for power in (z**2, (1 + z) ** 2))
    claim = All((Equal(one, formula(sp.exp(2 * sp.log(z)), BEYOND_4, "z")), Equal(other, 1 + 2 * z + z**2)))
    subject = said(BEYOND_4, {"": other}, claim)
    (entry,) = substituted(subject, "", other, other.with_expression(2 * (1 + z) ** 2))
    found = run(entry, Context(), 20_000)
    assert found is not None
    assert found.detail.startswith("part 2")


def test_a_step_that_a_matrix_is_zero_is_made_wrong() -> None:
    matrix = sp.MatrixSymbol("A", 3, 3)

    def prove(proof: Proof) -> None:
        proof.equal((matrix - matrix).doit(), sp.ZeroMatrix(3, 3), "nothing is left")

    subject = said(SIZES, {}, None, checks=(Derivation(prove, WHOLE),))
    assert [trial.outcome for trial in step_trials(subject)] == ["killed"]


def test_a_zero_outside_of_the_domain_is_none() -> None:
    for value, outcome in ((sp.S.One, Outcome.HOLDS), (-sp.S.One, Outcome.FAILS)):
        line = Domain((real("z", above=0),))
        check = SignChange("", formula(1 - z, line, "z"), "z", ({},), 4)
        subject = said(line, {"": formula(value, Domain(), "")}, None)
        assert check.run(subject, Context()).outcome is outcome


def test_values_too_large_to_be_held_grow() -> None:
    line = Domain((real("z", 1),))
    sides = {"lhs": formula(sp.gamma(z + 1), line, "z"), "rhs": formula(z ** (-z), line, "z")}
    for context in (QUICK, Context()):
        found = OrderCheck(({},)).run(said(line, sides, Order(sp.S.One, "z", toward=sp.oo)), context)
        assert found.outcome is Outcome.FAILS


def test_a_claim_below_is_still_told_part_by_part() -> None:
    sides = {"": formula(z**2, BEYOND_4, "z")}
    claim = All((Below(sp.S.One, ""), Below("", z**3)))
    found = {t.wrong: t.outcome for t in trials(said(BEYOND_4, sides, claim), QUICK) if t.place == "formula"}
    assert found["sign of the whole"] == "killed"
    assert found["a factor 2"] == "still true"
