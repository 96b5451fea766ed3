"""Means of Gaussian rows: the checker accepts what docs/proof.md licenses, and refuses each planted falsehood."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from rftheory.proof.checker import Refused, check
from rftheory.proof.checker.definitions import row_term

Json = Any
Steps = list[Json]
HALF, OO = ["q", 1, 2], ["oo"]
X, Y = ["vec", "x"], ["vec", "y"]
IID, ORTHOGONAL, SIMPLEX, UNKNOWN = (["name", n] for n in ("iid", "orthogonal", "simplex", "cauchy"))
DIMENSION = {"variables": [["d", "integer"]], "constraints": [["<", 0, "d"]]}
A_REAL = {"variables": [["a", "real"]], "constraints": [["<", 0, ["+", 1, ["*", -2, "a"]]]]}
ONE, TWO = ["row", IID, 1], ["row", IID, 2]


def dot(u: Json, v: Json) -> Json:
    return ["dot", u, v]


def exp(t: Json) -> Json:
    return ["exp", t]


def mean(t: Json) -> Json:
    return ["E", t]


def half(t: Json) -> Json:
    return ["*", HALF, t]


def square(t: Json) -> Json:
    return ["^", t, 2]


def obj(*steps: Json, variables: Json = (), constraints: Json = ()) -> Json:
    return {
        "format": 1,
        "about": "means",
        "context": {"variables": list(variables), "constraints": list(constraints)},
        "steps": list(steps),
        "conclusion": steps[-1]["then"],
    }


def step(rule: str, then: Json, *premises: int, **more: Json) -> Json:
    """A step; `over` are its local variables, `given` its hypotheses, other keywords make `by`."""
    parts = {"rule": rule, "from": list(premises), "then": then}
    parts["for"], parts["if"] = more.pop("over", []), more.pop("given", [])
    return parts | {"by": more}


def gaussian(e: Json, value: Json, **context: Json) -> Json:
    """E e = value for an integrable e; the constraints are premises."""
    given = [step("given", p) for p in context.get("constraints", ())]
    some = range(len(given))
    return obj(
        *given,
        step("integrable", ["integrable", e], *some),
        step("gaussian", ["=", mean(e), value], *some),
        **context,
    )


def integrable(e: Json, **context: Json) -> Json:
    given = [step("given", p) for p in context.get("constraints", ())]
    return obj(*given, step("integrable", ["integrable", e], *range(len(given))), **context)


W, V = dot(ONE, X), dot(TWO, X)
VALUE = exp(half(dot(X, X)))
CIRCLE = ["*", ["cos", W], exp(dot(ONE, Y))]
CIRCLE_VALUE = ["*", ["cos", dot(X, Y)], exp(half(["+", dot(Y, Y), ["*", -1, dot(X, X)]]))]
SQUARED = exp(["+", ["*", "a", dot(ONE, ONE)], W])
S = ["+", 1, ["*", -2, "a"]]
SQUARED_VALUE = ["*", ["^", S, ["*", ["q", -1, 2], "d"]], exp(["*", HALF, dot(X, X), ["^", S, -1]])]
BOTH = {
    "variables": [["d", "integer"], ["a", "real"]],
    "constraints": [["<", 0, "d"], ["<", 0, S]],
}


def linear(parts: Json, e: Json, *needs: Json) -> Json:
    """E e is the combination, from the integrability of every part."""
    found = [step("integrable", ["integrable", t]) for t in needs]
    return obj(
        *found,
        step("integrable", ["integrable", e]),
        step("mean-linear", ["=", mean(e), parts], *range(len(found))),
    )


LINEAR = (["+", ["*", 2, mean(exp(W))], ["*", -1, mean(exp(V))]], ["+", exp(W), exp(W), ["*", -1, exp(V)]])


def direction(
    rows: Json,
    head: str = "exp",
    sign: int = 1,
    v: Json = X,
    given: Json = None,
    below: Json = "d",
    apart: bool = False,
) -> Json:
    """E exp (or cos) of the sum of a·dot(row, v) is E 0F1 of the squared length; `apart`: as if at right angles."""
    total = ["+", *(["*", a, row] for row, a in rows)] if len(rows) > 1 else rows[0][0]
    inner = ["+", *(["*", a, dot(row, v)] for row, a in rows)] if len(rows) > 1 else dot(rows[0][0], v)
    lengths = ["+", *(["*", square(a), dot(row, row)] for row, a in rows)]
    lengths = (lengths if len(rows) > 1 else lengths[1]) if apart else dot(total, total)
    z = ["*", ["q", sign, 4], dot(v, v), lengths]
    e = [head, inner]
    series = mean(["hyper", [], [half(below)], z])
    last = max(row[2] for row, _ in rows)
    bounds = [*DIMENSION["constraints"], *([["<=", last, "d"]] if len(rows) > 1 else [])]
    said = [step("given", bound) for bound in bounds]
    combined = total if given is None else given
    shown = step("rotation", ["=", mean(e), series], *range(len(said)), vector=v, rows=combined)
    return obj(*said, shown, variables=DIMENSION["variables"], constraints=bounds)


def rows(coupling: Json, n: int = 2) -> Json:
    return [[["row", coupling, i], 1] for i in range(1, n + 1)]


def lengths(n: int, k: Json, value: Json = None, coupling: Json = IID, repeated: bool = False) -> Json:
    """The k-th moment of the sum of squared lengths of n rows, k a variable of the context."""
    found = [["row", coupling, 1 if repeated else i] for i in range(1, n + 1)]
    q = ["+", *(dot(w, w) for w in found)] if n > 1 else dot(found[0], found[0])
    start = ["*", ["q", n, 2] if n % 2 else n // 2, "d"]
    value = value or ["*", ["^", 2, k], ["gamma", ["+", start, k]], ["^", ["gamma", start], -1]]
    return obj(
        step("given", ["<", 0, "d"]),
        step("given", ["<=", 0, "k"]),
        step("lengths", ["=", mean(["^", q, k]), value], 0, 1),
        variables=[["d", "integer"], ["k", "integer"], ["r", "real"]],
        constraints=[["<", 0, "d"], ["<=", 0, "k"]],
    )


Q = ["+", dot(ONE, ONE), dot(TWO, TWO)]


def series_term(k: Json, c: Json = "c", b: Json = "b", q: Json = Q) -> Json:
    inverses = (["^", ["gamma", t], -1] for t in (["+", b, k], ["+", k, 1]))
    return ["*", ["^", c, k], mean(["^", q, k]), ["gamma", b], *inverses]


def moment_series(c: Json = "c", q: Json = Q, body: Json = None, k: str = "k", b: Json = "b") -> Json:
    t = body or series_term(k, c, b, q)
    summable = ["summable", k, 0, t]
    squares = [["^", each, HALF] for each in (q[1:] if q[0] == "+" else [q])]
    over = {"over": [[k, "integer"]], "given": [["<=", 0, k]]}
    return obj(
        step("given", ["<", 0, "b"]),
        step("given", summable),
        step(
            "combine",
            ["<=", 0, q],
            terms=[{"coefficient": 1, "squares": [each], "factors": []} for each in squares],
        ),
        step("given", ["<=", 0, k], **over),
        step("power-integrable", ["integrable", ["^", q, k]], 3, **over),
        step("mean-series", ["=", mean(["hyper", [], [b], ["*", c, q]]), ["sum", k, 0, OO, t]], 0, 1, 2, 4),
        variables=[["b", "real"], ["c", "real"]],
        constraints=[["<", 0, "b"], summable],
    )


def estimate(
    features: str = "positive", kernel: str = "softmax", coupling: Json = IID, m: Json = "m", at: str = "x, y"
) -> Json:
    return ["estimate", coupling, ["name", features], m, ["name", at], ["name", kernel]]


def frozen(t: Json) -> Json:
    return tuple(map(frozen, t)) if isinstance(t, list) else t


def thawed(t: Json) -> Json:
    return list(map(thawed, t)) if isinstance(t, tuple) else t


def term(e: Json, i: int = 1) -> Json:
    return thawed(row_term(frozen(e), i))


MANY = {"variables": [["m", "integer"]], "constraints": [["<=", 1, "m"]]}
NARROW = {"variables": [["m", "integer"], ["d", "integer"]], "constraints": [["<=", 1, "m"]]}
WIDE = {
    "variables": [["m", "integer"], ["d", "integer"], ["A", "real"]],
    "constraints": [["<=", 1, "m"], ["<=", "m", "d"], ["<", 0, ["+", 1, ["*", -4, "A"]]],
                    ["<", 0, ["+", 1, ["*", -8, "A"]]]],
}  # fmt: skip


def unfolded(m: Json, one: Json, two: Json) -> Json:
    squared = ["*", -1, square(mean(one))]
    over = ["^", m, -1]
    alone = ["*", over, ["+", mean(square(one)), squared]]
    return ["+", alone, ["*", ["+", 1, ["*", -1, over]], ["+", mean(["*", one, two]), squared]]]


def estimate_mean(e: Json = None, context: Json = MANY, of: Json = None) -> Json:
    e = e or estimate()
    one = of or term(e)
    given = [step("given", p) for p in context["constraints"]]
    n = range(len(given))
    needed = step("integrable", ["integrable", one], *n)
    return obj(*given, needed, step("estimate-mean", ["=", mean(e), mean(one)], *n, len(n)), **context)


def estimate_variance(e: Json = None, context: Json = MANY, value: Json = None) -> Json:
    e = e or estimate()
    one, two = term(e), term(e, 2)
    given = [step("given", p) for p in context["constraints"]]
    n = range(len(given))
    needed = step("integrable", ["integrable", square(one)], *n)
    then = ["=", ["Var", e], value or unfolded(e[3], one, two)]
    last = step("estimate-variance", then, *n, len(n))
    return obj(*given, needed, last, **context)


def variance(z: Json, value: Json = None, need: Json = None) -> Json:
    value = value or ["+", mean(square(z)), ["*", -1, square(mean(z))]]
    return obj(
        step("integrable", ["integrable", need or square(z)]),
        step("integrable", ["integrable", z]),
        step("variance", ["=", ["Var", z], value], 0),
    )


def covariance(y: Json, z: Json, value: Json = None, needs: tuple[int, ...] = (0, 1)) -> Json:
    value = value or ["+", mean(["*", y, z]), ["*", -1, mean(y), mean(z)]]
    found = [step("integrable", ["integrable", t]) for t in (square(y), square(z), y, z, ["*", y, z])]
    return obj(*found, step("covariance", ["=", ["Cov", y, z], value], *needs))


def error(z: Json, t: Json, bias: Json = None) -> Json:
    bias = bias if bias is not None else square(["+", mean(z), ["*", -1, t]])
    return obj(
        step("integrable", ["integrable", square(z)]),
        step("integrable", ["integrable", z]),
        step("error", ["=", ["mse", z, t], ["+", ["Var", z], bias]]),
        variables=[["t", "real"]],
    )


GERF = estimate("gerf", "gaussian")
ACCEPTED: dict[str, Json] = {
    "a product": gaussian(exp(W), VALUE),
    "two independent rows": gaussian(["*", exp(W), exp(V)], exp(dot(X, X))),
    "a constant": gaussian(["cos", dot(X, Y)], ["cos", dot(X, Y)]),
    "a cosine": gaussian(["cos", W], exp(half(["*", -1, dot(X, X)]))),
    "a cosine times an exponential": gaussian(CIRCLE, CIRCLE_VALUE),
    "a sine is 0 on average": gaussian(["sin", W], 0),
    "bilinear": gaussian(exp(dot(ONE, ["+", X, Y])), exp(half(dot(["+", X, Y], ["+", Y, X])))),
    "a square": gaussian(SQUARED, SQUARED_VALUE, **BOTH),
    "an orthogonal row": gaussian(exp(dot(["row", ORTHOGONAL, 1], X)), VALUE),
    "either of two orthogonal rows": gaussian(
        ["+", exp(dot(["row", ORTHOGONAL, 1], X)), exp(dot(["row", SIMPLEX, 1], X))], ["*", 2, VALUE]
    ),
    "linear": linear(*LINEAR, exp(W), exp(V)),
    "a multiple": linear(["*", 3, mean(exp(W))], ["*", 3, exp(W)], exp(W)),
    "estimate's mean": estimate_mean(),
    "one row": estimate_mean(estimate(m=1), {"variables": [], "constraints": []}),
    "estimate's mean by GERF": estimate_mean(GERF, WIDE),
    "an orthogonal estimate's mean, over several blocks": estimate_mean(
        estimate("hyperbolic", "gaussian", ORTHOGONAL), NARROW
    ),
    "an orthogonal estimate's mean": estimate_mean(estimate("hyperbolic", "gaussian", ORTHOGONAL), WIDE),
    "variance": variance(exp(W)),
    "covariance": covariance(exp(W), ["cos", V]),
    "error": error(exp(W), "t"),
    "of every outcome": obj(step("fact", ["<", 0, exp(W)], name="exp-positive", **{"with": {"t": W}})),
}  # fmt: skip


@pytest.mark.parametrize("name", ACCEPTED)
def test_accepted(name: str) -> None:
    assert check(json.dumps(ACCEPTED[name])).conclusion == ACCEPTED[name]["conclusion"]


# Steps of which the rules approve, whatever it takes that their conclusions be defined.
LAWFUL = {
    "several orthogonal rows are integrable": integrable(
        exp(["+", dot(["row", SIMPLEX, 1], X), dot(["row", SIMPLEX, 2], Y)])
    ),
    "lengths of one": lengths(1, "k"),
    "lengths of two": lengths(2, "k"),
    "lengths of three of a simplex": lengths(3, "k", coupling=SIMPLEX),
    "estimate's variance": estimate_variance(),
    "estimate's variance with cosines": estimate_variance(estimate("trigonometric")),
    "direction of one": direction(rows(IID, 1)),
    "direction of two": direction(rows(ORTHOGONAL)),
    "direction of a cosine": direction(rows(ORTHOGONAL, 3), "cos", -1),
    "direction with coefficients": direction([[["row", ORTHOGONAL, 1], 2], [["row", ORTHOGONAL, 2], -1]]),
    "moments": moment_series(),
    "moments of one": moment_series(q=dot(ONE, ONE)),
    "orthogonal variance": estimate_variance(estimate(coupling=ORTHOGONAL), WIDE),
    "variance by GERF": estimate_variance(GERF, WIDE),
}


@pytest.mark.parametrize("name", LAWFUL)
def test_lawful(name: str) -> None:
    """Of all steps the rules approve; as conclusions they are refused while a mean, a row or a power is not defined."""
    lawful = LAWFUL[name]
    check(lawful | {"steps": [*lawful["steps"], step("ring", ["=", 0, 0])], "conclusion": ["=", 0, 0]})
    with pytest.raises(Refused) as refusal:
        check(lawful)
    assert refusal.value.step is None


UNDEFINED = "not shown to be integrable"
FREE = [["u", "real"]]
RANDOM = ["<=", 0, W]
INVERSE = exp(["*", -1, W])


def captured() -> Json:
    """From E[u e^w] = u E[e^w] for every real u, with u = e^-w: that 1 is random."""
    return obj(
        step("integrable", ["integrable", exp(W)]),
        step("mean-linear", ["=", mean(["*", "u", exp(W)]), ["*", "u", mean(exp(W))]], 0, over=FREE),
        step("instantiate", ["=", mean(["*", INVERSE, exp(W)]), ["*", INVERSE, mean(exp(W))]], 1,
             of=1, **{"with": {"u": INVERSE}}),
    )  # fmt: skip


def by_cases(rule: str) -> Json:
    """What holds inside a mean where w >= 0, and where w < 0, holds in neither case for the mean."""
    sign = step("given", RANDOM, given=[RANDOM])
    same = ["=", ["abs", W], W]
    fact = step("fact", same, 0, given=[RANDOM], name="abs-positive", **{"with": {"t": W}})
    if rule == "replace":
        claim = ["=", mean(exp(["abs", W])), mean(exp(W))]
        return obj(sign, fact, step("replace", claim, 1, given=[RANDOM]))
    if rule == "ring":
        claim = ["=", mean(["^", ["^", W, HALF], 2]), mean(W)]
        return obj(sign, step("ring", claim, 0, given=[RANDOM]))
    if rule == "integrable":
        return obj(sign, step("integrable", ["integrable", exp(W)], 0, given=[RANDOM]))
    return obj(sign, step("gaussian", ["=", mean(exp(W)), VALUE], 0, given=[RANDOM]))


def without(o: Json, index: int, premise: int) -> Json:
    """The object with a premise of a step taken away."""
    changed = copy.deepcopy(o)
    changed["steps"][index]["from"].remove(premise)
    return changed


def local_parameter() -> Json:
    """The parameter of the features is local, so that the estimate would depend on nothing."""
    e, over = estimate("gerf", "gaussian", m=1), [["A", "real"]]
    given = [["<", 0, ["+", 1, ["*", -4, "A"]]]]
    return obj(
        step("given", given[0], over=over, given=given),
        step("integrable", ["integrable", term(e)], 0, over=over, given=given),
        step("estimate-mean", ["=", mean(e), mean(term(e))], 0, 1, over=over, given=given),
        variables=[["d", "integer"]],
    )


def scalar(t: Json) -> Json:
    return obj(step("ring", ["=", t, t]))


CORRELATED = exp(["+", dot(["row", ORTHOGONAL, 1], X), dot(["row", ORTHOGONAL, 2], X)])
TWO_SQUARES = exp(["+", ["*", ["q", 1, 4], dot(ONE, ONE)], ["*", ["q", 1, 4], dot(TWO, TWO)]])
QUARTER = {"variables": [["d", "integer"]], "constraints": [["<", 0, "d"], ["<", 0, HALF]]}
REAL_D = {"variables": [["d", "real"], ["a", "real"]], "constraints": BOTH["constraints"]}
SMALL = {"variables": [["m", "integer"]], "constraints": [["<=", 0, "m"]]}

# What is false, or not licensed: the object, the step that is to blame, words of the reason.
PLANTED: dict[str, tuple[Json, int | None, str]] = {
    # random coefficients, and rows outside exponents
    "a row outside": (integrable(W), 0, "stands outside an exponent"),
    "a row times an exponential": (integrable(["*", W, exp(W)]), 0, "stands outside an exponent"),
    "a random denominator": (
        obj(step("fact", ["<", 0, exp(exp(W))], name="exp-positive", **{"with": {"t": exp(W)}}),
            step("integrable", ["integrable", ["^", ["+", 1, exp(W)], -1]], 0)), 1, "not known to differ from 0",
    ),
    "a power of a row in an exponent": (integrable(exp(square(W))), 0, "not linear"),
    "a product of products": (integrable(exp(["*", W, V])), 0, "not linear"),
    "an exponential in an exponent": (integrable(exp(exp(W))), 0, "stands outside an exponent"),
    "an absolute value in an exponent": (integrable(exp(["abs", W])), 0, "no product with a row"),
    "a root of a length": (integrable(["^", dot(ONE, ONE), HALF]), 0, "stands outside an exponent"),
    "a root of a length in an exponent": (integrable(exp(["^", dot(ONE, ONE), HALF])), 0, "no product with a row"),
    "an unknown head": (integrable(["f", "a"], **A_REAL), 1, "stands outside an exponent"),
    "an estimate in a mean": (integrable(estimate(m=1)), 0, "stands outside an exponent"),
    "a random value": (gaussian(exp(W), exp(W)), 1, "is not random"),
    "a random coefficient of a mean": (
        linear(["*", exp(W), mean(exp(V))], ["*", exp(W), exp(V)], exp(V)), 2, "a coefficient is random",
    ),
    "an unknown head as coefficient": (
        linear(["*", ["f", 1], mean(exp(V))], exp(V), exp(V)), 2, "a coefficient is random",
    ),
    "an estimate as coefficient": (
        linear(["*", estimate(m=1), mean(exp(V))], exp(V), exp(V)), 2, "a coefficient is random",
    ),
    "another combination": (
        linear(["+", ["*", 2, mean(exp(W))], ["*", 1, mean(exp(V))]], LINEAR[1], exp(W), exp(V)),
        3, "the combination is not",
    ),
    "a combination of what is not integrable": (linear(*LINEAR, exp(W)), 2, "no premise is"),
    "a combination of no means": (linear(["+", ["*", 2, exp(W)], 0], exp(W), exp(W)), 2, "not a mean"),
    # what a mean binds
    "a captured random variable": (captured(), 2, "a random term would come inside E"),
    "replaced under a random hypothesis": (by_cases("replace"), 2, "do not turn"),
    "a root under a random hypothesis": (by_cases("ring"), 1, "normal forms differ"),
    "integrable under a random hypothesis": (by_cases("integrable"), 1, "speaks of a random quantity"),
    "a mean under a random hypothesis": (by_cases("gaussian"), 1, "speaks of a random quantity"),
    "a random constraint": (
        gaussian(exp(W), VALUE, constraints=[["=", W, 0]]), 1, "speaks of a random quantity",
    ),
    "defined under a random hypothesis": (
        obj(step("given", ["integrable", ["log", "u"]], given=[["integrable", ["log", "u"]]], over=FREE),
            step("ring", ["=", mean(exp(W)), mean(exp(W))])), None, UNDEFINED,
    ),
    # gaussian
    "half the exponent": (gaussian(exp(W), exp(dot(X, X))), 1, "the mean is not this"),
    "the sign of a cosine": (gaussian(["cos", W], VALUE), 1, "the mean is not this"),
    "dependent rows": (gaussian(CORRELATED, exp(dot(X, X))), 1, "not independent"),
    "rows of two couplings": (
        gaussian(exp(["+", W, dot(["row", ORTHOGONAL, 1], X)]), exp(dot(X, X))), 1, "not independent",
    ),
    "rows of an unknown coupling": (gaussian(exp(dot(["row", UNKNOWN, 1], X)), VALUE), 0, "not known to be Gaussian"),
    "the same row twice is not two": (gaussian(exp(["+", W, W]), exp(dot(X, X))), 1, "the mean is not this"),
    "a product of two rows": (gaussian(exp(dot(ONE, TWO)), 1), 0, "a product of two rows"),
    "two squares are not seen to be integrable": (integrable(TWO_SQUARES, **QUARTER), 2, "another row beside"),
    "a row beside a square": (
        integrable(exp(["+", ["*", "a", dot(ONE, ONE)], V]), **A_REAL), 1, "another row beside",
    ),
    "squares of two orthogonal rows": (
        obj(*(step("given", p) for p in QUARTER["constraints"]),
            step("gaussian", ["=", mean(exp(["+", *(["*", ["q", 1, 4], dot(w, w)] for w, _ in rows(ORTHOGONAL))])),
                              ["^", 2, "d"]], 0, 1), **QUARTER), 2, "not independent",
    ),
    "a square that is too large": (integrable(SQUARED, variables=A_REAL["variables"]), 0, "no premise says that 1 - 2a"),
    "a square with another sign": (
        integrable(SQUARED, variables=A_REAL["variables"], constraints=[["<", 0, "a"]]), 1, "no premise says that 1 - 2a",
    ),
    "a square up to 1 - 2a = 0": (
        integrable(SQUARED, variables=A_REAL["variables"], constraints=[["<=", 0, S]]), 1, "no premise says that 1 - 2a",
    ),
    "an imaginary square": (integrable(["cos", dot(ONE, ONE)]), 0, "not seen to be real"),
    "a mean with an imaginary square": (
        obj(step("gaussian", ["=", mean(["cos", ["*", "a", dot(ONE, ONE)]]), 1]), variables=A_REAL["variables"]),
        0, "not seen to be real",
    ),
    "a square without d": (gaussian(SQUARED, 1, **A_REAL), 2, "the context has no integer d"),
    "a square with a real d": (gaussian(SQUARED, SQUARED_VALUE, **REAL_D), 3, "the context has no integer d"),
    "a square with d of any sign": (without(gaussian(SQUARED, SQUARED_VALUE, **BOTH), 3, 0), 3, "no premise is 0 < d"),
    "a random s": (
        obj(step("given", ["<", 0, ["+", S, ["*", 0, W]]]),
            step("integrable", ["integrable", SQUARED], 0),
            variables=A_REAL["variables"], constraints=[["<", 0, ["+", S, ["*", 0, W]]]]), 1, "random",
    ),
    # direction
    "a direction for dependent lengths": (direction(rows(SIMPLEX), apart=True), 2, "no squared length"),
    "two independent directions": (direction(rows(IID), apart=True), 2, "no squared length"),
    "an unknown direction": (direction(rows(UNKNOWN, 1)), 1, "not known to be Gaussian"),
    "a row twice": (direction([[["row", ORTHOGONAL, 1], 1]] * 2, apart=True), 2, "no squared length"),
    "rows of two couplings in a direction": (
        direction([[["row", ORTHOGONAL, 1], 1], [["row", IID, 2], 1]]), 2, "rows of two couplings",
    ),
    "no rows": (direction(rows(IID, 1), given=X), 1, "a fixed vector"),
    "a random vector": (direction(rows(ORTHOGONAL), v=TWO), 2, "the vector is random"),
    "a random direction coefficient": (
        direction([[["row", ORTHOGONAL, 1], W], [["row", ORTHOGONAL, 2], 1]]), 2, "a random coefficient",
    ),
    "other coefficients": (
        direction(rows(ORTHOGONAL), given=["+", ["row", ORTHOGONAL, 1], ["*", -1, ["row", ORTHOGONAL, 2]]]),
        2, "another one",
    ),
    "a cosine with the sign of exp": (direction(rows(ORTHOGONAL), "cos", 1), 2, "no squared length"),
    "exp with the sign of a cosine": (direction(rows(ORTHOGONAL), "exp", -1), 2, "no squared length"),
    "a sine": (direction(rows(ORTHOGONAL), "sin"), 2, "not the mean of exp or cos"),
    "another dimension": (direction(rows(ORTHOGONAL), below=3), 2, "not a mean of 0F1"),
    "a direction of more rows than there are dimensions": (
        direction(rows(ORTHOGONAL), apart=True), 2, "no squared length",
    ),
    "a direction with d of any sign": (without(direction(rows(IID, 1)), 1, 0), 1, "no premise is 0 < d"),
    # moments and lengths
    "k captured": (
        obj(step("mean-series",
                 ["=", mean(["hyper", [], ["b"], ["*", "c", Q]]), ["sum", "c", 0, OO, series_term("c")]]),
            variables=[["b", "real"], ["c", "real"]]), 0, "a parameter speaks of c",
    ),
    "moments that may diverge": (without(moment_series(), 5, 1), 5, "no premise is summable"),
    "moments with b of any sign": (without(moment_series(), 5, 0), 5, "no premise is 0 < b"),
    "moments with a random factor": (moment_series(c=exp(W)), 4, "speaks of a random quantity"),
    "moments with a random parameter": (moment_series(b=exp(W)), 4, "speaks of a random quantity"),
    "moments of an unknown coupling": (
        moment_series(q=dot(["row", UNKNOWN, 1], ["row", UNKNOWN, 1])), 4, "not known to be Gaussian",
    ),
    "moments of a product of rows": (moment_series(q=dot(ONE, TWO)), 2, "do not sum"),
    "moments of a fixed vector": (moment_series(q=dot(X, X)), 4, "fixed vector"),
    "other moments": (moment_series(body=["*", 2, series_term("k")]), 5, "no premise is summable"),
    "lengths of a row twice": (lengths(2, "k", repeated=True), 2, "a row twice"),
    "lengths of an unknown coupling": (lengths(1, "k", coupling=UNKNOWN), 2, "rows of other couplings"),
    "another moment": (lengths(1, "k", value=["^", "d", "k"]), 2, "not the moment"),
    "a real moment": (lengths(1, "r"), 2, "not seen to be an integer"),
    "a negative moment": (lengths(1, -1), 2, "no premise is 0 <= -1"),
    "a moment of any sign": (without(lengths(1, "k"), 2, 1), 2, "no premise is 0 <= k"),
    "lengths with d of any sign": (without(lengths(1, "k"), 2, 0), 2, "no premise is 0 < d"),
    # estimates
    "no rows of an estimate": (estimate_mean(context=SMALL), 2, "no premise is 1 <= m"),
    "zero rows": (estimate_mean(estimate(m=0), SMALL), 2, "no premise is 1 <= 0"),
    "half a row": (estimate_mean(estimate(m=HALF), SMALL), 2, "not seen to be an integer"),
    "a real number of rows": (
        estimate_mean(context={"variables": [["m", "real"]], "constraints": [["<=", 1, "m"]]}),
        2, "not seen to be an integer",
    ),
    "a random number of rows": (estimate_mean(estimate(m=W), MANY), 2, "not seen to be an integer"),
    "the variance of more orthogonal rows than dimensions": (
        estimate_variance(estimate(coupling=ORTHOGONAL), NARROW), 2, "no premise is m <= d",
    ),
    "orthogonal rows in no dimension": (
        estimate_variance(estimate(coupling=ORTHOGONAL), MANY), 2, "the context has no integer d",
    ),
    "an unknown coupling": (estimate_mean(estimate(coupling=UNKNOWN, m=1), NARROW | {"constraints": [["<=", 1, "d"]]}, of=exp(W)), 2, "not known to be Gaussian"),
    "unknown features": (estimate_mean(estimate("relu"), of=exp(W)), 2, "features that are not defined"),
    "gerf for softmax": (estimate_mean(estimate("gerf"), {**WIDE}, of=exp(W)), 5, "features that are not defined"),
    "gerf without A": (estimate_mean(GERF, NARROW, of=exp(W)), 2, "the context has no A"),
    "gerf with a local A": (local_parameter(), 2, "the context has no A"),
    "an estimate elsewhere": (estimate_mean(estimate(at="u, v"), of=exp(W)), 2, "elsewhere"),
    "another kernel": (estimate_mean(estimate(kernel="laplace"), of=exp(W)), 2, "another kernel"),
    "the term of another estimate": (
        estimate_mean(of=term(estimate("hyperbolic"))), 2, "no premise is",
    ),
    "the mean of another row": (
        obj(*estimate_mean()["steps"][:2], step("integrable", ["integrable", term(estimate(), 2)]),
            step("estimate-mean", ["=", mean(estimate()), mean(term(estimate(), 2))], 0, 1, 2), **MANY),
        3, "not the mean of the term",
    ),
    "a variance without the second moment": (without(estimate_variance(), 2, 1), 2, "no premise is integrable"),
    "a variance without the covariance": (
        estimate_variance(value=["*", ["^", "m", -1], ["+", mean(square(term(estimate()))), 0]]),
        2, "not the variance of the mean",
    ),
    "an estimate is no constant": (
        obj(step("mean-linear", ["=", mean(estimate(m=1)), ["*", estimate(m=1), mean(1)]])), 0, "a coefficient is random",
    ),
    # variance, covariance, error
    "a variance of what has none": (variance(exp(W), need=exp(W)), 2, "no premise is integrable"),
    "a variance without the mean": (variance(exp(W), mean(square(exp(W)))), 2, "not E z^2"),
    "a covariance of one with a second moment": (covariance(exp(W), exp(V), needs=(0,)), 5, "no premise is"),
    "a covariance of products": (covariance(exp(W), exp(V), mean(["*", exp(W), exp(V)])), 5, "not E yz"),
    "an error about what is random": (error(exp(W), exp(V)), 2, "about what is not random"),
    "an error about an unknown head": (error(exp(W), ["f", "t"]), 2, "about what is not random"),
    "an error without bias": (error(exp(W), "t", 0), 2, "not the variance and the squared bias"),
    # what is spoken of is defined
    "a mean that may be infinite": (
        scalar(mean(exp(W))), None, UNDEFINED,
    ),
    "a variance that may be infinite": (scalar(["Var", exp(W)]), None, UNDEFINED),
    "an error that may be infinite": (scalar(["mse", exp(W), 1]), None, UNDEFINED),
    "a covariance that may be infinite": (scalar(["Cov", exp(W), exp(V)]), None, UNDEFINED),
    "an estimate whose mean may be infinite": (scalar(mean(estimate(m=1))), None, UNDEFINED),
    "an estimate without definition": (scalar(["Var", estimate(coupling=UNKNOWN, m=1)]), None, "not known to be Gaussian"),
    "a conclusion about an estimate": (scalar(estimate(m=1)), None, "outside of a moment"),
    "an estimate in a sum": (scalar(mean(["+", 1, estimate(m=1)])), None, UNDEFINED),
    "a row that a block may not have": (
        obj(step("integrable", ["integrable", exp(dot(["row", ORTHOGONAL, 2], X))])), None, "a block is not shown",
    ),
    # vectors
    "other vectors": (obj(step("ring", ["=", dot(X, X), dot(X, Y)])), 0, "normal forms differ"),
    "dot is not linear in squares": (
        obj(step("ring", ["=", dot(["*", 2, X], ["*", 2, X]), ["*", 2, dot(X, X)]])), 0, "normal forms differ",
    ),
    "rows of two couplings are two": (
        obj(step("ring", ["=", mean(exp(W)), mean(exp(dot(["row", ORTHOGONAL, 1], X)))])), 0, "normal forms differ",
    ),
    "a vector alone": (scalar(X), None, "heads no term"),
    "a row alone": (scalar(ONE), None, "heads no term"),
    "a scalar in dot": (scalar(dot(1, X)), None, "must be a list"),
    "a product of vectors": (scalar(dot(["*", X, Y], X)), None, "one vector and scalars"),
    "a vector and a scalar": (scalar(dot(["+", X, 1], X)), None, "must be a list"),
    "row 0": (scalar(dot(["row", IID, 0], X)), None, "a literal from 1"),
    "a row of true": (scalar(dot(["row", IID, True], X)), None, "a literal from 1"),
    "a row of a variable": (scalar(dot(["row", IID, "i"], X)), None, "a literal from 1"),
    "a coupling that is no name": (scalar(dot(["row", 1, 1], X)), None, "must be a name"),
    "a mean of two": (scalar(["E", 1, 2]), None, "E takes 1"),
    "an estimate of four": (scalar(estimate()[:5]), None, "estimate takes 5"),
    "an estimate by numbers": (scalar(["estimate", 1, 2, 3, 4, 5]), None, "takes names"),
}  # fmt: skip


@pytest.mark.parametrize("name", PLANTED)
def test_planted(name: str) -> None:
    planted, step, words = PLANTED[name]
    with pytest.raises(Refused) as refusal:
        check(planted)
    assert (refusal.value.step, words in refusal.value.reason) == (step, True), refusal.value


# On the line, where vectors are numbers, means of independent rows are integrals: a second method.
NODES, WEIGHTS = np.polynomial.hermite_e.hermegauss(60)
WEIGHTS = WEIGHTS / WEIGHTS.sum()
AT = {"x": 0.37, "y": -0.61, "a": 0.05, "A": 0.03, "d": 1, "m": 1, "t": 0.8, "u": 1.3}
KERNELS = {"gaussian": np.exp(-((AT["x"] - AT["y"]) ** 2) / 2), "softmax": np.exp(AT["x"] * AT["y"])}


def value(t: Json) -> Any:
    """The value on the line at AT; of what is random over the grid of two independent rows."""
    if not isinstance(t, list):
        return AT[t] if isinstance(t, str) else t
    head, parts = t[0], t[1:]
    if head == "q":
        return parts[0] / parts[1]
    if head == "vec":
        return AT[parts[0]]
    if head == "row":
        return NODES[:, None] if parts[1] == 1 else NODES[None, :]
    inner = [value(part) for part in parts]
    if head in ("+", "*", "dot"):
        total = inner[0]
        for part in inner[1:]:
            total = total + part if head == "+" else total * part
        return total
    if head == "^":
        return inner[0] ** float(inner[1])
    if head in ("E", "Var", "Cov", "mse"):
        y, z = inner[0], inner[-1]
        return {
            "E": lambda: integral(y),
            "Var": lambda: integral((y - integral(y)) ** 2),
            "Cov": lambda: integral((y - integral(y)) * (z - integral(z))),
            "mse": lambda: integral((y - z) ** 2),
        }[head]()
    return {"exp": np.exp, "cos": np.cos, "sin": np.sin, "abs": np.abs}[head](inner[0])


def integral(f: Any) -> float:
    return float((np.broadcast_to(f, (60, 60)) * WEIGHTS[:, None] * WEIGHTS[None, :]).sum())


def agree(claim: Json) -> bool:
    """Whether an equality holds on the line."""
    return claim[0] == "=" and np.allclose(value(claim[1]), value(claim[2]), rtol=1e-9, atol=1e-11)


@pytest.mark.parametrize("features", ["trigonometric", "positive", "hyperbolic", "gerf"])
def test_estimates_are_of_their_kernels(features: str) -> None:
    """The term of a row, as defined, has the kernel as its mean; that of two rows differs in the row alone."""
    for kernel in ("gaussian",) if features == "gerf" else KERNELS:
        e = estimate(features, kernel)
        assert np.isclose(value(mean(term(e))), KERNELS[kernel], rtol=1e-10)
        assert json.dumps(term(e, 2)) == json.dumps(term(e)).replace(
            '["row", ["name", "iid"], 1]', json.dumps(TWO)
        )


INTEGRALS = {
    name: o
    for name, o in ACCEPTED.items()
    if o["conclusion"][0] == "=" and "orthogonal" not in json.dumps(o) and "estimate" not in json.dumps(o)
}


def variants(t: Json) -> Iterator[Json]:
    """Every change of one part of a term: numbers, heads, vectors, and parts left out, doubled or in another order."""
    others = {"cos": ["sin", "exp"], "exp": ["cos"], "sin": ["cos"], "+": ["*"], "*": ["+"], "E": ["Var"], "x": ["y"],
              "y": ["x"], "a": ["d"], "d": ["a"], "t": ["u"], "iid": ["orthogonal", "simplex", "sphere"]}  # fmt: skip
    if type(t) is int:
        yield from (t + 1, t - 1, -t)
    elif isinstance(t, str):
        yield from others.get(t, ())
    else:
        for i, part in enumerate(t):
            yield from ([*t[:i], other, *t[i + 1 :]] for other in variants(part))
            if i:
                yield from (t[:i] + t[i + 1 :], [*t[:i], part, *t[i:]], [*t[:1], part, *t[1:i], *t[i + 1 :]])
                yield [*t[:i], ["*", 2, part], *t[i + 1 :]]


@pytest.mark.parametrize("name", INTEGRALS)
def test_mutants(name: str) -> None:
    """What is accepted is true of the integrals; every other change of a conclusion is refused."""
    assert agree(INTEGRALS[name]["conclusion"])
    refused = 0
    for then in variants(INTEGRALS[name]["conclusion"]):
        mutant = copy.deepcopy(INTEGRALS[name])
        mutant["steps"][-1]["then"] = mutant["conclusion"] = then
        try:
            check(mutant)
        except Refused:
            refused += 1
            continue
        assert agree(then), then
    assert refused > 20


def test_mutants_of_gaussian_without_definedness() -> None:
    """The rule alone, with any mean: a mutant that it accepts is true."""
    accepted = 0
    for name in (
        "a product",
        "two independent rows",
        "a cosine times an exponential",
        "a square",
        "bilinear",
    ):
        o = INTEGRALS[name]
        for then in variants(o["conclusion"]):
            steps = [*o["steps"][:-1], o["steps"][-1] | {"then": then}, step("ring", ["=", 0, 0])]
            try:
                check(o | {"steps": steps, "conclusion": ["=", 0, 0]})
            except Refused:
                continue
            accepted += 1
            assert agree(then), then
    assert accepted > 5
