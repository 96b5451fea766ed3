"""Rules that put sums outside of integrals, and that bisect a series: both programs need all that the page asks for."""

from __future__ import annotations

import copy
from functools import cache
from typing import Any

import pytest

from rftheory.proof.kernel import ProofContext, Theorem
from rftheory.proof.objects import exported
from rftheory.proof.tactics import Prover
from rftheory.proof.tactics.entries import product
from rftheory.proof.tactics.moves import attached
from rftheory.proof.tactics.series import summed
from rftheory.proof.terms import INFINITY, PI, Term, compound
from tests.proof.two_programs import a_step, an_object, checker_accepts, kernel_accepts

Json = Any
K = ("k", "integer")
WEIGHT: Term = ("*", ("^", 2, "k"), ("^", ("gamma", ("+", "k", 1)), -1))
BODY: Term = ("*", WEIGHT, ("cos", "v"))
SERIES: Term = ("sum", "k", 0, INFINITY, BODY)
FINITE: Term = ("sum", "k", 0, "n", BODY)


def both(written: Json) -> bool:
    """Whether both programs accept the object; they must agree."""
    found = checker_accepts(written)
    assert kernel_accepts(written) is found
    return found


def over(body: Term) -> Term:
    return ("integral", "v", 0, PI, body)


@cache
def prover() -> Prover:
    return Prover(ProofContext((("n", "integer"),), (("<=", 0, "n"), ("summable", "k", 0, over(BODY)))))


def whole(total: Term, needs: list[Theorem], by: dict[str, Term], *more: Theorem) -> dict[str, Json]:
    """The object that says that the integral of the sum is the sum of the integrals."""
    own = prover()
    _, _, low, high, _ = compound(total)
    exists = [own.infer("continuous-sum", ("continuous", "v", 0, PI, total), needs, by)]
    needs = [*needs, own.show(("<=", 0, PI))]
    if high == INFINITY:
        exists.append(own.given(("summable", "k", 0, over(BODY))))
    found = own.infer("integral-sum", ("=", over(total), ("sum", "k", low, high, over(BODY))), needs, by)
    return exported(attached(own, found, *exists, *needs, *more), "test")


@cache
def series() -> dict[str, Json]:
    own = prover()
    running = own.within(K, given=(("<=", 0, "k"),))
    between = running.within(("v", "real"), given=(("<=", 0, "v"), ("<=", "v", PI)))
    weight = running.show(("<=", 0, WEIGHT))
    waves = [between.fact("cos-at-least", t="v"), between.fact("cos-at-most", t="v")]
    bounds = [
        between.combine(("<=", ("*", -1, WEIGHT), BODY), [product(0, 1)], [waves[0], weight]),
        between.combine(("<=", BODY, WEIGHT), [product(0, 1)], [waves[1], weight]),
    ]
    each = running.infer("continuous", ("continuous", "v", 0, PI, BODY))
    _, exists = summed(own, "k", WEIGHT, ("hyper", (), (), 2))
    at = own.within(("v", "real"), given=(("<=", 0, "v"), ("<=", "v", PI)))
    converges = at.infer("summable-below", ("summable", "k", 0, BODY), [*bounds, exists])
    return whole(SERIES, [each, *bounds, exists], {"above": WEIGHT}, converges)


@cache
def finite() -> dict[str, Json]:
    own = prover()
    running = own.within(K, given=(("<=", 0, "k"), ("<=", "k", "n")))
    gamma = running.show(("<", 0, ("gamma", ("+", "k", 1))))
    each = running.infer("continuous", ("continuous", "v", 0, PI, BODY), [gamma])
    return whole(FINITE, [each], {})


def changed(written: Json, rule: str, change: Any) -> Json:
    """The object with its step by that rule changed."""
    found = copy.deepcopy(written)
    change(next(step for step in found["steps"] if step["rule"] == rule))
    found["conclusion"] = found["steps"][-1]["then"]
    return found


RULES = ("integral-sum", "continuous-sum")


@pytest.mark.parametrize("rule", RULES)
def test_a_series_goes_outside_with_a_bound_of_its_terms(rule: str) -> None:
    assert both(series())
    (step,) = (s for s in series()["steps"] if s["rule"] == rule)
    for place in range(len(step["from"])):
        assert not both(changed(series(), rule, lambda s, place=place: s["from"].pop(place)))
    assert not both(changed(series(), rule, lambda s: s["by"].pop("above")))
    assert not both(changed(series(), rule, lambda s: s["by"].update(above=["*", 1, s["by"]["above"]])))
    assert not both(changed(series(), rule, lambda s: s["by"].update(above=["cos", "v"])))


def test_a_finite_sum_goes_outside_by_continuity() -> None:
    assert both(finite())
    for rule in RULES[:2]:
        step = next(s for s in finite()["steps"] if s["rule"] == rule)
        needed = [i for i in step["from"] if finite()["steps"][i]["rule"] != "given"]
        for index in needed:
            assert not both(changed(finite(), rule, lambda s, index=index: s["from"].remove(index)))


def test_other_integrals_are_refused() -> None:
    def ends(step: Json) -> None:
        step["then"][2][4][3] = 1

    def terms(step: Json) -> None:
        step["then"][2][4][4] = ["cos", "v"]

    def start(step: Json) -> None:
        step["then"][2][2] = 1

    for change in (ends, terms, start):
        assert not both(changed(series(), "integral-sum", change))
        assert not both(changed(finite(), "integral-sum", change))


def test_an_end_of_the_sum_that_moves_with_the_angle_is_refused() -> None:
    def moving(step: Json) -> None:
        step["then"][4][3] = "v"

    assert not both(changed(finite(), "continuous-sum", moving))


def continuous(body: Json, *premises: Json, low: Json = 0) -> bool:
    """Whether both take the body as continuous from 0 to pi in a context with 0 < b."""
    given = [["<", 0, "b"], ["<=", 1, "b"], *premises]
    stated = [a_step("given", each) for each in given]
    step = a_step("continuous", ["continuous", "v", low, ["pi"], body], *range(len(given)))
    return both(an_object([["b", "real"]], given, *stated, step, a_step("ring", ["=", 1, 1])))


def test_an_entire_series_is_continuous() -> None:
    wave = ["sin", "v"]
    assert continuous(["hyper", [1], ["b"], wave])
    assert continuous(["hyper", [], [], wave])
    assert not continuous(["hyper", [1, 1], ["b"], wave])  # it has a radius of convergence
    assert not continuous(["hyper", ["v"], ["b"], wave])
    assert not continuous(["hyper", [1], ["v"], wave])
    assert not continuous(["hyper", [1], [["+", "b", -2]], wave])
    assert not continuous(["hyper", [1], [0], wave])
    assert not continuous(["hyper", [1], ["b"], ["^", "v", -1]])


def test_what_is_known_to_be_continuous_stays_so_in_other_functions() -> None:
    total = ["sum", "k", 0, ["oo"], ["*", "v", ["^", ["gamma", ["+", "k", 1]], -1]]]
    known = a_step("continuous", ["continuous", "v", 0, ["pi"], ["abs", "v"]])
    assert not both(an_object([], [], known, a_step("ring", ["=", 1, 1])))
    assert not continuous(["*", "v", total])


def test_continuity_on_one_range_says_nothing_of_another() -> None:
    written = series()
    steps = written["steps"]
    place = next(i for i, s in enumerate(steps) if s["rule"] == "continuous-sum")
    total = steps[place]["then"][4]
    for low, taken in ((0, True), (-1, False)):
        more = a_step("continuous", ["continuous", "v", low, ["pi"], ["*", "v", total]], place)
        following = a_step("ring", ["=", 1, 1])
        assert both({**written, "steps": [*steps, more, following], "conclusion": following["then"]}) is taken


def bisected(even: Json, odd: Json, start: Json = 0, premise: bool = True) -> bool:
    """Whether both take a bisection of the exponential series."""
    term = ["^", ["gamma", ["+", "k", 1]], -1]
    total = ["sum", "k", start, ["oo"], term]
    then = ["=", total, ["+", ["sum", "k", 0, ["oo"], even], ["sum", "k", 0, ["oo"], odd]]]
    given = [["summable", "k", start, term]]
    steps = [a_step("given", given[0]), a_step("sum-bisect", then, *([0] if premise else []))]
    return both(an_object([], given, *steps, a_step("ring", ["=", 1, 1])))


def at(index: Json) -> Json:
    return ["^", ["gamma", ["+", index, 1]], -1]


TWICE = ["*", 2, "k"]


def test_a_series_is_that_of_its_even_and_that_of_its_odd_terms() -> None:
    odd = ["+", TWICE, 1]
    assert bisected(at(TWICE), at(odd))
    assert not bisected(at(odd), at(TWICE))
    assert not bisected(at(TWICE), at(TWICE))
    assert not bisected(at(TWICE), at(["+", TWICE, 2]))
    assert not bisected(at(TWICE), at(odd), start=1)
    assert not bisected(at(TWICE), at(odd), premise=False)


@pytest.mark.parametrize(("part", "taken"), [(TWICE, True), (["+", TWICE, 1], True), (["*", 3, "k"], False)])
def test_the_halves_of_a_series_converge(part: Json, taken: bool) -> None:
    given = [["summable", "k", 0, at("k")]]
    for premises in ((0,), ()):
        step = a_step("summable-bisect", ["summable", "k", 0, at(part)], *premises, by={"term": at("k")})
        written = an_object([], given, a_step("given", given[0]), step, a_step("ring", ["=", 1, 1]))
        assert both(written) is (taken and bool(premises))
