"""Rows of counts: both programs take means of products over coordinates by their series, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from tests.proof.two_programs import a_step, an_object, checker_accepts, kernel_accepts

Json = Any
VARIABLES = [["d", "integer"], ["lam", "real"], ["p", "real"], ["s", "real"], ["x", "vector"]]
SIGNS = [["<", 0, "lam"], ["<", 0, "p"], ["<", "p", 1]]


def count(law: str = "poisson", t: Json = "lam", row: int = 1, place: Json = "j") -> Json:
    return ["count", ["name", law], t, row, place]


def mass(law: str = "poisson", t: Json = "lam", k: str = "k") -> Json:
    if law == "poisson":
        return ["*", ["exp", ["*", -1, t]], ["^", t, k], ["^", ["gamma", ["+", k, 1]], -1]]
    return ["*", t, ["^", ["+", 1, ["*", -1, t]], k]]


def both(*steps: Json, known: Json) -> bool:
    """Whether both programs take the steps under the signs and what is known to converge; they must agree."""
    constraints = [*SIGNS, *known]
    last = a_step("given", ["<", 0, "lam"])
    written = an_object(VARIABLES, constraints, *(a_step("given", c) for c in constraints), *steps, last)
    accepted = checker_accepts(written)
    assert kernel_accepts(written) is accepted
    return accepted


def mean(
    law: str = "poisson", t: Json = "lam", *, g: Json = None, value: Json = "k", q: Json = 1, weight: Json = None,
    ends: Json = (0, ["+", "d", -1]), leave: int | None = None, then: Json = None, known: Json = None, k: str = "k",
) -> bool:  # fmt: skip
    """E prod of counts, by the series of probability times k."""
    term = ["*", weight or mass(law, t, k), ["^", value, q]]
    product = ["prod", "j", *ends, g or count(law, t)]
    claim = then or ["=", ["E", ["^", product, q]], ["prod", "j", *ends, ["sum", k, 0, ["oo"], term]]]
    needed = [place for place in range(4) if place != leave]
    return both(a_step("counts-mean", claim, *needed), known=known or [["summable", k, 0, term]])


def test_means_of_products_of_counts() -> None:
    assert mean()
    assert mean("geometric", "p")
    assert mean(q=2)
    assert mean(g=["^", "s", count()], value=["^", "s", "k"])
    assert mean(g=["*", count(), ["+", count(), 1]], value=["*", "k", ["+", "k", 1]])


def test_every_premise_is_needed() -> None:
    assert not mean(leave=0)
    assert not mean(leave=3)
    for leave in (1, 2, 3):
        assert not mean("geometric", "p", leave=leave)


@pytest.mark.parametrize(
    "weight",
    [
        mass("geometric", "lam"), ["*", ["exp", "lam"], ["^", "lam", "k"], ["^", ["gamma", ["+", "k", 1]], -1]],
        ["*", ["exp", ["*", -1, "lam"]], ["^", "lam", "k"], ["^", ["gamma", "k"], -1]],
        ["*", 2, mass()], mass(t="s"),
    ],
)  # fmt: skip
def test_other_probabilities(weight: Json) -> None:
    assert not mean(weight=weight)


def test_other_laws_and_parameters() -> None:
    """A law that is unknown, a rate that is not seen to be positive, a probability above 1, a rate that moves."""
    assert not mean("binomial", "lam")
    assert not mean(t="s")
    assert not mean("geometric", "lam")
    assert not mean(t="j")
    assert not mean(t=count())


@pytest.mark.parametrize(
    ("g", "value"),
    [
        (["*", count(), count(row=2)], ["*", "k", "k"]),  # two counts
        (count(place=0), "k"),  # one count for all coordinates: its power, not a product of means
        (count(place=["+", "j", 1]), "k"),
        (["*", count(), ["dot", ["row", ["name", "iid"], 1], ["vec", "x"]]], ["*", "k", ["dot", ["row", ["name", "iid"], 1], ["vec", "x"]]]),
        (["E", count()], ["E", "k"]),  # bound by its own mean
        (["sum", "i", 0, count(), 1], ["sum", "i", 0, "k", 1]),
        ("s", "s"),
        (["+", count(), 1], "k"),
    ],
)  # fmt: skip
def test_other_functions(g: Json, value: Json) -> None:
    assert not mean(g=g, value=value)


def test_powers_ends_and_indices() -> None:
    assert not mean(q=0)
    assert not mean(q=-1)
    assert not mean(q=["q", 1, 2])
    assert not mean(q="d")
    assert not mean(ends=(0, ["oo"]))
    assert not mean(ends=(0, count(place=0)))
    assert not mean(k="d")
    term = ["*", mass(), ["^", "k", 1]]
    product = ["prod", "j", 0, "d", count()]
    for right in (
        ["prod", "j", 0, ["+", "d", 1], ["sum", "k", 0, ["oo"], term]],
        ["sum", "j", 0, "d", ["sum", "k", 0, ["oo"], term]],
        ["prod", "j", 0, "d", ["sum", "k", 1, ["oo"], term]],
        ["^", ["sum", "k", 0, ["oo"], term], "d"],
    ):
        assert not mean(ends=(0, "d"), then=["=", ["E", ["^", product, 1]], right])
    assert not mean(
        then=["<=", ["E", ["^", product, 1]], ["prod", "j", 0, "d", ["sum", "k", 0, ["oo"], term]]]
    )


def test_convergence_of_another_series_is_not_enough() -> None:
    """The series of the mean converges; that of the second moment is another one."""
    assert not mean(q=2, known=[["summable", "k", 0, ["*", mass(), ["^", "k", 1]]]])
    assert not mean(known=[["summable", "k", 1, ["*", mass(), ["^", "k", 1]]]])


def test_integrable() -> None:
    term = ["*", mass(), ["^", "k", 1]]
    power = ["^", ["prod", "j", 0, "d", count()], 1]
    known = [["summable", "k", 0, term]]
    assert both(a_step("counts-integrable", ["integrable", power], 0, 3, by={"index": "k"}), known=known)
    assert not both(a_step("counts-integrable", ["integrable", power], 0, by={"index": "k"}), known=known)
    assert not both(a_step("counts-integrable", ["integrable", power], 0, 3, by={"index": "i"}), known=known)
    other = ["^", ["prod", "j", 0, "d", count()], 2]
    assert not both(a_step("counts-integrable", ["integrable", other], 0, 3, by={"index": "k"}), known=known)


def test_counts_are_no_gaussian_rows_and_not_bounded() -> None:
    for rule, then in (
        ("integrable", ["integrable", ["exp", count(place=0)]]),
        ("bounded", ["integrable", ["cos", count(place=0)]]),
        ("gaussian", ["=", ["E", ["exp", count(place=0)]], 1]),
    ):
        assert not both(a_step(rule, then, 0), known=[])


def test_a_single_count_stands_in_no_conclusion() -> None:
    same = a_step("replace", ["=", count(place=0), count(place=0)])
    written = an_object(VARIABLES, SIGNS, same)
    assert not checker_accepts(written)
    assert not kernel_accepts(written)


@pytest.mark.parametrize(("features", "name"), [("poisson", "lam"), ("geometric", "p")])
def test_an_estimate_is_one_of_the_parameter_of_the_context(features: str, name: str) -> None:
    """Its mean is that of a row's term, which speaks of x, y, d and the parameter."""
    estimate = ["estimate", ["name", "iid"], ["name", features], 1, ["name", "x, y"], ["name", "gaussian"]]
    ends = [0, ["+", "d", -1]]
    x, y = (["entry", v, "j"] for v in ("x", "y"))
    squares = [["*", ["q", -1, 2], ["sum", "j", *ends, ["^", v, 2]]] for v in (x, y)]
    w = count(features, name)
    met = ["^", ["*", x, y], w]
    if features == "poisson":
        body = ["*", met, ["^", name, ["*", -1, w]]]
        term = ["*", ["exp", ["+", ["*", "d", name], *squares]], ["prod", "j", *ends, body]]
    else:
        factorial = ["^", ["gamma", ["+", w, 1]], -1]
        body = ["*", met, ["^", ["+", 1, ["*", -1, name]], ["*", -1, w]], factorial]
        term = ["*", ["^", name, ["*", -1, "d"]], ["exp", ["+", *squares]], ["prod", "j", *ends, body]]
    known = [["integrable", term]]
    claim = ["=", ["E", estimate], ["E", term]]

    def taken(*variables: Json, then: Json = claim) -> bool:
        steps = (a_step("given", known[0]), a_step("estimate-mean", then, 0), a_step("integer", ["int", 1]))
        written = an_object([*VARIABLES[4:], ["y", "vector"], *variables], known, *steps)
        accepted = checker_accepts(written)
        assert kernel_accepts(written) is accepted
        return accepted

    assert taken(["d", "integer"], [name, "real"])
    assert not taken(["d", "real"], [name, "real"])
    assert not taken(["d", "integer"], [name, "real"], then=["=", ["E", estimate], ["E", ["*", 1, term]]])
