"""False theorems planted at the edges of rules: what a premise rules out, and nothing else, makes each one false.

Each object is refused by both programs, by the checker for the reason given.
"""

from __future__ import annotations

from typing import Any

import pytest

from rftheory.proof.checker import Refused, check
from tests.proof.two_programs import a_step, an_object, combined, entry, kernel_accepts

Json = Any
OO = ["oo"]
HALF, INVERSE_X = ["q", 1, 2], ["^", "x", -1]
X = [["x", "real"]]
XY = [["x", "real"], ["y", "real"]]
N = [["n", "integer"]]
K = [["k", "integer"]]
FROM_0 = [["<=", 0, "k"]]


def planted(variables: Json, constraints: Json, rule: str, then: Json, by: Json = None, *more: Json) -> Json:
    """A last step by that rule, with every constraint, and what further steps prove, as its premises."""
    steps = [a_step("given", each) for each in constraints]
    steps += more
    last = a_step(rule, then, *range(len(steps)), by=by)
    return an_object(variables, constraints, *steps, last)


def inside(
    rule: str, then: Json, *premises: int, by: Json = None, over: Json = K, given: Json = FROM_0
) -> Json:
    """A step for the local k from 0 on."""
    return a_step(rule, then, *premises, by=by, over=over, given=given)


def equal(a: Json, b: Json) -> Json:
    return ["=", a, b]


def fact(name: str, **values: Json) -> Json:
    return {"name": name, "with": values}


def series(body: Json, low: Json = 0, high: Json = OO) -> Json:
    return ["sum", "k", low, high, body]


MISSING, DIFFER = "not known to differ from 0", "normal forms differ"
RING = {
    "x/x at 0": (planted(X, [], "ring", equal(["*", "x", INVERSE_X], 1)), MISSING),
    "a pole beside the one that is ruled out": (
        planted(X, [["!=", "x", 0]], "ring",
                equal(["*", ["+", "x", -1], ["^", ["+", "x", -1], -1]], 1)), MISSING),
    "not negative is not positive": (
        planted(X, [["<=", 0, "x"]], "ring", equal(["*", "x", INVERSE_X], 1)), MISSING),
    "one factor of two": (
        planted(XY, [["!=", "x", 0]], "ring", equal(["*", "x", "y", ["^", ["*", "x", "y"], -1]], 1)), MISSING),
    "1/0": (planted([], [], "ring", equal(["*", 0, ["^", 0, -1]], 1)), MISSING),
    "a root of what may be negative": (
        planted(X, [], "ring", equal(["*", ["^", "x", HALF], ["^", "x", HALF]], "x")), DIFFER),
    "the root of a square": (
        planted(X, [], "ring", equal(["^", ["^", "x", 2], HALF], "x"), None,
                a_step("combine", ["<=", 0, ["^", "x", 2]], by=combined(entry(squares=["x"])))), DIFFER),
    "a negative root at 0": (
        planted(X, [["<=", 0, "x"]], "ring", equal(["*", ["^", "x", ["q", -1, 2]], ["^", "x", HALF]], 1)), DIFFER),
    "powers of what may be 0": (
        planted(XY, [["<=", 0, "x"]], "ring", equal(["*", ["^", "x", "y"], ["^", "x", ["*", -1, "y"]]], 1)), DIFFER),
    "log of a square": (
        planted(X, [["!=", "x", 0]], "ring", equal(["log", ["^", "x", 2]], ["*", 2, ["log", "x"]])), DIFFER),
    "exp(log x)": (planted(X, [["<=", 0, "x"]], "ring", equal(["exp", ["log", "x"]], "x")), DIFFER),
    "a sign that is no sign": (planted(X, [], "ring", equal(["*", ["sign", "x"], ["sign", "x"]], 1)), DIFFER),
    "|x| = x": (planted(X, [["<=", 0, ["^", "x", 2]]], "ring", equal(["abs", "x"], "x")), DIFFER),
    "a root of -1 by numbers": (
        planted([], [], "number", ["<", ["^", -1, ["q", 1, 3]], 0], {"bits": 64}), "root"),
    "a logarithm of 0": (planted([], [], "number", ["!=", ["log", 0], 1], {"bits": 64}), "logarithm"),
    "1/(2 - 2)": (planted([], [], "number", ["!=", ["^", ["+", 2, -2], -1], 1], {"bits": 64}), "division"),
    "digits that do not decide": (
        planted([], [], "number", ["!=", ["^", 2, HALF], ["*", ["^", 8, HALF], HALF]], {"bits": 4096}), "enclosure"),
    "a strict order of equals": (planted([], [], "number", ["<", 1, 1], {"bits": 64}), "enclosure"),
    "a square is no strict entry": (
        planted(X, [], "combine", ["<", 0, ["^", "x", 2]], combined(entry(squares=["x"]))), "strict"),
    "a coefficient that is not positive": (
        planted(X, [["<", 0, "x"]], "combine", ["<", "x", 0], combined(entry(0, coefficient=-1))), "positive"),
    "an inequality times what may be negative": (
        planted(XY, [["<=", "x", "y"]], "combine", ["<=", ["*", -1, "x"], ["*", -1, "y"]],
                {"terms": [{"times": -1, "premise": 0}]}), "none of ="),
    "!= is no order": (
        planted(XY, [["!=", "x", "y"]], "combine", ["<", "x", "y"], combined(entry(0))), "none of"),
}  # fmt: skip


FACTS = {
    "Gamma at a pole": (
        planted(X, [["<=", 0, "x"]], "fact", equal(["gamma", ["+", "x", 1]], ["*", "x", ["gamma", "x"]]),
                fact("gamma-next", t="x")), "no premise"),
    "0F1 at b = 0": (planted([], [], "fact", equal(["hyper", [], [0], 0], 1), fact("bessel-zero", b=0)), "no premise"),
    "the square of 0F1 at b = 1/2": (
        planted([["b", "real"]], [["<=", 1, ["*", 2, "b"]]], "fact",
                equal(["^", ["hyper", [], ["b"], 1], 2],
                      ["hyper", [["+", "b", ["q", -1, 2]]], ["b", ["+", ["*", 2, "b"], -1]], ["*", 4, 1]]),
                fact("bessel-square", b="b", z=1)), "no premise"),
    "the logarithm's series at 1": (
        planted(X, [["<=", 0, "x"], ["<=", "x", 1]], "fact",
                ["summable", "i", 1, ["*", ["^", "i", -1], ["^", "x", "i"]]],
                fact("log-series-converges", t="x")), "no premise"),
    "an angle beyond pi": (
        planted(X, [["<=", 0, "x"]], "fact", equal(["acos", ["cos", "x"]], "x"), fact("acos-cos", t="x")), "no premise"),
    "a binomial of a fraction": (
        planted(X, [["<=", 0, "x"]], "fact", equal(["^", "x", ["+", "x", 1]], ["*", ["^", "x", "x"], "x"]),
                fact("power-next", b="x", n="x")), "integer"),
    "a literal that is no integer": (
        planted(X, [["<=", 0, HALF]], "fact", equal(["^", "x", ["+", HALF, 1]], ["*", ["^", "x", HALF], "x"]),
                fact("power-next", b="x", n=HALF)), "integer"),
    "a variable that the fact binds": (
        planted([["p", "real"], ["n", "integer"]], [["<=", 0, "n"]], "fact",
                equal(["^", ["+", 1, "p"], "n"],
                      series(["*", "p", 1], 0, "n")), fact("binomial-theorem", a=1, b="p", n="n")), "captured"),
    "a need for another term": (
        planted(XY, [["<", 0, "x"]], "fact", ["<", 0, ["gamma", "y"]], fact("gamma-positive", t="y")), "no premise"),
    "a variable left out": (
        planted(X, [], "fact", ["<", 0, ["exp", "t"]], {"name": "exp-positive", "with": {}}), "variable"),
    "a variable too many": (
        planted(X, [], "fact", ["<", 0, ["exp", "x"]], fact("exp-positive", t="x", u="x")), "unknown|about"),
    "no such fact": (planted(X, [], "fact", ["<", 0, "x"], fact("all-positive", t="x")), "no such fact"),
}  # fmt: skip


def _exists(term: Json) -> Json:
    return ["some", "z", "real", equal("z", term)]


LOGIC = {
    "a hypothesis is left behind": (
        planted(X, [], "instantiate", ["<", 0, "x"], {"of": 0, "with": {"t": "x"}},
                a_step("given", ["<", 0, "t"], over=[["t", "real"]], given=[["<", 0, "t"]])), "no premise"),
    "a premise out of its scope": (
        planted(X, [], "and", ["and", ["<", 0, "x"]], None, a_step("given", ["<", 0, "x"], given=[["<", 0, "x"]])),
        "no premise"),
    "an integer at 1/2": (
        planted([], [], "instantiate", ["int", HALF], {"of": 0, "with": {"k": HALF}},
                a_step("integer", ["int", "k"], over=K)), "integer"),
    "a variable of the context": (
        planted(X, [["<", 0, "x"]], "all", ["all", "x", "real", ["<", 0, "x"]]), "variable of the step"),
    "integers are not all": (
        planted([], [], "all", ["all", "k", "real", ["int", "k"]], None, a_step("integer", ["int", "k"], over=K)),
        "no premise"),
    "an integer that is 1/2": (
        planted([], [], "some", ["some", "k", "integer", equal("k", HALF)], {"with": HALF},
                a_step("ring", equal(HALF, HALF))), "integer"),
    "a variable is captured": (
        planted([["z", "real"]], [], "instantiate", _exists(["+", "z", 1]), {"of": 0, "with": {"y": "z"}},
                a_step("some", _exists(["+", "y", 1]), by={"with": ["+", "y", 1]}, over=[["y", "real"]])), "no premise|captured"),
    "a variable is captured after a proof": (
        planted([["z", "real"]], [], "instantiate", _exists(["+", "z", 1]), {"of": 1, "with": {"y": "z"}},
                a_step("ring", equal(["+", "y", 1], ["+", "y", 1]), over=[["y", "real"]]),
                a_step("some", _exists(["+", "y", 1]), 0, by={"with": ["+", "y", 1]}, over=[["y", "real"]])), "captured"),
    "one case of two": (
        planted(X, [], "cases", ["<", 0, "x"], {"on": ["<", 0, "x"], "yes": 0, "no": 0},
                a_step("given", ["<", 0, "x"], given=[["<", 0, "x"]])), "variables or hypotheses"),
    "cases that overlap in no point": (
        planted(X, [], "cases", ["!=", "x", 0], {"on": ["<", 0, "x"], "yes": 0, "no": 1},
                a_step("given", ["!=", "x", 0], given=[["!=", "x", 0]]),
                a_step("given", ["!=", "x", 0], given=[["!=", "x", 0], ["<=", "x", 0]])), "variables or hypotheses"),
    "a way too few": (
        planted(X, [["or", ["<", 0, "x"], ["<", "x", 0]]], "either", ["<", 0, "x"], {"of": 0, "ways": [1]},
                a_step("given", ["<", 0, "x"], given=[["<", 0, "x"]])), "one way"),
    "a part of an or": (
        planted(X, [["or", ["<", 0, "x"], ["<", "x", 0]]], "part", ["<", 0, "x"]), "part of no premise"),
    "what holds under a condition holds": (
        planted(X, [], "and", ["and", ["<", 0, "x"]], None,
                a_step("given", ["<", 0, "x"], given=[["<", 0, "x"]]),
                a_step("where", ["where", [["<", 0, "x"]], ["<", 0, "x"]], 0)), "no premise"),
    "an equation under an order": (
        planted(XY, [["<=", "x", "y"]], "replace", equal(["exp", "x"], ["exp", "y"]), {}), "do not turn"),
    "replaced beside a binder of its name": (
        planted([["k", "real"], ["x", "real"]], [equal("k", "x")], "replace",
                equal(series("k", 0, 3), series("x", 0, 3)), {}), "do not turn"),
    "an equation within a quantifier": (
        planted(XY, [equal("x", "y"), ["all", "t", "real", ["<", "t", "x"]]], "replace",
                ["all", "t", "real", ["<", "t", "y"]], {"of": 1}), "do not turn"),
}  # fmt: skip


def _induction(
    then: Json, base: Json, step: Json, start: Json = 0, kind: str = "integer", *given: Json
) -> Json:
    """Steps 0 and 1 are base and step; a last step takes the theorem at 5."""
    variables, bound = [["k", kind]], [["<=", start, "k"], *given]
    by = {"variable": "k", "start": start, "base": 0, "step": 1}
    last = a_step("induction", then, 0, 1, by=by, over=variables, given=bound)
    return an_object([], [], base, step, last, a_step("instantiate", then, 2, by={"of": 2, "with": {}}))


def _next(onward: Json, hypothesis: Json, *given: Json, low: Json = 0, kind: str = "integer") -> Json:
    return a_step(
        "combine",
        onward,
        by=combined(entry()),
        over=[["k", kind]],
        given=[["<=", low, "k"], hypothesis, *given],
    )


BELOW = ["<", "k", ["+", "k", 1]]
INDUCTION = {
    "the base at another place": (
        _induction(BELOW, a_step("number", ["<", 1, ["+", 1, 1]], by={"bits": 64}),
                   _next(["<", ["+", "k", 1], ["+", ["+", "k", 1], 1]], BELOW)), "the base"),
    "the step from another place": (
        _induction(BELOW, a_step("number", ["<", 0, ["+", 0, 1]], by={"bits": 64}),
                   _next(["<", ["+", "k", 2], ["+", ["+", "k", 2], 1]], BELOW)), "the step"),
    "a start between integers": (
        _induction(BELOW, a_step("number", ["<", HALF, ["+", HALF, 1]], by={"bits": 64}),
                   _next(["<", ["+", "k", 1], ["+", ["+", "k", 1], 1]], BELOW, low=HALF), HALF), "start"),
    "over reals": (
        _induction(BELOW, a_step("number", ["<", 0, ["+", 0, 1]], by={"bits": 64}),
                   _next(["<", ["+", "k", 1], ["+", ["+", "k", 1], 1]], BELOW, kind="real"), 0, "real"),
        "no local integer"),
    "a hypothesis about the index": (
        _induction(BELOW, a_step("number", ["<", 0, ["+", 0, 1]], by={"bits": 64}),
                   _next(["<", ["+", "k", 1], ["+", ["+", "k", 1], 1]], BELOW, ["<=", "k", 3]),
                   0, "integer", ["<=", "k", 3]), "another hypothesis"),
}  # fmt: skip


ONES = ["summable", "k", 0, 1]
SUMS = {
    "the first term of a divergent series": (
        planted([], [], "sum-split", equal(series(1), ["+", series(1, 0, 0), series(1, 1)]), None,
                a_step("number", ["<=", 0, 1], by={"bits": 64})), "no premise"),
    "a divergent series moved": (
        planted([], [], "sum-shift", equal(series(1), series(1, 1)), {"by": -1}), "no premise"),
    "a sum moved by 1/2": (
        planted([], [], "sum-shift", equal(series("k", 0, 3), series(["+", "k", HALF], ["q", -1, 2], ["q", 5, 2])),
                {"by": HALF}), "integer"),
    "a finite sum moved at one end": (
        planted([], [], "sum-shift", equal(series("k", 0, 3), series(["+", "k", 1], -1, 3)), {"by": 1}), "ends"),
    "split behind the end": (
        planted(N, [["<=", 0, "n"]], "sum-split",
                equal(series(1, 0, "n"), ["+", series(1, 0, ["+", "n", 5]), series(1, ["+", "n", 6], "n")])), "no premise|integer"),
    "the last term of an empty sum": (
        planted([], [], "sum-last", equal(series(1, 1, 0), ["+", series(1, 1, -1), 1])), "no premise"),
    "the last term at 1/2": (
        planted([], [["<=", 0, HALF]], "sum-last", equal(series(1, 0, HALF), ["+", series(1, 0, ["q", -1, 2]), 1])), "integer"),
    "an empty sum with a term": (planted([], [], "sum-empty", equal(series(1, 0, 0), 0)), "apart"),
    "an empty product is 0": (planted([], [], "prod-empty", equal(["prod", "k", 1, 0, "k"], 0)), "is 1"),
    "0 = sum of 1 and sum of -1": (
        planted([], [], "sum-add", equal(series(["+", 1, -1]), ["+", series(1), series(-1)])), "no premise"),
    "a factor that is the index": (
        planted([], [], "sum-scale", equal(series(["*", "k", "k"], 0, 3), ["*", "k", series("k", 0, 3)])), "no variable|variable"),
    "even and odd terms of a divergent series": (
        planted([], [], "sum-bisect", equal(series(1), ["+", series(1), series(1)])), "no premise"),
    "a series below a divergent one": (
        planted([], [], "dominated", ["<=", series(0), series(1)], {}, inside("number", ["<=", 0, 1], by={"bits": 64})), "no premise"),
    "a strict order before the first term": (
        planted([], [["summable", "k", 1, ["^", 2, ["*", -1, "k"]]]], "dominated",
                ["<", series(["^", 2, ["*", -1, "k"]], 1), series(["^", 2, ["*", -1, "k"]], 1)], {"at": 0}), "no premise|index"),
    "below a summable series, from minus infinity": (
        planted([], [["summable", "k", 0, ["^", 2, ["*", -1, "k"]]]], "summable-below", ["summable", "k", 0, ["*", -1, "k"]], None,
                inside("given", ["<=", ["*", -1, "k"], ["^", 2, ["*", -1, "k"]]],
                       given=[*FROM_0, ["<=", ["*", -1, "k"], ["^", 2, ["*", -1, "k"]]]])), "above"),
    "from an earlier start that is later": (
        planted([], [["summable", "k", 5, ["^", "k", -2]]], "summable-rest", ["summable", "k", 0, ["^", "k", -2]]), "earlier start"),
    "a double series bounded on one side": (
        planted([], [["summable", "i", 0, series(0)], ["summable", "k", 0, 0]], "sum-exchange",
                equal(["sum", "i", 0, OO, series(-1)], ["sum", "k", 0, OO, ["sum", "i", 0, OO, -1]]), {"above": 0},
                a_step("number", ["<=", -1, 0], by={"bits": 64}, over=[["i", "integer"], ["k", "integer"]],
                       given=[["<=", 0, "i"], ["<=", 0, "k"]])), "bounded"),
    "one index for two": (
        planted([], [], "sum-exchange", equal(series(series(0)), series(series(0))), {"above": 0}), "indices"),
    "a term outside the range": (
        planted([], [], "sum-term", ["<=", ["^", 5, 2], series(["^", "k", 2], 0, 3)], {"at": 5},
                a_step("number", ["<=", 0, 5], by={"bits": 64})), "no premise"),
    "an empty sum is positive": (
        planted(N, [], "sum-sign", ["<", 0, series(1, 1, "n")], None,
                a_step("number", ["<", 0, 1], by={"bits": 64}, over=K, given=[["<=", 1, "k"], ["<=", "k", "n"]])), "no premise"),
    "place 5 of 3": (
        planted([["v", "vector"]], [["every", "k", 0, 2, ["<", 0, ["entry", "v", "k"]]]], "every",
                ["<", 0, ["entry", "v", 5]], {"of": 0, "at": 5},
                a_step("number", ["<=", 0, 5], by={"bits": 64})), "no premise"),
    "a list that is empty": (
        planted([["v", "vector"]], [], "size", ["<=", 2, ["height", "v"]]), "known of a size"),
}  # fmt: skip


def _given_ratio(above: Json, below: Json, low: Json = 0, start: Json = 0, at: Json = 0) -> Json:
    """The sum of k-th powers over 1: t = 2^k a_k/b_k written as a plain power, its ratio proved by nobody."""
    t, hyper = ["^", "x", "k"], ["hyper", above, below, "x"]
    onward = ["*", ["^", "x", ["+", "k", 1]], ["+", "k", 1], *(["+", b, "k"] for b in below)]
    ratio = equal(onward, ["*", t, "x", *(["+", a, "k"] for a in above)])
    claim = equal(series(t, low), ["*", 1, hyper])
    steps = [
        a_step("ring", equal(["^", "x", at], 1)),
        a_step("replace", ratio, by={}, over=K, given=[["<=", start, "k"]]),
        a_step("series-ratio", claim, 0, 1, by={"hyper": hyper, "first": 1}),
    ]
    return an_object(X, [], *steps)


RATIOS = {
    "a geometric series is an exponential": (_given_ratio([], []), "do not turn"),
    "a radius of convergence": (
        planted(X, [], "series-ratio", equal(series(["^", "x", "k"]), ["*", 1, ["hyper", [1, 1], [1], "x"]]),
                {"hyper": ["hyper", [1, 1], [1], "x"], "first": 1}), "more parameters"),
    "a parameter of 0": (
        planted(X, [], "series-ratio", equal(series(["^", "x", "k"]), ["*", 1, ["hyper", [0], [0], "x"]]),
                {"hyper": ["hyper", [0], [0], "x"], "first": 1}), "no premise"),
    "a negative parameter": (
        planted(X, [], "series-ratio-summable", ["summable", "k", 0, ["^", "x", "k"]],
                {"hyper": ["hyper", [-2], [-2], "x"]}), "no premise"),
    "a parameter that is the index": (
        planted(X, [], "series-ratio", equal(series(["^", "x", "k"]), ["*", 1, ["hyper", ["k"], [1], "x"]]),
                {"hyper": ["hyper", ["k"], [1], "x"], "first": 1}), "variable"),
    "from 1 on": (
        planted(X, [], "series-ratio", equal(series(["^", "x", "k"], 1), ["*", 1, ["hyper", [], [], "x"]]),
                {"hyper": ["hyper", [], [], "x"], "first": 1}), "start at 0"),
}  # fmt: skip

V = [["v", "real"]]
ANALYSIS = {
    "a pole between the ends": (
        planted([], [["continuous", "v", -1, 1, ["^", "v", -2]]], "and",
                ["and", ["=", ["integral", "v", -1, 1, ["^", "v", -2]], -2]]), "no premise"),
    "a primitive with a pole": (
        planted([], [["continuous", "v", -1, 1, ["^", "v", -2]], ["<=", -1, 1]], "integral-ends",
                equal(["integral", "v", -1, 1, ["^", "v", -2]],
                      ["+", ["*", -1, ["^", 1, -1]], ["*", -1, ["*", -1, ["^", -1, -1]]]]),
                {"function": ["*", -1, ["^", "v", -1]]}), "differ from 0"),
    "from the larger end to the smaller": (
        planted([], [], "integral-ends", equal(["integral", "v", 1, 0, 1], ["+", 0, ["*", -1, 1]]), {"function": "v"},
                a_step("continuous", ["continuous", "v", 1, 0, 1])), "no premise"),
    "1/v is continuous": (planted([], [], "continuous", ["continuous", "v", 0, 1, ["^", "v", -1]]), "integer|no premise"),
    "a sign is continuous": (planted([], [], "continuous", ["continuous", "v", -1, 1, ["sign", "v"]]), "not seen"),
    "a power of the variable": (planted([], [], "continuous", ["continuous", "v", 0, 1, ["^", 0, "v"]]), "exponent"),
    "a series in its parameter": (
        planted([], [], "continuous", ["continuous", "v", -1, 1, ["hyper", [], ["v"], 1]]), "parameter"),
    "a geometric series up to 1": (
        planted([], [], "continuous", ["continuous", "v", 0, 1, ["hyper", [1], [], "v"]]), "converge"),
    "the supremum of nothing": (
        planted([], [["<=", 0, 0]], "sup-below", ["<=", ["sup", "v", 1, 0, 5], 0], None,
                a_step("continuous", ["continuous", "v", 1, 0, 5])), "no premise"),
    "a place outside": (
        planted([], [], "sup-above", ["<=", 5, ["sup", "v", 0, 1, "v"]], {"at": 5},
                a_step("continuous", ["continuous", "v", 0, 1, "v"]), a_step("number", ["<=", 0, 5], by={"bits": 64})), "no premise"),
    "a bound that is one inside alone": (
        planted([], [], "sup-below", ["<", ["sup", "v", 0, 1, "v"], 1], None,
                a_step("continuous", ["continuous", "v", 0, 1, "v"]), a_step("number", ["<=", 0, 1], by={"bits": 64}),
                a_step("given", ["<", "v", 1], over=V, given=[["<", "v", 1]])), "no premise"),
    "the integral of 0 is positive": (
        planted([], [], "integral-positive", ["<", 0, ["integral", "v", 1, 1, 1]], None,
                a_step("continuous", ["continuous", "v", 1, 1, 1]), a_step("number", ["<", 0, 1], by={"bits": 64}, over=V)),
        "no premise"),
    "a series of integrals without a bound": (
        planted([], [], "integral-sum",
                equal(["integral", "v", 0, 1, series("v")], series(["integral", "v", 0, 1, "v"])), {"above": 1},
                inside("continuous", ["continuous", "v", 0, 1, "v"]), a_step("number", ["<=", 0, 1], by={"bits": 64})),
        "bound"),
    "a bound that moves": (
        planted([], [], "continuous-sum", ["continuous", "v", 0, 1, series("v")], {"above": "v"},
                inside("continuous", ["continuous", "v", 0, 1, "v"])), "foreign"),
    "a coefficient that moves": (
        planted([], [], "integral-linear", equal(["integral", "v", 0, 1, ["*", "v", "v"]], ["*", "v", ["integral", "v", 0, 1, "v"]]),
                None, a_step("continuous", ["continuous", "v", 0, 1, "v"]),
                a_step("continuous", ["continuous", "v", 0, 1, ["*", "v", "v"]])), "variable"),
}  # fmt: skip

UNDEFINED = {
    "1/x": (planted(X, [], "replace", equal(INVERSE_X, INVERSE_X), {}), "not shown to be defined"),
    "log": (planted(X, [["<=", 0, "x"]], "replace", equal(["log", "x"], ["log", "x"]), {}), "positive"),
    "gamma": (planted([], [], "replace", equal(["gamma", -1], ["gamma", -1]), {}), "positive"),
    "acos": (planted(X, [["<=", -1, "x"]], "replace", equal(["acos", "x"], ["acos", "x"]), {}), "angle|shown"),
    "arg": (planted(XY, [], "replace", equal(["arg", "x", "y"], ["arg", "x", "y"]), {}), "differ from 0"),
    "a root": (planted(X, [], "replace", equal(["^", "x", HALF], ["^", "x", HALF]), {}), "not shown to be defined"),
    "a series": (planted([], [], "replace", equal(series(1), series(1)), {}), "converge"),
    "a product without end": (
        planted([], [ONES], "replace", equal(["prod", "k", 0, OO, 1], ["prod", "k", 0, OO, 1]), {}), "converge"),
    "0F1 at 0": (planted([], [], "replace", equal(["hyper", [], [0], 1], ["hyper", [], [0], 1]), {}), "positive"),
    "2F1": (planted([], [], "replace", equal(["hyper", [1, 1], [1], 2], ["hyper", [1, 1], [1], 2]), {}), "more parameters"),
    "a sum to 1/2": (planted([], [], "replace", equal(series(1, 0, HALF), series(1, 0, HALF)), {}), "integer"),
    "an entry outside": (
        planted([["v", "vector"]], [], "replace", equal(["entry", "v", 9], ["entry", "v", 9]), {}), "place"),
    "an integral of no continuous function": (
        planted([], [], "replace", equal(["integral", "v", 0, 1, 1], ["integral", "v", 0, 1, 1]), {}), "continuous"),
    "an operator that nobody defines": (planted([], [], "replace", equal(["f", 1], ["f", 1]), {}), "no section"),
    "a bound variable with another meaning": (
        planted([["k", "integer"]], [], "replace", equal(series("k", 0, 3), series("k", 0, 3)), {}), "another meaning"),
}  # fmt: skip

EVERY = RING | FACTS | LOGIC | INDUCTION | SUMS | RATIOS | ANALYSIS | {
    f"undefined: {name}": each for name, each in UNDEFINED.items()
}  # fmt: skip


@pytest.mark.parametrize(("written", "reason"), EVERY.values(), ids=EVERY)
def test_a_planted_theorem_is_refused_by_both(written: Json, reason: str) -> None:
    with pytest.raises(Refused, match=reason):
        check(written)
    assert not kernel_accepts(written)
