"""What tells mutants apart at single points: zeros, meeting sides, added rows, moments of the catalogue, optima, angles."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
import sympy as sp

from rftheory import registry
from rftheory.claims import (
    Below,
    Claim,
    Conjunct,
    Equal,
    Estimate,
    Expectation,
    Inner,
    Length,
    MeanSquareError,
    Monotone,
    Optimal,
    Order,
    Row,
    Variance,
    conjuncts,
)
from rftheory.context import PROFILES, Context
from rftheory.domain import Domain, Parameter, integer, real, vector, vectors
from rftheory.evidence.mutants import trials
from rftheory.evidence.mutants.added import numbers_alone, other_values
from rftheory.evidence.mutants.claims import claim_trials
from rftheory.evidence.mutants.domains import domain_trials
from rftheory.evidence.mutants.existence import missing
from rftheory.evidence.mutants.no_addition import adds_nothing
from rftheory.evidence.mutants.nodes import MomentTrials
from rftheory.evidence.mutants.nodes.at_added_points import AtAddedPoints
from rftheory.evidence.mutants.optima import outdone
from rftheory.evidence.mutants.relation import related
from rftheory.evidence.mutants.theorems import contradicted
from rftheory.evidence.mutants.widening import widenings
from rftheory.evidence.mutants.written import equal_exactly
from rftheory.evidence.reduction import Reduced, reduced
from rftheory.evidence.substitution import substituted
from rftheory.kit import Rule, Statement, formula

a, b, t, theta, v = sp.symbols("a b t theta v", real=True)
d, m = sp.symbols("d m", positive=True, integer=True)
x2, y2, xy = sp.symbols("x2 y2 xy", real=True)
z = sp.Symbol("z")
QUICK = Context(profile=PROFILES["quick"], hasty=True)
INPUTS = (integer("m", 2), real("x2", above=0), real("y2", above=0), real("xy"))
CAUCHY = Rule(xy**2 <= x2 * y2, "Cauchy-Schwarz")


def said(claim: Claim, *parameters: Parameter, rules: tuple[Rule, ...] = (), **more: object) -> Statement:
    domain = Domain(parameters, rules)
    return Statement("x/1", "identity", "-", "-", "-", "-", "-", domain, claim=claim, **more)  # type: ignore[arg-type]


def fates(claim: Claim, *parameters: Parameter, rules: tuple[Rule, ...] = ()) -> dict[str, tuple[str, str]]:
    found = domain_trials(said(claim, *parameters, rules=rules), QUICK)
    return {trial.wrong: (trial.outcome, trial.by) for trial in found}


def test_claims_that_are_refuted_are_not_made_wrong_and_their_corrections_are() -> None:
    right = said(Below(2 * a, a**2 + 1, strict=False), real("a", above=0))
    wrong = said(Below(3 * a, a**2 + 1), real("a", above=0), correction=replace(right, id="x/1/corrected"))
    places = {
        refuted: {(trial.formula.split()[0], trial.place) for trial in trials(wrong, QUICK, refuted=refuted)}
        for refuted in (False, True)
    }
    corrected = {("x/1/corrected", "claim"), ("x/1/corrected", "domain")}
    assert places[True] == corrected
    assert places[False] == corrected | {("x/1", "claim"), ("x/1", "domain")}


@pytest.mark.parametrize(
    ("rows", "outcome", "by"),
    [
        ("iid", "killed", "moments by definition (nets)"),
        (
            "no such rows",
            "survived",
            "no evidence evaluates the claim; no coupling 'no such rows' on the shelf",
        ),
    ],
)
def test_a_kill_names_what_killed_and_a_survivor_all_that_did_not(rows: str, outcome: str, by: str) -> None:
    claim = Equal(Variance(Inner(Row(rows, 1), z)), v**2)
    found = list(claim_trials(said(claim, integer("d", 2), real("v", above=1)), QUICK))
    assert found
    assert {(trial.outcome, trial.by) for trial in found} == {(outcome, by)}


def test_numbers_are_told_where_vectors_leave_no_point() -> None:
    (all_numbers,) = widenings(Domain((real("a", above=0), vector("x"))))
    assert list(numbers_alone(all_numbers)) == [{"a": 0}]
    lists = Domain((real("a", above=0), vector("x")), (Rule(sp.IndexedBase("x")[0] > 1, "x is long"),))
    (of_vector,) = (each for each in widenings(lists) if each.dropped == ("x",))
    assert list(numbers_alone(of_vector)) == []


def test_rows_are_taken_away_lengthened_and_repeated() -> None:
    rows = ((Fraction(1), Fraction(2)), (Fraction(3), Fraction(4)))
    assert list(other_values(vectors("W"), rows)) == [
        ((0, 0), (3, 4)),
        ((4, 8), (3, 4)),
        ((1, 2), (0, 0)),
        ((1, 2), (12, 16)),
        ((1, 2), (1, 2)),
        ((1, 2), (3, 4), (1, 2)),
        ((1, 2),),
        ((1,), (3,)),
        ((1, 2),),
        ((1,),),
    ]


def test_comparisons_of_values_come_before_the_claim() -> None:
    domain = Domain((real("a", above=0, reach=("1/2", 2)),))
    side = formula(a**2 + 2 * a + 1, domain, "a", closed=(a + 1) ** 2)
    statement = Statement(
        "x/1", "inequality", "-", "-", "-", "-", "-", domain, {"": side}, claim=Below(2 * a, "", strict=False)
    )
    kinds = [entry.check.kind.value for entry in substituted(statement, "", side, side.with_expression(a**2))]
    assert kinds == ["representations", "search"]


@pytest.mark.parametrize(
    ("claim", "holds"),
    [
        (Below(Variance(Inner(Row("iid", 1), z)), 2 * v**2), True),
        (Below(Variance(Inner(Row("iid", 1), z)), 3 * v**3 / 2), False),
        (Equal(Variance(Inner(Row("iid", 1), z)), v**2), True),
        (Below(Length(Row("orthogonal", 1)) ** 2, Length(Row("orthogonal", 1)) ** 2, strict=False), True),
        (Equal(Variance(Inner(Row("no such rows", 1), z)), v**2), None),
        (Equal(Variance(Inner(Row("iid", 1), z)), 2 * v**2), None),  # wrong over its own domain already
    ],
)
def test_moments_at_a_point_beyond_the_domain(claim: Claim, holds: bool | None) -> None:
    part = Conjunct(claim, Domain((integer("d", 2), real("v", above=1))))
    nets = AtAddedPoints(part, {})
    assert nets.holds({"d": Fraction(2), "v": Fraction(1, 2)}) is holds
    assert nets.holds({"d": Fraction(2), "v": Fraction(1, 1000)}) is None  # no small number


@pytest.mark.parametrize(
    ("angle", "told"), [("4", True), ("22/7", True), ("333/106", False), ("-1/9", True), ("0", False)]
)
def test_an_angle_is_between_0_and_pi(angle: str, told: bool) -> None:
    domain = Domain((real("theta", meaning="angle between x and y"), real("t", meaning="a number")))
    found = missing(Equal(theta, theta), domain, (), {"theta": Fraction(angle), "t": Fraction(9)})
    assert found == ("no two vectors have an angle theta outside [0, pi]" if told else "")


def test_what_is_proved_to_be_zero_is_not_one() -> None:
    """crt, Section 3.1: without inputs the variance is 0."""
    statement = registry.statement("crt/sec3.1/note-limit")
    assert statement.claim is not None
    parts = list(conjuncts(statement.claim, statement.domain))
    (place,) = (k for k, each in enumerate(parts) if isinstance(each.claim, Equal) and each.claim.right == 0)
    one = replace(parts[place], claim=replace(parts[place].claim, right=sp.S.One))  # type: ignore[type-var]
    assert contradicted(statement, place, parts[place], one)
    assert not contradicted(statement, place, parts[place], parts[place])
    nowhere = replace(parts[place], conditions=(sp.false,))
    assert not contradicted(statement, place, nowhere, replace(one, conditions=(sp.false,)))


DOMAIN = Domain((real("t", 0),))
SINES = sp.sin(2 * sp.atan(1 / (t + 2))), 2 * (t + 2) / ((t + 2) ** 2 + 1)  # sin 2u = 2 tan u/(1 + tan^2 u)
HYPERBOLAS = 2 * sp.sinh(t + 2) * sp.cosh(t + 2), sp.sinh(2 * t + 4)


@pytest.mark.parametrize("sides", [SINES, HYPERBOLAS], ids=["one is rational", "none is"])
@pytest.mark.parametrize(
    ("claim", "shift", "answer"),
    [
        (Below(strict=False), 0, "holds"),
        (Below(), 0, "fails"),
        (Below(strict=False), 1, "undecided"),  # by 2^-1100, farther than what is taken for one number
        (Below(), 1, "undecided"),
    ],
)
def test_both_sides_agree_to_300_digits_or_not(
    sides: tuple[sp.Expr, sp.Expr], claim: Below | Equal, shift: int, answer: str
) -> None:
    right = sides[1] + sp.Rational(shift, 2**1100)
    both = {"lhs": formula(sides[0], DOMAIN, "t"), "rhs": formula(right, DOMAIN, "t")}
    found = related(Reduced(both, DOMAIN, claim), {"t": Fraction(1, 2)})
    told = "no precision decides it" if answer == "undecided" else "both sides agree to 300 digits"
    assert found == (answer, told)


def test_sympy_sees_one_number() -> None:
    line = Domain((real("t", 0), real("a", 0)))
    root = formula(sp.sqrt(t + 2) * (sp.sqrt(t + 2) + 1), line, "t")
    same, other = formula(t + 2 + sp.sqrt(t + 2), line, "t"), formula(t + 3 + sp.sqrt(t + 2), line, "t")
    assert equal_exactly(root, same, {"t": Fraction(1)})
    assert not equal_exactly(root, other, {"t": Fraction(1)})
    pole = formula(1 / t, line, "t")
    assert not equal_exactly(pole, pole, {"t": Fraction(0)})
    assert equal_exactly(pole, pole, {"t": Fraction(3)})


def test_a_term_is_compared_with_itself_at_other_values() -> None:
    from_one = (Rule(a >= 1, "a is at least 1"),)
    for term, increasing, outcome in (
        ((a - 1) ** 2 + b, True, "killed"),
        (-(a**3), False, "still true"),
        (a**3, False, "killed"),
        (sp.sqrt(a), True, "killed"),  # no value below 0
    ):
        found = fates(Monotone(term, "a", increasing=increasing), real("a"), real("b", 0), rules=from_one)
        assert found["without the rule a is at least 1"][0] == outcome, term
    (other,) = fates(Monotone(a**2 + b, "a"), real("a", 0), real("b", above=0)).values()
    assert other[0] == "still true"


def test_an_order_without_a_value_at_an_added_point_is_killed() -> None:
    claim = Order(a, "a", b * a / b**2, 1 / b + 1 / a)
    found = fates(claim, real("a", above=0), real("b", above=0))
    assert found["b real >= 0"][0] == "killed"
    assert "b = 0" in found["b real >= 0"][1]


def test_moments_of_the_catalogue_are_asked_at_added_points() -> None:
    """E err^2 of positive features is e^(|x+y|^2 + 2 x.y) (1 - e^(-|x+y|^2))/m, also for one row and equal inputs."""
    v2 = x2 + 2 * xy + y2
    error = MeanSquareError(Estimate("iid", "positive", m, kernel="softmax"))
    right = sp.exp(v2 + 2 * xy) * (1 - sp.exp(-v2)) / m
    spread = Variance(Estimate("iid", "positive", m, kernel="softmax"))
    for claim in (Equal(error, right), Equal(spread, right)):
        found = fates(claim, *INPUTS, rules=(CAUCHY,))
        assert found["m integer >= 1"] == ("still true", found["m integer >= 1"][1]), found
        assert found["x2 real >= 0"][0] == "still true", found
    # right from two rows on alone
    found = fates(Equal(error, right * (1 + sp.KroneckerDelta(m, 1))), *INPUTS, rules=(CAUCHY,))
    assert found["m integer >= 1"][0] != "still true"


def test_an_error_is_from_the_kernel_that_is_estimated() -> None:
    """Of trigonometric features at the distance z: E err^2 = (1 - e^(-z^2))^2/(2 m), as they have no bias."""
    trigonometric = Estimate("iid", "trigonometric", m, kernel="gaussian")
    zed = sp.Symbol("z", positive=True)
    right = (1 - sp.exp(-(zed**2))) ** 2 / (2 * m)
    kernel = sp.exp(-(zed**2) / 2)
    for moment, value in ((MeanSquareError, right), (Variance, right), (Expectation, kernel)):
        found = fates(Equal(moment(trigonometric), value), integer("m", 2), real("z", above=0))
        assert {outcome for outcome, _ in found.values()} == {"still true"}, moment


def test_a_rule_that_fixes_a_number_may_leave_the_next_none() -> None:
    rules = (Rule(sp.Eq(a, 2), "a is 2"), Rule(b < 2 * a - 1, "b is below"), Rule(b > a, "b is above"))
    numbers = (real("a", 0, 9), real("b", 1, 9))
    found = {each.wrong: adds_nothing(each) for each in widenings(Domain(numbers, rules))}
    assert found["without the rule b is above"] == ""
    nothing = (
        Rule(sp.Eq(a, 2), "a is 2"),
        Rule(sp.Eq(b, a**3 - 5), "b is 3"),
        Rule(b < 7, "b is small"),
    )
    (empty,) = (each for each in widenings(Domain(numbers, nothing)) if "small" in each.wrong)
    assert adds_nothing(empty).startswith("no point is added")


@pytest.mark.parametrize("greatest", [False, True])
def test_an_objective_that_is_better_elsewhere_outdoes(greatest: bool) -> None:
    """(a - b)^2 is least at a = b, and less it is greatest there."""
    positive = Domain((real("a", above=0), real("b", above=0)))
    objective = (1 - 2 * greatest) * (a - b) ** 2
    claims = [Optimal(objective, {"a": place}, greatest=greatest) for place in (b, 2 * b)]
    right, wrong = (reduced(Conjunct(each, positive), {}) for each in claims)
    assert right is not None
    assert wrong is not None
    assert outdone(claims[0], right, wrong).fate == "killed"
    assert outdone(claims[0], wrong, right).fate == "survived"
    assert outdone(claims[0], right, right).fate == "survived"


def test_inputs_that_are_nothing_make_sides_meet() -> None:
    """E (w.x)^2 = |x|^2 <= 2 |x|^2, with equality without inputs alone."""
    claim = Below(Expectation(Inner(Row("iid", 1), sp.Symbol("x")) ** 2), 2 * x2, strict=False)
    for low, fate in ((0, "killed"), ("1/9", "still true")):
        own = Conjunct(claim, Domain((integer("d", 2), real("x2", low), real("y2", 1), real("xy", 0, 0))))
        strict = replace(own, claim=replace(claim, strict=True))
        assert MomentTrials({}).told_apart(own, strict).fate == fate
