"""Asymptotic claims are refuted by certificates alone: slow growth, late bounds, vanishing, sides and conditions."""

import pytest
import sympy as sp

from rftheory.claims import Order
from rftheory.context import PROFILES, Context
from rftheory.domain import Domain, integer, real
from rftheory.erratum import Erratum
from rftheory.evidence.deterministic.counting import OperationCount
from rftheory.evidence.deterministic.orders import OrderCheck
from rftheory.registry import statement as printed
from rftheory.statements import Statement, formula
from rftheory.verdict import Outcome
from rftheory.verification import examine

d = sp.Symbol("d", positive=True, integer=True)
v = sp.Symbol("v", positive=True)
DOMAIN = Domain((integer("d", 2), real("v", above=0)))
QUICK = Context(profile=PROFILES["quick"])
HASTY = Context(profile=PROFILES["quick"], hasty=True)
LATE = d / (1 + d / sp.Integer(10) ** 20)
RHO = sp.hyper((d,), (d / 2,), v**2 / 2)
MAIN = sp.exp(v**2) * (1 - v**4 / (2 * d))


def found(left, right=0, claim=None, context=QUICK, domain=DOMAIN, points=({"v": 1},)):
    sides = {side: formula(form, domain, "d v") for side, form in (("lhs", left), ("rhs", right))}
    subject = Statement(
        "x/1", "asymptotic", "-", "-", "-", "-", "-", domain, sides, claim=claim or Order(sp.S.One)
    )
    return OrderCheck(points).run(subject, context)


@pytest.mark.parametrize("context", [QUICK, HASTY])
def test_a_late_bound_is_not_refuted_by_values(context):
    """d/(1 + d/10^20) grows at 10^4 .. 10^14 and is at most 10^20."""
    assert found(LATE, context=context).outcome is Outcome.HOLDS
    assert found(-LATE, context=context).outcome is Outcome.HOLDS
    assert found(LATE, claim=Order(sp.S.One, one_sided=True), context=context).outcome is Outcome.HOLDS
    assert found(d - LATE, context=context).outcome is Outcome.FAILS


def test_values_alone_are_undecided():
    """No rule reads a Bessel function of growing order: the values grow, and that is all that is said."""
    seen = found(d + sp.besselj(d, 1))
    assert seen.outcome is Outcome.UNDECIDED
    assert "not certified" in seen.detail
    assert seen.counterexample is None


@pytest.mark.parametrize(
    ("left", "bound"), [(d, ">= 1 d for all d >= 10^2"), (sp.log(d), ">= 1 log(d) for all d >= 10^2")]
)
def test_growth_is_refuted_with_its_bound(left, bound):
    seen = found(left)
    assert seen.outcome is Outcome.FAILS
    assert seen.counterexample["bound"].endswith(bound)
    assert (seen.counterexample["d"], seen.counterexample["v"]) == ("100", "1")
    assert seen.data["bound"] in seen.detail


def test_slow_growth_out_of_reach_is_left_open():
    assert found(sp.sqrt(sp.log(sp.log(d)))).outcome is not Outcome.FAILS


def test_vanishing_claims():
    vanishing = Order(sp.S.One, vanishing=True)
    for slow in (1 / sp.log(d), 1 / sp.sqrt(d), sp.exp(-sp.log(d) / 5)):
        assert found(slow, claim=vanishing).outcome is Outcome.HOLDS
    for left, bound in ((sp.S.One, ">= 1 for all"), (1 / d - 3, "<= -2.9899"), (d, ">= 1 d")):
        seen = found(left, claim=vanishing)
        assert seen.outcome is Outcome.FAILS
        assert bound in seen.detail


def test_one_sided_claims_look_at_the_sign():
    above = Order(d, one_sided=True)
    assert found(-sp.S.One, claim=above).outcome is Outcome.HOLDS
    assert found(sp.S.One, claim=above).outcome is Outcome.FAILS
    below = Order(sp.S.One, one_sided=True, vanishing=True)
    assert found(-sp.S.One, claim=below).outcome is Outcome.HOLDS
    assert found(sp.S.One, claim=below).outcome is Outcome.FAILS


@pytest.mark.parametrize(("left", "outcome"), [(10**5 - d, Outcome.HOLDS), (d - 10**5, Outcome.UNDECIDED)])
def test_a_one_sided_claim_by_values_looks_at_the_last_of_them(left, outcome):
    """With a Bessel function beside them no rule encloses these, and the signs at 10^4 are others than at 10^14."""
    claim = Order(sp.S.One, one_sided=True)
    seen = found(left + sp.besselj(d, 1), claim=claim)
    assert seen.outcome is outcome
    assert seen.data["followed"] == (outcome is Outcome.HOLDS)


@pytest.mark.parametrize("context", [QUICK, HASTY])
def test_the_exponent_of_an_expansion_is_told(context):
    """rho = e^(v^2) (1 - v^4/(2d)) + O(1/d^2): one power more, or a wrong coefficient, is refuted."""
    points = ({"v": 1}, {"v": "1/2"})
    assert found(RHO, MAIN, Order(d**2), context, points=points).outcome is Outcome.HOLDS
    for left, right, scale in (
        (RHO, MAIN, d**3),
        (RHO, sp.exp(v**2), d**2),
        (RHO, sp.exp(v**2) * (1 - v**4 / (3 * d)), d**2),
        (RHO.subs(d, d + 1), sp.exp(v**2), d**2),
    ):
        seen = found(left, right, Order(scale), context, points=points)
        assert seen.outcome is Outcome.FAILS
        assert seen.data["order"] == "d"


def test_toward_zero():
    claim = Order(v**-4, "v", toward=sp.S.Zero)
    right = 1 + v**2 / 6
    assert found(sp.sinh(v) / v, right, claim, points=({"d": 2},)).outcome is Outcome.HOLDS
    seen = found(sp.sinh(v) / v, 1 + v**2 / 5, claim, points=({"d": 2},))
    assert seen.outcome is Outcome.FAILS
    assert seen.counterexample["v"] == "1/100"
    assert "for all 0 < v <= 10^-2" in seen.detail


def test_a_domain_that_ends_is_no_ground_to_refute():
    """Where the variable is bounded, or a rule stops it, nothing is said of its limit."""
    short = Domain((integer("d", 2, 10**16), real("v", above=0)))
    assert found(d, domain=short).outcome is Outcome.UNDECIDED


def test_the_side_condition_chooses_the_points():
    claim = Order(sp.S.One, given=sp.Lt(v, 1))
    assert found(v * d, claim=claim, points=({"v": 2},)).outcome is Outcome.UNDECIDED
    assert found(v * d, claim=claim, points=({"v": "1/2"},)).outcome is Outcome.FAILS


def test_a_wrong_enclosure_is_a_bug_and_not_a_finding(monkeypatch):
    from rftheory.exact.asymptotics import Magnitude

    monkeypatch.setattr(Magnitude, "size_at", lambda *_: 1)
    with pytest.raises(ArithmeticError):
        found(d)


@pytest.mark.parametrize(
    ("key", "order"),
    [
        ("hrf/sec3/r-scaling", "r^(1/2)"),
        ("orf/sec3/small-z-ratio", "1"),
        ("orf/thm2/variance", "d"),
        ("performer/lemma2/small-kernel-positive", "s"),
        ("performer/thm1/lower", "d^(1/3)"),
        ("simrf/sec5.1/iid-orf", "x2^(-1)"),
        ("simrf/sec5.1/simrf", "x2^(-1)"),
        ("simrf/eq80/line1", "d"),
    ],
)
def test_refuted_statements_have_a_certificate(key, order):
    subject = printed(key)
    certified = [
        evidence
        for evidence in examine(subject, QUICK).evidence
        if evidence.outcome is Outcome.FAILS and "bound" in evidence.data
    ]
    assert certified
    assert {evidence.data["order"] for evidence in certified} == {order}
    assert all("for all" in evidence.counterexample["bound"] for evidence in certified)


def wrong(*points):
    sides = {"lhs": formula(d * v, DOMAIN, "d v"), "rhs": formula(v, DOMAIN, "d v")}
    erratum = Erratum("error", "p. 1", "It grows.", 1, quote="words", points=points)
    return Statement(
        "x/3", "asymptotic", "-", "-", "-", "-", "-", DOMAIN, sides, claim=Order(sp.S.One), erratum=erratum
    )


def test_points_to_be_read_are_shown_with_both_sides():
    seen = OrderCheck().run(wrong({"d": "1000", "v": "1/2"}, {"d": "400", "v": "1/2"}), QUICK)
    bound = "(1) * (left - right) >= 0.49499 d for all d >= 10^2"  # (d - 1)/2 >= 0.495 d
    shown = {"v": "1/2", "bound": bound}
    assert seen.outcome is Outcome.FAILS
    assert seen.counterexample == shown | {"d": "1000", "left": "500", "right": "1/2"}
    assert seen.data["second"] == shown | {"d": "400", "left": "200", "right": "1/2"}


@pytest.mark.parametrize("point", [{"d": "99", "v": "1"}, {"d": "1", "v": "1"}, {"d": "1000"}])
def test_a_point_that_the_bound_says_nothing_of_is_not_shown(point):
    seen = OrderCheck().run(wrong(point), QUICK)
    assert seen.outcome is Outcome.FAILS
    assert "left" not in seen.counterexample
    assert seen.counterexample["d"] == "100"


def test_counts_are_held_to_their_order_by_the_same_means():
    def work(size, tally):
        tally["additions"] += size * size

    size = sp.Symbol("n", positive=True)
    subject = Statement("x/2", "algorithm", "-", "-", "-", "-", "-")
    for growth, tight, outcome in (
        (size**2, True, Outcome.HOLDS),
        (size**3, False, Outcome.HOLDS),
        (size**3, True, Outcome.FAILS),
        (size * sp.log(size), False, Outcome.FAILS),
        (size**2 / sp.log(sp.log(size + 3)), False, Outcome.UNDECIDED),
    ):
        check = OperationCount("squares", work, {"additions": size**2}, growth, (4, 8), tight=tight)
        assert check.run(subject, QUICK).outcome is outcome
