"""Points of wider domains at which what a claim speaks of does not exist, or both sides are one number."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy as sp

from rftheory.claims import (
    Below,
    Claim,
    Count,
    Draw,
    Equal,
    Estimate,
    Expectation,
    Inner,
    Length,
    Order,
    Row,
    Variance,
)
from rftheory.claims.moments import Distribution
from rftheory.claims.quantities import Quantity
from rftheory.claims.relations import Printed
from rftheory.claims.structure import All
from rftheory.context import PROFILES, Context
from rftheory.domain import Domain, Point, integer, real
from rftheory.evidence.deterministic.sizes import SizeCount, within
from rftheory.evidence.mutants.added import shortened
from rftheory.evidence.mutants.claims import claim_trials
from rftheory.evidence.mutants.counts import outgrown
from rftheory.evidence.mutants.no_addition import adds_nothing
from rftheory.evidence.mutants.relation import related
from rftheory.evidence.mutants.unavailable import (
    infinite_moment,
    no_block,
    no_law,
    no_map,
    no_number,
    refused,
)
from rftheory.evidence.mutants.widening import widenings
from rftheory.evidence.reduction import Reduced
from rftheory.exact.operation_counts import OperationTally
from rftheory.kit import Rule, Statement, formula

d, m, n = sp.symbols("d m n", positive=True, integer=True)
x2, y2 = sp.symbols("x2 y2", nonnegative=True)
xy, A, t, z = sp.symbols("xy A t z", real=True)
QUICK = Context(profile=PROFILES["quick"], hasty=True)


def given(**numbers: object) -> dict[str, Fraction]:
    return {name: Fraction(str(value)) for name, value in numbers.items()}


def at(**numbers: object) -> Point:
    return {name: Fraction(str(value)) for name, value in numbers.items()}


def test_more_rows_than_a_block_has_do_not_exist_and_a_plain_bound_says_nothing_of_rows() -> None:
    sizes = (integer("d", 1), integer("m", 1))
    block = Domain(sizes, (Rule(m <= d, "m <= d (rows of one block)"),))
    assert no_block(block, at(d=2, m=3)) == "not so: m <= d (rows of one block)"
    assert no_block(block, at(d=3, m=3)) == ""
    assert no_block(Domain(sizes, (Rule(m <= d),)), at(d=2, m=3)) == ""


def test_a_map_that_the_shelf_refuses_does_not_exist() -> None:
    domain = Domain((real("A", meaning="real A of the map"), real("t", meaning="a number")))
    assert no_map(domain, given(A=1, t=1)).startswith("no such map: A = ")
    assert no_map(domain, given(A="1/8", t=5)) == ""
    hybrid = Equal(Variance(Estimate("iid", "gaussian-hybrid", sp.Tuple(m, n))), sp.S.One)
    point = at(m=2, n=2, sigma=0, rho=1, x2=1, y2=1, xy="1/2")
    assert refused(hybrid, point).startswith("no such gaussian-hybrid: sigma = 0")
    assert refused(hybrid, {**point, "sigma": Fraction(1)}) == ""


def test_moments_that_no_number_has() -> None:
    domain = Domain((real("a", meaning="E[lam^2]"), real("b", meaning="E[lam(1-lam)]")))
    assert no_law(domain, given(a=1, b=1)).startswith("no random number has E lam^2 = 1")
    assert no_law(domain, given(a=1, b=0)) == ""


def test_exponentials_of_squares_have_no_mean_from_one_half_on() -> None:
    w = Row("iid", 1)
    claim = Equal(Expectation(sp.exp(A * Length(w) ** 2 + Inner(w, z))), sp.S.One)
    assert infinite_moment(claim, at(A="1/2")) == "an infinite moment: of e^(1/2 |w|^2)"
    assert infinite_moment(claim, at(A="1/3")) == ""
    square = Equal(Variance(sp.exp(A * Length(w) ** 2)), sp.S.One)
    assert infinite_moment(square, at(A="1/3")) != ""
    product = Draw("p", Distribution("Re f1 f2 of one product of features", A, 1))
    assert infinite_moment(Equal(Expectation(product), sp.S.One), at(A="1/4")) != ""
    assert infinite_moment(Equal(Expectation(product), sp.S.One), at(A="1/5")) == ""


def test_no_number_of_projections_is_exact_or_certain() -> None:
    eps, p = real("eps", 0, meaning="precision of A"), real("p", 0, meaning="probability of failure")
    domain, symbols = Domain((eps, p)), sp.symbols("eps p", positive=True)
    least = Order(1 / d, "d", Quantity("least number of projections that keeps A", *symbols), sp.S.Zero)
    other = Order(1 / d, "d", Quantity("another number", *symbols), sp.S.Zero)
    assert no_number(least, domain, given(eps=0, p="1/2")) != ""
    assert no_number(least, domain, given(eps=1, p=0)) != ""
    assert no_number(least, domain, given(eps=1, p="1/2")) == ""
    assert no_number(least, domain, given(eps=9, p=0)) == ""  # some number keeps any error below a large one
    assert no_number(other, domain, given(eps=0, p=0)) == ""


def test_shorter_inputs_stay_among_the_added_points() -> None:
    domain = Domain((integer("d", 2), real("v", above=0)))
    first = next(w for w in widenings(domain) if w.dropped == ("d",))
    assert list(shortened(at(d=1, v=1), first)) == [at(d=1, v="1/3"), at(d=1, v="1/9")]
    second = next(w for w in widenings(domain) if w.dropped == ("v",))
    assert list(shortened(at(d=2, v=0), second)) == []


@pytest.mark.parametrize(
    ("claim", "answer"),
    [
        (Below(strict=False), "holds"),
        (Below(), "fails"),
        (Equal(), "holds"),
    ],
)
def test_both_sides_of_an_inequality_are_one_number(claim: Equal | Below, answer: str) -> None:
    domain = Domain((real("t", 0),))
    sides = {
        "lhs": formula(sp.exp(2 * sp.log(2 + t)), domain, "t"),
        "rhs": formula((2 + t) ** 2, domain, "t"),
    }
    assert related(Reduced(sides, domain, claim), at(t="1/2"))[0] == answer
    near = {**sides, "rhs": formula((2 + t) ** 2 + sp.Rational(1, 10**40), domain, "t")}
    found = related(Reduced(near, domain, claim), at(t="1/2"))
    assert found[1] != "both sides agree to 300 digits"


def test_rules_that_contradict_each_other_add_no_point() -> None:
    cauchy = Rule(xy**2 <= x2 * y2, "Cauchy-Schwarz")
    ends = Rule(sp.And(sp.Eq(x2, y2), sp.Eq(xy**2, x2 * y2)), "at an end")
    inputs = (real("x2", 0), real("y2", 0), real("xy"))
    (both,) = (w for w in widenings(Domain(inputs, (cauchy, ends))) if "Cauchy" in w.wrong)
    assert adds_nothing(both).startswith("no point is added")
    (alone,) = (w for w in widenings(Domain(inputs, (cauchy, Rule(sp.Eq(x2, y2))))) if "Cauchy" in w.wrong)
    assert adds_nothing(alone) == ""
    listed = Rule(sp.Contains(t, sp.FiniteSet(1, 2)), "t is 1 or 2")
    (beyond,) = (
        w
        for w in widenings(Domain((real("t", 1, 2),), (listed,)))
        if w.dropped == ("t",) and "rule" not in w.wrong
    )
    assert adds_nothing(beyond).startswith("no point is added")


def _statement(claim: Claim, *checks: object) -> Statement:
    return Statement("x/1", "scaling", "-", "-", "-", "-", "-", Domain(), claim=claim, checks=checks)  # type: ignore[arg-type]


def _rows(sizes: object, tally: OperationTally) -> None:
    tally["rows"] += sizes["n"]  # type: ignore[index]
    tally["additions"] += sizes["n"] * sizes["d"]  # type: ignore[index]


def test_counts_are_held_against_checks_in_the_claims_letters() -> None:
    check = SizeCount(
        "table", _rows, {"rows": n, "additions": n * d}, n * d, {"n": (1, 2), "d": (3,)}, letters={"n": m / d}
    )
    exact = _statement(Count("rows", "table", n, "exactly"), check)
    assert outgrown(exact, Count("rows", "table", n + 1, "exactly"))
    assert not outgrown(
        _statement(Count("rows", "chair", n, "exactly"), check), Count("rows", "chair", n + 1, "exactly")
    )
    operations = _statement(Count("operations", "it", m), check)  # m/d rows of d additions
    assert outgrown(operations, Count("operations", "it", sp.S.One))
    assert not outgrown(operations, Count("operations", "it", m * d))
    assert not within(sp.S.One, 1 / d)
    assert within(sp.S.One, d)


def test_the_part_of_a_conjunction_that_changed_is_found_behind_printed_values() -> None:
    claim = All((Printed(sp.sqrt(2), "1.414"), Printed(sp.sqrt(3), "1.732")))
    statement = Statement("x/1", "remark", "-", "-", "-", "-", "-", Domain(), claim=claim)
    fates = {trial.wrong: trial.outcome for trial in claim_trials(statement, QUICK)}
    assert fates == {"part 1: last digit": "killed", "part 2: last digit": "killed"}


def test_more_than_infinity_is_no_mistake() -> None:
    claim = Equal(Expectation(sp.exp(Length(Row("iid", 1)) ** 2)), sp.oo)
    statement = Statement("x/1", "remark", "-", "-", "-", "-", "-", Domain(), claim=claim)
    assert list(claim_trials(statement, QUICK)) == []
