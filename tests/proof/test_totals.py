"""Sums over independent rows: both programs accept the mean of one and of products of two, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from tests.proof.test_both_programs import checker_accepts, kernel_accepts

Json = Any
IID = ["name", "iid"]
X = ["vec", "x"]


def wave(index: int = 1, coupling: str = "iid") -> Json:
    return ["cos", ["dot", ["row", ["name", coupling], index], X]]


def growth(index: int = 1) -> Json:
    return ["exp", ["dot", ["row", IID, index], X]]


def total(body: Json, rows: Json = "m", coupling: str = "iid") -> Json:
    return ["total", ["name", coupling], rows, body]


def mean_of_two(one: Json, other: Json, pairs: Json | None = None) -> Json:
    pairs = pairs or ["*", "m", ["+", "m", -1], ["E", one], ["E", other]]
    return ["+", ["*", "m", ["E", ["*", one, other]]], pairs]


def made(inside: Json, value: Json, needs: list[Json], constraints: list[Json] | None = None) -> Json:
    """E inside = value, with the needs as integrable terms."""
    constraints = [["<=", 1, "m"]] if constraints is None else constraints
    steps = [_step("given", each, []) for each in constraints]
    steps += [_step("integrable", ["integrable", each], []) for each in needs]
    places = list(range(len(steps)))
    then = ["=", ["E", inside], value]
    steps.append(_step("total-integrable", ["integrable", inside], places))
    steps.append(_step("total-mean", then, places))
    for each in (["E", ["*", wave(), growth()]], ["E", wave()], ["E", growth()]):
        steps.append(_step("integrable", ["integrable", each[1]], []))
    last = len(steps) - 4
    steps.append(_step("replace", then, list(range(len(steps))), {"of": last}))
    return {
        "format": 1,
        "about": "test/totals",
        "context": {"variables": [["m", "integer"]], "constraints": constraints},
        "steps": steps,
        "conclusion": then,
    }


def _step(rule: str, then: Json, before: list[int], by: Json | None = None) -> Json:
    return {"rule": rule, "from": before, "for": [], "if": [], "then": then, "by": by or {}}


SQUARES = [["^", wave(), 2], ["^", growth(), 2]]
BOTH = ["*", total(wave()), total(growth())]


@pytest.mark.parametrize(
    ("inside", "value", "needs"),
    [
        (total(wave()), ["*", "m", ["E", wave()]], [wave()]),
        (BOTH, mean_of_two(wave(), growth()), SQUARES),
        (
            ["*", total(wave()), total(wave())],
            mean_of_two(wave(), wave()),
            [["^", wave(), 2], ["*", wave(), wave()]],
        ),
    ],
)
def test_the_mean_of_totals(inside: Json, value: Json, needs: list[Json]) -> None:
    found = made(inside, value, needs)
    assert checker_accepts(found)
    assert kernel_accepts(found)


FALSE: list[tuple[Json, Json, list[Json]]] = [
    (total(wave()), ["E", wave()], [wave()]),
    (total(wave()), ["*", "m", ["E", wave()]], []),
    (total(wave(2)), ["*", "m", ["E", wave(2)]], [wave(2)]),
    (total(wave(1, "orthogonal"), coupling="orthogonal"), ["*", "m", ["E", wave(1, "orthogonal")]], [wave(1, "orthogonal")]),
    (total(wave(1, "orthogonal")), ["*", "m", ["E", wave(1, "orthogonal")]], [wave(1, "orthogonal")]),
    (total(["*", wave(), wave(2)]), ["*", "m", ["E", ["*", wave(), wave(2)]]], [["*", wave(), wave(2)]]),
    (BOTH, mean_of_two(wave(), growth(), ["*", "m", "m", ["E", wave()], ["E", growth()]]), SQUARES),
    (BOTH, mean_of_two(growth(), wave()), SQUARES),
    (BOTH, mean_of_two(wave(), growth()), SQUARES[:1]),
    (["*", total(wave()), total(growth(), 3)], mean_of_two(wave(), growth()), SQUARES),
    (["*", total(wave()), total(growth()), total(wave())], mean_of_two(wave(), growth()), SQUARES),
]  # fmt: skip


@pytest.mark.parametrize(("inside", "value", "needs"), FALSE)
def test_other_means_are_refused(inside: Json, value: Json, needs: list[Json]) -> None:
    found = made(inside, value, needs)
    assert not checker_accepts(found)
    assert not kernel_accepts(found)


@pytest.mark.parametrize("constraints", [[], [["<=", 0, "m"]]])
def test_there_is_a_row(constraints: list[Json]) -> None:
    found = made(total(wave()), ["*", "m", ["E", wave()]], [wave()], constraints)
    assert not checker_accepts(found)
    assert not kernel_accepts(found)


def test_a_number_of_rows_is_whole() -> None:
    found = made(total(wave()), ["*", "m", ["E", wave()]], [wave()])
    found["context"]["variables"] = [["m", "real"]]
    assert not checker_accepts(found)
    assert not kernel_accepts(found)


def independent(variables: list[Json], factors: list[Json]) -> Json:
    """The mean of a product of functions of variables that the context says to be independent."""
    lam = ["draw", ["name", "lam"]]
    constraints = [["<=", 1, "m"], ["independent", *variables], ["integrable", lam]]
    steps = [_step("given", each, []) for each in constraints]
    steps.append(_step("integrable", ["integrable", wave()], []))
    steps.append(_step("total-integrable", ["integrable", total(wave())], [0, 3]))
    whole = ["*", *factors]
    places = list(range(len(steps)))
    steps.append(_step("independent-integrable", ["integrable", whole], places, {"factors": factors}))
    then = ["=", ["E", whole], ["*", *(["E", each] for each in factors)]]
    steps.append(_step("independent-mean", then, places, {"factors": factors}))
    return {
        "format": 1,
        "about": "test/totals",
        "context": {"variables": [["m", "integer"]], "constraints": constraints},
        "steps": steps,
        "conclusion": then,
    }


LAM = ["draw", ["name", "lam"]]
ROWS = ["rows", IID]


def test_a_variable_apart_from_the_rows() -> None:
    found = independent([LAM, ROWS], [LAM, total(wave())])
    assert checker_accepts(found)
    assert kernel_accepts(found)


@pytest.mark.parametrize(
    ("variables", "factors"),
    [
        ([LAM, ["rows", ["name", "orthogonal"]]], [LAM, total(wave())]),
        ([LAM, ["draw", ["name", "mu"]]], [LAM, total(wave())]),
        ([LAM, ROWS], [total(wave()), total(wave())]),
        ([LAM, ROWS], [["*", LAM, total(wave())], LAM]),
    ],
)
def test_dependent_factors_are_refused(variables: list[Json], factors: list[Json]) -> None:
    found = independent(variables, factors)
    assert not checker_accepts(found)
    assert not kernel_accepts(found)
