"""Sections 2.3 and 2.4 of performer: exact values at the ends of the domains, and estimates against plain floats."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import pytest

from rftheory.errors import DomainError
from rftheory.papers.performer.section2 import (
    attention_kernels,
    feature_maps,
    lemma1,
    regularised,
    small_values,
    softmax,
)
from rftheory.statements import Statement

PAGES = (attention_kernels, feature_maps, lemma1, regularised, small_values, softmax)
ENTRIES: list[Statement] = [statement for page in PAGES for statement in page.STATEMENTS]
SIDES = {
    **{s.id: s.sides[""] for s in ENTRIES if "" in s.sides},
    **{name: sides[""] for s in ENTRIES for name, sides in s.companions.items()},
}


def value(name: str, **point: Any) -> float:
    return float(SIDES[f"performer/{name}"].evaluate(digits=20, **point))


LINE = {"relu": 2, "abs": 4, "exp": math.exp(9), "cos": (math.exp(-1) + math.exp(-9)) / 2}
OPPOSITE = {"relu": 0, "abs": 4, "exp": 1, "cos": (1 + math.exp(-8)) / 2}


@pytest.mark.parametrize("name", LINE)
def test_kernels_of_inputs_in_line(name: str) -> None:
    assert value(f"eq5/{name}", x2=2, y2=8, xy=4) == pytest.approx(LINE[name])
    assert value(f"eq5/{name}", x2=4, y2=4, xy=-4) == pytest.approx(OPPOSITE[name])


def test_exact_zeros() -> None:
    assert str(SIDES["performer/eq5/relu"].evaluate(x2=9, y2=4, xy=-6)) == "0"
    assert str(SIDES["performer/fig2/utility"].evaluate(theta=0, r=1)) == "0"


def test_an_angle_is_at_most_pi_to_every_digit() -> None:
    below = ("3.14159265358979323846264338327950288419716939937510", Fraction(math.pi))
    above = ("3.14159265358979323846264338327950288419716939937511", Fraction(math.nextafter(math.pi, 4)))
    for angle in below:
        assert value("eq5/angular", theta=angle) == pytest.approx(-1)
    for angle in above:
        with pytest.raises(DomainError):
            value("eq5/angular", theta=angle)


@pytest.mark.parametrize("point", [{"theta": 1, "r": 0}, {"theta": "3.1416", "r": 1}, {"theta": 1, "r": 3}])
def test_utility_outside_its_domain(point: dict[str, object]) -> None:
    with pytest.raises(DomainError):
        value("fig2/utility", **point)


def test_utility_at_a_right_angle() -> None:
    gap = total = 2.0
    expected = math.exp(gap - total) * (1 - math.exp(-gap)) ** 2 / (2 * (1 - math.exp(-total)))
    assert value("fig2/utility", theta=Fraction(math.pi / 2), r=1) == pytest.approx(expected)


@pytest.mark.parametrize("name", ["trig", "positive", "hyperbolic"])
def test_estimates(name: str) -> None:
    rows, x, y = [[1.0, 2.0], [3.0, -0.5]], [1.0, 0.25], [-0.5, 0.5]

    def dot(a: list[float], b: list[float]) -> float:
        return math.fsum(p * q for p, q in zip(a, b, strict=True))

    weight = (dot(x, x) + dot(y, y)) / 2
    terms = {
        "trig": [math.exp(weight) * math.cos(dot(w, x) - dot(w, y)) for w in rows],
        "positive": [math.exp(dot(w, x) + dot(w, y) - weight) for w in rows],
        "hyperbolic": [math.exp(-weight) * math.cosh(dot(w, x) + dot(w, y)) for w in rows],
    }
    assert value(f"sec2.3/estimator-{name}", W=rows, x=x, y=y) == pytest.approx(math.fsum(terms[name]) / 2)
