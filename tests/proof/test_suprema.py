"""Suprema: both programs take what is true and refuse what is not."""

from __future__ import annotations

from typing import Any

from tests.proof.two_programs import a_step, an_object, checker_accepts, kernel_accepts

Json = Any
CONTEXT = (
    [["a", "real"], ["b", "real"], ["c", "real"], ["p", "real"]],
    [["<=", "a", "b"], ["<=", "a", "p"], ["<=", "p", "b"], ["<=", "b", "c"]],
)
LAST = a_step("given", CONTEXT[1][0])
BETWEEN = {"for": [["v", "real"]], "if": [["<=", "a", "v"], ["<=", "v", "b"]]}
TOP = ["sup", "v", "a", "b", "v"]


def both(*steps: Json, context: Json = CONTEXT, last: Json = LAST) -> bool:
    """Whether both programs take the steps after those that state the context (0 to 3); they must agree."""
    given = [a_step("given", each) for each in context[1]]
    written = an_object(*context, *given, *steps, last)
    accepted = checker_accepts(written)
    assert kernel_accepts(written) is accepted
    return accepted


def local(rule: str, then: Json, *premises: int, scope: Json = BETWEEN, by: Json = None) -> Json:
    """A step for the real v between the ends."""
    return {**a_step(rule, then, *premises, by=by), **scope}


def continuous(body: Json, low: Json = "a", high: Json = "b") -> Json:
    return a_step("continuous", ["continuous", "v", low, high, body])


POINT = local("given", ["<=", "v", "b"])


def test_a_supremum_is_at_most_what_no_value_is_above() -> None:
    assert both(POINT, a_step("sup-below", ["<=", TOP, "b"], 4, 0))
    assert not both(POINT, a_step("sup-below", ["<=", TOP, "b"], 4))  # nothing says that there is a value
    assert not both(POINT, a_step("sup-below", ["<", TOP, "b"], 4, 0))
    assert not both(POINT, a_step("sup-below", ["<=", "b", TOP], 4, 0))
    assert not both(POINT, a_step("sup-below", ["<=", TOP, "p"], 4, 0))
    assert not both(POINT, a_step("sup-below", ["<=", ["sup", "v", "a", "c", "v"], "b"], 4, 0))
    assert not both(POINT, a_step("sup-below", ["<=", ["integral", "v", "a", "b", "v"], "b"], 4, 0))
    assert not both(POINT, a_step("sup-below", ["<=", TOP, "b"], 4, 0, by={"at": "p"}))


def test_the_bound_holds_for_every_value() -> None:
    narrow = {**BETWEEN, "if": [*BETWEEN["if"], ["<=", "v", "p"]]}
    beyond = local("given", ["<=", "v", "p"], scope=narrow)
    assert not both(beyond, a_step("sup-below", ["<=", TOP, "p"], 4, 0))
    whole = {**BETWEEN, "for": [["v", "integer"]]}
    assert not both(
        local("given", ["<=", "v", "b"], scope=whole), a_step("sup-below", ["<=", TOP, "b"], 4, 0)
    )
    assert not both(
        a_step("given", ["<=", "p", "b"]), a_step("sup-below", ["<=", ["sup", "p", "a", "b", "p"], "b"], 4, 0)
    )
    itself = local("combine", ["<=", "v", "v"], by={"terms": []})
    assert not both(itself, a_step("sup-below", ["<=", TOP, "v"], 4, 0))


def test_a_value_is_at_most_the_supremum() -> None:
    body: Json = ["exp", ["*", "c", "v"]]
    top, value = ["sup", "v", "a", "b", body], ["exp", ["*", "c", "p"]]
    exists = continuous(body)
    assert both(exists, a_step("sup-above", ["<=", value, top], 4, 1, 2, by={"at": "p"}))
    for places in ((1, 2), (4, 1), (4, 2)):
        assert not both(exists, a_step("sup-above", ["<=", value, top], *places, by={"at": "p"}))
    assert not both(exists, a_step("sup-above", ["<", value, top], 4, 1, 2, by={"at": "p"}))
    assert not both(exists, a_step("sup-above", ["<=", top, value], 4, 1, 2, by={"at": "p"}))
    assert not both(exists, a_step("sup-above", ["<=", value, top], 4, 1, 2, by={"at": "c"}))
    assert not both(exists, a_step("sup-above", ["<=", value, top], 4, 1, 2))
    assert not both(
        exists, a_step("sup-above", ["<=", ["exp", ["*", "c", "b"]], top], 4, 1, 2, by={"at": "p"})
    )
    assert not both(
        continuous(body, "a", "c"), a_step("sup-above", ["<=", value, top], 4, 1, 2, by={"at": "p"})
    )
    unbounded: Json = ["sup", "v", "a", "b", ["^", "v", -1]]
    inverse = a_step("sup-above", ["<=", ["^", "p", -1], unbounded], 1, 2, by={"at": "p"})
    assert not both(continuous(["^", "v", -1]), inverse)
    assert not both(inverse)


def test_nothing_random_has_a_supremum() -> None:
    row: Json = ["dot", ["row", ["name", "iid"], 1], ["vec", "x"]]
    itself = local("combine", ["<=", row, row], by={"terms": []})
    assert both(itself)
    assert not both(itself, a_step("sup-below", ["<=", ["sup", "v", "a", "b", row], row], 4, 0))


def test_suprema_are_compared_as_they_stand() -> None:
    twice: Json = ["sup", "v", "a", "b", ["*", 2, "v"]]
    assert both(a_step("ring", ["=", ["+", TOP, TOP], ["*", 2, TOP]]))
    assert not both(a_step("ring", ["=", ["*", 2, TOP], twice]))
    assert not both(a_step("ring", ["=", TOP, ["sup", "v", "b", "a", "v"]]))
    same = local("ring", ["=", ["+", "v", "v"], ["*", 2, "v"]])
    changed: Json = ["sup", "v", "a", "b", ["+", "v", "v"]]
    assert not both(same, a_step("replace", ["=", changed, twice], 4))


def test_a_supremum_is_defined_between_ends_in_order() -> None:
    same = a_step("replace", ["=", TOP, TOP])
    assert both(continuous("v"), same, last=a_step("replace", ["=", TOP, TOP], 0, 4))
    assert not both(same, last=a_step("replace", ["=", TOP, TOP], 0))
    empty: Json = ["sup", "v", "c", "a", "v"]
    again = a_step("replace", ["=", empty, empty])
    assert not both(continuous("v", "c", "a"), last=again)
    at_once: Json = ["sup", "v", 0, 1, "v"]
    assert both(continuous("v", 0, 1), last=a_step("replace", ["=", at_once, at_once], 4))
    turned: Json = ["sup", "v", 1, 0, "v"]
    assert not both(continuous("v", 1, 0), last=a_step("replace", ["=", turned, turned], 4))
    negative: Json = ["sup", "v", 0, -1, "v"]
    assert not both(continuous("v", 0, -1), last=a_step("replace", ["=", negative, negative], 4))
