"""Blocks of rows with one Gram matrix: both programs take its angles where the rows are there, and refuse all else."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from rftheory import statement
from rftheory.evidence.theorems.asked import asked
from rftheory.proof.terms import ProofError, subterms
from tests.proof.two_programs import a_step, an_object, checker_accepts, kernel_accepts

Json = Any
HALF = ["q", 1, 2]
FULL, CROSS, PAIR = (["name", n] for n in ("simplex-full", "cross-polytope", "pair of cosine c"))
ROOM = ["or", ["<=", 2, "d"], ["=", ["^", "c", 2], 1]]
OVER_D, OVER_LESS = ["*", -1, ["^", "d", -1]], ["*", -1, ["^", ["+", "d", -1], -1]]
COSINE = [["<=", -1, "c"], ["<=", "c", 1]]
INTEGER_D, REAL_C = ["d", "integer"], ["c", "real"]


def both(written: Json) -> bool:
    """Whether both programs accept the object; they must agree."""
    found = checker_accepts(written)
    assert kernel_accepts(written) is found
    return found


def row(coupling: Json, index: int) -> Json:
    return ["row", coupling, index]


def square(coupling: Json, index: int) -> Json:
    return ["dot", row(coupling, index), row(coupling, index)]


def in_context(given: Json, *steps: Json, variables: Json = (INTEGER_D, REAL_C)) -> Json:
    """The steps after those that state the context, and 1 = 1 at the end."""
    stated = [a_step("given", each) for each in given]
    return an_object(list(variables), list(given), *stated, *steps, a_step("ring", ["=", 1, 1]))


def angle(
    coupling: Json, i: int, j: int, cosine: Json, given: Json, variables: Json = (INTEGER_D, REAL_C)
) -> bool:
    """Whether both take this cosine of two rows, on what the context says."""
    lengths = ["^", ["*", square(coupling, i), square(coupling, j)], HALF]
    value = 0 if cosine == 0 else ["*", cosine, lengths]
    then = ["=", ["dot", row(coupling, i), row(coupling, j)], value]
    return both(in_context(given, a_step("gram", then, *range(len(given))), variables=variables))


def test_a_full_simplex_has_d_plus_1_rows_at_the_cosine_that_lets_them_add_up_to_0() -> None:
    there = [["<=", 4, ["+", "d", 1]]]
    assert angle(FULL, 1, 4, OVER_D, there)
    assert angle(FULL, 4, 2, OVER_D, there)
    assert not angle(FULL, 1, 4, OVER_LESS, there)
    assert not angle(FULL, 1, 4, 0, there)
    assert not angle(FULL, 1, 5, OVER_D, there)
    assert not angle(FULL, 1, 4, OVER_D, [["<=", 4, ["+", "d", 2]]])
    assert not angle(FULL, 1, 4, OVER_D, [])
    assert not angle(FULL, 4, 4, OVER_D, there)


def test_a_cross_polytope_has_opposite_pairs_at_right_angles() -> None:
    line, plane = [["<=", 1, "d"]], [["<=", 2, "d"]]
    assert angle(CROSS, 1, 2, -1, line)
    assert angle(CROSS, 4, 3, -1, plane)
    for i, j in ((1, 3), (2, 3), (1, 4), (4, 2)):
        assert angle(CROSS, i, j, 0, plane)
        assert not angle(CROSS, i, j, -1, plane)
        assert not angle(CROSS, i, j, 0, line)
    assert not angle(CROSS, 1, 2, 0, line)
    assert not angle(CROSS, 1, 2, 1, line)
    assert not angle(CROSS, 4, 5, 0, plane)
    assert not angle(CROSS, 1, 2, -1, line, variables=(["d", "real"],))


def test_a_pair_has_the_cosine_of_the_context_where_there_is_such_a_pair() -> None:
    given = [*COSINE, ROOM]
    assert angle(PAIR, 1, 2, "c", given)
    assert not angle(PAIR, 1, 2, ["*", -1, "c"], given)
    assert not angle(PAIR, 1, 3, "c", given)
    for place in range(3):
        assert not angle(PAIR, 1, 2, "c", given[:place] + given[place + 1 :])
    assert not angle(PAIR, 1, 2, "c", given, variables=(INTEGER_D, ["c", "integer"]))
    assert not angle(PAIR, 1, 2, "c", [*COSINE, ["<=", 1, "d"]])


def mean_of_a_row(coupling: Json, index: int) -> Json:
    """E exp(w.x) = exp(x.x/2) for a row."""
    v = ["vec", "x"]
    return ["=", ["E", ["exp", ["dot", row(coupling, index), v]]], ["exp", ["*", HALF, ["dot", v, v]]]]


@pytest.mark.parametrize(
    ("coupling", "index", "given", "there"),
    [
        (CROSS, 4, [["<=", 2, "d"]], True), (CROSS, 4, [["<=", 1, "d"]], False), (CROSS, 2, [["<=", 1, "d"]], True),
        (FULL, 3, [["<=", 3, ["+", "d", 1]]], True), (FULL, 3, [["<=", 2, "d"]], False),
        (PAIR, 2, [*COSINE, ROOM], True), (PAIR, 2, COSINE, False), (PAIR, 1, [], True), (PAIR, 3, [*COSINE, ROOM], False),
    ],
)  # fmt: skip
def test_a_conclusion_speaks_of_rows_that_are_there(
    coupling: Json, index: int, given: Json, there: bool
) -> None:
    then = mean_of_a_row(coupling, index)
    exists = a_step("integrable", ["integrable", then[1][1]])
    stated = [a_step("given", each) for each in given]
    variables = [INTEGER_D, REAL_C]
    assert both(an_object(variables, given, *stated, exists, a_step("gaussian", then))) is there


def alike(one: Json, other: Json, given: Json = (["<=", 2, "d"],)) -> bool:
    """Whether both take E exp(-|one|^2 - ..) = E exp(-|other|^2 - ..)."""
    left, right = (
        ["E", ["exp", ["*", -1, ["+", *(square(*each) for each in side)]]]] for side in (one, other)
    )
    return both(in_context(given, a_step("lengths-alike", ["=", left, right], *range(len(given)))))


def test_the_lengths_of_different_rows_have_one_law() -> None:
    iid = ["name", "iid"]
    assert alike([(CROSS, 1), (CROSS, 3)], [(iid, 1), (iid, 2)])
    assert alike([(iid, 1), (iid, 2)], [(iid, 5), (iid, 3)])
    assert not alike([(iid, 1), (iid, 2)], [(iid, 1), (iid, 1)])
    assert not alike([(iid, 1), (iid, 1)], [(iid, 1), (iid, 2)])
    assert not alike([(CROSS, 1), (FULL, 1)], [(iid, 1), (iid, 2)])
    assert not alike([(CROSS, 1), (CROSS, 5)], [(iid, 1), (iid, 2)])


def variance(coupling: Json, rows: Json, given: Json, shares: Json | None = None) -> bool:
    """Whether both take the variance of trigonometric features of so many rows."""
    minus = ["+", ["vec", "x"], ["*", -1, ["vec", "y"]]]
    one, two, three = (["cos", ["dot", row(coupling, index), minus]] for index in (1, 2, 3))
    estimate = ["estimate", coupling, ["name", "trigonometric"], rows, ["name", "x, y"], ["name", "gaussian"]]
    inverse = ["^", rows, -1]
    squared = ["*", -1, ["^", ["E", one], 2]]
    if shares is None:
        beside = ["*", ["+", 1, ["*", -1, inverse]], ["+", ["E", ["*", one, two]], squared]]
        value = ["+", ["*", inverse, ["+", ["E", ["^", one, 2]], squared]], beside]
    else:
        means = (["^", one, 2], ["*", one, two], ["*", one, three])
        value = ["+", *(["*", s, ["+", ["E", m], squared]] for s, m in zip(shares, means, strict=True))]
    needs = [a_step("integrable", ["integrable", ["^", one, 2]])]
    whole = a_step("integer", ["int", rows])
    count = len(given)
    step = a_step("estimate-variance", ["=", ["Var", estimate], value], *range(count + 2))
    return both(in_context(given, *needs, whole, step))


def test_the_variance_of_a_block_counts_its_pairs() -> None:
    rows = ["*", 2, "d"]
    inverse = ["^", rows, -1]
    shares = [inverse, inverse, ["+", 1, ["*", -2, inverse]]]
    given = [["<=", 1, rows], ["<=", 1, "d"]]
    assert variance(CROSS, rows, given, shares)
    assert not variance(CROSS, rows, given)
    assert not variance(CROSS, rows, given, [inverse, ["*", 2, inverse], ["+", 1, ["*", -3, inverse]]])
    assert not variance(CROSS, "d", [["<=", 1, "d"]], shares)
    more = ["+", "d", 1]
    room = [["<=", 1, more], ["<=", more, more]]
    assert variance(FULL, more, room)
    assert not variance(FULL, more, room[:1])
    assert not variance(FULL, more, [["<=", 1, more], ["<=", more, "d"]])
    assert not variance(FULL, more, room, shares)
    assert not variance(PAIR, 2, [*COSINE, ROOM, ["<=", 2, "d"]])


@pytest.mark.parametrize("d", [1, 2, 5])
def test_a_row_of_a_cross_polytope_has_one_opposite_row(d: int) -> None:
    """The shares of the rule are those of the pairs of 2d rows, counted one by one."""
    m = 2 * d
    counts = {"itself": 0, "opposite": 0, "right": 0}
    for i in range(m):
        for j in range(m):
            counts["itself" if i == j else "opposite" if i // 2 == j // 2 else "right"] += 1
    shares = [Fraction(counts[each], m * m) for each in ("itself", "opposite", "right")]
    assert shares == [Fraction(1, m), Fraction(1, m), 1 - Fraction(2, m)]


def test_a_claim_about_a_pair_is_about_cosines_that_there_are() -> None:
    first, second, *_ = asked(statement("beyond/pair/rho"))
    room = ("or", ("<=", 2, "d"), ("=", ("^", "c", 2), 1))
    assert room in first.context.constraints
    assert room not in second.context.constraints  # it speaks of lengths alone
    free, *_ = asked(statement("beyond/rff-simplex/c2-coefficient"))
    assert {("<=", -1, "c"), ("<=", "c", 1)} <= set(free.context.constraints)


def test_opposite_rows_are_those_of_a_cross_polytope() -> None:
    goal, *_ = asked(statement("beyond/rff-antithetic"))
    assert ("row", ("name", "cross-polytope"), 2) in list(subterms(goal.proposition))


def test_two_random_directions_have_no_word() -> None:
    with pytest.raises(ProofError, match="vector u'"):
        asked(statement("beyond/cosine-moment"))
