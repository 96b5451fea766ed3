"""The invariants |x|^2, |y|^2 and x.y of a pair of inputs: symbols, parameters, rules and chosen points.

`pairs` is the domain of all pairs: x.y within Cauchy-Schwarz, and equal to it in size where d = 1. `fit`
moves a freely drawn point into it. `V2` is |x+y|^2, `DELTA2` is |x-y|^2.
"""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from rftheory.kit import Domain, Parameter, Point, Rule, integer, real

d, m = sp.symbols("d m", positive=True, integer=True)
x2, y2 = sp.symbols("x2 y2", nonnegative=True)
xy = sp.Symbol("xy", real=True)

V2 = x2 + y2 + 2 * xy  # |x+y|^2
DELTA2 = x2 + y2 - 2 * xy  # |x-y|^2

DIMENSION = integer("d", 1, meaning="input dimension")
COUNT = integer("m", 1, meaning="number of projections")
SQUARES = (
    real("x2", 0, meaning="|x|^2"),
    real("y2", 0, meaning="|y|^2"),
    real("xy", meaning="inner product of x and y"),
)
CAUCHY_SCHWARZ = Rule(xy**2 <= x2 * y2, "xy^2 <= x2*y2 (Cauchy-Schwarz)")
ON_A_LINE = Rule(sp.Or(d > 1, sp.Eq(xy**2, x2 * y2)), "xy^2 = x2*y2 when d = 1 (numbers, not vectors)")
WITHIN_BLOCK = Rule(m <= d, "m <= d (rows of one block)")


def fit(point: Point) -> Point:
    """Move a freely sampled point into the domain: m into the block, xy to a cosine times |x||y| (+-1 when d = 1)."""
    if {"d", "m"} <= set(point) and point["m"] > point["d"]:  # type: ignore[operator]
        point["m"] = point["d"]
    if {"x2", "y2", "xy"} <= set(point):
        a, b, s = (_number(point[name]) for name in ("x2", "y2", "xy"))
        if s * s == a * b or (s * s < a * b and point.get("d") != 1):
            return point  # already a pair, such as a chosen one
        turn = Fraction(1) if point.get("d") == 1 else 1 / (1 + abs(s))
        point["x2"], point["y2"], point["xy"] = a * a, b * b, (turn if s > 0 else -turn) * a * b
    return point


def _number(value: object) -> Fraction:
    assert isinstance(value, Fraction)
    return value


PAIRS: tuple[dict[str, object], ...] = (
    {"x2": 0, "y2": 0, "xy": 0},
    {"x2": 1, "y2": 1, "xy": -1},
    {"x2": 1, "y2": 1, "xy": 1},
    {"x2": "1/4", "y2": 1, "xy": "1/2"},
    {"x2": 1, "y2": 1, "xy": 0},
    {"x2": 4, "y2": 0, "xy": 0},
    {"x2": 100, "y2": 100, "xy": -30},
    {"x2": "1e-6", "y2": "1e-6", "xy": "-1e-7"},
    {"x2": 10**6, "y2": 10**6, "xy": -(10**6) + 1},
)


def pairs(*others: Parameter, rules: tuple[Rule, ...] = (), **values: tuple[object, ...]) -> Domain:
    """(others.., x2, y2, xy) with Cauchy-Schwarz; `values` gives each other parameter's values for the chosen points."""
    names = [other.name for other in others]
    columns = list(zip(*(values[name] for name in names), strict=True)) or [()]
    extra = tuple({**dict(zip(names, column, strict=True)), **pair} for column in columns for pair in PAIRS)
    return Domain((*others, *SQUARES), (CAUCHY_SCHWARZ, ON_A_LINE, *rules), fit, extra)
