"""Mutants: strong evidence kills them, weak evidence shows its survivors, and no kill comes from a false check."""

from dataclasses import replace

import pytest
import sympy as sp

from rftheory import registry
from rftheory.claims import Below, Equal, Order
from rftheory.context import PROFILES, Context
from rftheory.domain import Domain, integer, real
from rftheory.errors import PrecisionError
from rftheory.evidence.deterministic.agreement import Representations
from rftheory.evidence.deterministic.restated import Restated
from rftheory.evidence.mutants import Trial, kill_rate
from rftheory.evidence.mutants.formulas import formula_trials as trials
from rftheory.exact.mutation import mutants
from rftheory.statements import Statement, formula

d, D, k = sp.symbols("d D k", positive=True, integer=True)
v = sp.Symbol("v", nonnegative=True)
DOMAIN = Domain((integer("d", 2), real("v", 0)))
QUICK = Context(profile=PROFILES["quick"])
RHO = sp.hyper((d,), (d / 2,), v**2 / 2)
KUMMER = sp.exp(v**2 / 2) * sp.hyper((-d / 2,), (d / 2,), -(v**2) / 2)


def side(expression, closed=None):
    return formula(expression, DOMAIN, "d v", closed)


def statement(sides, claim=None, **more):
    return Statement("x/1", "identity", "-", "-", "-", "-", "-", DOMAIN, sides, claim=claim, **more)


def fates(subject, name):
    return {trial.wrong: trial.outcome for trial in trials(subject, QUICK) if trial.formula == f"x/1:{name}"}


def test_mutants_of_a_verified_identity_are_killed():
    found = list(trials(statement({"lhs": side(RHO), "rhs": side(KUMMER)}, Equal()), QUICK))
    assert len(found) >= 16
    assert all(trial.killed for trial in found)


def test_a_side_that_nothing_evaluates_keeps_all_its_mutants():
    found = list(trials(statement({"": side(RHO)}), QUICK))
    assert len(found) >= 8
    assert {trial.outcome for trial in found} == {"survived"}
    assert all("claims nothing" in trial.by for trial in found)
    assert kill_rate(found) == 0


def test_what_stays_within_a_loose_order_is_still_true():
    loose = Order(sp.sqrt(d), "d")
    found = fates(statement({"lhs": side(1 / d + v), "rhs": side(v)}, loose), "lhs")
    assert found["a factor 2"] == "killed"
    assert found["d read as d+1"] == "still true"


def test_a_second_representation_kills_them():
    subject = statement({"": side(RHO)}, checks=(Representations("", side(KUMMER)),))
    assert {trial.outcome for trial in trials(subject, QUICK)} == {"killed"}
    found = list(trials(statement({"": side(RHO, KUMMER)}), QUICK))
    assert {trial.outcome for trial in found if trial.place == "formula"} == {"killed"}
    assert {trial.place for trial in found} == {"formula"}  # a definition with another formula is another one


def test_a_restated_claim_about_a_side_counts():
    sides = {"": side(RHO)}
    same = Restated("as Kummer writes it", {"lhs": sides[""], "rhs": side(KUMMER)}, DOMAIN, Equal())
    assert {trial.outcome for trial in trials(statement(sides, checks=(same,)), QUICK)} == {"killed"}


def test_companions_are_tried_too():
    sides = {"lhs": side(RHO), "rhs": side(KUMMER)}
    closed = {"": replace(side(RHO), closed=KUMMER)}
    found = list(trials(statement({}, companions={"x/2": sides, "x/3": {"": side(v)}, "x/4": closed}), QUICK))
    by = {t.by for t in found if t.formula == "x/4" and t.place == "formula"}
    assert by == {"representations (Representations)"}
    assert {t.outcome for t in found if t.formula.startswith("x/2:")} == {"killed"}
    assert {t.outcome for t in found if t.formula == "x/3"} == {"survived"}


def test_a_weaker_bound_is_still_true_and_a_false_one_is_killed():
    found = fates(statement({"lhs": side(RHO), "rhs": side(sp.exp(v**2))}, Below(strict=False)), "rhs")
    assert found["a factor 2"] == found["one added"] == "still true"
    assert found["sign of the whole"] == found["a factor 1/2"] == "killed"


def test_a_mutant_that_is_the_same_function_is_equivalent():
    same = sp.exp((v - d / 2) ** 2 - (v - d / 2) * v + v * d / 2 - d**2 / 4)  # exp(0)
    subject = statement({"": side(same)}, checks=(Representations("", side(sp.Integer(1))),))
    found = {trial.wrong: trial for trial in trials(subject, QUICK)}
    assert found["d doubled"].outcome == "equivalent"
    assert found["a factor 2"].outcome == "killed"


def test_evidence_that_rejects_the_formula_itself_kills_nothing():
    subject = statement({"lhs": side(RHO), "rhs": side(KUMMER + 1)}, Equal())
    assert {trial.outcome for trial in trials(subject, QUICK)} == {"survived"}


def test_the_rate_counts_wrong_mutants_only():
    found = [Trial("x", "-", fate, "") for fate in ("killed", "survived", "equivalent", "still true")]
    assert kill_rate(found) == 0.5
    assert kill_rate(found[2:]) is None


def test_local_slips_come_before_plain_distortions():
    domain = Domain((integer("d", 2), integer("D", 2), real("v", 0)))
    expression = (1 + sp.exp(-(v**2))) ** 2 / (2 * D) - v**4 / d
    labels = [label for label, _ in mutants(formula(expression, domain, "d D v"))]
    assert labels[:4] == ["sign of the whole", "a factor 2", "D read as D-1", "a missing 1/D"]
    for slip in ("sign of the term", "exponent of", "exponent doubled", "the term"):
        assert any(label.startswith(slip) for label in labels)
    assert not any(label.startswith("a factor 101") for label in labels)


def test_a_sum_of_far_too_many_terms_is_refused_at_once():
    long = formula(sp.Sum(sp.exp(-k * v) / k, (k, 1, d)), DOMAIN, "d v")
    with pytest.raises(PrecisionError, match="terms"):
        long.at(long.point({"d": 10**14, "v": 1}), 10)


@pytest.mark.parametrize(
    "identifier", ["orf/thm1/variance", "orf/thm4/inner-products", "orf/fig3/b", "orf/sec3/kernel"]
)
def test_printed_values_of_orf_have_evidence_of_their_own(identifier):
    (subject,) = registry.statements([identifier])
    found = list(trials(subject, QUICK))
    assert len(found) >= 8 * len(subject.sides)
    assert kill_rate(found) == 1
