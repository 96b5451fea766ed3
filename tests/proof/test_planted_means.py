"""False theorems about means, planted at the edges of their rules; refused by both programs, by the checker for a reason."""

from __future__ import annotations

from typing import Any

import pytest

from rftheory.proof.checker import Refused, check
from tests.proof.test_planted_rules import HALF, equal, planted, series
from tests.proof.two_programs import a_step, an_object, kernel_accepts

Json = Any
D = [["d", "integer"]]
IID, ORTHOGONAL, SIMPLEX, FULL, CROSS, SPHERE, FRAME, ANY = (
    ["name", each]
    for each in (
        "iid", "orthogonal", "simplex", "simplex-full", "cross-polytope", "sphere", "orthogonal-fixed-norm", "any",
    )
)  # fmt: skip
U, V = ["vec", "u"], ["vec", "v"]


def row(coupling: Json, index: int = 1) -> Json:
    return ["row", coupling, index]


def square(coupling: Json, index: int = 1) -> Json:
    return ["dot", row(coupling, index), row(coupling, index)]


def along(coupling: Json, index: int = 1, vector: Json = U) -> Json:
    return ["dot", row(coupling, index), vector]


def mean(e: Json) -> Json:
    return ["E", e]


def estimate(coupling: Json, m: Json, features: str = "positive") -> Json:
    return ["estimate", coupling, ["name", features], m, ["name", "x, y"], ["name", "gaussian"]]


SEEN = [["<", 0, "d"]]
LENGTH = ["^", square(IID), HALF]
DIRECTION = {"vector": U, "rows": ["+", row(ORTHOGONAL, 1), row(ORTHOGONAL, 2)]}
SQUARE = {"terms": [{"coefficient": 1, "squares": [["^", square(IID), HALF]], "factors": []}]}
BOTH = ["+", square(ORTHOGONAL, 1), square(ORTHOGONAL, 2)]
T = [["t", "real"]]
RANDOM_T = ["exp", ["*", "t", along(IID)]]
LINE = {"row": row(SPHERE), "vector": U, "variable": "t"}
SIZE = ["*", ["^", "d", HALF], ["^", ["dot", U, U], HALF]]
OPPOSITE = ["*", -1, SIZE]

GAUSSIAN = {
    "a weight that has no mean": (planted(D, SEEN, "integrable", ["integrable", ["exp", ["*", HALF, square(IID)]]]), "positive"),
    "a mean without its condition": (
        planted([*D, ["a", "real"]], SEEN, "gaussian",
                equal(mean(["exp", ["*", "a", square(IID)]]), ["^", ["+", 1, ["*", -2, "a"]], ["*", ["q", -1, 2], "d"]])),
        "positive"),
    "a condition of another sign": (
        planted([*D, ["a", "real"]], [*SEEN, ["<", 0, ["+", 1, ["*", 2, "a"]]]], "integrable",
                ["integrable", ["exp", ["*", "a", square(IID)]]]), "positive"),
    "a condition that only is not strict": (
        planted([*D, ["a", "real"]], [*SEEN, ["<=", 0, ["+", 1, ["*", -2, "a"]]]], "integrable",
                ["integrable", ["exp", ["*", "a", square(IID)]]]), "positive"),
    "orthogonal rows as if independent": (
        planted(D, SEEN, "gaussian",
                equal(mean(["exp", ["+", along(ORTHOGONAL, 1), along(ORTHOGONAL, 2)]]), ["exp", ["dot", U, U]])), "independent"),
    "rows of any coupling as if independent": (
        planted(D, SEEN, "gaussian",
                equal(mean(["exp", ["+", along(ANY, 1), along(ANY, 2)]]), ["exp", ["dot", U, U]])), "independent"),
    "rows of one length are not Gaussian": (
        planted(D, SEEN, "gaussian", equal(mean(["exp", along(SPHERE)]), ["exp", ["*", HALF, ["dot", U, U]]])), "Gaussian"),
    "a product of two rows in an exponent": (
        planted(D, SEEN, "integrable", ["integrable", ["exp", ["dot", row(IID, 1), row(IID, 2)]]]), "two rows|product"),
    "a square of a product in an exponent": (
        planted(D, SEEN, "integrable", ["integrable", ["exp", ["^", along(IID), 2]]]), "linear"),
    "a row beside a square": (
        planted([*D, ["a", "real"]], [*SEEN, ["<", 0, ["+", 1, ["*", -2, "a"]]]], "integrable",
                ["integrable", ["exp", ["+", ["*", "a", square(ORTHOGONAL)], along(ORTHOGONAL, 2)]]]), "beside"),
    "a mean that is random": (planted(D, SEEN, "gaussian", equal(mean(along(IID)), along(IID))), "not random|rows"),
    "a random coefficient": (
        planted(D, [], "mean-linear", equal(mean(["*", along(IID), along(IID)]), ["*", along(IID), mean(along(IID))])), "coefficient"),
    "a combination without means": (
        planted(D, [], "mean-linear", equal(mean(along(IID)), ["*", 2, mean(["*", HALF, along(IID)])])), "no premise"),
}  # fmt: skip

GEOMETRY = {
    "two directions on the line": (
        planted(D, SEEN, "rotation",
                equal(mean(["exp", ["+", along(ORTHOGONAL, 1), along(ORTHOGONAL, 2)]]),
                      mean(["hyper", [], [["*", HALF, "d"]], ["*", ["q", 1, 4], ["dot", U, U], BOTH]])), DIRECTION), "squared length"),
    "a right angle on the line": (
        planted(D, SEEN, "gram", equal(["dot", row(ORTHOGONAL, 1), row(ORTHOGONAL, 2)], 0)), "block"),
    "two independent directions": (
        planted(D, [*SEEN, ["<=", 2, "d"]], "rotation",
                equal(mean(["exp", ["+", along(IID, 1), along(IID, 2)]]),
                      mean(["hyper", [], [["*", HALF, "d"]], ["*", ["q", 1, 4], ["dot", U, U],
                                                            ["+", square(IID, 1), square(IID, 2)]]])),
                {"vector": U, "rows": ["+", row(IID, 1), row(IID, 2)]}), "squared length"),
    "a direction in no dimension": (
        planted(D, [["<=", 0, "d"]], "rotation",
                equal(mean(["exp", along(IID)]),
                      mean(["hyper", [], [["*", HALF, "d"]], ["*", ["q", 1, 4], ["dot", U, U], square(IID)]])),
                {"vector": U, "rows": row(IID)}), "no premise"),
    "the angle of a simplex on the line": (
        planted(D, SEEN, "gram",
                equal(["dot", row(SIMPLEX, 1), row(SIMPLEX, 2)],
                      ["*", ["*", -1, ["^", ["+", "d", -1], -1]], ["^", ["*", square(SIMPLEX, 1), square(SIMPLEX, 2)], HALF]])),
        "block"),
    "a row beyond the simplex": (
        planted(D, [*SEEN, ["<=", 2, "d"]], "gram",
                equal(["dot", row(FULL, 1), row(FULL, 4)],
                      ["*", ["*", -1, ["^", "d", -1]], ["^", ["*", square(FULL, 1), square(FULL, 4)], HALF]])), "block"),
    "the angle of independent rows": (
        planted(D, SEEN, "gram", equal(["dot", row(IID, 1), row(IID, 2)], 0)), "angle|fixed"),
    "rows 2 and 3 of a cross-polytope are opposite": (
        planted(D, [*SEEN, ["<=", 2, "d"]], "gram",
                equal(["dot", row(CROSS, 2), row(CROSS, 3)], ["*", -1, ["^", ["*", square(CROSS, 2), square(CROSS, 3)], HALF]])),
        "cosine"),
    "one row twice": (planted(D, SEEN, "gram", equal(square(ORTHOGONAL), 0)), "twice"),
    "lengths of one row twice": (
        planted([*D, ["k", "integer"]], [*SEEN, ["<=", 0, "k"]], "lengths",
                equal(mean(["^", ["+", square(IID), square(IID)], "k"]),
                      ["*", ["^", 2, "k"], ["gamma", ["+", ["*", 1, "d"], "k"]], ["^", ["gamma", ["*", 1, "d"]], -1]])), "twice"),
    "a length of any power": (
        planted([*D, ["k", "real"]], [*SEEN, ["<=", 0, "k"]], "lengths",
                equal(mean(["^", square(IID), "k"]),
                      ["*", ["^", 2, "k"], ["gamma", ["+", ["*", HALF, "d"], "k"]], ["^", ["gamma", ["*", HALF, "d"]], -1]])), "integer"),
    "a negative power of a length": (
        planted([*D, ["k", "integer"]], SEEN, "lengths",
                equal(mean(["^", square(IID), "k"]),
                      ["*", ["^", 2, "k"], ["gamma", ["+", ["*", HALF, "d"], "k"]], ["^", ["gamma", ["*", HALF, "d"]], -1]])), "no premise"),
    "a length of d": (planted(D, SEEN, "row-length", equal(square(IID), "d")), "sphere|length"),
    "an odd moment by the even formula": (
        planted(D, SEEN, "angle-moment",
                equal(mean(["^", ["*", along(IID), ["^", square(IID), ["q", -1, 2]]], ["+", ["*", 2, 0], 1]]), 1)), "moment"),
    "a moment of an angle of nothing known": (
        planted(D, SEEN, "angle-moment",
                equal(mean(["^", ["*", along(ANY), ["^", square(ANY), ["q", -1, 2]]], ["+", ["*", 2, 0], 1]]), 0)), "known"),
    "an integral over the angle on the line": (
        planted(D, SEEN, "polar-mean",
                equal(mean(along(SPHERE)), ["integral", "v", 0, ["pi"], 0]), LINE | {"function": "t"},
                a_step("continuous", ["continuous", "v", 0, ["pi"], 0])), "no premise"),
    "two points off the line": (
        planted(D, [*SEEN, ["<=", 1, "d"]], "line-mean",
                equal(mean(along(SPHERE)), ["*", HALF, ["+", SIZE, OPPOSITE]]), LINE | {"function": "t"}), "no premise"),
    "a mean inside the function": (
        planted(D, [equal("d", 1)], "line-mean",
                equal(mean(["^", mean(along(SPHERE)), 2]), ["*", HALF, ["+", ["^", mean(SIZE), 2], ["^", mean(OPPOSITE), 2]]]),
                LINE | {"function": ["^", mean("t"), 2]}), "random term"),
    "a Gaussian row is not bounded": (planted(D, SEEN, "bounded", ["integrable", along(IID)]), "any length"),
    "1/|w|": (planted(D, SEEN, "bounded", ["integrable", ["*", ["^", square(IID), ["q", -1, 2]], 2]]), "without a product"),
    "two lengths for one product": (
        planted(D, SEEN, "bounded",
                ["integrable", ["*", ["^", square(IID), ["q", -1, 2]], ["^", square(IID), ["q", -1, 2]], along(IID)]]), "without a product"),
    "a weight of negative scale": (
        planted([*D, ["s", "real"]], [*SEEN, ["<=", 0, "s"]], "tilt",
                equal(mean(["exp", ["*", HALF, ["+", 1, ["*", -1, "s"]], square(IID)]]),
                      ["*", ["^", "s", ["*", ["q", -1, 2], "d"]], mean(1)]),
                {"rows": [[row(IID), "s"]], "term": 1}, a_step("integrable", ["integrable", 1])), "no premise"),
    "a weight of rows of one length": (
        planted([*D, ["s", "real"]], [*SEEN, ["<", 0, "s"]], "tilt",
                equal(mean(["exp", ["*", HALF, ["+", 1, ["*", -1, "s"]], square(SPHERE)]]),
                      ["*", ["^", "s", ["*", ["q", -1, 2], "d"]], mean(1)]),
                {"rows": [[row(SPHERE), "s"]], "term": 1}, a_step("integrable", ["integrable", 1])), "Gaussian"),
    "Grothendieck's angle turned round": (
        planted([*D, ["a", "real"]], [["<=", ["*", -1, ["pi"]], "a"], ["<=", "a", ["pi"]],
                 equal(["dot", U, V], ["*", ["^", ["dot", U, U], HALF], ["^", ["dot", V, V], HALF], ["cos", "a"]]),
                 ["<", 0, ["dot", U, U]], ["<", 0, ["dot", V, V]]], "sign-mean",
                equal(mean(["*", ["sign", along(IID)], ["sign", along(IID, 1, V)]]),
                      ["+", 1, ["*", -2, "a", ["^", ["pi"], -1]]]), {"angle": "a"}), "no premise"),
    "the sign of 0": (
        planted(D, [], "sign-mean", equal(mean(["^", ["*", ["sign", along(IID)], ["sign", along(IID)]], 2]), 1)), "no premise"),
}  # fmt: skip

F = [along(IID, i) for i in (1, 2)]
GEOMETRIC = ["count", ["name", "geometric"], "p", 1, "l"]
COUNTED = ["sum", "k", 0, ["oo"], ["*", ["*", "p", ["^", ["+", 1, ["*", -1, "p"]], "k"]], ["^", "k", 1]]]
ROWS = {
    "a row in two factors": (
        planted(D, [], "independent-rows", equal(mean(["*", F[0], F[0]]), ["*", mean(F[0]), mean(F[0])]), {"factors": [F[0], F[0]]},
                a_step("integrable", ["integrable", F[0]])), "integrable|two factors|no premise|outside"),
    "rows of a frame": (
        planted(D, [], "independent-rows",
                equal(mean(["*", ["cos", along(FRAME, 1)], ["cos", along(FRAME, 2)]]),
                      ["*", mean(["cos", along(FRAME, 1)]), mean(["cos", along(FRAME, 2)])]),
                {"factors": [["cos", along(FRAME, 1)], ["cos", along(FRAME, 2)]]},
                *(a_step("bounded", ["integrable", ["cos", along(FRAME, i)]]) for i in (1, 2))), "independent"),
    "one variable for two factors": (
        planted([], [["independent", ["draw", ["name", "a"]], ["draw", ["name", "b"]]],
                     ["integrable", ["draw", ["name", "a"]]]], "independent-mean",
                equal(mean(["*", ["draw", ["name", "a"]], ["draw", ["name", "a"]]]),
                      ["*", mean(["draw", ["name", "a"]]), mean(["draw", ["name", "a"]])]),
                {"factors": [["draw", ["name", "a"]], ["draw", ["name", "a"]]]}), "independent"),
    "a variable independent of itself": (
        planted([], [["independent", ["draw", ["name", "a"]], ["draw", ["name", "a"]]],
                     ["integrable", ["draw", ["name", "a"]]]], "independent-mean",
                equal(mean(["*", ["draw", ["name", "a"]], ["draw", ["name", "a"]]]),
                      ["*", mean(["draw", ["name", "a"]]), mean(["draw", ["name", "a"]])]),
                {"factors": [["draw", ["name", "a"]], ["draw", ["name", "a"]]]}), "independent"),
    "two rows in one total": (
        planted([["m", "integer"]], [["<=", 1, "m"]], "total-mean",
                equal(mean(["total", IID, "m", F[1]]), ["*", "m", mean(F[1])])), "first row"),
    "totals over other rows": (
        planted([["m", "integer"], ["n", "integer"]], [["<=", 1, "m"], ["<=", 1, "n"], ["integrable", ["^", F[0], 2]]], "total-mean",
                equal(mean(["*", ["total", IID, "m", F[0]], ["total", IID, "n", F[0]]]),
                      ["+", ["*", "m", mean(["*", F[0], F[0]])], ["*", "m", ["+", "m", -1], mean(F[0]), mean(F[0])]])), "different"),
    "a variance over more rows than a block": (
        planted([*D, ["m", "integer"]], [["<=", 1, "m"], ["integrable", ["^", ["exp", along(ORTHOGONAL)], 2]]], "estimate-variance",
                equal(["Var", estimate(ORTHOGONAL, "m")], 0)), "no premise"),
    "half a cross-polytope": (
        planted([*D, ["m", "integer"]], [["<=", 1, "m"], ["<=", "m", ["*", 2, "d"]]], "estimate-variance",
                equal(["Var", estimate(CROSS, "m")], 0)), "no premise|2d rows"),
    "the variance of any rows": (
        planted([["m", "integer"]], [["<=", 1, "m"]], "estimate-variance", equal(["Var", estimate(ANY, "m")], 0)), "any coupling"),
    "no rows": (planted([["m", "integer"]], [["<=", 0, "m"]], "estimate-mean", equal(mean(estimate(IID, "m")), mean(1))), "no premise"),
    "half a row": (planted([], [], "estimate-mean", equal(mean(estimate(IID, HALF)), mean(1))), "integer"),
    "a map without its parameter": (
        planted(D, [], "estimate-mean", equal(mean(estimate(IID, 1, "gerf")), mean(1))), "no A"),
    "a tail by a negative scale": (
        planted([["s", "real"]], [["integrable", ["exp", ["*", "s", estimate(IID, 1)]]]], "chernoff",
                ["<=", ["tail", estimate(IID, 1), 0], ["*", ["exp", ["*", -1, "s", 0]], mean(["exp", ["*", "s", estimate(IID, 1)]])]]),
        "no premise"),
    "a geometric law with p above 1": (
        planted([["p", "real"], ["n", "integer"]], [["<", 0, "p"]], "counts-mean",
                equal(mean(["^", ["prod", "l", 0, "n", GEOMETRIC], 1]), ["prod", "l", 0, "n", COUNTED])), "no premise"),
    "one count for all coordinates": (
        planted([["p", "real"], ["n", "integer"]], [["<", 0, "p"], ["<", "p", 1]], "counts-mean",
                equal(mean(["^", ["prod", "l", 0, "n", ["count", ["name", "geometric"], "p", 1, 0]], 1]),
                      ["prod", "l", 0, "n", COUNTED])), "coordinate"),
    "a moment series that diverges": (
        planted(D, SEEN, "mean-series",
                equal(mean(["hyper", [], [1], ["*", 1, square(IID)]]),
                      series(["*", ["^", 1, "k"], mean(["^", square(IID), "k"]), ["gamma", 1],
                              ["^", ["gamma", ["+", 1, "k"]], -1], ["^", ["gamma", ["+", "k", 1]], -1]])),
                None, a_step("number", ["<", 0, 1], by={"bits": 64})), "no premise"),
    "means that need not exist compare": (
        planted(D, [], "mean-below", ["<=", mean(0), mean(square(IID))], None,
                a_step("combine", ["<=", 0, square(IID)], by=SQUARE)), "no premise"),
    "below what has no lower bound": (
        planted(D, [["integrable", 0]], "integrable-below", ["integrable", ["*", -1, square(IID)]], None,
                a_step("combine", ["<=", 0, square(IID)], by=SQUARE)), "nonnegative"),
}  # fmt: skip


def _at_random() -> Json:
    """exp(t w.u) has a mean for every number t; for t = w.u it has none where |u| >= 1."""
    steps = [a_step("integrable", ["integrable", RANDOM_T], over=T)]
    then = ["integrable", ["exp", ["*", along(IID), along(IID)]]]
    last = a_step("instantiate", then, 0, by={"of": 0, "with": {"t": along(IID)}})
    return an_object([], [], *steps, last)


def _out_of_the_mean() -> Json:
    """E t exp(w.u) = t E exp(w.u) for every number t; for t = w.u one side is a number and one is not."""
    power = ["exp", along(IID)]
    steps = [
        a_step("integrable", ["integrable", power]),
        a_step("mean-linear", equal(mean(["*", "t", power]), ["*", "t", mean(power)]), 0, over=T),
    ]
    then = equal(mean(["*", along(IID), power]), ["*", along(IID), mean(power)])
    return an_object([], [], *steps, a_step("instantiate", then, 1, by={"of": 1, "with": {"t": along(IID)}}))


def _witness() -> Json:
    """Some number is below every mean of it: no random one."""
    inner = ["<=", mean("t"), 0]
    return planted(
        [], [["<=", mean(along(IID)), 0]], "some", ["some", "t", "real", inner], {"with": along(IID)}
    )


def _where_it_is_so() -> Json:
    """Where w.u = 1, exp(w.u) is e; its mean is another number."""
    case = equal(along(IID), 1)
    steps = [
        a_step("given", case, given=[case]),
        a_step("replace", equal(mean(["exp", along(IID)]), mean(["exp", 1])), 0, by={}, given=[case]),
        a_step("where", ["where", [case], equal(mean(["exp", along(IID)]), mean(["exp", 1]))], 1),
    ]
    return an_object([], [], *steps)


def _supposed() -> Json:
    """A constraint about a row would be one about its law."""
    case = equal(along(IID), 1)
    return planted([], [case], "replace", equal(mean(["exp", along(IID)]), mean(["exp", 1])), {})


CHANCE = {
    "a random number for a fixed one": (_at_random(), "random term"),
    "a random factor out of the mean": (_out_of_the_mean(), "random term"),
    "a random witness inside a mean": (_witness(), "random term"),
    "a mean where something happens": (_where_it_is_so(), "do not turn"),
    "a constraint on what is random": (_supposed(), "do not turn"),
}

EVERY = GAUSSIAN | GEOMETRY | ROWS | CHANCE


@pytest.mark.parametrize(("written", "reason"), EVERY.values(), ids=EVERY)
def test_a_planted_mean_is_refused_by_both(written: Json, reason: str) -> None:
    with pytest.raises(Refused, match=reason):
        check(written)
    assert not kernel_accepts(written)
