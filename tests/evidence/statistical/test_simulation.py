"""A simulation separates the truth from ten percent."""

import pytest
import sympy as sp

from rftheory.context import PROFILES, Context
from rftheory.domain import Domain, integer, real
from rftheory.evidence.statistical.regimes import Gain
from rftheory.evidence.statistical.simulation import Simulation
from rftheory.statements import Statement, formula
from rftheory.verdict import Outcome

d = sp.Symbol("d", positive=True, integer=True)
length = sp.Symbol("length", nonnegative=True)
SUBJECT = Statement("x/1", "identity", "-", "-", "-", "-", "-")


@pytest.mark.parametrize(("factor", "expected"), [(1, Outcome.HOLDS), (sp.Rational(11, 10), Outcome.FAILS)])
def test_simulation_separates_the_truth_from_ten_percent(factor, expected):
    domain = Domain((integer("d", 2), integer("m", 1), real("length", 0)))
    pair = factor * sp.hyper((d,), (d / 2,), length**2 / 2)
    points = ({"d": 8, "m": 8, "length": 1}, {"d": 16, "m": 16, "length": 3})
    simulation = Simulation("orthogonal", "positive", "pair", formula(pair, domain, "d m length"), points)
    assert simulation.run(SUBJECT, Context(profile=PROFILES["full"])).outcome is expected


def test_a_gain_says_what_is_compared() -> None:
    assert Gain("short vectors", "OPRF", "PosRF", 0.1).words == "OPRF against PosRF, short vectors"
