"""Kernel and checker on the same objects: both accept what is true, and both refuse its false variants."""

from __future__ import annotations

from typing import Any

import pytest

from tests.proof.two_programs import a_step, an_object, checker_accepts, combined, entry, kernel_accepts

Json = Any
OO = ["oo"]
T = [["t", "real"]]


# Slopes


def slope(
    function: Json,
    rate: Json,
    ends: tuple[Json, Json],
    *,
    kind: str = "real",
    relation: str = "<=",
    squares: Json = ("t",),
    coefficient: Json = 1,
) -> Json:
    """f(low) <= f(high), f and its slope in t; the slope is a square, times -1 where a false variant says so."""
    low, high = ends
    local = [["t", kind]]
    closed = [["<=", low, "t"], ["<=", "t", high]]

    def at(term: Json, end: Json) -> Json:
        if isinstance(term, list):
            return [at(part, end) for part in term]
        return end if term == "t" else term

    steps = [
        a_step("number", ["<" if relation == "<" else "<=", low, high], by={"bits": 64}),
        a_step("combine", [relation, 0, rate], by=combined(entry(coefficient=coefficient, squares=squares)),
               over=local, given=closed),
    ]  # fmt: skip
    by = {"variable": "t", "function": function, "low": low, "high": high, "slope": 1}
    claim = [relation, at(function, low), at(function, high)]
    return an_object([], [], *steps, a_step("slope", claim, 0, 1, by=by))


CUBE = ["*", ["q", 1, 3], ["^", "t", 3]]
INVERSE = ["*", -1, ["^", "t", -1]]
SINE = ["+", "t", ["sin", "t"]]


def test_a_slope() -> None:
    """t^3 rises over [-1, 2]; t + sin t over [0, 2], its slope 1 + cos t being 2 cos^2(t/2)."""
    cosine = ["cos", ["*", ["q", 1, 2], "t"]]
    for written in (
        slope(CUBE, ["^", "t", 2], (-1, 2)),
        slope(SINE, ["*", 2, ["^", cosine, 2]], (0, 2), squares=[cosine], coefficient=2),
    ):
        assert kernel_accepts(written)
        assert checker_accepts(written)


@pytest.mark.parametrize(
    "written",
    [
        slope(CUBE, ["^", "t", 2], (2, -1)),
        slope(CUBE, ["*", 2, ["^", "t", 2]], (-1, 2)),
        slope(INVERSE, ["^", "t", -2], (-1, 1), squares=[["^", "t", -1]]),
        slope(["+", CUBE, ["abs", "t"]], ["^", "t", 2], (-1, 2)),
        slope(["*", -1, CUBE], ["^", "t", 2], (-1, 2)),
        slope(CUBE, ["^", "t", 2], (-1, 2), relation="<"),
        slope(CUBE, ["^", "t", 2], (-1, 2), kind="integer"),
        slope(["hyper", [1], ["t"], 0], 0, (-1, 2), squares=[0]),
        slope(["hyper", [], [-1], "t"], 0, (0, 1), squares=[0]),
        slope(["log", "t"], 0, (0, 2), squares=[0]),
        slope(["gamma", "t"], 0, (1, 2), squares=[0]),
        slope(["^", "t", ["q", 1, 2]], 0, (0, 2), squares=[0]),
        slope(["sum", "k", 0, ["oo"], "t"], 0, (0, 2), squares=[0]),
        slope(["^", -1, "t"], 0, (0, 1), squares=[0]),
        slope(["E", ["*", "t", ["dot", ["row", ["name", "iid"], 1], ["vec", "x"]]]], 0, (0, 1), squares=[0]),
    ],
)
def test_a_false_slope_is_refused(written: Json) -> None:
    """Turned ends, a wrong slope, a pole within, no derivative, slopes at integers alone, what is nowhere defined."""
    assert not kernel_accepts(written)
    assert not checker_accepts(written)


@pytest.mark.parametrize("low", [0, 1])
@pytest.mark.parametrize("inner", [True, False])
def test_a_slope_exists_at_the_ends_too(low: int, inner: bool) -> None:
    """-1/t rises over [1, 2], and not over [0, 2], though its slope is a square between the ends."""
    local, between = [["t", "real"]], [["<", low, "t"], ["<", "t", 2]]
    closed = [["<=", low, "t"], ["<=", "t", 2]]
    steps = [a_step("number", ["<=", low, 2], by={"bits": 64})]
    for given in (closed, between):
        steps.append(a_step("given", given[0], over=local, given=given))
        weak = [entry(len(steps) - 1), *([entry()] if low and given is closed else [])]
        strict = given is between or low == 1
        claim = ["<" if strict else "<=", 0, "t"]
        if low and given is between:
            weak.append(entry())
        steps.append(a_step("combine", claim, len(steps) - 1, by=combined(*weak), over=local, given=given))
    rate = ["^", "t", -2]
    steps.append(
        a_step(
            "combine",
            ["<=", 0, rate],
            4,
            by=combined(entry(squares=[["^", "t", -1]])),
            over=local,
            given=between,
        )
    )
    by = {"variable": "t", "function": INVERSE, "low": low, "high": 2, "slope": 5}
    sides = [["*", -1, ["^", end, -1]] for end in (low, 2)]
    premises = (0, 5, 4, 2) if inner else (0, 5, 4)
    written = an_object([], [], *steps, a_step("slope", ["<=", *sides], *premises, by=by))
    expected = inner and low == 1
    assert kernel_accepts(written) is expected
    assert checker_accepts(written) is expected


# Quantifiers

EPSILON = [["e", "real"]]
ABOVE = ["<", 0, "e"]
FAR = ["<=", ["^", "e", -1], "x"]
SMALL = ["<=", ["^", "x", -1], "e"]


def limit(
    *,
    threshold: Json = None,
    bound: str = "x",
    kind: str = "real",
    hypotheses: Json = None,
    witness: Json = None,
) -> Json:
    """1/x tends to 0: for every e > 0 there is an N, here 1/e, with 1/x <= e for all x >= N > 0."""
    given = [ABOVE, FAR, ["<", 0, "x"]] if hypotheses is None else hypotheses
    local = [*EPSILON, ["x", kind]]
    threshold = ["^", "e", -1] if threshold is None else threshold
    condition = [["<", 0, "x"], ["<=", "N", "x"]]
    inner = ["all", bound, "real", ["where", condition, SMALL]]
    at = ["all", bound, "real", ["where", [["<", 0, "x"], ["<=", threshold, "x"]], SMALL]]
    claim = ["all", "e", "real", ["where", [ABOVE], ["some", "N", "real", inner]]]
    steps = [
        a_step("given", ABOVE, over=local, given=given),
        a_step("given", ["<", 0, "x"], over=local, given=given),
        a_step("given", FAR, over=local, given=given),
        a_step("fact", ["<", 0, ["^", "x", -1]], 1, by={"name": "power-positive", "with": {"b": "x", "p": -1}},
               over=local, given=given),
        a_step("combine", SMALL, 0, 1, 2, 3, by=combined(entry(0, 2, 3)), over=local, given=given),
        a_step("where", at[3], 4, over=local, given=given[:1]),
        a_step("all", at, 5, over=EPSILON, given=given[:1]),
        a_step("some", claim[3][2], 6, by={"with": threshold if witness is None else witness}, over=EPSILON,
               given=given[:1]),
        a_step("where", claim[3], 7, over=EPSILON),
        a_step("all", claim, 8),
        a_step("combine", ["!=", "x", 0], 1, by=combined(entry(1)), over=local, given=given),
    ]  # fmt: skip
    shown = a_step("given", ["<", 0, "x"], over=[["x", "real"]], given=[["<", 0, "x"]])
    last = a_step("replace", claim, 9, 11, by={"of": 9})
    return an_object([], [], *steps, shown, last)


def test_a_limit() -> None:
    assert kernel_accepts(limit())
    assert checker_accepts(limit())


@pytest.mark.parametrize(
    "written",
    [
        limit(threshold=0),
        limit(bound="y"),
        limit(kind="integer"),
        limit(hypotheses=[ABOVE, FAR]),
        limit(witness=1),
        limit(witness="x"),
        an_object([["x", "real"]], [["<", 0, "x"]], a_step("given", ["<", 0, "x"]),
                  a_step("all", ["all", "x", "real", ["<", 0, "x"]], 0)),
        an_object([["x", "real"]], [["<", 0, "x"]], a_step("given", ["<", 0, "x"]),
                  a_step("all", ["all", "y", "real", ["<", 0, "y"]], 0)),
        an_object([], [], a_step("number", ["<", 0, ["q", 1, 2]], by={"bits": 64}),
                  a_step("some", ["some", "n", "integer", ["<", 0, "n"]], 0, by={"with": ["q", 1, 2]})),
        an_object([["x", "real"]], [["=", "x", 1]], a_step("given", ["=", "x", 1]),
                  a_step("combine", ["=", "y", "y"], over=[["y", "real"]], by={"terms": []}),
                  a_step("all", ["all", "y", "real", ["=", "y", "y"]], 1),
                  a_step("replace", ["all", "y", "real", ["=", "y", 1]], 0, 2, by={"of": 2})),
        an_object([], [], a_step("given", ["<", 0, "x"], over=[["x", "real"]], given=[["<", 0, "x"]]),
                  a_step("all", ["all", "x", "real", ["<", 0, "x"]], 0)),
        an_object([], [], a_step("replace", ["=", ["^", "x", -1], ["^", "x", -1]], over=[["x", "real"]]),
                  a_step("all", ["all", "x", "real", ["=", ["^", "x", -1], ["^", "x", -1]]], 0)),
        an_object([["x", "real"]], [], a_step("replace", ["=", "y", "y"], over=[["y", "real"]]),
                  a_step("all", ["all", "y", "real", ["=", "y", "y"]], 0),
                  a_step("all", ["all", "x", "real", ["all", "y", "real", ["=", "y", "y"]]], 1)),
    ],
)  # fmt: skip
def test_a_false_quantifier_is_refused(written: Json) -> None:
    """Other thresholds, witnesses and kinds; hypotheses left behind; a captured name; what is not everywhere defined."""
    assert not kernel_accepts(written)
    assert not checker_accepts(written)


def test_a_replacement_does_not_reach_into_a_quantifier() -> None:
    """From x = 1 for the x outside, 'for all x: x = x' does not become 'for all x: 1 = x'."""
    for bound in ("x", "y"):
        steps = [
            a_step("given", ["=", "x", 1]),
            a_step("replace", ["=", "y", "y"], over=[["y", "real"]]),
            a_step("all", ["all", "y", "real", ["=", "y", "y"]], 1),
            a_step("replace", ["all", bound, "real", ["=", 1, bound]], 0, 2, by={"of": 2}),
        ]
        written = an_object([["x", "real"]], [["=", "x", 1]], *steps)
        assert not kernel_accepts(written)
        assert not checker_accepts(written)


# Sums

NOTHING = a_step("replace", ["=", 1, 1])  # a conclusion in which everything is defined


def total(low: Json, high: Json, body: Json, k: str = "k") -> Json:
    return ["sum", k, low, high, body]


def shifted(left: Json, right: Json, by: Json = 1, *, given: Json = ()) -> Json:
    """An equality of two sums by a shift, from what the context says."""
    steps = [a_step("given", each) for each in given]
    claim = a_step("sum-shift", ["=", left, right], *range(len(steps)), by={"by": by})
    return an_object([["n", "integer"], ["x", "real"]], list(given), *steps, claim, NOTHING)


SUM = total(1, ["+", "n", 1], ["*", "k", "x"])
MOVED = total(0, "n", ["*", ["+", "k", 1], "x"])
EXISTS = ["summable", "k", 1, ["*", "k", "x"]]


def split(middle: Json, onward: Json, *, given: Json = (), high: Json = "n", low: Json = 0) -> Json:
    body = ["*", "k", "x"]
    steps = [a_step("given", each) for each in given]
    claim = ["=", total(low, high, body), ["+", total(low, middle, body), total(onward, high, body)]]
    steps.append(a_step("sum-split", claim, *range(len(steps))))
    return an_object([["n", "integer"], ["m", "integer"], ["x", "real"]], list(given), *steps, NOTHING)


NEXT = ["+", "m", 1]
ORDER = [["<=", 0, NEXT], ["<=", "m", "n"]]


def double(
    rule: str = "sum-exchange",
    *,
    body: Json = ("*", 0, "i", "j"),
    above: Json = 0,
    right: Json = None,
    rows: bool = True,
    columns: bool = True,
    summable: bool = False,
) -> Json:
    """The double series of 0·i·j in two orders, or along its diagonals; that 0 is summable is supposed."""
    body = list(body)
    both, least = [["i", "integer"], ["j", "integer"]], [["<=", 0, "i"], ["<=", 0, "j"]]
    known = [["summable", "j", 0, above], ["summable", "i", 0, total(0, OO, above, "j")]]
    steps = [a_step("given", each) for each in known]
    bounds = (["<=", ["*", -1, above], body], ["<=", body, above])
    steps += [a_step("combine", claim, by=combined(), over=both, given=least) for claim in bounds]
    along = total(0, "i", ["*", 0, ["+", "i", ["*", -1, "j"]], "j"], "j")
    across = {
        "sum-exchange": total(0, OO, total(0, OO, body, "i"), "j"),
        "sum-diagonal": total(0, OO, along, "i"),
    }
    claim = ["=", total(0, OO, total(0, OO, body, "j"), "i"), across[rule] if right is None else right]
    by: Json = {"above": above}
    if summable:
        claim, by = ["summable", "i", 0, along], by | {"inner": ["j", body]}
    premises = [i for i, kept in enumerate((rows, columns, True, True)) if kept]
    steps.append(a_step(rule, claim, *premises, by=by))
    return an_object([], known, *steps, NOTHING)


@pytest.mark.parametrize(
    "written",
    [
        shifted(SUM, MOVED),
        shifted(total(1, OO, ["*", "k", "x"]), total(0, OO, ["*", ["+", "k", 1], "x"]), given=[EXISTS]),
        split("m", NEXT, given=ORDER),
        double(),
        double("sum-diagonal"),
        double("sum-diagonal", summable=True),
    ],
)
def test_rearranged_sums(written: Json) -> None:
    assert kernel_accepts(written)
    assert checker_accepts(written)


@pytest.mark.parametrize(
    "written",
    [
        shifted(SUM, MOVED, by=2),
        shifted(SUM, total(0, ["+", "n", 1], MOVED[4])),
        shifted(SUM, total(1, "n", MOVED[4])),
        shifted(SUM, total(0, "n", ["*", ["+", "k", 2], "x"])),
        shifted(total(0, "n", "k"), total(0, "n", ["+", "k", "k"]), by="k"),
        shifted(total(["q", 1, 2], "n", "k"), total(0, ["+", "n", ["q", -1, 2]], ["+", "k", ["q", 1, 2]]), by=["q", 1, 2]),
        shifted(total(1, OO, ["*", "k", "x"]), total(0, OO, ["*", ["+", "k", 1], "x"])),
        shifted(total(1, OO, ["*", "k", "x"]), total(0, "n", ["*", ["+", "k", 1], "x"]), given=[EXISTS]),
        split("m", "m", given=ORDER),
        split("m", ["+", "m", 2], given=ORDER),
        split("m", NEXT, given=ORDER[:1]),
        split("m", NEXT, given=ORDER[1:]),
        split("m", NEXT, given=ORDER, high=OO),
        split("x", ["+", "x", 1], given=[["<=", 0, ["+", "x", 1]], ["<=", "x", "n"]]),
        double(rows=False),
        double(columns=False),
        double(body=["*", 1, "i", "j"]),
        double(right=total(0, OO, total(0, OO, ["*", 0, "j", "i"], "i"), "j")),
        double("sum-diagonal", right=total(0, OO, total(0, "i", ["*", 0, "i", "j"], "j"), "i")),
        double("sum-diagonal", rows=False, summable=True),
        double("sum-diagonal", columns=False, summable=True),
    ],
)  # fmt: skip
def test_falsely_rearranged_sums_are_refused(written: Json) -> None:
    """Other shifts, ends and terms, a gap or an overlap, an end beyond the other, series that need not converge."""
    assert not kernel_accepts(written)
    assert not checker_accepts(written)


def compared_sums(bound: str, *, high: Json = "n", premises: int = 2) -> Json:
    """x times the sum of k over 0..n: smaller terms make a smaller sum."""
    over, given = [["k", "integer"]], [["<=", 0, "k"], ["<=", "k", "n"]]
    steps = [
        a_step("given", ["<=", "x", bound]),
        a_step("combine", ["<=", ["*", 1, "x"], ["*", 1, bound]], 0, by=combined(entry(0)), over=over, given=given),
        a_step("dominated", ["<=", total(0, high, ["*", 1, "x"]), total(0, high, ["*", 1, bound])], *range(premises)),
    ]  # fmt: skip
    return an_object([["n", "integer"], ["x", "real"], ["y", "real"]], [["<=", "x", "y"]], *steps)


def test_finite_sums_are_compared_term_by_term() -> None:
    assert kernel_accepts(compared_sums("y"))
    assert checker_accepts(compared_sums("y"))
    for false in (compared_sums("y", premises=1), compared_sums("y", high=OO), compared_sums("y", high="m")):
        assert not kernel_accepts(false)
        assert not checker_accepts(false)


@pytest.mark.parametrize("term", [["^", "x", -1], ["+", "x", ["^", ["+", "x", 1], -2]]])
def test_a_normal_form_asks_for_its_conditions_of_a_term_and_itself(term: Json) -> None:
    """That a term is itself is a matter of `replace`; `ring` says that it has a normal form."""
    x = [["x", "real"]]
    assert not kernel_accepts(an_object(x, [], a_step("ring", ["=", term, term]), NOTHING))
    assert not checker_accepts(an_object(x, [], a_step("ring", ["=", term, term]), NOTHING))
    same = an_object(x, [], a_step("replace", ["=", term, term]), NOTHING)
    assert kernel_accepts(same)
    assert checker_accepts(same)


def test_what_is_defined_is_shown_by_steps() -> None:
    """A hypothesis or a constraint is no step until `given` makes it one."""
    inverse, above = ["^", "x", -1], ["<", 0, "x"]
    last = a_step("replace", ["=", inverse, inverse])
    assert not kernel_accepts(an_object([["x", "real"]], [above], last))
    assert not checker_accepts(an_object([["x", "real"]], [above], last))
    assert kernel_accepts(an_object([["x", "real"]], [above], a_step("given", above), last))
    assert checker_accepts(an_object([["x", "real"]], [above], a_step("given", above), last))
