"""Suprema: both programs take bounds of what is continuous on an interval that is not empty, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from tests.proof.two_programs import a_step, an_object, checker_accepts, combined, entry, kernel_accepts

Json = Any
CONTEXT = ([["d", "integer"], ["t", "real"]], [["<=", 0, "t"], ["<", 0, "d"]])
LOCAL = [["v", "real"]]
GIVEN = [["<=", 0, "v"], ["<=", "v", 2]]
BODY = ["*", "t", "v"]
TOP = ["sup", "v", 0, 2, BODY]


def both(*steps: Json, context: Json = CONTEXT) -> bool:
    """Whether both programs take the steps after those that state the context; they must agree."""
    given = [a_step("given", each) for each in context[1]]
    written = an_object(*context, *given, *steps)
    accepted = checker_accepts(written)
    assert kernel_accepts(written) is accepted
    return accepted


def bounded(
    then: Json = ("<=", TOP, ["*", 2, "t"]), *, leave: int | None = None, given: Json = GIVEN, low: Json = 0,
    body: Json = BODY, kind: str = "real",
) -> tuple[Json, ...]:  # fmt: skip
    """t v <= 2 t for v <= 2, and so the supremum over [low, 2]."""
    over = [["v", kind]]
    needed = [place for place in (4, 5, 6) if place != leave]
    return (
        a_step("given", ["<=", "v", 2], over=over, given=given),  # 2
        a_step("given", ["<=", 0, "t"]),  # 3
        a_step("combine", ["<=", body, ["*", 2, "t"]], 2, 3, by=combined(entry(2, 3)), over=over, given=given),  # 4
        a_step("continuous", ["continuous", "v", low, 2, body]),  # 5
        a_step("number", ["<=", low, 2], by={"bits": 64}),  # 6
        a_step("sup-below", list(then), *needed),  # 7
    )  # fmt: skip


def test_a_bound_of_every_value_bounds_the_supremum() -> None:
    assert both(*bounded())


@pytest.mark.parametrize("leave", [4, 5, 6])
def test_every_premise_of_a_bound_is_needed(leave: int) -> None:
    assert not both(*bounded(leave=leave))


@pytest.mark.parametrize(
    "then",
    [
        ["<", TOP, ["*", 2, "t"]], ["<=", TOP, "t"], ["<=", ["sup", "v", 0, 3, BODY], ["*", 2, "t"]],
        ["<=", ["sup", "v", 0, 2, ["*", 2, "t", "v"]], ["*", 2, "t"]], ["=", TOP, ["*", 2, "t"]],
        ["<=", ["*", 2, "t"], TOP], ["<=", ["integral", "v", 0, 2, BODY], ["*", 2, "t"]],
        ["<=", ["sup", "t", 0, 2, BODY], ["*", 2, "t"]],
    ],
)  # fmt: skip
def test_other_bounds(then: Json) -> None:
    """Strict where values are not, too small, between other ends, of another function or of more than a number."""
    assert not both(*bounded(then))


def test_a_bound_under_more_than_the_ends_is_none() -> None:
    assert not both(*bounded(given=[*GIVEN, ["<=", "v", 1]]))
    assert not both(*bounded(given=[*GIVEN, ["!=", "v", 0]]))


def test_a_bound_at_integers_is_none() -> None:
    """v (v - 1) is at least 0 at the integers 0, 1, 2, and below 0 between them."""
    assert not both(*bounded(kind="integer"))


def test_no_supremum_over_nothing() -> None:
    """From 3 to 2 there is no value, so that every bound would hold of all of them."""
    top = ["sup", "v", 3, 2, BODY]
    assert not both(*bounded(["<=", top, ["*", 2, "t"]], low=3))
    assert not both(
        a_step("continuous", ["continuous", "v", 3, 2, BODY]), a_step("replace", ["=", top, top], 2)
    )


def strict(body: Json, *continuity: Json) -> tuple[Json, ...]:
    return (
        a_step("given", ["<", "v", 1], over=LOCAL, given=[["<=", 0, "v"], ["<=", "v", 1], ["<", "v", 1]]),
        *continuity, a_step("number", ["<=", 0, 1], by={"bits": 64}),
        a_step("sup-below", ["<", ["sup", "v", 0, 1, body], 1], *range(2, 4 + len(continuity))),
    )  # fmt: skip


def test_the_supremum_is_attained_on_a_closed_interval_alone() -> None:
    """v < 1 for v < 1, but the supremum of v is 1; e^-v < 2 holds at the ends too, and so strictly."""
    assert not both(*strict("v", a_step("continuous", ["continuous", "v", 0, 1, "v"])))
    value = ["exp", ["*", -1, "v"]]
    given = [["<=", 0, "v"], ["<=", "v", 1]]
    steps = (
        a_step("given", ["<=", 0, "v"], over=LOCAL, given=given),  # 2
        a_step("combine", ["<=", ["*", -1, "v"], 0], 2, by=combined(entry(2)), over=LOCAL, given=given),
        a_step("fact", ["<=", value, ["exp", 0]], 3, over=LOCAL, given=given,
               by={"name": "exp-at-most", "with": {"a": ["*", -1, "v"], "b": 0}}),
        a_step("combine", ["<", value, 2], 4, by=combined(entry(4), entry()), over=LOCAL, given=given),  # 5
        a_step("continuous", ["continuous", "v", 0, 1, value]),
        a_step("number", ["<=", 0, 1], by={"bits": 64}),
    )  # fmt: skip
    top = ["sup", "v", 0, 1, value]
    assert both(*steps, a_step("sup-below", ["<", top, 2], 5, 6, 7))
    assert not both(*steps, a_step("sup-below", ["<", top, 1], 5, 6, 7))


def reached(
    at: Json = 1, then: Json = None, *, leave: int | None = None, top: Json = TOP
) -> tuple[Json, ...]:
    """f(1) <= sup f."""
    needed = [place for place in (2, 3, 4, 5) if place != leave]
    return (
        a_step("continuous", ["continuous", "v", 0, 2, BODY]),
        a_step("number", ["<=", 0, 1], by={"bits": 64}),
        a_step("number", ["<=", 1, 2], by={"bits": 64}),
        a_step("number", ["<=", 0, 2], by={"bits": 64}),
        a_step("sup-above", then or ["<=", ["*", "t", 1], top], *needed, by={"at": at}),
    )  # fmt: skip


def test_a_value_is_not_above_the_supremum() -> None:
    assert both(*reached())


@pytest.mark.parametrize("leave", [2, 3, 4])
def test_every_premise_of_a_value_is_needed(leave: int) -> None:
    assert not both(*reached(leave=leave))


@pytest.mark.parametrize(
    ("at", "then"),
    [
        (3, ["<=", ["*", "t", 3], TOP]), (1, ["<", ["*", "t", 1], TOP]), (1, ["<=", TOP, ["*", "t", 1]]),
        (1, ["<=", ["*", "t", 2], TOP]), ("t", ["<=", ["*", "t", "t"], TOP]), (1, ["=", ["*", "t", 1], TOP]),
        (["dot", ["row", ["name", "iid"], 1], ["vec", "x"]], ["<=", ["*", "t", 1], TOP]),
    ],
)  # fmt: skip
def test_other_values(at: Json, then: Json) -> None:
    """Outside of the ends, strict, the other way round, or another value than that at the place."""
    assert not both(*reached(at, then))


def test_what_is_not_continuous_has_no_supremum_that_is_known() -> None:
    """1/v is above every number near 0."""
    body = ["^", "v", -1]
    assert not both(a_step("continuous", ["continuous", "v", 0, 2, body]))
    top = ["sup", "v", 0, 2, body]
    assert not both(a_step("number", ["<=", 0, 2], by={"bits": 64}), a_step("replace", ["=", top, top], 2))


def test_nothing_random_has_a_supremum() -> None:
    wave = ["cos", ["*", "v", ["dot", ["row", ["name", "iid"], 1], ["vec", "x"]]]]
    top = ["sup", "v", 0, 2, wave]
    steps = (
        a_step("fact", ["<=", wave, 1], over=LOCAL, given=GIVEN, by={"name": "cos-at-most", "with": {"t": wave[1]}}),
        a_step("continuous", ["continuous", "v", 0, 2, wave]), a_step("number", ["<=", 0, 2], by={"bits": 64}),
        a_step("sup-below", ["<=", top, 1], 2, 3, 4),
    )  # fmt: skip
    assert not both(*steps)


def test_nothing_that_holds_of_another_variable_of_its_name_is_used_in_a_supremum() -> None:
    """Of the constraint s = t nothing follows for a supremum over s."""
    context = ([["s", "real"], ["t", "real"]], [["=", "s", "t"]])
    one, other = (["sup", "s", 0, 1, each] for each in ("s", "t"))
    assert not both(a_step("replace", ["=", one, other], 0), context=context)
