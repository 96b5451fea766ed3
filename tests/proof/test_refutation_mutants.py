"""Refutations made wrong on purpose, each false by construction: the checker refuses every one."""

from __future__ import annotations

import contextlib
import copy
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from typing import Any

import pytest

from rftheory.proof.checker.points.intervals import Refused
from rftheory.proof.checker.points.refutation import check

Object = dict[str, Any]
SHARE, COSTLY = 3, 100  # one mutant in so many; COSTLY where pieces of an integral take a second


@pytest.mark.parametrize("share", [SHARE, pytest.param(1, marks=pytest.mark.slow)])
def test_every_mutant_is_refused(refutations: dict[str, Object], share: int) -> None:
    tried, accepted = 0, []
    before = copy.deepcopy(refutations)
    for place, (name, made) in enumerate(refutations.items()):
        step = COSTLY if any(entry.get("pieces", 0) > 50 for entry in made["by"]) else share
        for words, mutant in islice(mutants(made), place % share, None, step):
            tried += 1
            with contextlib.suppress(Refused):
                accepted.append((name, words, check(mutant)))
    assert accepted == []
    assert tried > 9000 / share
    assert refutations == before  # a check changes nothing that mutants share with the object


def mutants(made: Object) -> Iterator[tuple[str, Object]]:
    """What is wrong, and the object."""
    for make in (_relations, _sides, _points, _enclosures, _given, _forms):
        for words, changes in make(made):
            yield words, made | changes


def _relations(made: Object) -> Iterator[tuple[str, Object]]:
    """The relation that holds between the two sides."""
    relation, left, right = made["claim"]
    enclosed = made["enclosures"]
    turned = {"left": enclosed["right"], "right": enclosed["left"]}
    if relation == "=" and len(enclosed["left"]) == len(enclosed["right"]) == 2:
        smaller = _fraction(enclosed["left"][1]) < _fraction(enclosed["right"][0])
        sides = [left, right] if smaller else [right, left]
        ends = enclosed if smaller else turned
        yield "< that holds", {"claim": ["<", *sides], "enclosures": ends}
        yield "<= that holds", {"claim": ["<=", *sides], "enclosures": ends}
    if relation == "<=":
        yield "<= the other way", {"claim": ["<=", right, left], "enclosures": turned}
        yield "< the other way", {"claim": ["<", right, left], "enclosures": turned}
    if relation == "<":
        yield "<= the other way", {"claim": ["<=", right, left], "enclosures": turned}
    for other in ("!=", ">", ">=", "and", "", None, ["="]):
        yield f"relation {other}", {"claim": [other, left, right]}


def _sides(made: Object) -> Iterator[tuple[str, Object]]:
    """Numbers changed so that the claim holds, or is none."""
    relation, left, right = made["claim"]
    enclosed = made["enclosures"]
    if relation != "<":
        same = {"left": enclosed["left"], "right": enclosed["left"]}
        yield "equal sides", {"claim": [relation, left, left], "enclosures": same}
        equal = {"left": enclosed["right"], "right": enclosed["right"]}
        yield "equal sides", {"claim": [relation, right, right], "enclosures": equal}
    if relation != "=":
        low, high = (_fraction(end) for end in enclosed["right"])
        step = max(abs(high), 1) + max(abs(_fraction(end)) for end in enclosed["left"])
        raised = {"left": enclosed["left"], "right": [_term(low + step), _term(high + step)]}
        yield "a right side that is larger", {
            "claim": [relation, left, ["+", right, _term(step)]], "enclosures": raised,
        }  # fmt: skip
    for side, (low, high) in enumerate([_fraction(end) for end in enclosed[name][:2]] for name in enclosed):
        moved = ["+", [left, right][side], _term(high - low + 1)]
        yield "another number", {"claim": [relation, *([left, moved] if side else [moved, right])]}
    for wrong in (
        ["^", 0, -1],
        ["log", 0],
        ["gamma", 0],
        ["f", 1],
        "nobody",
        ["+", 1],
        [],
        None,
        True,
        1.0,
        ["q", 2, 4],
    ):
        yield f"left {wrong}", {"claim": [relation, wrong, right]}
        yield f"right {wrong}", {"claim": [relation, left, wrong]}
        yield f"beside {wrong}", {"claim": [relation, ["+", ["*", 0, wrong], left], right]}
    yield "one side", {"claim": [relation, left]}
    yield "three sides", {"claim": [relation, left, right, right]}


def _points(made: Object) -> Iterator[tuple[str, Object]]:
    """Points outside the domain, of other kinds or other names."""
    point, context = made["point"], made["context"]
    for name, kind in context["variables"]:
        for rule in context["constraints"]:
            if rule[0] in ("<", "<=") and type(rule[1]) is int and rule[2] == name:
                yield f"{name} below its bound", {"point": point | {name: rule[1] - 1}}
            if rule[0] in ("<", "<=") and type(rule[2]) is int and rule[1] == name:
                yield f"{name} above its bound", {"point": point | {name: rule[2] + 1}}
        if kind == "integer":
            yield f"{name} no integer", {"point": point | {name: ["q", 2 * _whole(point[name]) + 1, 2]}}
        for wrong in ("1", [], None, True, 1.5, ["q", 1, 0], ["q", 2, 2], [[1], [1, 2]]):
            yield f"{name} = {wrong}", {"point": point | {name: wrong}}
        yield f"without {name}", {"point": {key: each for key, each in point.items() if key != name}}
    yield "a number too much", {"point": point | {"nobody": 1}}
    yield "a false rule", {"context": context | {"constraints": [*context["constraints"], ["<", 1, 0]]}}
    yield "an open rule", {"context": context | {"constraints": [["=", ["^", 2, ["q", 1, 2]], ["exp", 1]]]}}
    yield "rules that are no list", {"context": context | {"constraints": {}}}
    yield "no rule", {"context": context | {"constraints": ["pi"]}}
    yield "a kind that is none", {"context": context | {"variables": [[n, "natural"] for n in point]}}
    yield "a variable twice", {"context": context | {"variables": [*context["variables"]] * 2}}


def _enclosures(made: Object) -> Iterator[tuple[str, Object]]:
    """Enclosures without the value, upside down, or that overlap."""
    enclosed = made["enclosures"]
    for side in ("left", "right"):
        low, high = (_fraction(end) for end in enclosed[side][:2])
        width = high - low or Fraction(1)
        rest = enclosed[side][2:]
        for words, ends in {
            "above": (high + width, high + 2 * width),
            "below": (low - 2 * width, low - width),
            "upside down": (high + width, low - width),
        }.items():
            yield f"{side} {words}", {"enclosures": enclosed | {side: [*map(_term, ends), *rest]}}
        wide = [-(10**400), 10**400]
        yield f"{side} everything", {"enclosures": enclosed | {side: [*wide, *wide]}}
        yield f"{side} complex", {"enclosures": enclosed | {side: [*enclosed[side][:2], 1, 1]}}
        for wrong in ([], [1], [1, 2, 3], None, "all", [0.5, 1]):
            yield f"{side} {wrong}", {"enclosures": enclosed | {side: wrong}}
    yield "one enclosure", {"enclosures": {"left": enclosed["left"]}}


def _given(made: Object) -> Iterator[tuple[str, Object]]:
    """Wrong tails, lengths, witnesses and pieces; what is missing or too much."""
    by = made["by"]
    for place, entry in enumerate(by):
        others = by[:place] + by[place + 1 :]
        yield "nothing given", {"by": others}
        yield "given twice", {"by": [*by, entry]}
        for key in entry.keys() - {"of"}:
            yield f"no {key}", {"by": [*others, {k: v for k, v in entry.items() if k != key}]}
        for wrong in _wrong(entry):
            yield f"{wrong}", {"by": [*others, entry | wrong]}
    yield "given of nothing", {"by": [*by, {"of": ["hyper", [], [1], 1], "length": 20, "tail": 1}]}
    yield "given of nothing", {"by": [*by, {"of": "x", "at": 0}]}


def _wrong(entry: Object) -> Iterator[Object]:
    if "tail" in entry:
        tail = _fraction(entry["tail"])
        if tail:
            yield from ({"tail": each} for each in (0, _term(tail / 10**6), _term(-tail)))
            yield from ({"length": each} for each in (0, 1, -1, 5000, "9", None, 2.0))
        yield {"at": 0}
    if "at" in entry:
        yield from ({"at": each} for each in (0, 1, 2, -1, "p", ["pi"], None))
    if "pieces" in entry:
        yield from ({"pieces": each} for each in (0, -1, 5000, "9", None))


def _forms(_: Object) -> Iterator[tuple[str, Object]]:
    """Other formats, and numbers of bits that are none."""
    yield "another format", {"format": 2}
    yield "another format", {"format": True}
    yield "another kind", {"kind": "proof"}
    yield "a key too much", {"note": ""}
    for bits in (0, 8, -64, 10**6, "64", None, True, 64.0):
        yield f"{bits} bits", {"bits": bits}
    for key in ("by", "point", "context", "claim", "enclosures"):
        for wrong in (None, 0, "x", {}, ""):
            yield f"{key} {wrong}", {key: wrong}


def _fraction(term: Any) -> Fraction:
    return Fraction(term) if isinstance(term, int) else Fraction(term[1], term[2])


def _term(number: Fraction) -> Any:
    return int(number) if number.denominator == 1 else ["q", number.numerator, number.denominator]


def _whole(term: Any) -> int:
    return int(_fraction(term))
