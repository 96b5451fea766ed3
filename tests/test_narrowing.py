"""Narrower domains: tighter bounds, other kinds and new rules on common parameters, and nothing else."""

from __future__ import annotations

import pytest
import sympy as sp

from rftheory.domain import Domain, Parameter, Rule, complex_number, integer, real, vector
from rftheory.domain.narrowing import narrowed

_a, _n, _t = sp.Symbol("a", positive=True), sp.Symbol("n", integer=True), sp.Symbol("t", real=True)
_OUTER = Domain((real("a", above=0), integer("n", 2, 9)), (Rule(_a * _n < 50, "a n < 50"),))
_a_REAL = sp.Symbol("a", real=True)


def _domain(*parameters: Parameter, rules: tuple[Rule, ...] = ()) -> Domain:
    return Domain(parameters, rules)


@pytest.mark.parametrize(
    "inner",
    [
        _OUTER,
        _domain(),
        _domain(real("a")),
        _domain(real("a", 0)),
        _domain(complex_number("a")),
        _domain(real("n", 1)),
        _domain(real("t", 0, 1), integer("k", 3, 3)),
        _domain(vector("n")),
        _domain(real("a", above=0), real("t"), rules=(Rule(_t < _a, "t < a"),)),
        _domain(real("a", above=0), rules=(Rule(_a_REAL > 0, "a > 0"),)),
        _domain(real("a", above=0), integer("n", 2), rules=(Rule(_a_REAL * _n < 50, "50 > a n"),)),
    ],
)
def test_what_leaves_nothing_out_is_not_narrower(inner: Domain) -> None:
    assert narrowed(inner, _OUTER) == ()


@pytest.mark.parametrize(
    ("inner", "words"),
    [
        (_domain(real("a", above=1)), ("a real > 1",)),
        (_domain(real("a", above=0, upper=3)), ("a real > 0 and <= 3",)),
        (_domain(integer("a", 1)), ("a integer >= 1",)),
        (_domain(integer("n", 2, 8)), ("n integer >= 2 and <= 8",)),
        (_domain(real("a", 1, 1), integer("n", 9, 9)), ("a real = 1", "n integer = 9")),
        (_domain(real("a", above=0), rules=(Rule(sp.Ne(_a, 1), "a is not 1"),)), ("a is not 1",)),
    ],
)
def test_what_leaves_points_out_is_named(inner: Domain, words: tuple[str, ...]) -> None:
    assert narrowed(inner, _OUTER) == words


def test_an_open_end_leaves_out_the_point_at_it() -> None:
    closed, unbounded = _domain(real("a", 0, 1)), _domain(real("a"))
    assert narrowed(_domain(real("a", 0, below=1)), closed) == ("a real >= 0 and < 1",)
    assert narrowed(closed, unbounded) == ("a real >= 0 and <= 1",)
    assert narrowed(closed, _domain(real("a", 0, below=1))) == ()
