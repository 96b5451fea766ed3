"""Vectors by their entries, and independent variables: both programs accept true objects and refuse false variants."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from rftheory.evidence.theorems.store import stored
from tests.proof.two_programs import checker_accepts, kernel_accepts

Json = Any
SOME = stored("crt/sec3.2.1/lambda-star")[0]
EVERY = stored("crt/sec3.2.3/positive")[0]
HYBRID = stored("hrf/thm3.1/independent")[0]
LAM = ["draw", ["name", "lam"]]


@pytest.mark.parametrize("written", [SOME, EVERY, HYBRID], ids=["somewhere", "every", "independent"])
def test_kept_objects_are_accepted(written: Json) -> None:
    assert kernel_accepts(written)
    assert checker_accepts(written)


def changed(written: Json, rule: str, change: Callable[[Json], None]) -> Json:
    """The object with a change of its first step by that rule."""
    found = copy.deepcopy(written)
    change(next(step for step in found["steps"] if step["rule"] == rule))
    return found


def without(written: Json, head: str) -> Json:
    """The object in a context that does not say this."""
    found = copy.deepcopy(written)
    found["context"]["constraints"] = [each for each in found["context"]["constraints"] if each[0] != head]
    return found


def then(*value: Json) -> Callable[[Json], None]:
    return lambda step: step.update(then=list(value))


def by(**values: Json) -> Callable[[Json], None]:
    return lambda step: step["by"].update(values)


def further(step: Json) -> None:
    step["then"][1] = ["+", 1, step["then"][1]]


FALSE: dict[str, Json] = {
    "nowhere": without(SOME, "somewhere"),
    "not everywhere": without(EVERY, "every"),
    "not independent": without(HYBRID, "independent"),
    "a mean that may not exist": without(HYBRID, "integrable"),
    "a size of two": changed(SOME, "size", then("<=", 2, ["height", "x"])),
    "the width of a vector": changed(SOME, "size", then("<=", 1, ["width", "x"])),
    "the height of a number": changed(SOME, "size", then("<=", 1, ["height", "d"])),
    "another place": changed(EVERY, "every", by(at=["+", "j", 1])),
    "a place that is no integer": changed(EVERY, "every", by(at=["*", "j", ["q", 1, 2]])),
    "something else at the place": changed(EVERY, "every", then("<", 1, ["entry", "x", "j"])),
    "a product above 1": changed(EVERY, "sum-sign", further),
    "a sum above 1": changed(SOME, "somewhere", further),
    "more than the term": changed(SOME, "sum-term", further),
    "another term": changed(SOME, "sum-term", by(at=0)),
    "other factors": changed(HYBRID, "independent-mean", by(factors=[LAM, LAM])),
    "one factor": changed(HYBRID, "independent-mean", by(factors=[LAM])),
    "the sum of the means": changed(
        HYBRID, "independent-mean", lambda step: step["then"].__setitem__(2, ["+", *step["then"][2][1:]])
    ),
    "another combination": changed(HYBRID, "integrable-sum", by(addends=[])),
    "another estimate": changed(HYBRID, "estimate-integrable", then("integrable", LAM)),
}  # fmt: skip


@pytest.mark.parametrize("name", FALSE)
def test_false_variants_are_refused(name: str) -> None:
    assert not kernel_accepts(FALSE[name])
    assert not checker_accepts(FALSE[name])


def an_object(variables: Json, constraints: Json, *steps: Json) -> Json:
    """An object whose steps have each all earlier ones as premises."""
    written = [{**step, "from": list(range(place))} for place, step in enumerate(steps)]
    context = {"variables": variables, "constraints": constraints}
    return {
        "format": 1,
        "about": "test",
        "context": context,
        "steps": written,
        "conclusion": steps[-1]["then"],
    }


def a_step(rule: str, then: Json, by: Json = None) -> Json:
    return {"rule": rule, "then": then, **({"by": by} if by else {})}


def about_two(constraint: Json, *factors: Json) -> Json:
    """E of the product = product of the means, for a variable of which lam, lam^2 and 1 + lam are integrable."""
    kept = [["integrable", LAM], ["integrable", ["^", LAM, 2]], ["integrable", ["+", 1, LAM]]]
    product, means = ["*", *factors], ["*", *(["E", each] for each in factors)]
    steps = [a_step("given", each) for each in (constraint, *kept)]
    sums = a_step("integrable-sum", ["integrable", product], {"addends": [[1, ["^", LAM, 2]]]})
    more = a_step("independent-mean", ["=", ["E", product], means], {"factors": list(factors)})
    return an_object([], [constraint, *kept], *steps, sums, more)


OTHER = ["draw", ["name", "mu"]]
PLANTED: dict[str, Json] = {
    "a variable with itself": about_two(["independent", LAM, OTHER], LAM, LAM),
    "a variable said independent of itself": about_two(["independent", LAM, LAM], LAM, LAM),
    "two functions of one variable": about_two(["independent", LAM, OTHER], LAM, ["+", 1, LAM]),
    "an operator that is not known": about_two(["independent", LAM, OTHER], LAM, ["odd", OTHER]),
    "an entry of a number": an_object([["x", "real"]], [], a_step("ring", ["=", ["entry", "x", 0], ["entry", "x", 0]])),
    "an entry with two indices": an_object(
        [["x", "vector"]], [], a_step("replace", ["=", ["entry", "x", 0, 0], ["entry", "x", 0, 0]])
    ),
    "a vector as a number": an_object([["x", "vector"]], [], a_step("replace", ["=", "x", "x"])),
    "an entry beyond the vector": an_object(
        [["x", "vector"]], [], a_step("replace", ["=", ["entry", "x", 3], ["entry", "x", 3]])
    ),
    "entries of two vectors": an_object(
        [["x", "vector"], ["y", "vector"]], [], a_step("ring", ["=", ["entry", "x", 0], ["entry", "y", 0]])
    ),
    "entries at two places": an_object(
        [["x", "vector"]], [], a_step("ring", ["=", ["entry", "x", 0], ["entry", "x", 1]])
    ),
    "sizes of two vectors": an_object(
        [["x", "vector"], ["y", "vector"]], [], a_step("replace", ["=", ["height", "x"], ["height", "y"]])
    ),
    "two vectors by replacement": an_object(
        [], [], a_step("replace", ["=", ["dot", ["vec", "x"], ["vec", "x"]], ["dot", ["vec", "y"], ["vec", "x"]]])
    ),
    "an empty range": an_object([["n", "integer"]], [], a_step("sum-sign", ["<", 0, ["sum", "k", 1, "n", 1]])),
    "a local vector": an_object(
        [], [], {**a_step("size", ["<=", 1, ["height", "v"]]), "for": [["v", "vector"]]}
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", PLANTED)
def test_planted_objects_are_refused(name: str) -> None:
    assert not kernel_accepts(PLANTED[name])
    assert not checker_accepts(PLANTED[name])
