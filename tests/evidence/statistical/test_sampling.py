"""Sampled and Sequential accept true moments and reject planted falsehoods; drawings are made as their points say."""

from dataclasses import replace

import pytest
import sympy as sp

from rftheory.claims import Equal
from rftheory.context import PROFILES, Context
from rftheory.domain import Domain, integer, real, vector
from rftheory.errors import InputError, UnknownIdError
from rftheory.evidence.plan import applicable, planned_tests
from rftheory.evidence.statistical.drawing import Drawing
from rftheory.evidence.statistical.sampled_below import SampledBelow
from rftheory.evidence.statistical.sampling import Sampled
from rftheory.evidence.statistical.sequential import Sequential
from rftheory.evidence.substitution import substituted
from rftheory.statements import Statement, formula
from rftheory.verdict import Outcome

d, m = sp.symbols("d m", positive=True, integer=True)
x2, y2, xy, a = sp.symbols("x2 y2 xy a", real=True)
DOMAIN = Domain((integer("d", 1), integer("m", 1), real("x2", 0), real("y2", 0), real("xy")))
NAMES = "d m x2 y2 xy"
FULL = Context(profile=PROFILES["full"])
COARSE = Context(profile=replace(PROFILES["full"], tolerance=0.1))
SUBJECT = Statement("x/1", "theorem", "-", "-", "-", "-", "-")
V2, WEIGHT = x2 + y2 + 2 * xy, sp.exp(-(x2 + y2) / 2)
OFF = [(1, Outcome.HOLDS), (sp.Rational(5, 4), Outcome.FAILS), (sp.Rational(3, 4), Outcome.FAILS)]


def sphere(t):
    return sp.hyper((), (d / 2,), d * t / 4)


def iid(mean, second):
    return WEIGHT**2 * (second / m + (1 - 1 / m) * mean**2)


SQUARES = {
    ("iid", "positive"): iid(sp.exp(V2 / 2), sp.exp(2 * V2)),
    ("iid", "hyperbolic"): iid(sp.exp(V2 / 2), (1 + sp.exp(2 * V2)) / 2),
    ("sphere", "positive"): iid(sphere(V2), sphere(4 * V2)),
    ("orthogonal-fixed-norm", "positive"): WEIGHT**2 * (sphere(4 * V2) / m + (1 - 1 / m) * sphere(2 * V2)),
}
POINTS = (
    {"d": 4, "m": 3, "x2": "1/2", "y2": "3/4", "xy": "1/4"},
    {"d": 16, "m": 16, "x2": 4, "y2": 4, "xy": 3},
    {"d": 3, "m": 2, "x2": 400, "y2": 300, "xy": "-200"},
)


@pytest.mark.parametrize(("factor", "expected"), OFF)
@pytest.mark.parametrize(("coupling", "features"), SQUARES)
def test_second_moments_hold_from_small_to_huge_and_a_quarter_off_fails(coupling, features, factor, expected):
    quantity = formula(factor * SQUARES[coupling, features], DOMAIN, NAMES)
    check = Sampled("square", Drawing(coupling, features, "square", "softmax"), quantity, POINTS)
    found = check.run(SUBJECT, COARSE)
    assert found.outcome is expected
    assert found.kind == "simulation"
    assert len(found.data["points"]) == check.tests == 3


def test_an_error_subtracts_its_level_and_the_tolerance_is_its_own():
    kernel = formula(sp.exp(xy), DOMAIN, "xy")
    quantity = SQUARES["iid", "positive"] - sp.exp(2 * xy)
    for factor, expected in OFF:
        error = formula(factor * quantity, DOMAIN, NAMES)
        check = Sampled("mse", Drawing("iid", "positive", "error", "softmax", kernel), error, POINTS[:2])
        assert check.run(SUBJECT, COARSE).outcome is expected


def test_rare_events_are_tails_of_the_normal_law():
    domain = Domain((integer("m", 1), real("a", 0), real("x2", 0), real("y2", 0), real("xy")))
    level = formula(WEIGHT * sp.exp(a * sp.sqrt(V2)), domain, "a x2 y2 xy")
    tail = sp.erfc(a / sp.sqrt(2)) / 2
    points = tuple({"d": 5, "m": 1, "x2": 1, "y2": 1, "xy": "1/2", "a": sigma} for sigma in (2, 6, 12))
    drawing = Drawing("iid", "positive", "tail", "softmax", level)
    for factor, expected in OFF:
        found = Sampled("tail", drawing, formula(factor * tail, domain, "a"), points).run(SUBJECT, COARSE)
        assert found.outcome is expected


def test_bounds_of_tails_hold_fail_or_stay_open():
    domain = Domain((integer("m", 1), real("a", 0), real("x2", 0), real("y2", 0), real("xy")))
    level = formula(WEIGHT * sp.exp(a * sp.sqrt(V2)), domain, "a x2 y2 xy")
    drawing = Drawing("iid", "positive", "tail", "softmax", level)
    points = tuple({"d": 5, "m": 1, "x2": 1, "y2": 1, "xy": "1/2", "a": sigma} for sigma in (2, 6, 12))
    tail = sp.erfc(a / sp.sqrt(2)) / 2
    for bound, expected in (
        (sp.exp(-(a**2) / 2), Outcome.HOLDS),
        (sp.Rational(6, 5) * tail, Outcome.HOLDS),
        (sp.Rational(4, 5) * tail, Outcome.FAILS),
        (sp.Integer(2), Outcome.HOLDS),
        (-tail, Outcome.FAILS),
    ):
        check = SampledBelow("tail", drawing, formula(bound, domain, "a"), points)
        assert check.run(SUBJECT, FULL).outcome is expected
        assert check.tests == 3
    close = SampledBelow("tail", drawing, formula(tail, domain, "a"), points[:1], draws=10**5)
    assert close.run(SUBJECT, FULL).outcome is Outcome.UNDECIDED
    heavy = replace(close, drawn=Drawing("iid", "positive", "square", "softmax", bounded=False))
    assert "d=5, m=1, x2=1, y2=1, xy=1/2, a=2: unbounded values" in heavy.run(SUBJECT, FULL).detail


def test_vectors_serve_couplings_that_are_not_isotropic():
    shape = Domain((integer("m", 1), vector("x"), vector("y")))
    one = formula(sp.Integer(1), shape, "")
    points = ({"m": 2, "x": ["1/2", 1, 0], "y": ["1/2", 1, 0]},)
    check = Sampled("self", Drawing("givens", "sgn"), one, points)
    assert check.run(SUBJECT, FULL).outcome is Outcome.HOLDS
    product = Drawing("iid", "sgn", "product")({**points[0], "x_other": [1, 0, 0], "y_other": [0, 1, 0]})
    assert product.other == ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0))
    with pytest.raises(InputError, match="not isotropic"):
        Drawing("givens", "sgn")(POINTS[0])
    with pytest.raises(InputError, match="d = 1"):
        Drawing("iid", "sgn")({**POINTS[0], "d": 1})
    for wrong in (Drawing("no", "sgn"), Drawing("iid", "no")):
        with pytest.raises(UnknownIdError, match="unknown"):
            wrong(POINTS[0])


def test_what_cannot_be_decided_is_undecided_and_says_why():
    mean = formula(sp.exp(xy), DOMAIN, NAMES)
    own_code = Drawing("orthogonal", "positive", "mean", "softmax", bounded=False)
    without = Sampled("mean", own_code, mean, POINTS[:1]).run(SUBJECT, FULL)
    assert without.outcome is Outcome.UNDECIDED
    assert "no second moment" in without.detail
    second = formula(SQUARES["iid", "positive"], DOMAIN, NAMES)
    assert Sampled("mean", own_code, mean, POINTS[:1], second).run(SUBJECT, COARSE).outcome is Outcome.HOLDS
    costly = Sampled("mean", own_code, mean, POINTS[2:], second).run(SUBJECT, COARSE)
    assert costly.outcome is Outcome.UNDECIDED
    assert "budget" in costly.detail
    zero = Sampled("zero", own_code, formula(sp.Integer(0), DOMAIN, ""), POINTS[:1], second)
    assert "claim is zero" in zero.run(SUBJECT, FULL).detail
    scaled = replace(zero, drawn=Drawing("iid", "identity"), scale=formula(sp.Integer(1), DOMAIN, ""))
    orthogonal = ({"d": 2, "m": 2, "x2": 1, "y2": 1, "xy": 0},)
    assert replace(scaled, points=orthogonal).run(SUBJECT, COARSE).outcome is Outcome.HOLDS


@pytest.mark.parametrize(
    ("mean", "variance", "expected"),
    [
        (1, 1, Outcome.HOLDS),
        (sp.Rational(6, 5), 1, Outcome.FAILS),
        (1, sp.Rational(1, 5), Outcome.FAILS),
        (1, 2, Outcome.HOLDS),
    ],
)
def test_a_watched_mean_needs_only_the_variance_of_the_theory(mean, variance, expected):
    spread = SQUARES["iid", "positive"] - sp.exp(2 * xy)
    check = Sequential(
        "mean",
        Drawing("iid", "positive", "mean", "softmax", bounded=False),
        formula(mean * sp.exp(xy), DOMAIN, "xy"),
        formula(variance * spread, DOMAIN, "m x2 y2 xy"),
        POINTS[:1],
    )
    found = check.run(SUBJECT, COARSE)
    assert found.outcome is expected
    assert found == check.run(SUBJECT, COARSE)
    assert "e-process" in found.detail
    if expected is Outcome.HOLDS:
        assert found.data["points"][0]["draws"] <= found.data["points"][0]["most"] + 2**14
    far = replace(check, points=POINTS[2:]).run(SUBJECT, COARSE)
    assert far.outcome is Outcome.UNDECIDED


def test_statistical_checks_share_the_budget_and_bear_on_no_formula():
    quantity = formula(SQUARES["iid", "positive"], DOMAIN, NAMES)
    drawing = Drawing("iid", "positive", "square", "softmax")
    checks = (
        Sampled("one", drawing, quantity, POINTS),
        Sequential("two", drawing, quantity, quantity, POINTS[:1]),
    )
    sides = {"lhs": quantity, "rhs": quantity}
    subject = replace(SUBJECT, domain=DOMAIN, sides=sides, claim=Equal(), checks=checks)
    assert planned_tests([subject]) == 4
    assert all(any(found is check for found in applicable(subject)) for check in checks)
    bearing = substituted(subject, "lhs", quantity, quantity.with_expression(2 * quantity.expression))
    assert not [b for b in bearing if isinstance(b.check, (Sampled, Sequential))]


def test_the_plan_names_every_test_and_draws_nothing():
    from rftheory.verification import announced, planned

    context = planned("full")
    found = announced("simrf/thm3.2", context=context)
    assert {test.statement for test in found} == {"simrf/thm3.2"}
    assert all(
        test.draws > 0 and test.seconds > 0 and test.alpha == context.alpha / context.tests for test in found
    )
    assert announced("simrf/thm3.2", context=planned("quick")) == []
