"""Domains: text is read exactly or refused by name; sampled points are legal and always the same."""

from __future__ import annotations

import contextlib
import math
import time
from decimal import Decimal
from fractions import Fraction

import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st

from rftheory.domain import (
    Domain,
    Rule,
    integer,
    parse_number,
    parse_vector,
    parse_vectors,
    real,
    vector,
    vectors,
)
from rftheory.domain.conditions import Height, Width
from rftheory.domain.values import show
from rftheory.errors import DomainError, InputError


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0.1", Fraction(1, 10)),
        ("-2/3", Fraction(-2, 3)),
        ("1e-3", Fraction(1, 1000)),
        ("+.5", Fraction(1, 2)),
        ("7.", Fraction(7)),
        (" 3 ", Fraction(3)),
        ("1.5/2.5e1", Fraction(3, 50)),
        ("-0", Fraction(0)),
        ("1e20000", Fraction(10) ** 20000),
    ],
)
def test_numbers_are_exact(text: str, value: Fraction) -> None:
    assert parse_number(text) == value


@given(st.fractions())
def test_fractions_round_trip(value: Fraction) -> None:
    assert parse_number(str(value)) == value


@given(st.decimals(allow_nan=False, allow_infinity=False, min_value=-(10**30), max_value=10**30))
def test_decimals_round_trip(value: object) -> None:
    assert parse_number(str(value)) == Fraction(str(value))


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_floats_are_their_binary_value(value: float) -> None:
    assert parse_number(value) == Fraction(value)


@given(st.integers(min_value=4000, max_value=19_000))
def test_long_integers_are_exact(length: int) -> None:
    assert parse_number("7" * length) == (10**length - 1) // 9 * 7


BAD_NUMBERS = [
    "", " ", "nan", "inf", "-inf", "1e", "e5", "0x10", "1_000", "1,000", "--1", "1/0", "1/", "/2", "1//2", "½",
    "٣", "1e99999", "1e-99999", "1e999999999", "9" * 20_001, "__import__('os')", "0.1j", "1+2j", "1 2", "1\n2", "\0",
]  # fmt: skip


@pytest.mark.parametrize("text", BAD_NUMBERS)
def test_other_text_is_refused_by_name(text: str) -> None:
    with pytest.raises(DomainError) as caught:
        parse_number(text, "v")
    assert caught.value.parameter == "v"
    assert caught.value.rule
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize("value", [True, None, math.nan, math.inf, 1j, [1], {}, object(), b"1"])
def test_other_objects_are_refused(value: object) -> None:
    with pytest.raises(DomainError):
        parse_number(value)


@given(st.text(max_size=30))
def test_any_text_parses_or_is_a_domain_error(text: str) -> None:
    for parse in (parse_number, parse_vector, parse_vectors):
        with contextlib.suppress(DomainError):
            parse(text)


@pytest.mark.parametrize(
    "text", ["9" * 19_999 + "x", "9" * 19_999 + "xj", "1e" * 9_999, "1/" * 9_999, "1.1" * 6_000]
)
def test_long_nonsense_is_refused_without_backtracking(text: str) -> None:
    started = time.process_time()
    with pytest.raises(DomainError):
        parse_number(text)
    assert time.process_time() - started < 1


def test_numbers_of_other_kinds_are_as_long_as_texts() -> None:
    assert parse_number(Decimal("1e20000")) == Fraction(10) ** 20_000
    with pytest.raises(DomainError):
        parse_number(Decimal("1e20001"))


def test_vectors() -> None:
    assert parse_vector("0.3,-1/2,0.7") == (Fraction(3, 10), Fraction(-1, 2), Fraction(7, 10))
    assert parse_vector([1, "1/2", 0.25]) == (1, Fraction(1, 2), Fraction(1, 4))
    assert parse_vectors("1,0;0,1") == ((1, 0), (0, 1))
    for bad in ("1,,2", "", "1;2", ","):
        with pytest.raises(DomainError):
            parse_vector(bad)
    for bad_rows in ("1,2;3", "", ";", [], [[1], [1, 2]], [[]]):
        with pytest.raises(DomainError):
            parse_vectors(bad_rows)


def test_vectors_have_at_most_as_many_entries_as_is_said() -> None:
    for parse, value in ((parse_vector, [0] * (2**20 + 1)), (parse_vectors, [[0] * (2**20 + 1)])):
        with pytest.raises(DomainError, match="a vector of 1 to 1048576 entries"):
            parse(value)


def test_values_are_shown_in_forty_characters() -> None:
    assert show(parse_vector(list(range(10, 23)))) == "10,11,12,13,14,15,16,17,18,19,20,21,22"
    assert show(parse_vector([*range(10, 22), 1234])) == "10,11,12,13,14,15,16,17,18,19,20,21,1234"
    assert show(parse_vector([*range(10, 22), 12345])) == "10,11,12,13,14,15,16,17,18,19,20,21,123…"


def test_bounds() -> None:
    d, p = integer("d", 2), real("p", above=0, below=1)
    assert d.parse("2") == 2
    assert p.parse("1/2") == Fraction(1, 2)
    for bad in ("1", "2.5", "-3"):
        with pytest.raises(DomainError, match="d = "):
            d.parse(bad)
    for bad in ("0", "1", "-1"):
        with pytest.raises(DomainError, match="real > 0 and < 1"):
            p.parse(bad)


D, M, S, N = sp.symbols("d m s n", integer=True)
R, O = sp.Symbol("r", real=True), sp.Symbol("o", integer=True)
WITHIN = Rule(M <= D, "m <= d")
BLOCK = Domain((integer("d", 2), integer("m", 1), real("v", 0)), (WITHIN,))


def test_points_name_what_is_wrong() -> None:
    assert BLOCK.parse({"d": 4, "m": 4, "v": "0.5"}) == {"d": 4, "m": 4, "v": Fraction(1, 2)}
    with pytest.raises(InputError, match="unknown parameter q; allowed: d, m, v"):
        BLOCK.parse({"d": 4, "m": 4, "v": 1, "q": 1})
    with pytest.raises(InputError, match="missing parameter v"):
        BLOCK.parse({"d": 4, "m": 4})
    with pytest.raises(DomainError, match="m <= d") as caught:
        BLOCK.parse({"d": 4, "m": 5, "v": 1})
    assert caught.value.parameter == "m"


SIGN = Domain(
    (integer("s", -1, 1), integer("n", 2), real("r", 0), integer("l", 3, 3), integer("o", 1, 2)),
    (
        Rule(sp.Ne(O, 2), "o is not 2"),
        Rule(sp.Ne(S, 0), "s is 1 or -1"),
        Rule(sp.Eq(sp.Mod(N, 2), 0), "n is even"),
        Rule(sp.Or(sp.Ne(S, 1), R <= N), "r <= n where s = 1"),
    ),
)


@pytest.mark.parametrize(
    ("given", "parameter", "message"),
    [
        ({"s": 2}, "s", "s = 2 is outside its domain: -1 or 1"),
        ({"s": "0"}, "s", "s = 0 is outside its domain: -1 or 1"),
        ({"s": "1/2"}, "s", "s = 1/2 is outside its domain: -1 or 1"),
        ({"s": "one"}, "s", "s = one is outside its domain: a finite number such as 3, -0.25, 2/3 or 1e-3"),
        ({"n": 1}, "n", "n = 1 is outside its domain: integer >= 2; n is even"),
        ({"n": 3}, "n", "n = 3 is outside its domain: integer >= 2; n is even"),
        ({"r": -1}, "r", "r = -1 is outside its domain: real >= 0"),
        ({"l": 4}, "l", "l = 4 is outside its domain: integer = 3"),
        ({"o": 2}, "o", "o = 2 is outside its domain: 1"),
        ({"r": 5}, "r", "s = 1, n = 4, r = 5: outside the domain; allowed: r <= n where s = 1"),
    ],
)
def test_messages_say_exactly_what_is_allowed(given: dict[str, object], parameter: str, message: str) -> None:
    with pytest.raises(DomainError) as caught:
        SIGN.parse({"s": 1, "n": 4, "r": 0, "l": 3, "o": 1} | given)
    assert str(caught.value) == message
    assert caught.value.parameter == parameter
    assert caught.value.rule == message.partition("domain: ")[2] or message.endswith(
        f"allowed: {caught.value.rule}"
    )


def test_a_domain_takes_parameters_and_rules_each_in_their_place() -> None:
    with pytest.raises(InputError, match=r"allowed: real\(\.\.\), integer\(\.\.\), vector\(\.\.\)$"):
        Domain((WITHIN,))  # type: ignore[arg-type]
    with pytest.raises(InputError, match=r"allowed: Rule\(condition, words\)$"):
        Domain((integer("d"),), (integer("m"),))  # type: ignore[arg-type]


def test_a_rule_between_vectors_shows_them_shortened() -> None:
    domain = Domain(
        (vectors("W"), vector("x")),
        (Rule(sp.Eq(Width(sp.IndexedBase("W")), Height(sp.IndexedBase("x"))), "W as long as x"),),
    )
    with pytest.raises(DomainError) as caught:
        domain.parse({"W": "1,0;0,1", "x": [1] * 1000})
    assert str(caught.value).startswith("W = 1,0;0,1, x = 1,1,1")
    assert str(caught.value).endswith("…: outside the domain; allowed: W as long as x")
    assert len(str(caught.value)) < 120


def test_errors_survive_numbers_too_long_to_print() -> None:
    with pytest.raises(DomainError, match="m <= d"):
        BLOCK.parse({"d": 4, "m": "1e6000", "v": 1})
    with pytest.raises(DomainError):
        BLOCK.parse({"d": Fraction(10**6000 + 1, 3), "m": 1, "v": 1})
    with pytest.raises(DomainError):
        BLOCK.parse({"d": -(10**6000), "m": 1, "v": 1})


@given(st.integers(1, 60))
def test_sampled_points_are_legal_distinct_and_repeatable(count: int) -> None:
    points = list(BLOCK.points(count))
    assert points == list(BLOCK.points(count))
    assert len(points) <= count
    assert len({tuple(p.values()) for p in points}) == len(points)
    for point in points:
        assert BLOCK.legal(point) == point


def test_points_reach_the_corners_and_the_far_ends() -> None:
    points = list(BLOCK.points(80))
    assert {p["d"] for p in points} >= {2, 3}
    assert {p["v"] for p in points} >= {0, 1}
    assert max(p["v"] for p in points) > 50
    assert any(p["m"] == p["d"] for p in points)


def test_a_domain_names_each_parameter_once() -> None:
    with pytest.raises(InputError, match="twice"):
        Domain((vector("x"), vectors("x")))
