"""Which sides of an id are evaluated at which of the given parameters."""

from __future__ import annotations

import pytest
import sympy as sp

from rftheory import evaluation, registry
from rftheory.domain import Domain, integer, real
from rftheory.errors import DomainError, InputError, UnknownIdError
from rftheory.statements import Statement, formula

d = sp.Symbol("d", positive=True, integer=True)
v, x2, y2, xy = sp.symbols("v x2 y2 xy", real=True)
DOMAIN = Domain((integer("d", 1), real("v", 0), real("x2", 0), real("y2", 0), real("xy")))
MADE = Statement(
    id="made/up",
    kind="identity",
    where="nowhere",
    title="",
    text="",
    latex="",
    domain_text="",
    domain=DOMAIN,
    sides={
        "plain": formula(d + 1, DOMAIN, "d"),
        "rhs": formula(d * v, DOMAIN, "d v"),
        "pair": formula(d + x2 + y2 + 2 * xy, DOMAIN, "d x2 y2 xy"),
    },
)


@pytest.fixture(autouse=True)
def _made(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = registry.Entry(MADE.id, MADE, dict(MADE.sides))
    monkeypatch.setattr(registry, "find", lambda name: {MADE.id: entry}[name])


def _all(identifier: str = "made/up", **given: object) -> dict[str, str]:
    return {side: value.value for side, value in evaluation.evaluate_all(identifier, given, 3).items()}


def test_every_side_that_the_parameters_suit() -> None:
    assert _all(d="2") == {"plain": "3.00"}
    assert _all(d="2", v="1/2") == {"plain": "3.00", "rhs": "1.00"}
    assert _all(d="2", x2=1, y2=1, xy=0) == {"plain": "3.00", "pair": "4.00"}
    assert _all(d="2", x="1,0", y="0,1") == {"plain": "3.00", "pair": "4.00"}
    assert _all(x="1,0", y="0,1") == {"pair": "4.00"}
    assert _all("made/up:rhs", d=2, v=3) == {"rhs": "6.00"}


def test_without_a_side_one_value_is_the_printed_one() -> None:
    assert evaluation.evaluate("made/up", d=2, v=3, digits=2).value == "6.0"
    assert evaluation.evaluate_one("made/up", {"d": 2, "v": 3}, 2)[0] == "rhs"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({}, "missing parameter: made/up:plain lacks d; made/up:rhs lacks d, v"),
        ({"v": 1}, "missing parameter"),
        ({"d": 1, "q": 1}, "unknown parameter q; allowed: d, v, x, x2, xy, y, y2"),
        ({"d": 1, "x2": 1}, "x2 is used by no side"),
        ({"d": 1, "x": "1"}, "x is used by no side"),
        ({"d": 2, "x": "1,0", "y": "0,1", "x2": 1}, "x2 follows from x and y"),
        ({"d": 3, "x": "1,0", "y": "0,1"}, "the length of x"),
        ({"d": 2, "x": "1,0", "y": "1"}, "length of x"),
    ],
)
def test_parameters_that_suit_no_side(given: dict[str, object], said: str) -> None:
    with pytest.raises(InputError, match=said):
        _all(**given)


def test_unknown_sides_and_digits() -> None:
    with pytest.raises(UnknownIdError, match="made/up:plain"):
        _all("made/up:lhs", d=1)
    for digits in (0, 10_001, True, 1.5, "5"):
        with pytest.raises(DomainError, match="digits"):
            evaluation.evaluate("made/up", d=1, v=1, digits=digits)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="an id is text"):
        evaluation.evaluate(3)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("identifier", "given", "value"),
    [
        ("simrf/eq77:rhs", {"d": 3, "m": 2, "z": 0}, "1.00000"),
        ("simrf/eq55:lhs", {"d": 2, "c": -1, "w": 0}, "0"),
        ("simrf/eq22:lhs", {"d": 1, "c": 1, "k": 1}, "5.14159"),  # pi + 2
        ("simrf/eq13:lhs", {"d": 1, "c": 0, "v": 1}, "2.41069"),  # 1F1(1; 1/2; 1/2)
        ("simrf/eq31:rhs", {"d": 1, "w": 2, "v": 1}, "3.76220"),  # cosh 2
        ("simrf/eq75:lhs", {"d": 1, "w": 2, "z": 1}, "-0.416147"),  # cos 2
        ("simrf/eq80/line2:lhs", {"d": 1, "k": 2}, "0.666667"),
        ("simrf/eq81:lhs", {"d": 2, "k": 2}, "0"),
        ("orf/lemma2:lhs", {"d": 1, "z": 1}, "0.275222"),  # 1F1(1; 1/2; -1/2)
        ("orf/sec3/always-improves:lhs", {"d": 3, "D": 1, "z": 2}, "1.00000"),
        ("orf/thm4/inner-products:rhs", {"d": 4, "t": "1/64", "c": 0}, "-3.00000"),
    ],
)
def test_sides_evaluate_where_their_statement_claims_nothing(
    monkeypatch: pytest.MonkeyPatch, identifier: str, given: dict[str, object], value: str
) -> None:
    monkeypatch.undo()
    assert evaluation.evaluate(identifier, digits=6, **given).value == value
    entry, _, side = identifier.partition(":")
    subject = registry.find(entry).statement
    assert subject.domain.legal(given, subject.sides[side].names) is None
