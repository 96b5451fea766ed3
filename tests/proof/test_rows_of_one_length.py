"""Rows of the length d^(1/2), angles and bounded terms: both programs take what is true and refuse what is not."""

from __future__ import annotations

from typing import Any

import mpmath
import pytest

from tests.proof.two_programs import a_step, an_object, checker_accepts, kernel_accepts

Json = Any
HALF = ["q", 1, 2]
SPHERE, SPHERES, IID, ORTHOGONAL, ANY = (
    ["name", n] for n in ("sphere", "orthogonal-fixed-norm", "iid", "orthogonal", "any")
)
V, U = ["vec", "x"], ["vec", "y"]
CONTEXT = ([["d", "integer"], ["m", "integer"], ["k", "integer"], ["c", "real"]],
           [["<=", 2, "d"], ["<", 0, "d"], ["<=", 1, "m"], ["<=", 0, "k"]])  # fmt: skip
GIVEN = [a_step("given", each) for each in CONTEXT[1]]  # 0: 2 <= d, 1: 0 < d, 2: 1 <= m, 3: 0 <= k
LAST = a_step("given", ["<", 0, "d"])


def row(coupling: Json, index: int = 1) -> Json:
    return ["row", coupling, index]


def dot(u: Json, v: Json) -> Json:
    return ["dot", u, v]


def squared(v: Json) -> Json:
    return dot(v, v)


def both(*steps: Json) -> bool:
    """Whether both programs take the steps after those that state the context; they must agree."""
    written = an_object(*CONTEXT, *GIVEN, *steps, LAST)
    accepted = checker_accepts(written)
    assert kernel_accepts(written) is accepted
    return accepted


def integrable(term: Json, *premises: int) -> Json:
    return a_step("bounded", ["integrable", term], *premises)


def over_length(w: Json, nested: bool = False) -> Json:
    return ["^", ["^", squared(w), HALF], -1] if nested else ["^", squared(w), ["q", -1, 2]]


# Lengths


def length(coupling: Json, value: Json = "d", *premises: int) -> Json:
    return a_step("row-length", ["=", squared(row(coupling)), value], *premises)


def test_lengths() -> None:
    assert both(length(SPHERE, "d", 1))
    assert both(length(SPHERES, "d", 1))
    assert not both(length(IID, "d", 1))  # a chi variable
    assert not both(length(ORTHOGONAL, "d", 1))
    assert not both(length(ANY, "d", 1))
    assert not both(length(SPHERE, 1, 1))
    assert not both(length(SPHERE, "d"))
    assert not both(a_step("row-length", ["=", dot(row(SPHERE), row(SPHERE, 2)), "d"], 1))
    assert not both(a_step("row-length", ["=", squared(V), "d"], 1))


def test_angles_of_rows_of_one_length() -> None:
    def product(coupling: Json, *premises: int) -> Json:
        return a_step("gram", ["=", dot(row(coupling), row(coupling, 2)), 0], *premises)

    assert both(product(SPHERES, 0))
    assert not both(product(SPHERES, 1))
    assert not both(product(SPHERE, 0))  # independent rows have any angle


# What is bounded

W, Z = row(SPHERE), row(IID)
BOUNDED = [
    ["exp", ["*", "c", dot(W, V)]],
    ["*", ["cos", dot(W, V)], ["sin", dot(row(SPHERE, 2), U)]],
    ["^", dot(["+", W, ["*", "c", row(SPHERE, 2)]], V), 3],
    ["exp", ["exp", ["*", 2, dot(W, V)]]],
    ["exp", ["*", "c", dot(Z, V), over_length(Z)]],
    ["exp", ["*", "c", over_length(Z, nested=True), dot(V, Z)]],
    ["*", dot(Z, V), dot(Z, U), over_length(Z), over_length(Z)],
    ["hyper", [], [HALF], squared(W)],
    squared(["+", W, V]),
    3,
]
UNBOUNDED = [
    dot(Z, V),
    ["exp", squared(Z)],
    ["^", dot(W, V), -1],
    ["^", dot(W, V), HALF],
    ["^", dot(W, V), "c"],
    ["log", dot(W, V)],
    over_length(Z),
    ["*", dot(Z, V), dot(Z, U), over_length(Z)],
    ["*", dot(Z, V), over_length(row(IID, 2))],
    ["*", squared(Z), over_length(Z)],
    ["*", dot(Z, V), ["^", squared(Z), -1]],
    ["*", dot(row(["name", "strange"]), V), over_length(row(["name", "strange"]))],
    ["hyper", [1], [], dot(W, V)],
    ["hyper", [], [["*", -1, HALF]], dot(W, V)],
    ["hyper", [], ["c"], dot(W, V)],
    ["hyper", [], [dot(W, V)], 1],
    dot(["*", dot(Z, V), W], V),
    ["gamma", dot(W, V)],
    ["draw", ["name", "N"]],
]


@pytest.mark.parametrize("term", BOUNDED)
def test_bounded(term: Json) -> None:
    assert both(integrable(term))


@pytest.mark.parametrize("term", UNBOUNDED)
def test_not_bounded(term: Json) -> None:
    assert not both(integrable(term, 0, 1, 2, 3))


def test_a_power_of_what_is_bounded() -> None:
    power = ["^", dot(W, V), "k"]
    assert both(integrable(power, 3))
    assert not both(integrable(power))
    assert not both(integrable(["^", dot(W, V), "m"], 3))


def estimate(coupling: Json, m: Json = "m", features: str = "positive") -> Json:
    return ["estimate", coupling, ["name", features], m, ["name", "x, y"], ["name", "smreg"]]


def test_estimates_that_are_bounded() -> None:
    assert both(integrable(["exp", ["*", "c", estimate(SPHERE)]], 2))
    assert both(integrable(["exp", estimate(SPHERES, 3)]))
    assert not both(integrable(["exp", estimate(SPHERE)]))  # of how many rows
    assert not both(integrable(["exp", estimate(SPHERE, 0)], 2))
    assert not both(integrable(["exp", estimate(IID)], 2))  # no exponential moment at all
    assert not both(integrable(["exp", estimate(ANY)], 2))


# Rotations


def turned(rows: Json, value: Json, *premises: int, head: str = "exp", sign: int = 1) -> Json:
    quarter = ["*", ["q", sign, 4], squared(V), value]
    series = ["E", ["hyper", [], [["*", HALF, "d"]], quarter]]
    by = {"vector": V, "rows": rows}
    return a_step("rotation", ["=", ["E", [head, dot(rows, V)]], series], *premises, by=by)


def test_rotations() -> None:
    pair = ["+", W, row(SPHERE, 2)]
    assert both(turned(pair, squared(pair), 1))
    assert both(turned(W, squared(W), 1, head="cos", sign=-1))
    assert not both(turned(pair, squared(pair)))
    assert not both(turned(pair, ["*", 2, "d"], 1))  # their angle is random
    assert not both(turned(["+", W, row(SPHERES)], squared(W), 1))
    assert not both(turned(row(ANY), squared(row(ANY)), 1))


def scaled(scale: Json, w: Json = Z, value: Json = 1, *, shown: bool = True) -> tuple[Json, ...]:
    """E exp(scale w.v) by the length of the row times the scale."""
    term = ["exp", ["*", scale, dot(w, V)]]
    series = ["hyper", [], [["*", HALF, "d"]], ["*", ["q", 1, 4], squared(V), value]]
    by = {"vector": V, "rows": ["*", scale, w]}
    premises = (1, 4, 5) if shown else (1, 4)
    return (
        a_step("nonzero-row", ["<", 0, squared(w)], 1),
        integrable(term, 4),
        a_step("rotation", ["=", ["E", term], ["E", series]], *premises, by=by),
    )


def test_a_direction_is_a_row_over_its_length() -> None:
    assert both(*scaled(over_length(Z)))
    assert not both(*scaled(over_length(Z), shown=False))  # that the mean exists
    assert not both(*scaled(over_length(Z), value="d"))
    assert not both(*scaled(over_length(Z), row(ANY)))


def test_a_coefficient_turns_with_the_rows() -> None:
    """E exp(c (w.v)) is not by the length where c is another function of w, or of rows of another coupling."""
    for scale in (["cos", dot(W, U)], ["^", dot(W, U), 2], squared(["+", W, U]), squared(row(SPHERES))):
        rows, term = ["*", scale, W], ["exp", ["*", scale, dot(W, V)]]
        value = ["*", ["q", 1, 4], squared(V), ["^", scale, 2], squared(W)]
        claim = ["=", ["E", term], ["E", ["hyper", [], [["*", HALF, "d"]], value]]]
        assert both(integrable(term))
        assert not both(integrable(term), a_step("rotation", claim, 1, 4, by={"vector": V, "rows": rows}))


# Independent rows


def product(one: Json, other: Json, *premises: int, value: Json = None) -> tuple[Json, ...]:
    claim = ["=", ["E", ["*", one, other]], value or ["*", ["E", one], ["E", other]]]
    last = a_step("independent-rows", claim, *(premises or (4, 5)), by={"factors": [one, other]})
    return integrable(one), integrable(other), last


def wave(w: Json) -> Json:
    return ["exp", dot(w, V)]


def test_independent_rows() -> None:
    assert both(*product(wave(W), wave(row(SPHERE, 2))))
    assert not both(*product(wave(W), wave(row(SPHERE, 2)), 4))
    assert not both(*product(wave(W), wave(W)))
    assert not both(*product(wave(W), wave(["+", W, row(SPHERE, 2)])))
    assert not both(*product(wave(row(SPHERES)), wave(row(SPHERES, 2))))
    assert not both(*product(wave(W), wave(row(SPHERES, 2))))
    assert not both(*product(wave(W), wave(row(SPHERE, 2)), value=["E", wave(W)]))
    assert not both(*product(wave(W), estimate(SPHERE, 1)))


# Moments of an angle


def angle(n: Json, value: Json, *premises: int, w: Json = Z, u: Json = U) -> Json:
    mean = ["E", ["^", ["*", dot(w, u), over_length(w)], n]]
    return a_step("angle-moment", ["=", mean, value], *premises)


def even(k: Json = "k", u: Json = U) -> Json:
    h = ["*", HALF, "d"]
    over = ["*", ["^", ["pi"], HALF], ["gamma", ["+", h, k]]]
    return ["*", ["^", squared(u), k], ["*", ["gamma", h], ["gamma", ["+", k, HALF]]], ["^", over, -1]]


def test_moments_of_an_angle() -> None:
    double, odd = ["*", 2, "k"], ["+", ["*", 2, "k"], 1]
    assert both(angle(double, even(), 1, 3))
    assert both(angle(odd, 0, 1, 3))
    assert both(angle(double, even(), 1, 3, w=W))
    assert not both(angle(double, even(), 1))
    assert not both(angle(double, even(), 3))
    assert not both(angle(double, 0, 1, 3))
    assert not both(angle(odd, even(), 1, 3))
    assert not both(angle(["*", 3, "k"], even(), 1, 3))
    assert not both(angle(["*", 2, "c"], even("c"), 1, 3))
    assert not both(angle(double, even(), 1, 3, w=row(ANY)))
    assert not both(angle(double, even(u=W), 1, 3, u=W))


@pytest.mark.parametrize(("d", "k"), [(1, 2), (2, 0), (3, 1), (5, 3)])
def test_the_moment_is_that_of_a_coordinate_on_the_sphere(d: int, k: int) -> None:
    """By the integral over the polar angle; at d = 1 a coordinate is +-1."""
    value = mpmath.gamma(d / 2) * mpmath.gamma(k + 0.5) / (mpmath.sqrt(mpmath.pi) * mpmath.gamma(d / 2 + k))
    if d == 1:
        assert mpmath.almosteq(value, 1)
        return
    top = mpmath.quad(lambda t: mpmath.cos(t) ** (2 * k) * mpmath.sin(t) ** (d - 2), [0, mpmath.pi])
    assert mpmath.almosteq(value, top / mpmath.quad(lambda t: mpmath.sin(t) ** (d - 2), [0, mpmath.pi]))
