"""Mutants of domains: what a wider domain adds, and what becomes of a claim there."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy as sp

from rftheory.claims import Below, Claim, Equal, Estimate, Expectation, Given, Inner, Order, Row, Variance
from rftheory.claims.structure import All
from rftheory.context import PROFILES, Context
from rftheory.domain import Domain, Parameter, integer, real, vector
from rftheory.domain.conditions import nonzero, same_length
from rftheory.evidence.mutants import domain_trials
from rftheory.evidence.mutants.added import added_points
from rftheory.evidence.mutants.no_addition import adds_nothing
from rftheory.evidence.mutants.trial import Trial
from rftheory.evidence.mutants.widening import widenings
from rftheory.evidence.mutants.written import written_at
from rftheory.exact.functions.complex_vectors import Dot
from rftheory.kit import Rule, Statement

a, b = sp.symbols("a b", real=True)
d, m = sp.symbols("d m", integer=True)
x2, y2, xy = sp.symbols("x2 y2 xy", real=True)
QUICK = Context(profile=PROFILES["quick"], hasty=True)
INPUTS = (integer("d"), real("x2", 0), real("y2", 0), real("xy"))
CAUCHY = Rule(xy**2 <= x2 * y2, "Cauchy-Schwarz")


def fates(claim: Claim, *parameters: Parameter, rules: tuple[Rule, ...] = ()) -> dict[str, Trial]:
    domain = Domain(parameters, rules)
    statement = Statement("x/1", "identity", "-", "-", "-", "-", "-", domain, claim=claim)
    return {trial.wrong: trial for trial in domain_trials(statement, QUICK)}


def fate(claim: Claim, *parameters: Parameter, rules: tuple[Rule, ...] = ()) -> tuple[str, str]:
    (trial,) = fates(claim, *parameters, rules=rules).values()
    return trial.outcome, trial.by


def test_what_is_widened() -> None:
    x, y = sp.IndexedBase("x"), sp.IndexedBase("y")
    rules = (Rule(a <= b, "a <= b"), Rule(same_length(x, y), "x and y of one length"))
    domain = Domain(
        (integer("d", 2), integer("m"), real("a", above=0), real("b", 0, 1), vector("x"), vector("y")), rules
    )
    names = [widening.wrong for widening in widenings(domain)]
    assert names == ["without the rule a <= b", "d integer >= 1", "a real >= 0", "b real >= 0"]


@pytest.mark.parametrize(
    "domain",
    [
        Domain((real("a", above=0), real("b", 0)), (Rule(a <= b),)),
        Domain((real("a", 0, 1), integer("d", 3)), ()),
        Domain((real("a", -1, 1000, reach=(1, 2)),), ()),
        Domain(INPUTS, (CAUCHY,)),
    ],
)
def test_points_are_those_that_only_the_wider_domain_has(domain: Domain) -> None:
    for widening in widenings(domain):
        points = added_points(domain, widening)
        assert points
        assert adds_nothing(widening) == ""
        for point in points:
            assert widening.wide.legal(point) is not None
            assert domain.legal(point) is None


def test_a_claim_that_fails_beyond_its_domain_is_killed_there() -> None:
    outcome, by = fate(Below(a, 2 * b), real("a", 0), real("b", 1), rules=(Rule(a < 2 * b),))
    assert outcome == "killed"
    assert by.startswith("search at a = ")


def test_a_claim_that_holds_beyond_its_domain_is_still_true() -> None:
    outcome, by = fate(
        Below(2 * a * b, a**2 + b**2, strict=False), real("a"), real("b"), rules=(Rule(a <= b),)
    )
    assert outcome == "still true"
    assert "points that the wider domain adds" in by


def test_a_claim_without_a_value_there_is_killed() -> None:
    assert fate(Equal(a / a**2, 1 / a), real("a", above=0)) == (
        "killed",
        "no value at a = 0: a division by 0",
    )
    assert fate(Below(sp.sqrt(1 - a), 2), real("a", upper=1)) == (
        "killed",
        "no value at a = 2: no real value",
    )


def test_a_denominator_of_vectors_that_is_zero_kills() -> None:
    x = sp.IndexedBase("x")
    inverse = Equal(1 / Dot(x, x), Dot(x, x) ** -1)
    domain = Domain((vector("x"),), (Rule(nonzero(x), "x has no entry 0"),), extra=({"x": "1,2"},))
    statement = Statement("x/1", "identity", "-", "-", "-", "-", "-", domain, claim=inverse)
    points = [point["x"] for widening in widenings(domain) for point in added_points(domain, widening)]
    assert (0, 0) in points
    (trial,) = domain_trials(statement, QUICK)
    assert (trial.outcome, trial.by) == ("killed", "no value at x = 0,0: a division by 0")


def test_inputs_that_do_not_exist_kill() -> None:
    variance = Equal(Variance(Estimate("iid", "positive")), Expectation(Estimate("iid", "positive")) * d)
    outcome, by = fate(variance, *INPUTS, rules=(CAUCHY,))
    assert outcome == "killed"
    assert by.startswith("no vectors have this Gram matrix")


def test_inputs_that_do_not_exist_kill_beside_vectors_of_which_no_point_is_known() -> None:
    variance = Equal(Variance(Estimate("iid", "positive")), Expectation(Estimate("iid", "positive")) * d)
    outcome, by = fate(variance, *INPUTS, vector("x"), rules=(CAUCHY,))
    assert outcome == "killed"
    assert by.startswith("no vectors have this Gram matrix")
    # a rule that reads the vector says more than the numbers tell
    first = sp.IndexedBase("x")[0]
    assert fate(variance, *INPUTS, vector("x"), rules=(Rule(xy <= first),))[0] == "survived"


def test_a_probability_beyond_one_kills() -> None:
    unread = Equal(Expectation(Estimate("iid", "no such map")), a)
    found = fates(unread, real("a", above=0, below=1, meaning="probability of failure"))
    assert found["a real > 0"].outcome == "killed"
    assert found["a real > 0"].by.startswith("no event has the probability a = ")
    assert found["a real >= 0 and < 1"].outcome == "survived"


def test_rows_that_do_not_exist_kill() -> None:
    orthogonal = Equal(Inner(Row("orthogonal", m), Row("orthogonal", 1)), 0)
    outcome, by = fate(orthogonal, integer("d"), integer("m"), rules=(Rule(m <= d),))
    assert (outcome, by) == ("killed", "no 3 rows of one orthogonal block in R^2, at d = 2, m = 3")
    # the last row of a sum counts
    i = sp.Symbol("i", integer=True)
    every = sp.Sum(Inner(Row("orthogonal", i), Row("orthogonal", 1)), (i, 2, m))
    outcome, by = fate(Equal(every, 0), integer("d"), integer("m"), rules=(Rule(m <= d),))
    assert (outcome, by) == ("killed", "no 3 rows of one orthogonal block in R^2, at d = 2, m = 3")
    # independent rows exist in any number, and nothing evaluates what is said of them
    independent = Equal(Inner(Row("iid", m), Row("iid", 1)), 0)
    assert fate(independent, integer("d"), integer("m"), rules=(Rule(m <= d),))[0] == "survived"


def test_entries_of_long_vectors_are_added_up() -> None:
    entries, i = sp.IndexedBase("x"), sp.Symbol("i", integer=True)
    found = written_at(sp.Sum(entries[i] ** 2, (i, 40, 44)), {"x": tuple(map(Fraction, range(45)))})
    assert found == sum(k * k for k in range(40, 45))


def test_a_rule_that_the_others_imply_adds_nothing() -> None:
    domain = Domain(
        (integer("d", 2), integer("m", 2)),
        (Rule(m <= d), Rule(sp.Or(d > 1, sp.Eq(m, 1)), "m = 1 when d = 1")),
    )
    implied = {w.wrong: adds_nothing(w) for w in widenings(domain) if not added_points(domain, w)}
    assert set(implied) == {"without the rule m = 1 when d = 1", "d integer >= 1"}
    assert all(implied.values())
    found = fates(Equal(d * m, m * d), *domain.parameters, rules=domain.rules)
    assert {found[wrong].outcome for wrong in implied} == {"still true"}


def test_what_nothing_evaluates_survives() -> None:
    unread = Equal(Expectation(Estimate("iid", "no such map")), a)
    assert fate(unread, real("a", above=0))[0] == "survived"


def test_a_part_that_is_not_evaluated_keeps_a_claim_from_being_still_true() -> None:
    both = All((Below(0, a**2 + 1), Equal(Expectation(Estimate("iid", "no such map")), a)))
    assert fate(both, real("a", above=0))[0] == "survived"


def test_side_conditions_and_ends() -> None:
    assert fate(Given(a > 0, Below(0, a)), real("a", above=0))[0] == "still true"
    outcome, by = fate(Order(a, "a", 1 / a, sp.Integer(0)), real("a", above=0))
    assert outcome == "still true"
    assert by == "it holds at 1 points that the wider domain adds"


@pytest.mark.parametrize("rows", ["iid", "no such rows"])
def test_a_bound_that_every_probability_meets_is_true(rows: str) -> None:
    from rftheory.claims import TailBound

    bound = TailBound(Inner(Row(rows, 1), sp.Symbol("z")), a, sp.exp(-a * b))
    found = fates(bound, real("a", above=0), real("b", above=0))
    assert {trial.outcome for trial in found.values()} == {"still true"}
