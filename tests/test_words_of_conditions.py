"""The words of conditions, each at points worked out by hand: quick, where tests/test_rules.py tries them at random."""

from __future__ import annotations

import pytest
import sympy as sp

from rftheory.domain import Domain, Rule, integer, vector, vectors
from rftheory.domain.conditions import (
    PLACE,
    Height,
    SquaredDeterminant,
    Width,
    column_range,
    count_positive,
    entries,
    every,
    nonzero,
    row_range,
    some,
    squared_length,
)
from rftheory.errors import InputError

U, D = sp.IndexedBase("u"), sp.Symbol("d", positive=True)
DOMAIN = Domain((vector("u"), integer("d", 1)))


def _holds(condition: sp.Basic, u: str) -> bool:
    return Rule(condition, "a rule").holds(DOMAIN.parse({"u": u, "d": 1}, ("u", "d")))


@pytest.mark.parametrize(
    ("u", "square", "positive"),
    [
        ("3", 9, 1),
        ("-3", 9, 0),
        ("1,2", 5, 2),
        ("1,-2,2", 9, 2),
        ("0,0", 0, 0),
        ("1/2,-1/2", sp.Rational(1, 2), 1),
    ],
)
def test_sums_over_entries(u: str, square: sp.Expr, positive: int) -> None:
    assert _holds(sp.Eq(squared_length(U), square), u)
    assert not _holds(sp.Ne(squared_length(U), square), u)
    assert _holds(sp.Eq(count_positive(U), positive), u)


@pytest.mark.parametrize(
    ("u", "all_of_them", "one"), [("1,2", True, True), ("1,0", False, True), ("0,0", False, False)]
)
def test_every_and_some(u: str, all_of_them: bool, one: bool) -> None:
    assert _holds(every(U, lambda entry: sp.Gt(entry, 0)), u) is all_of_them
    assert _holds(some(U, lambda entry: sp.Gt(entry, 0)), u) is one
    assert _holds(nonzero(U), u) is all_of_them


def test_ranges_end_before_the_number_of_rows_and_of_columns() -> None:
    for (index, first, last), size in ((row_range(U), Height(U)), (column_range(U), Width(U))):
        assert (index.is_integer, first, sp.simplify(size - last)) == (True, 0, 1)


def test_membership_and_powers() -> None:
    d = sp.Symbol("d")
    among = Rule(sp.Contains(d, sp.FiniteSet(1, 3)), "1 or 3")
    even = Rule(sp.Ne(d**3 - 8, 0), "not 2")
    fourth = Rule(sp.Eq(d**4, 81), "3")
    found = [
        [rule.holds(DOMAIN.parse({"d": value}, ("d",))) for rule in (among, even, fourth)]
        for value in (1, 2, 3)
    ]
    assert found == [[True, True, False], [False, False, False], [True, True, True]]


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        (sp.Gt(sp.log(D), 0), [False, True, True]),
        (sp.Ge(sp.log(D), sp.Rational(7, 10)), [False, False, True]),
        (sp.Lt(sp.log(D), sp.Rational(7, 10)), [True, True, False]),
        (sp.Eq(sp.log(D), 0), [True, False, False]),
        (sp.Lt(sp.exp(D - 1), sp.E), [True, False, False]),
        (sp.Eq(sp.exp(D - 2), 1), [False, True, False]),
        (sp.Lt(sp.sqrt(D), sp.Rational(3, 2)), [True, True, False]),
        (sp.Gt(D ** sp.Rational(-1, 3), sp.Rational(7, 10)), [True, True, False]),
        (sp.Lt(2 ** (D / 3), sp.Rational(8, 5)), [True, True, False]),
        (sp.Gt(sp.hyper([], [1], D), 4), [False, True, True]),
    ],
)
def test_functions_at_small_numbers(condition: sp.Basic, holds: list[bool]) -> None:
    """At 1, 2, 3: log 2 = 0.69, 2^(1/3) = 1.26, 2^(2/3) = 1.59, 0F1(; 1; z) = I_0(2 sqrt z) = 2.28, 4.25, 6.75."""
    rule = Rule(condition, "a rule")
    assert [rule.holds(DOMAIN.parse({"d": value}, ("d",))) for value in (1, 2, 3)] == holds


@pytest.mark.parametrize("function", [sp.hyper([1], [2], D), sp.hyper([], [1, 2], D), sp.hyper([1], [], D)])
def test_of_hypergeometric_functions_a_rule_has_one(function: sp.Basic) -> None:
    with pytest.raises(InputError, match="0F1 only"):
        Rule(sp.Gt(function, 0), "a rule").holds({"d": 1})


def test_sums_are_those_of_quotients_too() -> None:
    inverses = sp.Sum(1 / U[PLACE], entries(U))
    assert _holds(sp.Eq(inverses, sp.Rational(11, 6)), "1,2,3")
    assert not _holds(sp.Eq(inverses, sp.Rational(11, 6)), "1,2,4")


def test_a_squared_determinant_is_rational_wherever_it_stands() -> None:
    """|det(1 + i)|^2 = 2."""
    domain = Domain((vectors("R"), vectors("S")))
    determinant = SquaredDeterminant(sp.IndexedBase("R"), sp.IndexedBase("S"))
    point = domain.parse({"R": [[1]], "S": [[1]]}, ("R", "S"))
    assert Rule(sp.Eq(sp.Max(determinant, 1), 2), "a rule").holds(point)
    assert not Rule(sp.Eq(sp.Min(determinant, 1), 2), "a rule").holds(point)
