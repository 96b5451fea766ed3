"""The checker refuses every planted falsehood and every ill-formed object, with the reason; true objects it accepts."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from rftheory.proof.checker import Malformed, Refused, check, quotients

Json = Any
HALF = ["q", 1, 2]
OO = ["oo"]
REAL = [["x", "real"], ["y", "real"]]
LOCAL = [["k", "integer"]]
TERM = ["*", ["^", "x", "k"], ["^", ["gamma", ["+", "k", 1]], -1]]


def obj(*steps: Json, variables: Json = REAL, constraints: Json = ()) -> Json:
    constraints = [*constraints, *(s["then"] for s in steps if s is SUMMABLE)]
    return {
        "format": 1,
        "about": "planted",
        "context": {"variables": list(variables), "constraints": list(constraints)},
        "steps": list(steps),
        "conclusion": steps[-1]["then"],
    }


def step(rule: str, then: Json, *premises: int, **more: Json) -> Json:
    """A step; `over` are its local variables, `given` its hypotheses, other keywords make `by`."""
    parts = {"rule": rule, "from": list(premises), "then": then}
    parts["for"], parts["if"] = more.pop("over", []), more.pop("given", [])
    return parts | {"by": more}


def ring(a: Json, b: Json, *constraints: Json, variables: Json = REAL) -> Json:
    """An identity, with the constraints as conditions."""
    premises = [step("given", c) for c in constraints]
    last = step("ring", ["=", a, b], *range(len(premises)))
    return obj(*premises, last, variables=variables, constraints=constraints)


def combine(claim: Json, terms: Json, *constraints: Json) -> Json:
    premises = [step("given", c) for c in constraints]
    last = step("combine", claim, *range(len(premises)), terms=terms)
    return obj(*premises, last, constraints=constraints)


def entry(*factors: int, squares: Json = (), coefficient: Json = 1) -> Json:
    return {"coefficient": coefficient, "squares": list(squares), "factors": list(factors)}


def number(claim: Json, bits: Json = 64) -> Json:
    return obj(step("number", claim, bits=bits))


def inverse(t: Json) -> Json:
    return ["^", t, -1]


def nested(depth: int) -> Json:
    term: Json = "x"
    for _ in range(depth):
        term = ["exp", term]
    return term


def family(head: str, high: Json, body: Json, low: Json = 0, k: str = "k") -> Json:
    return [head, k, low, high, body]


SUM = family("sum", OO, TERM)
SUMMABLE = step("given", ["summable", "k", 0, TERM])  # a constraint of the objects that begin with it

# What is false, or does not follow: the object, the step that is to blame, words of the reason.
PLANTED: dict[str, tuple[Json, int | None, str]] = {
    # ring
    "another square": (ring(["^", ["+", "x", 1], 2], ["+", ["^", "x", 2], 1]), 0, "normal forms differ"),
    "x/x without x != 0": (ring(["*", "x", inverse("x")], 1), 0, "not known to differ from 0"),
    "x/x with x >= 0": (ring(["*", "x", inverse("x")], 1, ["<=", 0, "x"]), 1, "not known to differ from 0"),
    "x/x with y != 0": (ring(["*", "x", inverse("x")], 1, ["!=", "y", 0]), 1, "not known to differ from 0"),
    "0/0": (ring(["*", 0, inverse(0)], 1), 0, "not known to differ from 0"),
    "hidden 0/0": (ring(["*", 0, inverse(["+", "x", ["*", -1, "x"]])], 0), 0, "not known to differ from 0"),
    "a factor may be 0": (
        ring(["*", ["*", "x", "y"], inverse(["*", "x", "y"])], 1, ["!=", "x", 0]), 1, "not known to differ from 0",
    ),
    "a denominator in an exponent": (
        ring(["exp", ["*", "x", inverse("x")]], ["exp", 1]), 0, "not known to differ from 0",
    ),
    "a denominator in a cosine": (ring(["cos", ["*", "x", inverse("x")]], ["cos", 1]), 0, "not known to differ"),
    "a denominator in an opaque term": (
        ring(["gamma", ["*", "x", inverse("x")]], ["gamma", 1]), 0, "normal forms differ",
    ),
    "a denominator in a power": (ring(["^", 2, ["*", "x", inverse("x")]], 2), 0, "not known to differ from 0"),
    "a double inverse": (ring(inverse(inverse("x")), "x"), 0, "not known to differ from 0"),
    "root of a square": (ring(["^", ["^", "x", 2], HALF], "x", ["<=", 0, ["^", "x", 2]]), 1, "normal forms differ"),
    "two roots": (
        ring(["^", "x", HALF], ["^", "y", HALF], ["<=", 0, "x"], ["<=", 0, "y"]), 2, "normal forms differ",
    ),
    "square of a root of what may be negative": (ring(["^", ["^", "x", HALF], 2], "x"), 0, "normal forms differ"),
    "inverse root of what may be 0": (
        ring(["*", ["^", "x", HALF], ["^", "x", ["q", -1, 2]]], 1, ["<=", 0, "x"]), 1, "normal forms differ",
    ),
    "root of a negative number": (ring(["^", ["^", -1, HALF], 2], -1), 0, "normal forms differ"),
    "a power of what may be 0": (
        ring(["*", ["^", "x", "y"], ["^", "x", ["*", -1, "y"]]], 1, ["<=", 0, "x"]), 1, "normal forms differ",
    ),
    "0 to a symbolic power": (ring(["^", 0, "x"], 0), 0, "normal forms differ"),
    "0 to the 0": (ring(["^", 0, 0], 0), 0, "normal forms differ"),
    "exp(log(x)) without x > 0": (ring(["exp", ["log", "x"]], "x"), 0, "normal forms differ"),
    "log of a product": (
        ring(["log", ["*", "x", "y"]], ["+", ["log", "x"], ["log", "y"]], ["<", 0, "x"]), 1, "normal forms differ",
    ),
    "log of a number": (ring(["log", 12], ["*", 3, ["log", 2]], variables=[]), 0, "normal forms differ"),
    "a sine": (ring(["sin", ["*", 2, "x"]], ["*", 2, ["sin", "x"]]), 0, "normal forms differ"),
    "the other sign": (
        ring(["cos", ["+", "x", "y"]],
             ["+", ["*", ["cos", "x"], ["cos", "y"]], ["*", ["sin", "x"], ["sin", "y"]]]), 0, "normal forms differ",
    ),
    "an operator named variable": (ring(["variable", "x"], "x"), 0, "normal forms differ"),
    "an operator named i": (ring(["^", ["i"], 2], -1), 0, "normal forms differ"),
    "a name is no variable": (ring(["name", "x"], "x"), 0, "normal forms differ"),
    "lists of hyper": (ring(["hyper", ["x"], [], 1], ["hyper", [], ["x"], 1]), 0, "normal forms differ"),
    "bodies under binders": (
        ring(family("sum", 3, ["*", "k", inverse("k")]), family("sum", 3, 1)), 0, "normal forms differ",
    ),
    "an operator under a hypothesis about the shelf": (
        obj(
            step("given", ["!=", ["g"], 0]),
            step("ring", ["=", ["E", ["*", ["g"], inverse(["g"])]], ["E", 1]], 0),
            constraints=[["!=", ["g"], 0]],
        ), 1, "normal forms differ",
    ),
    # combine
    "a negative coefficient": (combine(["<=", 0, -1], [entry(coefficient=-1)]), 0, "positive rational"),
    "a coefficient true": (combine(["<=", 0, 1], [entry(coefficient=True)]), 0, "an integer, a name or a list"),
    "a coefficient x": (combine(["<=", 0, "x"], [entry(coefficient="x")]), 0, "positive rational"),
    "strict by a square": (combine(["<", 0, ["^", "x", 2]], [entry(squares=["x"])]), 0, "no entry is strict"),
    "strict by <=": (combine(["<", 0, "x"], [entry(0)], ["<=", 0, "x"]), 1, "no entry is strict"),
    "different by a square": (combine(["!=", 0, ["^", "x", 2]], [entry(squares=["x"])]), 0, "no entry is strict"),
    "an equality by signs": (combine(["=", 0, "x"], [entry(0)], ["<=", 0, "x"]), 1, "equalities only"),
    "a multiple of an inequality": (
        combine(["<=", 0, ["*", -1, "x"]], [{"times": -1, "premise": 0}], ["<=", 0, "x"]), 1, "is none of =",
    ),
    "a factor !=": (combine(["<=", 0, "x"], [entry(0)], ["!=", 0, "x"]), 1, "is none of"),
    "another sum": (combine(["<=", 0, ["+", "x", 1]], [entry(0)], ["<=", 0, "x"]), 1, "do not sum"),
    "the other direction": (combine(["<=", "x", 0], [entry(0)], ["<=", 0, "x"]), 1, "do not sum"),
    "a square with an unknown": (combine(["<=", 0, ["^", "z", 2]], [entry(squares=["z"])]), 0, "no variable"),
    "a square of an unknown in by": (combine(["<=", 0, 0], [entry(squares=["z"])]), 0, "foreign variables"),
    "an entry of both sorts": (
        combine(["<=", 0, 1], [{"times": 1, "premise": 0, "coefficient": 1}]), 0, "unknown keys",
    ),
    "a premise not in from": (
        obj(step("given", ["<=", 0, "x"]), step("combine", ["<=", 0, "x"], terms=[entry(0)]),
            constraints=[["<=", 0, "x"]]), 1, "not in from",
    ),
    # replace
    "replaced by nothing": (obj(step("replace", ["=", "x", "y"])), 0, "do not turn"),
    "replaced in a literal": (obj(step("replace", ["=", 1, 2])), 0, "do not turn"),
    "replaced names": (obj(step("replace", ["=", ["name", "a"], ["name", "b"]])), 0, "do not turn"),
    "replaced twice": (
        obj(step("given", ["=", "x", 1]), step("given", ["=", 1, "y"]), step("replace", ["=", "x", "y"], 0, 1),
            constraints=[["=", "x", 1], ["=", 1, "y"]]), 2, "do not turn",
    ),
    "replaced a bound variable": (
        obj(step("given", ["=", "x", 1]),
            step("replace", ["=", family("sum", 3, "x", 0, "x"), family("sum", 3, 1, 0, "x")], 0),
            constraints=[["=", "x", 1]]), 1, "do not turn",
    ),
    "replaced under a local variable": (
        obj(step("given", ["=", "k", 0], over=LOCAL, given=[["=", "k", 0]]),
            step("replace", ["=", family("sum", 3, "k"), family("sum", 3, 0)], 0,
                 over=LOCAL, given=[["=", "k", 0]])), 1, "do not turn",
    ),
    "replaced beyond the range": (
        obj(step("given", ["=", "k", 0], over=LOCAL, given=[["=", "k", 0]]),
            step("replace", ["=", family("sum", 3, "k"), family("sum", 3, 0)], 0)), 1, "do not turn",
    ),
    "replaced with another end": (
        obj(step("given", ["<=", "k", 3], over=LOCAL, given=[["<=", "k", 3]]),
            step("ring", ["=", "k", ["+", "k", 0]], 0, over=LOCAL, given=[["<=", "k", 3]]),
            step("replace", ["=", family("sum", 4, "k"), family("sum", 4, ["+", "k", 0])], 1)), 2, "do not turn",
    ),
    "replaced inside an operator under a hypothesis about the shelf": (
        obj(step("given", ["=", ["abs", ["g"]], ["g"]], given=[["=", ["abs", ["g"]], ["g"]]]),
            step("replace", ["=", ["E", ["abs", ["g"]]], ["E", ["g"]]], 0,
                 given=[["=", ["abs", ["g"]], ["g"]]])), 1, "do not turn",
    ),
    # given, integer, and, part, where
    "given nothing": (obj(step("given", ["<", 0, "x"])), 0, "neither a constraint"),
    "half an integer": (obj(step("integer", ["int", HALF])), 0, "not seen to be an integer"),
    "a real integer": (obj(step("integer", ["int", "x"])), 0, "not seen to be an integer"),
    "an inverse integer": (
        obj(step("integer", ["int", inverse("n")]), variables=[["n", "integer"]]), 0, "not seen to be an integer",
    ),
    "half of a conjunction": (
        obj(step("given", ["<", 0, "x"]), step("and", ["and", ["<", 0, "x"], ["<", 0, "y"]], 0),
            constraints=[["<", 0, "x"]]), 1, "no premise is",
    ),
    "part of nothing": (obj(step("part", ["<", 0, "x"])), 0, "part of no premise"),
    "where too little": (
        obj(step("given", ["<", 0, "x"], given=[["<", 0, "x"]]),
            step("where", ["where", [["<", 0, "y"]], ["<", 0, "x"]], 0)), 1, "no premise is",
    ),
    # facts
    "no such fact": (obj(step("fact", ["<", 0, "x"], name="all-positive", **{"with": {}})), 0, "no such fact"),
    "a fact without its need": (
        obj(step("fact", ["<", 0, ["gamma", "x"]], name="gamma-positive", **{"with": {"t": "x"}})), 0, "no premise is",
    ),
    "a fact of other terms": (
        obj(step("fact", ["<", 0, ["exp", "y"]], name="exp-positive", **{"with": {"t": "x"}})), 0, "not what the fact",
    ),
    "a fact without a term": (obj(step("fact", ["<", 0, ["exp", "x"]], name="exp-positive", **{"with": {}})), 0,
                              "a term for each"),
    # instantiate
    "a dropped hypothesis": (
        obj(step("given", ["<", 0, "k"], over=LOCAL, given=[["<", 0, "k"]]),
            step("instantiate", ["<", 0, 1], 0, of=0, **{"with": {"k": 1}})), 1, "no premise is",
    ),
    "an integer variable at a real": (
        obj(step("integer", ["int", "k"], over=LOCAL),
            step("instantiate", ["int", "x"], 0, of=0, **{"with": {"k": "x"}})), 1, "not seen to be an integer",
    ),
    "a free local variable": (
        obj(step("given", ["<", 0, "k"], over=LOCAL, given=[["<", 0, "k"]]),
            step("instantiate", ["<", 0, "k"], 0, of=0, given=[["<", 0, "k"]], over=[["k", "real"]],
                 **{"with": {}})), 1, "left free",
    ),
    "a variable of the context": (
        obj(step("given", ["<", 0, "x"]), step("instantiate", ["<", 0, "y"], 0, of=0, **{"with": {"x": "y"}}),
            constraints=[["<", 0, "x"]]), 1, "unknown keys",
    ),
    "a captured variable": (
        obj(step("ring", ["=", family("sum", 3, "u"), family("sum", 3, "u")], over=[["u", "real"]]),
            step("instantiate", ["=", family("sum", 3, "k"), family("sum", 3, "k")], 0, of=0, over=LOCAL,
                 **{"with": {"u": "k"}})), 1, "captured",
    ),
    "a random term inside an operator": (
        obj(step("ring", ["=", ["E", "u"], ["E", "u"]], over=[["u", "real"]]),
            step("instantiate", ["=", ["E", ["g"]], ["E", ["g"]]], 0, of=0, **{"with": {"u": ["g"]}})), 1, "come inside",
    ),
    # local variables and hypotheses
    "a premise under more hypotheses": (
        obj(step("given", ["<", 0, "x"], given=[["<", 0, "x"]]), step("and", ["and", ["<", 0, "x"]], 0)),
        1, "no premise is",
    ),
    "a condition under more hypotheses": (
        obj(step("given", ["!=", "x", 0], given=[["!=", "x", 0]]),
            step("ring", ["=", ["*", "x", inverse("x")], 1], 0)), 1, "not known to differ",
    ),
    "a premise of another kind": (
        obj(step("integer", ["int", "k"], over=LOCAL),
            step("and", ["and", ["int", "k"]], 0, over=[["k", "real"]])), 1, "no premise is",
    ),
    "a local conclusion": (
        obj(step("ring", ["=", "x", "x"], given=[["<", 0, "x"]])), None, "has local variables or hypotheses",
    ),
    "a leaking local variable": (
        obj(step("integer", ["int", "k"], over=LOCAL), step("and", ["and", ["int", "k"]], 0)), 1, "no variable",
    ),
    "a local variable of the context": (obj(step("ring", ["=", 0, 0], over=[["x", "real"]])), 0, "occurs twice"),
    "a local variable twice": (
        obj(step("ring", ["=", 0, 0], over=[["k", "real"], ["k", "integer"]])), 0, "occurs twice",
    ),
    "itself as premise": (obj(step("and", ["and", ["<", "x", 0]], 0)), 0, "earlier step"),
    "a later premise": (obj(step("ring", ["=", 0, 0], 1), step("ring", ["=", 0, 0])), 0, "earlier step"),
    "a premise from the end": (obj(step("ring", ["=", 0, 0]), step("ring", ["=", 0, 0], -1)), 1, "earlier step"),
    "a premise true": (
        obj(step("ring", ["=", 0, 0]), step("ring", ["=", 0, 0]), step("ring", ["=", 0, 0], True)), 2, "earlier step",
    ),
    # induction and cases
    "an induction from a half": (
        obj(
            step("given", ["<=", HALF, "k"], over=LOCAL, given=[["<=", HALF, "k"]]),
            step("number", ["<=", HALF, HALF], bits=64),
            step("combine", ["<=", HALF, ["+", "k", 1]], 0, terms=[entry(0), entry()],
                 over=LOCAL, given=[["<=", HALF, "k"]]),
            step("induction", ["<=", HALF, "k"], 1, 2, variable="k", start=HALF, base=1, step=2,
                 over=LOCAL, given=[["<=", HALF, "k"]]),
        ), 3, "start is not seen to be an integer",
    ),
    "an induction over reals": (
        obj(
            step("ring", ["=", 0, 0]),
            step("induction", ["=", 0, 0], 0, variable="k", start=0, base=0, step=0,
                 over=[["k", "real"]], given=[["<=", 0, "k"]]),
        ), 1, "no local integer",
    ),
    "an induction without its range": (
        obj(step("ring", ["=", 0, 0]),
            step("induction", ["=", 0, 0], 0, variable="k", start=0, base=0, step=0, over=LOCAL)),
        1, "no hypothesis",
    ),
    "an induction under a hypothesis": (
        obj(step("ring", ["=", 0, 0]),
            step("induction", ["=", 0, 0], 0, variable="k", start=0, base=0, step=0, over=LOCAL,
                 given=[["<=", 0, "k"], ["<", "k", 9]])), 1, "another hypothesis speaks",
    ),
    "an induction with a base about k": (
        obj(step("given", ["<=", 0, "k"], over=LOCAL, given=[["<=", 0, "k"]]),
            step("induction", ["<=", 0, "k"], 0, variable="k", start=0, base=0, step=0, over=LOCAL,
                 given=[["<=", 0, "k"]])), 1, "other variables or hypotheses",
    ),
    "an induction without a step": (
        obj(step("number", ["<=", 0, 0], bits=64),
            step("given", ["<=", 0, "k"], over=LOCAL, given=[["<=", 0, "k"]]),
            step("induction", ["<=", 0, "k"], 0, 1, variable="k", start=0, base=0, step=1, over=LOCAL,
                 given=[["<=", 0, "k"]])), 2, "the step is another proposition",
    ),
    "one case": (
        obj(step("given", ["<", 0, "x"], given=[["<", 0, "x"]]),
            step("cases", ["<", 0, "x"], 0, on=["<", 0, "x"], yes=0, no=0)), 1, "other variables or hypotheses",
    ),
    "cases that leave a gap": (
        obj(step("given", ["!=", "x", 0], given=[["!=", "x", 0]]),
            step("given", ["!=", "x", 0], given=[["!=", "x", 0], ["<", "x", 0]]),
            step("cases", ["!=", "x", 0], 0, 1, on=["!=", "x", 0], yes=0, no=1)), 2, "is none of",
    ),
    # numbers
    "pi > 22/7": (number(["<", ["q", 22, 7], ["pi"]]), 0, "does not show it"),
    "1 < 1": (number(["<", 1, 1]), 0, "does not show it"),
    "too few bits": (number(["<", ["pi"], ["q", 355, 113]], 8), 0, "does not show it"),
    "a number with a variable": (number(["<", 0, ["exp", "x"]]), 0, "no variables"),
    "1/0": (number(["<=", inverse(0), inverse(0)]), 0, "division by what may be 0"),
    "root of -1": (number(["<=", 0, ["^", ["^", -1, HALF], 2]]), 0, "may be negative"),
    "log 0": (number(["<=", ["log", 0], 0]), 0, "may not be positive"),
    "an equality of numbers": (number(["=", 1, 1]), 0, "proves <, <= or !="),
    "a tower": (number(["<", 0, ["exp", ["exp", ["exp", ["exp", 9]]]]]), 0, ""),
    "a large power": (number(["<", 0, ["^", 2, 10**30]]), 0, "beyond"),
    # sums
    "the first term of what may diverge": (
        obj(step("sum-split", ["=", family("sum", OO, 1), ["+", family("sum", 0, 1), family("sum", OO, 1, 1)]])), 0, "no premise is",
    ),
    "the first term at the wrong index": (
        obj(SUMMABLE, step("sum-split", ["=", SUM, ["+", family("sum", 0, TERM), family("sum", OO, TERM, 2)]], 0)),
        1, "does not start behind",
    ),
    "the last term of an empty sum": (
        obj(step("sum-last", ["=", family("sum", -1, "k"), ["+", family("sum", -2, "k"), -1]])), 0, "no premise is",
    ),
    "the last term at no integer": (
        obj(step("number", ["<=", 0, HALF], bits=64),
            step("sum-last", ["=", family("sum", HALF, "k"), ["+", family("sum", ["q", -1, 2], "k"), HALF]], 0)),
        1, "not seen to be an integer",
    ),
    "the last two terms": (
        obj(step("number", ["<=", 0, 3], bits=64),
            step("sum-last", ["=", family("sum", 3, "k"), ["+", family("sum", 1, "k"), 3]], 0)), 1, "not 1 apart",
    ),
    "the last term of infinitely many": (
        obj(step("sum-last", ["=", SUM, ["+", SUM, 0]])), 0, "not a finite sum",
    ),
    "an empty sum of two": (obj(step("sum-empty", ["=", family("sum", 1, "k"), 0])), 0, "not 1 apart"),
    "an empty product is 0": (obj(step("prod-empty", ["=", family("prod", -1, "k"), 0])), 0, "empty prod is 1"),
    "a factor with k": (
        obj(step("replace", ["=", ["*", "k", "k"], ["*", "k", "k"]], over=LOCAL),
            step("sum-scale", ["=", family("sum", 3, ["*", "k", "k"]), ["*", "k", family("sum", 3, "k")]], 0, over=LOCAL)),
        1, "factor speaks of k",
    ),
    "a multiple of what may diverge": (
        obj(step("ring", ["=", ["*", 0, 1], ["*", 0, 1]], over=LOCAL),
            step("sum-scale", ["=", family("sum", OO, ["*", 0, 1]), ["*", 0, family("sum", OO, 1)]], 0)),
        1, "no premise is",
    ),
    "sums of what may diverge": (
        obj(step("sum-add", ["=", family("sum", OO, ["+", 1, -1]), ["+", family("sum", OO, 1), family("sum", OO, -1)]])),
        0, "no premise is",
    ),
    "summable with k outside": (
        obj(SUMMABLE, step("summable-scale", ["summable", "k", 0, ["*", "k", TERM]], 0)), 1, "factor speaks of k",
    ),
    "summable below what is not": (
        obj(step("number", ["<=", 0, 1], bits=64), step("summable-below", ["summable", "k", 0, 1], 0)),
        1, "no summable series",
    ),
    "dominated without the index": (
        obj(SUMMABLE, step("replace", ["=", TERM, TERM], over=LOCAL),
            step("combine", ["<=", TERM, TERM], 1, terms=[{"times": 0, "premise": 1}], over=LOCAL),
            step("dominated", ["<", SUM, SUM], 0, 2)), 2, "",
    ),
}  # fmt: skip


def _edited(change: Callable[[Json], object], name: str = "gauss") -> Callable[[dict[str, Json]], Json]:
    def make(objects: dict[str, Json]) -> Json:
        found = copy.deepcopy(objects[name])
        change(found)
        return found

    return make


def test_accepted(objects: dict[str, Json]) -> None:
    for name, written in objects.items():
        checked = check(json.dumps(written))
        assert checked.conclusion == written["conclusion"], name
        assert checked.context == written["context"]


def test_facts_are_named(objects: dict[str, Json]) -> None:
    assert set(check(objects["hypergeometric"]).facts) == {"gamma-positive", "gamma-next"}
    assert check(objects["gauss"]).facts == {}


@pytest.mark.parametrize("name", PLANTED)
def test_planted(name: str) -> None:
    planted, step, words = PLANTED[name]
    with pytest.raises(Refused) as refusal:
        check(planted)
    assert not isinstance(refusal.value, Malformed)
    assert (refusal.value.step, words in refusal.value.reason) == (step, True), refusal.value


def _ratio(hyper: Json, first: Json = None) -> Callable[[dict[str, Json]], Json]:
    """The object of a series with another hypergeometric series, or another first term."""

    def change(written: Json) -> None:
        last = written["steps"][-1]
        by = last["by"] | {"hyper": hyper} | ({"first": first} if first else {})
        last.update(by=by, then=["=", last["then"][1], ["*", by["first"], hyper]])

    return _edited(change, "hypergeometric")


def _last(name: str, **parts: Json) -> Callable[[dict[str, Json]], Json]:
    """The object with other parts of its last step, its conclusion too."""

    def change(written: Json) -> None:
        written["steps"][-1].update(parts)
        written["conclusion"] = written["steps"][-1]["then"]

    return _edited(change, name)


EDITED: dict[str, tuple[Callable[[dict[str, Json]], Json], str]] = {
    "another conclusion": (_edited(lambda o: o.update(conclusion=["=", 0, 0])), "not what the last step proves"),
    "no steps": (_edited(lambda o: o.update(steps=[])), "a step at least"),
    "no constraint": (_edited(lambda o: o["context"].update(constraints=[])), "neither a constraint"),
    "a real n": (_edited(lambda o: o["context"].update(variables=[["n", "real"]])), "not seen to be an integer"),
    "a base elsewhere": (_edited(lambda o: o["steps"][8]["by"].update(base=7)), "other variables or hypotheses"),
    "a start elsewhere": (_edited(lambda o: o["steps"][8]["by"].update(start=1)), "no hypothesis"),
    "another z": (_ratio(["hyper", [], [], ["*", 2, "t"]]), "no premise is"),
    "a parameter more": (_ratio(["hyper", [1], [1, 1], "t"]), "no premise is"),
    "the parameter 1 above and below": (_ratio(["hyper", [1], [1], "t"]), "no premise is"),
    "more above than below": (_ratio(["hyper", [1], [], "t"]), "more parameters above"),
    "a lower parameter of any sign": (_ratio(["hyper", [], [["+", "t", -1]], "t"]), "no premise is 0 < t + -1"),
    "a lower parameter 0": (_ratio(["hyper", [0], [0], "t"]), "no premise is 0 < 0"),
    "a lower parameter -1/2": (_ratio(["hyper", [], [["q", -1, 2]], "t"]), "no premise is 0 < -1/2"),
    "a series of another first term": (_ratio(["hyper", [], [], "t"], 1), "no premise is"),
    "a series whose first term is not known": (
        _edited(lambda o: o["steps"][-1]["from"].pop(1), "hypergeometric"), "no premise is",
    ),
    "a series without its ratio": (
        _edited(lambda o: o["steps"][-1]["from"].pop(0), "hypergeometric"), "no premise is",
    ),
    "either with a way missing": (
        _edited(lambda o: o["steps"][-1]["by"]["ways"].pop(), "either"), "one way for each part",
    ),
    "either with one way for both": (
        _edited(lambda o: o["steps"][-1]["by"].update(ways=[4, 4]), "either"), "other variables or hypotheses",
    ),
    "either of what is not there": (_edited(lambda o: o["steps"][-1]["from"].pop(0), "either"), "is not in from"),
    "either of no or": (_edited(lambda o: o["steps"][-1]["by"].update(of=4), "either"), "other variables or hyp"),
    "or of nothing": (_edited(lambda o: o["steps"][4]["from"].pop(), "either"), "no premise is a part"),
    "dominated without an index": (_last("dominated", by={}), "at must be an index"),
    "dominated at an index without premise": (_last("dominated", by={"at": 1}), "no premise is"),
    "dominated below the range": (_last("dominated", by={"at": -1}), "at must be an index"),
    "dominated by index true": (_last("dominated", by={"at": True}), "at must be an index"),
    "dominated without comparison": (
        _edited(lambda o: o["steps"][-1]["from"].pop(2), "dominated"), "no premise is",
    ),
    "dominated by what may diverge": (
        _edited(lambda o: o["steps"][-1]["from"].pop(1), "dominated"), "no premise is",
    ),
    "terms of any sign": (
        _edited(lambda o: o["steps"][-1]["from"].pop(0), "summable below"), "not known to be bounded",
    ),
    "means without a sign": (_edited(lambda o: o["steps"][2]["from"].pop(), "means"), "do not sum"),
    "means where nothing is said": (
        _edited(lambda o: o["steps"][3]["then"][1].pop(), "means"), "no premise is",
    ),
    "unknown rule": (_edited(lambda o: o["steps"][0].update(rule="oracle")), "no rule 'oracle'"),
    "unknown key of a step": (_edited(lambda o: o["steps"][0].update(trust=1)), "unknown keys: 'trust'"),
    "unknown key of by": (_edited(lambda o: o["steps"][0].update(by={"trust": 1})), "unknown keys: 'trust'"),
    "by as a list": (_edited(lambda o: o["steps"][0].update(by=[])), "must be a JSON object"),
    "a step as a list": (_edited(lambda o: o["steps"].insert(0, [])), "must be a JSON object"),
    "a rule as a number": (_edited(lambda o: o["steps"][0].update(rule=3)), "a rule must be a text"),
    "a foreign variable": (_edited(lambda o: o["steps"][0].update(then=["=", "z", "z"])), "no variable of the step"),
    "a free index": (
        _edited(lambda o: o["steps"][0].update(then=["=", ["sum", "k", "k", 0, "k"], 0])), "no variable of the step",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", EDITED)
def test_edited(name: str, objects: dict[str, Json]) -> None:
    change, words = EDITED[name]
    with pytest.raises(Refused) as refusal:
        check(change(objects))
    assert words in refusal.value.reason, refusal.value


def same(t: Json, *constraints: Json, variables: Json = REAL) -> Json:
    """An object that concludes t = t, so that only its definedness is in question."""
    given = [step("given", c) for c in constraints]
    return obj(*given, step("replace", ["=", t, t]), variables=variables, constraints=constraints)


UNDEFINED: dict[str, tuple[Json, str]] = {
    "1/x": (same(inverse("x")), "a power not shown"),
    "1/x, x >= 0": (same(inverse("x"), ["<=", 0, "x"]), "a power not shown"),
    "1/0": (same(inverse(0)), "a power not shown"),
    "root of x": (same(["^", "x", HALF]), "a power not shown"),
    "inverse root of x >= 0": (same(["^", "x", ["q", -1, 2]], ["<=", 0, "x"]), "a power not shown"),
    "x^y": (same(["^", "x", "y"]), "a power not shown"),
    "0^n": (same(["^", 0, "n"], variables=[["n", "integer"]]), "a power not shown"),
    "log x": (same(["log", "x"]), "not shown to be positive"),
    "log x, x >= 0": (same(["log", "x"], ["<=", 0, "x"]), "not shown to be positive"),
    "gamma x": (same(["gamma", "x"]), "not shown to be positive"),
    "gamma 0": (same(["gamma", 0]), "not shown to be positive"),
    "hidden in an exponent": (same(["exp", inverse("x")]), "a power not shown"),
    "hidden in hyper": (same(["hyper", [inverse("x")], [1], "x"]), "a power not shown"),
    "hyper with a lower 0": (same(["hyper", [1], [0], "x"]), "a lower parameter"),
    "hyper with a lower x": (same(["hyper", [1], ["x"], "x"]), "a lower parameter"),
    "2F1": (same(["hyper", [1, 1], [1], HALF]), "more parameters above"),
    "a divergent series": (same(family("sum", OO, 1)), "not shown to converge"),
    "an infinite product": (same(family("prod", OO, 1)), "not shown to converge"),
    "a sum to a half": (same(family("sum", HALF, "k")), "is not shown to be an integer"),
    "a sum to x": (same(family("sum", "x", "k")), "is not shown to be an integer"),
    "a sum that divides by 0": (same(family("sum", 3, inverse("k"))), "a power not shown"),
    "a sum over a variable of the context": (
        same(family("sum", 3, inverse("x"), -3, "x"), ["<", 0, "x"]), "has another meaning outside",
    ),
    "a sum in a sum over the same": (same(family("sum", 3, family("sum", 3, "k"))), "has another meaning outside"),
    "an operator": (same(["f", "x"]), "no section says"),
    "an operator in a mean": (same(["E", ["f", "x"]]), "no section says"),
    "a name": (same(["name", "x"]), "no section says"),
    "a local step": (
        obj(step("given", ["<", 0, "x"], given=[["<", 0, "x"]]), step("replace", ["=", inverse("x"), inverse("x")])),
        "a power not shown",
    ),
    "conditions about what is undefined": (
        obj(step("given", ["<", 0, "y"], given=[["<", inverse("x"), 0], ["<", 0, "y"]]),
            step("where", ["where", [["<", inverse("x"), 0], ["<", 0, "y"]], ["<", 0, "y"]], 0)),
        "a power not shown",
    ),
    "summable terms that are undefined": (
        obj(step("given", ["summable", "k", 0, inverse("k")]), constraints=[["summable", "k", 0, inverse("k")]]),
        "a power not shown",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", UNDEFINED)
def test_undefined(name: str) -> None:
    planted, words = UNDEFINED[name]
    with pytest.raises(Refused) as refusal:
        check(planted)
    assert refusal.value.step is None
    assert words in refusal.value.reason, refusal.value


def test_defined() -> None:
    """The same terms with their conditions are accepted."""
    check(same(inverse("x"), ["<", "x", 0]))
    check(same(["^", "x", ["q", -1, 2]], ["<", 0, "x"]))
    check(same(["^", 2, "x"]))
    check(same(["^", "x", "n"], ["<=", 0, "n"], variables=[["x", "real"], ["n", "integer"]]))
    check(same(["hyper", [1], [2, HALF], "x"]))
    check(same(["log", ["exp", "x"]]))
    check(same(family("sum", "n", ["exp", "k"]), variables=[["n", "integer"]]))
    local = {"over": LOCAL, "given": [["<=", 1, "k"]]}
    above = step("given", ["<=", 1, "k"], **local)
    positive = step("combine", ["<", 0, "k"], 0, terms=[entry(0), entry()], **local)
    t = family("sum", 3, inverse("k"), 1)
    check(obj(above, positive, step("replace", ["=", t, t])))


def _text(change: Callable[[Json], object] = id) -> str:
    written = obj(step("ring", ["=", "x", "x"]))
    change(written)
    return json.dumps(written)


def _then(then: Json) -> str:
    return _text(lambda o: (o["steps"][0].update(then=then), o.update(conclusion=then)))


MALFORMED = {
    "nothing": "",
    "no JSON": "{",
    "a list": "[]",
    "null": "null",
    "a text": '"x"',
    "NaN": _text().replace("1", "NaN", 1),
    "format 1.0": _text().replace("1", "1.0", 1),
    "format true": _text(lambda o: o.update(format=True)),
    "format 2": _text(lambda o: o.update(format=2)),
    "no context": _text(lambda o: o.pop("context")),
    "an unknown key": _text(lambda o: o.update(proved=True)),
    "a key twice": _text().replace('"about"', '"format": 1, "about"', 1),
    "about nothing": _text(lambda o: o.update(about="")),
    "about control characters": _text(lambda o: o.update(about="\x1b[31m")),
    "about a surrogate": _text(lambda o: o.update(about="\ud800")),
    "about text that runs backwards": _text(lambda o: o.update(about="\u202e1")),
    "a variable twice": _text(lambda o: o["context"].update(variables=[["x", "real"], ["x", "integer"]])),
    "a kind complex": _text(lambda o: o["context"].update(variables=[["x", "complex"]])),
    "a variable of three": _text(lambda o: o["context"].update(variables=[["x", "real", 1]])),
    "a variable x<1": _text(lambda o: o["context"].update(variables=[["x<1", "real"]])),
    "a constraint on nothing": _text(lambda o: o["context"].update(constraints=[["<", 0, "z"]])),
    "constraints as an object": _text(lambda o: o["context"].update(constraints={})),
    "steps as an object": _text(lambda o: o.update(steps={})),
    "a conclusion as a term": _text(lambda o: o.update(conclusion="x")),
    "nested lists": "[" * 10**6,
    "a long integer": _text().replace("1", "1" * 5000, 1),
}


@pytest.mark.parametrize("name", MALFORMED)
def test_malformed(name: str) -> None:
    with pytest.raises(Malformed):
        check(MALFORMED[name])


HOSTILE: dict[str, str] = {
    "a float": '["=", 1.5, 1.5]',
    "true": '["=", true, 1]',
    "null": '["=", null, 1]',
    "an object": '["=", {}, 1]',
    "no head": '["=", [], 1]',
    "a number as head": '["=", [1, 2], 1]',
    "three sides": '["=", 1, 1, 1]',
    "one side": '["=", 1]',
    "an unknown relation": '[">", 1, 0]',
    "a proposition as term": '["=", ["=", 1, 1], 1]',
    "a term as proposition": '["+", 1, 1]',
    "a sum of one": '["=", ["+", 1], 1]',
    "a power of one": '["=", ["^", 1], 1]',
    "pi of x": '["=", ["pi", "x"], 1]',
    "2/4": '["=", ["q", 2, 4], ["q", 1, 2]]',
    "1/1": '["=", ["q", 1, 1], 1]',
    "1/-2": '["=", ["q", 1, -2], 1]',
    "q true": '["=", ["q", true, 2], 1]',
    "infinity": '["=", ["oo"], ["oo"]]',
    "infinity in a sum": '["=", ["+", 1, ["oo"]], ["oo"]]',
    "from infinity": '["=", ["sum", "k", ["oo"], ["oo"], 1], 0]',
    "a list as term": '["=", ["[]", 1], ["[]", 1]]',
    "hyper without lists": '["=", ["hyper", 1, 1, 1], 1]',
    "hyper of two": '["=", ["hyper", [], []], 1]',
    "a sum over 3": '["=", ["sum", 3, 0, 1, 1], 2]',
    "a sum over nothing": '["=", ["sum", "k", 0, 1], 2]',
    "a head with spaces": '["=", ["root 2", 1], ["root 2", 1]]',
    "an empty variable": '["=", "", ""]',
    "a variable with a space": '["=", "x ", "x "]',
    "an empty and": '["and"]',
    "an empty where": '["where", [], ["=", 1, 1]]',
    "where without a claim": '["where", [["=", 1, 1]]]',
    "where in a list": '["where", ["=", 1, 1], ["=", 1, 1]]',
    "deep": json.dumps(["=", nested(101), nested(101)]),
    "very deep": '["=", ' + '["exp", ' * 20_000 + '"x"' + "]" * 20_000 + ', "x"]',
    "a long integer": '["=", ' + "9" * 4000 + ", 1]",
    "a long variable": '["=", "' + "x" * 101 + '", 1]',
    "a large power of a number": json.dumps(["=", ["^", 3, 10**9], 1]),
    "a large power of a sum": json.dumps(["=", ["^", ["+", "x", "y"], 10**9], 1]),
    "a power of a power": json.dumps(["=", ["^", ["^", ["^", 3, 10**4], 10**4], 10**4], 1]),
    "a wide power": json.dumps(["=", ["^", ["+", "x", "y", ["pi"], ["exp", "x"], ["exp", "y"]], 400], 1]),
    "a large root": json.dumps(["=", ["^", 2, ["q", 1, 10**90]], 1]),
    "a large logarithm": json.dumps(["=", ["log", 10**900 + 7], 1]),
    "many cosines": json.dumps(["=", ["^", ["+", *(["cos", ["*", n, "x"]] for n in range(1, 90))], 9], 1]),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotients, "MAX_STEP", 20_000)
    text = _text().replace('["=", "x", "x"]', HOSTILE[name])
    with pytest.raises(Refused):
        check(text)


@pytest.mark.parametrize(
    "value", [None, 3, 1.5, [], {1: 2}, object(), b"{}", {"format": object()}, float("nan")]
)
def test_other_types(value: Any) -> None:
    with pytest.raises(Malformed):
        check(value)


def test_circular() -> None:
    value: Json = obj(step("ring", ["=", "x", "x"]))
    value["steps"].append(value)
    with pytest.raises(Malformed):
        check(value)
