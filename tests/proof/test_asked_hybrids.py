"""What claims about hybrids ask of a proof: the hybrid by its definition, and how its parts depend on each other."""

from __future__ import annotations

from dataclasses import replace

import pytest
import sympy as sp

from rftheory import registry
from rftheory.claims import (
    Below,
    Claim,
    Draw,
    Equal,
    Estimate,
    Expectation,
    Inner,
    Limit,
    MeanSquareError,
    Row,
    Supposing,
)
from rftheory.domain import Domain, integer, real
from rftheory.evidence.theorems.asked import Goal, asked
from rftheory.kit import Distribution, Statement
from rftheory.proof.terms import ProofError, Term, compound, subterms

m, n, r = (sp.Symbol(name, positive=True) for name in "mnr")
SPHERE = Domain((integer("m", 1), integer("n", 1), real("r", above=0), real("sigma", above=0)))
LAM = Draw("lam", Distribution("any"))


def said(claim: Claim, domain: Domain = SPHERE) -> Statement:
    return replace(
        registry.statement("hrf/eq32"), id="hrf/eq32", claim=claim, domain=domain, sides={}, checks=()
    )


def error_of(features: str, at: str = "theta = 0") -> Goal:
    (goal,) = asked(said(Equal(MeanSquareError(Estimate("iid", features, sp.Tuple(m, n), at)), r)))
    return goal


def heads(goal: Goal, head: str) -> set[Term]:
    return {each for each in subterms(goal.proposition) if isinstance(each, tuple) and each[0] == head}


def independent(goal: Goal) -> tuple[Term, ...]:
    (found,) = (c for c in goal.context.constraints if compound(c)[0] == "independent")
    return compound(found)[1:]


def test_an_angular_hybrid_is_made_of_three_independent_estimates() -> None:
    goal = error_of("angular-hybrid")
    features = {(compound(each)[2][1], compound(each)[3]) for each in heads(goal, "estimate")}
    assert features == {("trigonometric", "m"), ("hyperbolic", "m"), ("sgn", "n")}
    assert set(independent(goal)) == heads(goal, "estimate")


def test_a_shared_hybrid_is_made_of_sums_over_one_set_of_rows() -> None:
    goal = error_of("angular-hybrid-shared")
    assert {compound(each)[2][1] for each in heads(goal, "estimate")} == {"sgn"}
    assert len(heads(goal, "total")) == 2
    (own,) = heads(goal, "estimate")
    assert set(independent(goal)) == {own, ("rows", ("name", "iid"))}


@pytest.mark.parametrize(("at", "sign"), [("theta = 0", 1), ("theta = pi", -1), ("x, -x", -1)])
def test_a_special_pair_is_said_by_inner_products(at: str, sign: int) -> None:
    constraints = error_of("gaussian-hybrid", at).context.constraints
    products = {compound(c)[1]: compound(c)[2] for c in constraints if compound(c)[0] == "="}
    x, y = ("vec", "x"), ("vec", "y")
    assert products["dot", x, x] == products["dot", y, y] == ("^", "r", 2)
    assert products["dot", x, y] == ("*", sign, ("^", "r", 2))


def test_two_special_pairs_in_one_claim_have_no_word() -> None:
    first, second = (
        MeanSquareError(Estimate("iid", "angular-hybrid", sp.Tuple(m, n), at))
        for at in ("theta = 0", "theta = pi")
    )
    with pytest.raises(ProofError, match="two pairs"):
        asked(said(Equal(first, 2 * second)))


def test_a_hybrid_of_other_rows_has_no_word() -> None:
    estimate = Estimate("orthogonal", "angular-hybrid", sp.Tuple(m, n), "theta = 0")
    with pytest.raises(ProofError, match="orthogonal"):
        asked(said(Equal(MeanSquareError(estimate), r)))


def test_a_normaliser_needs_a_length() -> None:
    estimate = Estimate("iid", "gaussian-hybrid", sp.Tuple(m, n))
    with pytest.raises(ProofError, match="normalised"):
        asked(said(Equal(MeanSquareError(estimate), m), Domain((integer("m", 1), integer("n", 1)))))


def test_a_sum_over_rows_is_a_total_of_the_first() -> None:
    i = sp.Symbol("i", integer=True, positive=True)
    wave = sp.cos(Inner(Row("iid", i), sp.Symbol("x")))
    (goal,) = asked(said(Equal(Expectation(sp.Sum(wave, (i, 1, m))), r)))
    inner = ("cos", ("dot", ("row", ("name", "iid"), 1), ("vec", "x")))
    assert heads(goal, "total") == {("total", ("name", "iid"), "m", inner)}


@pytest.mark.parametrize("coupling", ["orthogonal", "any"])
def test_a_sum_over_dependent_rows_has_no_word(coupling: str) -> None:
    i = sp.Symbol("i", integer=True, positive=True)
    wave = sp.cos(Inner(Row(coupling, i), sp.Symbol("x")))
    with pytest.raises(ProofError, match="sum over the rows"):
        asked(said(Equal(Expectation(sp.Sum(wave, (i, 1, m))), r)))


def test_the_terms_of_a_total_are_alike() -> None:
    i = sp.Symbol("i", integer=True, positive=True)
    wave = i * sp.cos(Inner(Row("iid", i), sp.Symbol("x")))
    with pytest.raises(ProofError, match="more than the row"):
        asked(said(Equal(Expectation(sp.Sum(wave, (i, 1, m))), r)))


def test_a_variable_that_is_one_number() -> None:
    estimates = [Estimate("iid", each, m) for each in ("trigonometric", "hyperbolic")]
    mixed = (1 - LAM) * estimates[0] + LAM * estimates[1]
    (goal,) = asked(said(Supposing((Equal(LAM, sp.S.One),), Equal(MeanSquareError(mixed), r))))
    assert not heads(goal, "draw")
    assert {compound(each)[2][1] for each in heads(goal, "estimate")} == {"hyperbolic"}
    with pytest.raises(ProofError, match="only an equality"):
        asked(said(Supposing((Equal(LAM, sp.S.One),), Below(MeanSquareError(mixed), r))))


@pytest.mark.parametrize("at", ["theta = 0", "x, -x"])
def test_a_limit_does_not_say_what_a_special_pair_is(at: str) -> None:
    for estimate in (Estimate("iid", "positive", m, at), Estimate("iid", "angular-hybrid", sp.Tuple(m, n))):
        with pytest.raises(ProofError, match="in a limit"):
            asked(said(Limit(MeanSquareError(estimate), "m", sp.oo, sp.S.Zero)))
