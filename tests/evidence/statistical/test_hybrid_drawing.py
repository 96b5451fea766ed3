"""Draws of hybrids accept true errors and reject planted ones; points make pairs."""

from dataclasses import replace

import pytest
import sympy as sp

from rftheory.context import PROFILES, Context
from rftheory.domain import Domain, integer, real
from rftheory.errors import InputError
from rftheory.evidence.statistical.hybrid_drawing import HybridDrawing
from rftheory.evidence.statistical.sampling import Sampled
from rftheory.mechanisms._shelf import hybrids
from rftheory.papers._shared.bipolar_hybrids import INDEPENDENT, SHARED, el1l, el2
from rftheory.papers.hrf._lemmas import drawn
from rftheory.statements import Statement, formula
from rftheory.verdict import Outcome

COARSE = Context(profile=replace(PROFILES["full"], tolerance=0.1))
SUBJECT = Statement("x/1", "theorem", "-", "-", "-", "-", "-")
SHELF = hybrids()
MOMENTS = Domain((integer("m", 1), real("x2"), real("y2"), real("xy"), real("el2"), real("el1l")))
NAMES = "m x2 y2 xy el2 el1l"


@pytest.mark.parametrize("features", [False, True])
@pytest.mark.parametrize(
    ("factor", "outcome"), [(1, Outcome.HOLDS), ("5/4", Outcome.FAILS), ("3/4", Outcome.FAILS)]
)
def test_errors_of_hybrids_are_told_from_planted_ones(factor, outcome, features):
    for make, error in ((drawn.angular, INDEPENDENT), (drawn.angular_shared, SHARED)):
        claim = formula(sp.Rational(factor) * error, MOMENTS, NAMES)
        check = drawn.error("planted", make, claim, drawn.MIXED[1:], features=features)
        assert check.run(SUBJECT, COARSE).outcome is outcome


def test_sharing_the_projections_is_seen():
    wrong = formula(INDEPENDENT, MOMENTS, NAMES)
    check = drawn.error("wrong sharing", drawn.linear_shared, wrong, drawn.FIXED[1:])
    assert check.run(SUBJECT, COARSE).outcome is Outcome.FAILS


def test_moments_of_lambda_are_drawn_from_signs():
    domain = Domain((integer("n", 1), real("theta")))
    share = sp.Symbol("theta", real=True) / sp.pi
    points = ({"n": 3, "theta": 2},)
    for factor, outcome in ((1, Outcome.HOLDS), (sp.Rational(5, 4), Outcome.FAILS)):
        check = drawn.lambda_moment("lambda", formula(factor * share, domain, "theta"), points)
        assert check.run(SUBJECT, COARSE).outcome is outcome


def test_points_make_pairs():
    make = HybridDrawing(drawn.angular)
    assert make({"m": 2, "n": 3, "x": ["1", "2"], "y": ["0", "1/2"]}).y == (0.0, 0.5)
    flat = make({"m": 2, "x2": "4", "y2": "1", "xy": "-1"})
    assert (flat.x, flat.y[0], flat.n) == ((2.0, 0.0), -0.5, 1)
    assert make({"r": 2, "theta": 0}).y == (2.0, 0.0)
    with pytest.raises(InputError, match="no pair"):
        make({"m": 1, "x2": 1})


def test_unbounded_lambdas_need_a_second_moment():
    positive = SHELF["gaussian-hybrid-positive"]
    check = Sampled(
        "unbounded",
        HybridDrawing(lambda _: positive, "square"),
        formula(el2 + 0 * el1l, MOMENTS, NAMES),
        ({"m": 1, "x2": 1, "y2": 1, "xy": 0, "el2": 2, "el1l": 0},),
    )
    assert check.run(SUBJECT, COARSE).outcome is Outcome.UNDECIDED
