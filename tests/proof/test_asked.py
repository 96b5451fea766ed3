"""What limits, orders, existence and optima ask of a proof; what they would say of nothing is not asked."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
import sympy as sp

from rftheory import registry
from rftheory.claims import (
    Below,
    Claim,
    Equal,
    Estimate,
    Exists,
    Expectation,
    Given,
    Inner,
    Limit,
    MeanSquareError,
    On,
    Optimal,
    Order,
    Row,
    TailBound,
    Variance,
)
from rftheory.domain import Domain, Parameter, Rule, integer, real
from rftheory.evidence.theorems.asked import asked
from rftheory.evidence.theorems.store import lines
from rftheory.evidence.theorems.theorem import flaw
from rftheory.kit import Statement
from rftheory.proof.terms import ProofError, subterms

x, n = sp.Symbol("x", real=True), sp.Symbol("n", integer=True)
HALFLINE = Domain((integer("n", 1), real("x", 0)))


def said(claim: Claim, domain: Domain = HALFLINE) -> Statement:
    return replace(
        registry.statement("simrf/eq5"), id="simrf/eq5", claim=claim, domain=domain, sides={}, checks=()
    )


def test_an_order() -> None:
    """The constant and the threshold depend on what stays fixed, and the bound holds for every n from there on."""
    (goal,) = asked(said(Order(n**2, "n", sp.exp(x / n), sp.S.One)))
    gap = ("*", ("^", "n", 2), ("+", ("exp", ("*", "x", ("^", "n", -1))), ("*", -1, 1)))
    where = ("where", (("<=", 1, "n"), ("<=", "N", "n")), ("<=", ("abs", gap), "C"))
    assert goal.context.variables == (("x", "real"),)
    assert goal.proposition == ("some", "C", "real", ("some", "N", "real", ("all", "n", "integer", where)))


def test_a_limit_to_infinity_at_0() -> None:
    """The variable stays positive, as its domain has it, and the point itself is left out."""
    (goal,) = asked(said(Limit(1 / x, "x", sp.S.Zero, sp.oo)))
    every = (
        "all",
        "x",
        "real",
        ("where", (("<=", 0, "x"), ("<", 0, "x"), ("<=", "x", "delta")), ("<=", "B", ("^", "x", -1))),
    )
    assert goal.proposition == (
        "all",
        "B",
        "real",
        ("some", "delta", "real", ("and", ("<", 0, "delta"), every)),
    )
    assert goal.context.variables == (("n", "integer"),)


def test_another_name_where_a_parameter_has_it() -> None:
    domain = Domain((integer("n", 1), real("C")))
    (goal,) = asked(said(Order(sp.S.One, "n", sp.Symbol("C", real=True) / n, sp.S.Zero), domain))
    assert goal.proposition[:2] == ("some", "C_")


@pytest.mark.parametrize(
    ("claim", "domain"),
    [
        (Limit(1 / n, "n", sp.oo, sp.S.Zero), Domain((integer("n", 1, 9),))),
        (Limit(1 / n, "n", sp.oo, sp.S.Zero), Domain((integer("n", 1), real("x")), rules=(Rule(n**2 < x),))),
        (Limit(n, "n", sp.S.Zero, sp.S.Zero), HALFLINE),
        (Limit(x, "x", sp.S.Zero, sp.S.Zero), Domain((real("x", 1),))),
        (Limit(x, "y", sp.S.Zero, sp.S.Zero), HALFLINE),
    ],
)  # fmt: skip
def test_a_limit_that_the_domain_does_not_reach_is_not_asked(claim: Claim, domain: Domain) -> None:
    with pytest.raises(ProofError):
        asked(said(claim, domain))


def exists(inner: Claim) -> Exists:
    return Exists((Parameter("c", "real"),), inner)


def test_what_exists_may_depend_on_what_is_outside_alone() -> None:
    c = sp.Symbol("c", real=True)
    (goal,) = asked(said(exists(On(HALFLINE, Below(x, c * n))), Domain((real("x", 0),))))
    where = ("where", (("<=", 1, "n"),), ("<", "x", ("*", "c", "n")))
    assert goal.proposition == ("some", "c", "real", ("all", "n", "integer", where))
    with pytest.raises(ProofError, match="met by a choice"):
        asked(said(exists(Given(x < c, Below(x, sp.S.Zero)))))


def test_the_only_optimum_is_better_than_every_other() -> None:
    claim = Optimal(x**2, {"x": sp.S.Zero}, unique=True)
    (goal,) = asked(said(claim))
    assert goal.proposition == ("where", (("!=", "x", 0),), ("<", 0, ("^", "x", 2)))


def test_a_number_of_rows_without_a_parameter_is_any_that_the_claim_is_meant_for() -> None:
    """Of a variance that of one block; of a mean every number, since it is that of every row."""
    first, _ = asked(registry.statement("orf/thm1/mean"))
    assert ("D", "integer") in first.context.variables
    assert ("<=", 1, "D") in first.context.constraints
    assert not any("D" in c and "d" in c for c in first.context.constraints)
    assert not first.narrower
    rows = sp.Symbol("D", integer=True, positive=True)
    domain = Domain((real("z", 0), integer("d", 1)))
    several = Estimate("orthogonal", "trigonometric", rows)
    for dependent in (Variance(several), Expectation(several) * Variance(several)):
        (goal,) = asked(said(Below(sp.S.Zero, dependent), domain))
        assert ("<=", "D", "d") in goal.context.constraints
        assert goal.narrower == ("D <= d",)
    free, _ = asked(registry.statement("orf/lemma1/mean"))
    assert ("<=", 1, "D") in free.context.constraints
    assert not any("d" in constraint for constraint in free.context.constraints)


def test_a_conformity_is_the_mean_that_defines_it() -> None:
    (goal,) = asked(registry.statement("simrf/thm4.3/orf"))
    p, q = (("dot", *(2 * (("row", ("name", "iid"), i),))) for i in (1, 2))
    half = ("q", 1, 2)
    squared = ("+", p, q, ("*", 2, 0, ("^", ("*", p, q), half)))
    factor = ("*", ("q", 1, 4), ("^", "v", 2))
    assert goal.proposition[1] == ("E", ("hyper", (), (("*", half, "d"),), ("*", factor, squared)))


def test_a_conformity_at_a_number_fixes_the_dimension() -> None:
    for goal in asked(registry.statement("simrf/sec5.1/always")):
        assert ("=", "d", 64) in goal.context.constraints


def test_rows_named_by_a_symbol_stand_alone() -> None:
    i, v = sp.Symbol("i"), sp.Symbol("x")
    first, second = (sp.exp(Inner(Row("any", index), v)) for index in (i, 2))
    (goal,) = asked(said(Equal(Expectation(first), sp.S.One)))
    assert ("row", ("name", "any"), 1) in subterms(goal.proposition)
    with pytest.raises(ProofError, match="named by numbers"):
        asked(said(Equal(Expectation(first * second), sp.S.One)))


def test_a_symbol_that_is_no_parameter_has_every_value_that_it_may_have() -> None:
    rows, any_one = sp.Symbol("D", integer=True, positive=True), sp.Symbol("q")
    (goal,) = asked(said(Equal((x + 1) / rows, x / rows + 1 / rows)))
    assert goal.context.variables[-1] == ("D", "integer")
    assert goal.context.constraints[-1] == ("<=", 1, "D")
    with pytest.raises(ProofError, match="q is no parameter"):
        asked(said(Below(x, any_one)))


def test_a_tail_is_a_term_of_a_comparison() -> None:
    """P(z > t) <= bound, whose bound may be met; other tails have no word."""
    level = sp.Symbol("x", real=True)
    rows = Estimate("sphere", "positive", 2, kernel="SMREG")
    (goal,) = asked(said(TailBound(rows, level, sp.S.One, strict=True)))
    names = [("name", each) for each in ("sphere", "positive", "x, y", "smreg")]
    assert goal.proposition == ("<=", ("tail", ("estimate", *names[:2], 2, *names[2:]), "x"), 1)
    for other in (TailBound(rows, level, sp.S.One), TailBound(rows, level, sp.S.One, "lower", strict=True)):
        with pytest.raises(ProofError, match="P\\(z > t\\) alone"):
            asked(said(other))


def test_rows_of_the_length_of_the_root_of_the_dimension_have_a_dimension() -> None:
    (goal,) = asked(said(Below(sp.S.Zero, Expectation(Estimate("sphere", "positive", 1)))))
    assert ("d", "integer") in goal.context.variables
    assert ("<=", 1, "d") in goal.context.constraints
    (other,) = asked(said(Below(sp.S.Zero, Expectation(Estimate("iid", "positive", 1)))))
    assert "d" not in dict(other.context.variables)


def test_the_error_about_the_regularised_kernel_is_about_the_mean_of_a_row_on_the_sphere() -> None:
    rows = Estimate("orthogonal-fixed-norm", "positive", 1, kernel="SMREG")
    (goal,) = asked(said(Below(sp.S.Zero, MeanSquareError(rows))))
    error = goal.proposition[2]
    assert error[2][0] == "E"
    assert error[2][1][1:4] == (("name", "sphere"), ("name", "positive"), 1)


def test_a_unit_vector_has_the_length_1() -> None:
    along = Expectation(sp.exp(Inner(Row("iid", 1), sp.Symbol("e_1"))))
    (goal,) = asked(said(Below(sp.S.Zero, along)))
    unit = ("vec", "e_1")
    assert ("=", ("dot", unit, unit), 1) in goal.context.constraints


def test_vectors_are_those_of_their_entries() -> None:
    """x and y of an estimate have the inner products of the entries that are parameters; a largest value is a supremum."""
    goal = asked(registry.statement("hrf/eq19/estimator"))[0]
    both = ("sum", "j", 0, ("+", "d", -1), ("*", ("entry", "x", "j"), ("entry", "y", "j")))
    assert ("=", ("dot", ("vec", "x"), ("vec", "y")), both) in goal.context.constraints
    (largest,) = asked(registry.statement("hrf/eq56"))
    heads = [each for each in subterms(largest.proposition) if isinstance(each, tuple) and each[0] == "sup"]
    assert {each[1:4] for each in heads} == {("p", 0, 1)}


def test_a_peak_is_a_variable_with_its_equation() -> None:
    goal = asked(registry.statement("hrf/eq60"))[0]
    assert ("=", ("*", "peak", ("sin", "peak")), ("^", "r", -2)) in goal.context.constraints
    with pytest.raises(ProofError, match="a peak is known to exist"):
        asked(registry.statement("hrf/appD.3/endpoints"))


@pytest.mark.parametrize("paper", sorted(registry.modules_by_key()))
def test_what_is_asked_is_what_the_kept_objects_say(paper: str) -> None:
    """Context and conclusion of every object that ships, word by word; their steps, most of the text, are not read."""
    for name, objects in lines(paper).items():
        wanted = asked(registry.find(name).statement)
        for place, line in objects.items():
            found = json.loads(line[: line.index(', "steps": ')] + "}")
            found["conclusion"] = json.loads(line[line.rindex('"conclusion": ') + 14 : -1])
            assert flaw(found, wanted[place]) is None, (name, place)
