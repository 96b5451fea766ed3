"""Signs of products with rows, and the angle with a given cosine: both programs accept what is true and nothing else."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from tests.proof.test_both_programs import checker_accepts, kernel_accepts

Json = Any
X, Y = ["vec", "x"], ["vec", "y"]
ROOTS = [["^", ["dot", v, v], ["q", 1, 2]] for v in (X, Y)]
SAID = ["=", ["dot", X, Y], ["*", *ROOTS, ["cos", "theta"]]]
CONSTRAINTS = [
    ["<=", 0, "theta"],
    ["<=", "theta", ["pi"]],
    ["<", 0, ["dot", X, X]],
    ["<", 0, ["dot", Y, Y]],
    SAID,
]
MEAN = ["+", 1, ["*", -2, "theta", ["^", ["pi"], -1]]]


def pair(index: int, coupling: str = "iid", u: Json = X, v: Json = Y) -> Json:
    """sign(w.u) sign(w.v)."""
    row = ["row", ["name", coupling], index]
    return ["*", ["sign", ["dot", row, u]], ["sign", ["dot", row, v]]]


def step(rule: str, then: Json, before: list[int], by: Json | None = None) -> Json:
    return {"rule": rule, "from": before, "for": [], "if": [], "then": then, "by": by or {}}


def made(inside: Json, value: Json, constraints: list[Json] = CONSTRAINTS) -> Json:
    """E inside = value, from the constraints."""
    given = [step("given", each, []) for each in constraints]
    places = list(range(len(given)))
    exists = step("bounded", ["integrable", inside], [])
    by = {} if value == 1 else {"angle": "theta"}
    then = ["=", ["E", inside], value]
    mean = step("sign-mean", then, places, by)
    last = step("replace", then, [len(given), len(given) + 1], {"of": len(given) + 1})
    return {
        "format": 1,
        "about": "test/signs",
        "context": {"variables": [["theta", "real"]], "constraints": constraints},
        "steps": [*given, exists, mean, last],
        "conclusion": then,
    }


TRUE = [(pair(1), MEAN), (["^", pair(1), 2], 1), (["*", pair(1), pair(2)], ["^", MEAN, 2])]


@pytest.mark.parametrize(("inside", "value"), TRUE)
def test_the_mean_of_signs(inside: Json, value: Json) -> None:
    found = made(inside, value)
    assert checker_accepts(found)
    assert kernel_accepts(found)


FALSE: list[tuple[Json, Json]] = [
    (pair(1), ["+", 1, ["*", -1, "theta", ["^", ["pi"], -1]]]),
    (pair(1), ["^", MEAN, 2]),
    (["^", pair(1), 2], 0),
    (["^", pair(1), 2], MEAN),
    (["^", pair(1), 3], MEAN),
    (["*", pair(1), pair(1)], ["^", MEAN, 2]),
    (["*", pair(1), pair(2, v=X)], ["^", MEAN, 2]),
    (["*", pair(1, "orthogonal"), pair(2, "orthogonal")], ["^", MEAN, 2]),
    (pair(1, u=["row", ["name", "iid"], 2]), MEAN),
    (pair(1, u=Y, v=Y), MEAN),
    (
        [
            "*",
            ["sign", ["dot", ["row", ["name", "iid"], 1], X]],
            ["sign", ["dot", ["row", ["name", "iid"], 2], Y]],
        ],
        MEAN,
    ),
]


@pytest.mark.parametrize(("inside", "value"), FALSE)
def test_other_means_are_refused(inside: Json, value: Json) -> None:
    found = made(inside, value)
    assert not checker_accepts(found)
    assert not kernel_accepts(found)


@pytest.mark.parametrize(("inside", "value"), TRUE)
def test_every_premise_is_needed(inside: Json, value: Json) -> None:
    needed = CONSTRAINTS[2:4] if value == 1 else CONSTRAINTS
    for each in needed:
        without = [other for other in CONSTRAINTS if other != each]
        found = made(inside, value, without)
        assert not checker_accepts(found)
        assert not kernel_accepts(found)


def test_an_angle_beyond_pi_has_another_sign() -> None:
    """cos(2 pi - t) = cos t: the premise theta <= pi may not be read as another bound."""
    wide = copy.deepcopy(CONSTRAINTS)
    wide[1] = ["<=", "theta", ["*", 2, ["pi"]]]
    found = made(pair(1), MEAN, wide)
    assert not checker_accepts(found)
    assert not kernel_accepts(found)


@pytest.mark.parametrize("known", [[], [["<=", -1, "t"]], [["<=", "t", 1]]])
def test_acos_is_defined_on_its_interval(known: list[Json]) -> None:
    constraints = [["<=", -1, "t"], ["<=", "t", 1]]
    for said, accepted in ((constraints, True), (known, False)):
        then = ["=", ["acos", "t"], ["acos", "t"]]
        steps = [step("given", each, []) for each in said]
        steps.append(step("replace", then, list(range(len(said)))))
        found = {
            "format": 1, "about": "test/acos",
            "context": {"variables": [["t", "real"]], "constraints": said},
            "steps": steps, "conclusion": then,
        }  # fmt: skip
        assert checker_accepts(found) is accepted
        assert kernel_accepts(found) is accepted
