"""The generating function of rows at right angles: both programs take what is true and refuse what is not."""

from __future__ import annotations

import copy
from collections.abc import Callable
from fractions import Fraction
from math import comb
from typing import Any

import pytest

from rftheory import statement
from rftheory.evidence.theorems.asked import asked
from rftheory.evidence.theorems.store import stored
from rftheory.papers.performer._proofs import frames
from tests.proof.two_programs import a_step, an_object, checker_accepts, kernel_accepts

Json = Any
HALF = ["q", 1, 2]
U, V = ["vec", "x"], ["vec", "y"]
SPHERES, SPHERE, ORTHOGONAL, IID = (
    ["name", n] for n in ("orthogonal-fixed-norm", "sphere", "orthogonal", "iid")
)
VARIABLES = [["d", "integer"], ["m", "integer"], ["k", "integer"], ["s", "real"]]
GIVEN = [["<=", 1, "m"], ["<=", "m", "d"], ["<", 0, "d"], ["<=", "m", ["+", "d", 1]], ["<=", 1, "k"]]
RISES = {"over": [["r", "real"], ["t", "real"]], "given": [["<=", 0, "r"], ["<=", "r", "t"]]}


def both(written: Json) -> bool:
    """Whether both programs accept the object; they must agree."""
    found = checker_accepts(written)
    assert kernel_accepts(written) is found
    return found


def even(term: Callable[[Json], Json], at: Json) -> Json:
    return ["+", term(at), term(["*", -1, at])]


def one(t: Json) -> Json:
    return ["+", 1, ["*", 0, t]]


def odd(t: Json) -> Json:
    return ["*", 3, t]


def written(
    coupling: Json = SPHERES, rows: Json = "m", *, share: Json = HALF, scale: Json = 0, without: int | None = None,
    function: Callable[[Json], Json] = one, part: Callable[[Json], Json] = odd, relation: str = "<=",
    given: Json = GIVEN, change: Callable[[Json], None] | None = None, kind: str = "integer",
) -> Json:  # fmt: skip
    """E exp(0 m EST) <= (E exp(0 f))^m + m(m - 1)/2 Cov(3 t_1, 3 t_2), by G = 1 and K = 3t, whose even part is 0."""
    estimate = ["estimate", coupling, ["name", "positive"], rows, ["name", "x, y"], ["name", "smreg"]]
    first, second = (["dot", ["row", coupling, i], U] for i in (1, 2))
    squares = ["+", ["dot", U, U], ["dot", V, V]]
    f = ["exp", ["+", ["dot", ["row", coupling, 1], ["+", U, V]], ["*", ["q", -1, 2], squares]]]
    term = ["exp", ["*", scale, f]]
    less = [["+", part(each), part(["*", -1, each])] for each in ("r", "t")]
    left = [even(lambda t: ["+", function(t), ["*", -1, part(t)]], each) for each in ("r", "t")]
    nothing: Json = {"terms": []}
    product = ["*", part(first), part(second)]
    steps = [
        *(a_step("given", each) for each in given),
        a_step("bounded", ["integrable", term]),
        a_step("combine", ["<=", *less], by=nothing, **RISES),
        a_step("combine", ["<=", *left], by=nothing, **RISES),
        a_step("combine", ["<=", 1, function(0)], by=nothing),
        a_step("bounded", ["integrable", part(first)]),
        a_step("bounded", ["integrable", product]),
    ]
    gap = ["+", ["E", product], ["*", -1, ["^", ["E", part(first)], 2]]]
    bound = ["+", ["^", ["E", term], rows], ["*", share, rows, ["+", rows, -1], gap]]
    premises = [place for place in range(len(steps)) if place != without]
    by = {
        "scale": scale, "estimate": estimate, "vector": U, "variable": "r", "larger": "t", "function": function("r"),
        "part": part("r"),
    }  # fmt: skip
    step = a_step(
        "estimate-exponential-at-most", [relation, ["E", ["exp", ["*", scale, rows, estimate]]], bound], *premises, by=by
    )  # fmt: skip
    if change is not None:
        change(step)
    last = a_step("ring", ["=", 1, 1])
    return an_object([["d", kind], *VARIABLES[1:]], given, *steps, step, last)


def test_the_rule_takes_its_conclusion() -> None:
    assert both(written())
    assert both(written(rows=1, without=1))  # one row has no pair


@pytest.mark.parametrize("place", [0, 1, 5, 6, 7, 8, 9, 10])
def test_every_premise_is_needed(place: int) -> None:
    """1 <= m, m <= d, that a row's term has a mean, both rises, 1 <= G(0), and that both means of K exist."""
    assert not both(written(without=place))


def test_no_more_rows_than_a_block_has() -> None:
    more = [each for each in GIVEN if each != ["<=", "m", "d"]]
    assert not both(written(given=[*more, ["<=", 2, "d"]]))
    assert not both(written(rows="k"))
    assert not both(written(rows=2))  # d = 1 is not excluded
    assert not both(written(kind="real"))


@pytest.mark.parametrize("coupling", [SPHERE, ORTHOGONAL, IID])
def test_other_rows_are_refused(coupling: Json) -> None:
    assert not both(written(coupling))


def test_other_bounds_are_refused() -> None:
    assert not both(written(share=1))
    assert not both(written(share=["q", -1, 2]))
    assert not both(written(relation="<"))
    assert not both(written(relation="="))
    turned = written()
    relation, mean, bound = turned["steps"][-2]["then"]
    turned["steps"][-2]["then"] = [relation, bound, mean]
    assert not both(turned)


def replaced(key: str, value: Json) -> Callable[[Json], None]:
    return lambda step: step["by"].__setitem__(key, value)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("scale", 1), ("vector", V), ("vector", ["row", SPHERES, 3]), ("variable", "t"), ("larger", "r"), ("variable", "d"),
        ("larger", "m"), ("function", 2), ("function", ["+", 1, "r"]), ("part", "r"), ("part", ["*", 3, "t"]),
        ("part", ["dot", ["row", SPHERES, 3], U]), ("function", ["+", 1, ["*", 0, "t"]]),
    ],
)  # fmt: skip
def test_what_is_named_must_fit(key: str, value: Json) -> None:
    assert not both(written(change=replaced(key, value)))


def test_the_parts_that_rise_are_the_even_ones() -> None:
    """The premise for t >= 0 with t alone, and one that holds for some t alone, are not the rule's."""
    for place, hypotheses in (
        (6, [["<=", 0, "r"], ["<=", "r", "t"], ["<=", "t", 1]]),
        (7, [["<=", "t", "r"]]),
    ):
        narrowed = written()
        narrowed["steps"][place]["if"] = hypotheses
        assert not both(narrowed)
    uneven = written()
    uneven["steps"][6]["then"] = ["<=", 0, 0]
    assert not both(uneven)


def moment(d: int, k: int) -> Fraction:
    """E t_1^2 .. t_k^2 for the products of k rows of length d^(1/2), at right angles, with a unit vector.

    The coordinates are those of a Gaussian vector over its length, which are independent: E Z_1^2 .. Z_k^2 = 1 is the
    mean of the product times E |Z|^(2k)/d^k, and E |Z|^(2k) = d (d + 2) .. (d + 2k - 2).
    """
    value = Fraction(1)
    for j in range(k):
        value *= Fraction(d, d + 2 * j)
    return value


def bound(d: int, m: int, a: Fraction, share: Fraction) -> Fraction:
    """(E G)^m + share m(m - 1) Cov(K_1, K_2) for G = 1 + a t^2 and K = a t^2."""
    return (1 + a) ** m + share * m * (m - 1) * a**2 * (moment(d, 2) - 1)


def test_the_rule_holds_of_squares_and_no_larger_gain_does() -> None:
    half = Fraction(1, 2)
    for d in (1, 2, 3, 7):
        for m in range(1, d + 1):
            for a in (Fraction(1, 9), Fraction(1), Fraction(50)):
                mean = sum(comb(m, k) * a**k * moment(d, k) for k in range(m + 1))
                assert mean <= bound(d, m, a, half)
    pair = 1 + 2 * Fraction(1) + moment(3, 2)
    assert pair == bound(3, 2, Fraction(1), half)
    assert pair > bound(3, 2, Fraction(1), Fraction(51, 100))
    assert pair < bound(3, 2, Fraction(1), Fraction(0))  # what independent rows have


def test_a_function_below_1_breaks_it() -> None:
    """Why 1 <= G(0): of three rows in space the gain of three pairs is more than G = t^2 has."""
    pairs = 3 * (moment(3, 2) - 1)
    assert moment(3, 3) > 1 + pairs


def test_the_theorem_rests_on_the_rule_and_says_what_the_claim_says() -> None:
    found = statement("performer/thm3/ort").correction
    assert found is not None
    wanted = asked(found)
    assert len(wanted) == len(frames.PROOFS[found.id]) == 2
    objects = stored(found.id)
    assert set(objects) == {0, 1}
    rules = [step["rule"] for step in objects[0]["steps"]]
    assert rules.count("estimate-exponential-at-most") == 2  # on the line, and in more dimensions
    weaker = copy.deepcopy(objects[0])
    weaker["context"]["constraints"].remove(["<=", "m", "d"])
    assert not checker_accepts(weaker)
