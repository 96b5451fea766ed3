"""Moments in claims from their own nodes: wrong claims of every class are told from the right ones, which are spared."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
import sympy as sp

from rftheory.claims import (
    Below,
    Claim,
    Conjunct,
    Covariance,
    Distribution,
    Draw,
    Equal,
    Estimate,
    Exists,
    Expectation,
    Given,
    Inner,
    Law,
    Length,
    MeanSquareError,
    Printed,
    Probability,
    Row,
    TailBound,
    Variance,
)
from rftheory.claims.mutation import wrong_claims
from rftheory.context import PROFILES, Context
from rftheory.domain import Domain, integer, real
from rftheory.errors import InputError
from rftheory.evidence.mutants import trials
from rftheory.evidence.mutants.nodes import MomentTrials, values
from rftheory.evidence.mutants.nodes.experiment import Told
from rftheory.evidence.mutants.nodes.gaps import ROUNDING, Gap
from rftheory.evidence.mutants.nodes.place import place_at
from rftheory.kit import Rule, Statement, formula
from rftheory.measured.engine.nets import Nets

d, m = sp.symbols("d m", positive=True, integer=True)
x2, y2, xy, theta, v, w, lam = sp.symbols("x2 y2 xy theta v w lam", real=True)
x, y, z = sp.symbols("x y z")
PAIR = Domain(
    (integer("m", 1), real("x2", 0), real("y2", 0), real("xy")),
    (Rule(xy**2 <= x2 * y2),),
)
PLANE = Domain((integer("d", 2), integer("m", 2), *PAIR.parameters[1:]), (*PAIR.rules, Rule(m <= d)))
ANGLE = Domain((real("theta", above=0, below=3),))
SIZE = Domain((integer("d", 1),))
LENGTH = Domain((integer("d", 1), real("v", above=0)))
v2 = x2 + 2 * xy + y2
g = Draw("g", Distribution("normal", 0, 1))
u = Draw("u", Distribution("sphere", d))
count = Draw("N", Distribution("poisson", w))
TRUE: dict[str, tuple[Claim, Domain]] = {
    "mean of an exponential": (Equal(Expectation(sp.exp(Inner(Row("iid", 1), z))), sp.exp(v**2 / 2)), LENGTH),
    "positive features, Lemma 2": (
        Equal(
            MeanSquareError(Estimate("iid", "positive", m)), sp.exp(v2) * sp.exp(2 * xy) * (1 - sp.exp(-v2)) / m
        ),
        PAIR,
    ),
    "trigonometric features, Gaussian": (
        Equal(
            Variance(Estimate("iid", "trigonometric", m, kernel="gaussian")),
            (1 - sp.exp(2 * xy - x2 - y2)) ** 2 / (2 * m),
        ),
        PAIR,
    ),
    "mean of features": (
        Equal(
            Expectation(Estimate("iid", "trigonometric", 1, kernel="gaussian")), sp.exp(xy - (x2 + y2) / 2)
        ),
        Domain(PAIR.parameters[1:], PAIR.rules),
    ),
    "signs and angles": (
        Equal(Probability(sp.Gt(Inner(Row("iid", 1), x) * Inner(Row("iid", 1), y), 0)), 1 - theta / sp.pi),
        ANGLE,
    ),
    "orthogonal rows err less": (
        Below(MeanSquareError(Estimate("orthogonal", "positive", m)), MeanSquareError(Estimate("iid", "positive", m))),
        PLANE,
    ),
    "one row is in every entry": (Equal(Covariance(Inner(Row("iid", 1), x), Inner(Row("iid", 1), y)), xy), PAIR),
    "rows that are orthogonal": (Equal(Inner(Row("orthogonal", 1), Row("orthogonal", 2)), sp.S.Zero), PLANE),
    "lengths of rows": (Law(Length(Row("orthogonal", 1)), Distribution("chi", d)), SIZE),
    "a coordinate of a direction": (Equal(Expectation(Inner(u, sp.Symbol("e_1")) ** 2), 1 / d), SIZE),
    "Poisson moments": (
        Equal(Expectation(sp.exp(lam * count)), sp.exp(w * (sp.exp(lam) - 1))),
        Domain((real("w", above=0), real("lam", 0, 1))),
    ),
    "a normal tail": (
        TailBound(g, v, sp.exp(-(v**2) / 2) / 2),
        Domain((real("v", above=0),)),
    ),
    "a printed value": (Printed(Expectation(sp.Abs(g)), "0.798"), Domain()),
}  # fmt: skip
KILLED = {name for name in TRUE if name != "a normal tail"}


def told(own: Conjunct, wrong: Conjunct) -> Told:
    return MomentTrials({}).told_apart(own, wrong)


@pytest.mark.parametrize("name", TRUE)
def test_wrong_claims_are_told_apart_and_right_ones_spared(name: str) -> None:
    claim, domain = TRUE[name]
    own = Conjunct(claim, domain)
    fates = {wrong: told(own, Conjunct(other, domain)).fate for wrong, other in wrong_claims(claim, {})}
    assert fates
    if name in KILLED:
        assert set(fates.values()) == {"killed"}
    assert told(own, own).fate in ("survived", "still true")


def test_half_of_a_sharp_bound_is_killed_and_of_a_loose_one_still_true() -> None:
    half = Domain((real("v", above=0),))
    for factor, fate in ((1, "killed"), (8, "still true")):
        own = Conjunct(TailBound(g, v, factor * sp.erfc(v / sp.sqrt(2)) / 2), half)
        wrong = Conjunct(TailBound(g, v, factor * sp.erfc(v / sp.sqrt(2)) / 4), half)
        assert told(own, wrong).fate == fate


def test_nothing_is_killed_beside_a_claim_that_is_not_found_right() -> None:
    false = Conjunct(Equal(Expectation(Length(Row("iid", 1)) ** 2), d + 1), SIZE)
    other = Conjunct(Equal(Expectation(Length(Row("iid", 1)) ** 2), 2 * d), SIZE)
    assert told(false, other).fate == "unread"
    unknown = Conjunct(Equal(Expectation(Inner(Row("no such rows", 1), z)), sp.S.Zero), SIZE)
    assert told(unknown, unknown) == Told("unread", "no coupling 'no such rows' on the shelf")


def test_existence_is_sought_among_the_same_values() -> None:
    c, a = sp.symbols("c a", real=True)
    domain = Domain((real("a", above=0),))
    some = (real("c", above=0),)
    own = Conjunct(Exists(some, Below(a, c * a)), domain)
    assert told(own, Conjunct(Exists(some, Below(c * a, a)), domain)).fate == "still true"
    assert told(own, Conjunct(Exists(some, Below(c * a, -a)), domain)).fate == "killed"
    nowhere = Conjunct(Exists(some, Below(c * a, -a)), domain)
    assert told(nowhere, own).fate == "unread"


def test_a_value_for_every_point_is_not_one_for_all_of_them() -> None:
    p, t = sp.symbols("p t", real=True)
    domain = Domain((real("t", above=0),))
    turns = Given(t <= p, Below(t, p, strict=False))
    own = Conjunct(Exists((real("p", above=0),), turns), domain)
    found = told(own, Conjunct(Exists((real("p", above=0),), Given(t <= p, Below(t, 2 * p))), domain))
    assert found.fate == "survived"
    assert "one for all of them" in found.why


def test_a_claim_that_takes_too_much_work_survives_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    claim, domain = TRUE["mean of an exponential"]
    own = Conjunct(claim, domain)
    wrong = Conjunct(Equal(claim.terms[0], 2 * sp.sympify(claim.terms[1])), domain)
    assert told(own, wrong).fate == "killed"
    monkeypatch.setattr(values, "WORK", 1000)
    found = told(own, wrong)
    assert found.fate == "unread"
    assert found.why.startswith("work")


def test_special_functions_of_random_arguments() -> None:
    length = Length(Row("iid", 1))
    mean = Expectation(sp.hyper((), (d / 2,), v**2 * length**2 / 4))
    own = Conjunct(Equal(mean, sp.exp(v**2 / 2)), LENGTH)
    assert told(own, Conjunct(Equal(mean, sp.Rational(11, 10) * sp.exp(v**2 / 2)), LENGTH)).fate == "killed"


def test_a_gap_without_spread_may_be_as_large_as_rounding() -> None:
    size = 1e6
    for equality in (True, False):
        rounded, beyond = (Gap(-factor * ROUNDING * size, 0.0, size, equality) for factor in (0.5, 2.0))
        assert (rounded.consistent, rounded.status) == (True, "unclear")
        assert (beyond.consistent, beyond.status) == (False, "violated")


def test_nets_are_points_of_the_laws() -> None:
    nets = Nets(4, 12)
    size = (nets.draws,)
    found = {
        "chi squared": (np.mean(nets.chisquare(3, size)), 3.0),
        "square of a normal": (np.mean(nets.standard_normal(size) ** 2), 1.0),
        "exponential": (np.mean(nets.standard_exponential(size)), 1.0),
        "poisson": (np.mean(nets.poisson(0.7, size)), 0.7),
        "whole numbers": (np.mean(nets.integers(2, 5, size)), 3.0),
        "uniform": (np.mean(nets.uniform(1.0, 3.0, size)), 2.0),
        "beta": (np.mean(nets.beta(2.0, 3.0, size)), 0.4),
    }
    for name, (mean, exact) in found.items():
        assert mean == pytest.approx(exact, rel=2e-3), name
    assert np.array_equal(Nets(4, 12).random(size), Nets(4, 12).random(size))
    with pytest.raises(InputError, match="at once"):
        nets.random((3, 2))
    with pytest.raises(InputError, match="random numbers a draw"):
        nets.random((nets.draws, 1000))


def test_a_mistake_in_both_representations_shows_against_the_moment() -> None:
    side = formula(sp.exp(v2 / 2) * sp.exp(-(x2 + y2) / 2), PAIR, "x2 y2 xy", closed=sp.exp(xy))
    said = Statement(
        "x/1", "identity", "-", "-", "-", "-", "-", PAIR,
        sides={"": side}, claim=Equal(Expectation(Estimate("weight-independent", "positive", 2)), ""),
    )  # fmt: skip
    found = [
        trial
        for trial in trials(said, Context(profile=PROFILES["quick"], hasty=True))
        if trial.place == "both representations"
    ]
    assert len(found) >= 3
    assert {trial.outcome for trial in found} == {"killed"}


def test_a_place_in_a_large_dimension_takes_no_matrix() -> None:
    found = place_at({"d": Fraction(274248), "x2": Fraction(1), "y2": Fraction(1)}, "softmax", 1)
    assert found.d == 274248
    assert found.vectors["e_1"].shape == (274248,)
    assert found.vectors["e_1"][0] == found.vectors["e_1"].sum() == 1.0
