"""Counterexamples are chosen to be read, out of the stated domain, and every one is certified."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import sympy as sp

from rftheory.context import Context
from rftheory.evidence.deterministic.search import Search
from rftheory.kit import Agreement, Below, Domain, Equal, Erratum, Rule, Statement, formula, integer, real
from rftheory.verdict import Outcome

D, X, Y = sp.symbols("d x y", real=True)
DOMAIN = Domain(
    (integer("d", 1), real("x"), real("y")),
    rules=(Rule(X <= Y),),
    extra=({"d": "1", "x": "-271/1000", "y": "314/1000"},),
)
STATEMENT = Statement(
    "toy/square",
    "inequality",
    "Lemma 1",
    "A square of a sum",
    "(x + y)^2 <= x^2 + y^2 + d - 1.",
    "",
    "x <= y",
    DOMAIN,
    {"lhs": formula((X + Y) ** 2, DOMAIN, "x y"), "rhs": formula(X**2 + Y**2 + D - 1, DOMAIN, "d x y")},
    claim=Below(strict=False),
)


def _false(point: dict[str, str]) -> bool:
    d, x, y = (Fraction(point[name]) for name in "dxy")
    return x <= y and (x + y) ** 2 > x**2 + y**2 + d - 1


def test_small_numbers_are_shown_and_a_second_point_stands_by() -> None:
    found = Search().run(STATEMENT, Context())
    assert found.outcome is Outcome.FAILS
    assert found.counterexample is not None
    second = found.data["second"]
    assert isinstance(second, dict)
    for point in (found.counterexample, second):
        assert _false(dict(point))
        assert all(len(point[name]) <= 3 and point[name] != "0" for name in "dxy")
        assert Fraction(point["left"]) == (Fraction(point["x"]) + Fraction(point["y"])) ** 2
    assert {n: found.counterexample[n] for n in "dxy"} != {n: second[n] for n in "dxy"}


def test_who_only_asks_whether_it_is_false_gets_no_more() -> None:
    found = Search().run(STATEMENT, Context(hasty=True))
    assert found.outcome is Outcome.FAILS
    assert "second" not in found.data


def test_chosen_points_come_first_and_one_that_is_no_violation_is_not_shown() -> None:
    chosen = ({"d": "1", "x": "1", "y": "-1"}, {"d": "9", "x": "1", "y": "2"}, {"d": "2", "x": "7", "y": "8"})
    wrong = Erratum("error", "Lemma 1", "It is false.", 3, quote="at most", points=chosen)
    found = Search().run(replace(STATEMENT, erratum=wrong), Context())
    assert found.counterexample is not None
    assert {name: found.counterexample[name] for name in "dxy"} == chosen[2]


def test_sides_that_are_apart_are_shown_where_they_are_far_apart() -> None:
    sides = {"lhs": formula((X + Y) ** 2, DOMAIN, "x y"), "rhs": formula(X**2 + Y**2, DOMAIN, "x y")}
    found = Agreement().run(replace(STATEMENT, sides=sides, claim=Equal()), Context())
    assert found.counterexample is not None
    left, right = (Fraction(found.counterexample[name]) for name in ("left", "right"))
    assert 2 * abs(left - right) >= max(abs(left), abs(right))
