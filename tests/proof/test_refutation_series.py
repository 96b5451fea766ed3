"""Sums to infinity whose terms have a hypergeometric series in them: their values, their tails, and what is refused."""

from __future__ import annotations

import time
from fractions import Fraction
from typing import Any

import mpmath
import pytest

from rftheory.certificates.search import Searching
from rftheory.proof.checker.points import intervals
from rftheory.proof.checker.points.intervals import Refused, exact
from rftheory.proof.checker.points.pointwise import Reading
from rftheory.proof.checker.points.refutation import check
from tests.proof.test_refutations import refuting

Object = dict[str, Any]
ONE = Fraction(1)


def weighted(upper: list[Any], lower: list[Any], at: Any, by: Any = 1) -> Any:
    """Sum over k from 0 of by^k/k! times a hypergeometric series."""
    return ["sum", "k", 0, ["oo"],
            ["*", ["^", by, "k"], ["^", ["gamma", ["+", "k", 1]], -1], ["hyper", upper, lower, at]]]  # fmt: skip


NEXT = ["+", "k", 1]
BESSEL = ["sum", "k", 0, ["oo"],
          ["*", ["^", 2, "k"], ["^", ["gamma", NEXT], -2], ["hyper", [], [NEXT], 1]]]  # fmt: skip
"""0F1(; 1; 3), by Taylor at 1: its k-th derivative there is 0F1(; k + 1; 1)/k!."""


def summed(term: Any, bits: int = 96) -> tuple[Fraction, Fraction]:
    """What the checker's arithmetic encloses, with lengths and tails found for it; and the same read again."""
    search = Searching(bits, 1)
    found = search.value(term, {})
    again = Reading(bits, search.entries()).value(term, {})
    assert again == found
    return again[0]


@pytest.mark.parametrize(
    ("term", "value"),
    [
        (BESSEL, lambda: mpmath.hyp0f1(1, 3)),
        (weighted([1], [["+", ["q", 1, 2], "k"]], -2),
         lambda: mpmath.nsum(lambda k: mpmath.hyp1f1(1, k + 0.5, -2) / mpmath.factorial(k), [0, mpmath.inf])),
        (weighted([3], [["*", 2, NEXT], NEXT], 5, ["q", -1, 3]),
         lambda: mpmath.nsum(lambda k: (-mpmath.mpf(1) / 3) ** k / mpmath.factorial(k)
                             * mpmath.hyper([3], [2 * k + 2, k + 1], 5), [0, mpmath.inf])),
    ],
)  # fmt: skip
def test_the_sum_lies_in_its_enclosure(term: Any, value: Any) -> None:
    with mpmath.workdps(30):
        wanted = Fraction(str(value()))
    low, high = summed(term)
    slack = Fraction(1, 10**25)
    assert low - slack <= wanted <= high + slack
    assert high - low < slack


@pytest.mark.parametrize(
    ("argument", "upper"), [(Fraction(-7, 2), [1]), (Fraction(9), [5]), (Fraction(3), [])]
)
def test_the_bound_of_the_series_is_one(argument: Fraction, upper: list[int]) -> None:
    """At every k from the first one on the series is at most the bound there, which falls."""
    reading = Reading(64, [])
    term = ["hyper", upper, [NEXT], ["q", argument.numerator, argument.denominator]]
    if argument.denominator == 1:
        term[3] = int(argument)
    _, most = reading.weights([term], "k", Fraction(0), {})
    bounds = [most(k) for k in range(12)]
    assert bounds == sorted(bounds, reverse=True)
    for k in range(12):
        size = abs(mpmath.hyper(upper, [k + 1], mpmath.mpf(argument.numerator) / argument.denominator))
        assert Fraction(str(size)) <= bounds[k]


@pytest.mark.parametrize(
    ("term", "reason"),
    [
        (weighted([1], [["+", 9, ["*", -1, "k"]]], ["q", 1, 2]), "divides by 0|not bounded"),
        (weighted([1], [["+", ["q", 1, 2], ["*", -1, "k"]]], ["q", 1, 2]), "not bounded"),
        (weighted([1, 1], [NEXT], ["q", 1, 2]), "not bounded"),
        (weighted(["k"], [1], ["q", 1, 2]), "k"),
        (weighted([1], [["^", NEXT, 2]], 1), "not linear"),
        (weighted([1], [NEXT], "k"), "k"),
        (weighted([1], [NEXT], 1, 70000), "not bounded|large"),
    ],
)  # fmt: skip
def test_what_has_no_bound_is_refused(term: Any, reason: str) -> None:
    inner = {"of": term[4][3], "length": 40, "tail": 1}
    made = refuting(
        "=", term, -9, [[-1, 10**6], [-9, -9]], [{"of": term, "length": 40, "tail": 1}, inner], x=0
    )
    with pytest.raises((Refused, ValueError), match=reason):
        check(made)


def test_a_tail_counts_the_series_in_it() -> None:
    """Of sum 0F1(; k + 1; 60)/k! from k = 1 on no tail without the series' size is one: the series is above 10^5."""
    term = weighted([], [NEXT], 60)
    inner = {"of": term[4][3], "length": 60, "tail": ["q", 1, 10**9]}
    reading = Reading(96, [{"of": term, "length": 2, "tail": 2}, inner])
    with pytest.raises(Refused, match="the tail"):
        reading.value(term, {})
    assert mpmath.hyp0f1(3, 60) / 2 > 2


THIRD = ["+", ["*", ["q", 1, 7], ["^", "k", -1]], ["*", ["q", 1, 9], ["^", "j", -1]]]


@pytest.mark.parametrize(
    "inner",
    [["acos", THIRD], ["log", THIRD], ["^", THIRD, ["q", 1, 255]], ["gamma", 10000], ["^", 10**900, 60000]],
    ids=lambda term: str(term[0]),
)
@pytest.mark.parametrize("bits", [64, 4096])
def test_small_objects_cannot_ask_for_hours(inner: Any, bits: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The budget of an object, a hundredth of it here, is in what functions cost, and not in terms alone."""
    monkeypatch.setattr(intervals, "_WORK", intervals._WORK // 100)
    term = ["sum", "k", 1, 4096, ["sum", "j", 1, 200, inner]]
    start = time.process_time()
    with pytest.raises(Refused, match=r"too much|too large"):
        Reading(bits, []).value(term, {})
    assert time.process_time() - start < 3


def test_numbers_keep_to_a_size() -> None:
    reading = Reading(64, [])
    with pytest.raises(Refused, match="too large or too close"):
        reading.at.power(exact(10**900), exact(60000))
    assert reading.at.exp(exact(60000))[0] > 10**26000
