"""Integrals over angles and tails: both programs take what is true and refuse what is not."""

from __future__ import annotations

import copy
from typing import Any

import mpmath
import pytest

from tests.proof.two_programs import a_step, an_object, checker_accepts, kernel_accepts

Json = Any
HALF, PI = ["q", 1, 2], ["pi"]
SPHERE, SPHERES, IID, ANY = (["name", n] for n in ("sphere", "orthogonal-fixed-norm", "iid", "any"))
U = ["vec", "x"]
CONTEXT = ([["d", "integer"], ["m", "integer"], ["s", "real"], ["t", "real"], ["k", "integer"]],
           [["<", 0, "d"], ["<=", 2, "d"], ["<=", 1, "m"], ["<=", 0, "s"], ["<=", 0, "k"]])  # fmt: skip
GIVEN = [a_step("given", each) for each in CONTEXT[1]]  # 0: 0 < d, 1: 2 <= d, 2: 1 <= m, 3: 0 <= s, 4: 0 <= k
LAST = a_step("given", ["<", 0, "d"])


def both(*steps: Json, context: Json = CONTEXT, last: Json = LAST) -> bool:
    """Whether both programs take the steps after those that state the context; they must agree."""
    given = [a_step("given", each) for each in context[1]]
    written = an_object(*context, *given, *steps, last)
    accepted = checker_accepts(written)
    assert kernel_accepts(written) is accepted
    return accepted


# What is continuous


def continuous(term: Json, *premises: int, v: str = "v") -> Json:
    return a_step("continuous", ["continuous", v, 0, PI, term], *premises)


def test_what_is_continuous() -> None:
    for term in (["sin", "v"], ["exp", ["*", "s", ["cos", "v"]]], ["^", ["+", "v", 1], 3], ["log", "s"], 7):
        assert both(continuous(term))
    assert both(continuous(["^", ["sin", "v"], "k"], 4))
    for term in (
        ["log", "v"], ["^", "v", -1], ["^", "v", HALF], ["^", ["sin", "v"], "s"], ["gamma", "v"],
        ["^", 2, ["sin", "v"]], ["dot", ["row", SPHERE, 1], U], ["hyper", [], ["v"], 1],
    ):  # fmt: skip
        assert not both(continuous(term, 0, 1, 2, 3, 4))
    assert not both(continuous(["^", ["sin", "v"], "k"]))
    assert not both(continuous(["sin", "s"], v="s"))


def test_an_integral_is_defined_where_its_body_is_continuous() -> None:
    total = ["integral", "v", 0, PI, ["sin", "v"]]
    same = a_step("replace", ["=", total, total])
    assert both(continuous(["sin", "v"]), same, last=a_step("replace", ["=", total, total], 5))
    assert not both(same, last=same)
    inverse = ["integral", "v", 0, PI, ["^", "v", -1]]
    assert not both(same, last=a_step("replace", ["=", inverse, inverse]))


def test_nothing_that_holds_of_another_variable_of_its_name_is_used_in_an_integral() -> None:
    """Of the constraint s = t in the context nothing follows for an integral over s."""
    context = (CONTEXT[0], [*CONTEXT[1], ["=", "s", "t"]])
    one, other = (["integral", "s", 0, PI, each] for each in ("s", "t"))
    assert not both(a_step("replace", ["=", one, other], 5), context=context)
    one, other = (["integral", "v", 0, PI, ["*", each, "v"]] for each in ("s", "t"))
    assert both(a_step("replace", ["=", one, other], 5), context=context)


# Means over an angle

W = ["row", SPHERE, 1]
H = ["*", HALF, "d"]
LESS = ["gamma", ["+", H, ["q", -1, 2]]]
DENSITY = ["*", ["gamma", H], ["^", ["*", ["^", PI, HALF], LESS], -1], ["^", ["sin", "v"], ["+", "d", -2]]]
LENGTH = ["*", ["^", "d", HALF], ["^", ["dot", U, U], HALF]]


def wave(x: Json) -> Json:
    return ["exp", ["*", "s", ["exp", x]]]


def polar(body: Json = None, *, by: Json = None, leave: int | None = None) -> tuple[Json, ...]:
    """E exp(s exp(w.u)) as an integral."""
    body = body or ["*", DENSITY, wave(["*", LENGTH, ["cos", "v"]])]
    arguments = {"row": W, "vector": U, "variable": "x", "function": wave("x")} | (by or {})
    power = ["+", "d", -2]
    needed = [0, 1, 6, 8, 9, 10]
    if leave is not None:
        needed.remove(leave)
    return (
        a_step("integer", ["int", power]),  # 5
        a_step("combine", ["<=", 0, power], 1, by={"terms": [{"coefficient": 1, "squares": [], "factors": [1]}]}),  # 6
        a_step("combine", ["<", 0, ["+", H, ["q", -1, 2]]], 1,
               by={"terms": [{"coefficient": HALF, "squares": [], "factors": [1]},
                             {"coefficient": HALF, "squares": [], "factors": []}]}),  # 7
        a_step("fact", ["<", 0, LESS], 7, by={"name": "gamma-positive", "with": {"t": ["+", H, ["q", -1, 2]]}}),  # 8
        a_step("number", ["<", 0, ["^", PI, HALF]], by={"bits": 64}),  # 9
        continuous(body, 5, 6),  # 10
        a_step("polar-mean", ["=", ["E", wave(["dot", W, U])], ["integral", "v", 0, PI, body]], *needed, by=arguments),
    )  # fmt: skip


def test_a_mean_over_an_angle() -> None:
    assert both(*polar())


@pytest.mark.parametrize("leave", [1, 10])
def test_a_mean_over_an_angle_needs_two_dimensions_and_a_continuous_integrand(leave: int) -> None:
    assert not both(*polar(leave=leave))


@pytest.mark.parametrize(
    "by",
    [
        {"row": ["row", IID, 1]}, {"row": ["row", ANY, 1]}, {"row": ["row", SPHERES, 1]}, {"vector": ["vec", "y"]},
        {"variable": "d"}, {"function": ["exp", "x"]}, {"function": wave(["dot", W, U])}, {"vector": W},
        {"function": wave("z")},
    ],
)  # fmt: skip
def test_a_mean_over_another_angle(by: Json) -> None:
    """A function of another row or vector; a row whose length is random."""
    assert not both(*polar(by=by))


@pytest.mark.parametrize(
    "body",
    [
        ["*", 2, DENSITY, wave(["*", LENGTH, ["cos", "v"]])],
        ["*", DENSITY, wave(["*", LENGTH, ["sin", "v"]])],
        ["*", DENSITY, wave(["cos", "v"])],
        ["*", ["sin", "v"], DENSITY, wave(["*", LENGTH, ["cos", "v"]])],
    ],
)
def test_another_integrand(body: Json) -> None:
    assert not both(*polar(body))


@pytest.mark.parametrize("d", [2, 3, 6])
def test_the_density_of_the_angle(d: int) -> None:
    """Its total is 1, and E (w.u)^2 = |u|^2 by it."""
    scale = mpmath.gamma(d / 2) / (mpmath.sqrt(mpmath.pi) * mpmath.gamma((d - 1) / 2))
    total = mpmath.quad(lambda v: scale * mpmath.sin(v) ** (d - 2), [0, mpmath.pi])
    square = mpmath.quad(lambda v: scale * mpmath.sin(v) ** (d - 2) * d * mpmath.cos(v) ** 2, [0, mpmath.pi])
    assert mpmath.almosteq(total, 1)
    assert mpmath.almosteq(square, 1)


def on_a_line(value: Json = None, one: bool = True) -> bool:
    context = ([["d", "integer"], ["s", "real"]], [["<", 0, "d"], ["=", "d", 1] if one else ["<=", "d", 1]])
    sides = [wave(LENGTH), wave(["*", -1, LENGTH])]
    claim = ["=", ["E", wave(["dot", W, U])], value or ["*", HALF, ["+", *sides]]]
    by = {"row": W, "vector": U, "variable": "x", "function": wave("x")}
    return both(a_step("line-mean", claim, 0, 1, by=by), context=context)


def test_a_mean_on_a_line() -> None:
    assert on_a_line()
    assert not on_a_line(one=False)
    assert not on_a_line(wave(LENGTH))
    assert not on_a_line(["*", HALF, ["+", wave(LENGTH), wave(LENGTH)]])


# Tails


def estimate(coupling: Json = SPHERE, m: Json = "m") -> Json:
    return ["estimate", coupling, ["name", "positive"], m, ["name", "x, y"], ["name", "smreg"]]


def chernoff(
    s: Json = "s", t: Json = "t", bound: Json = None, premises: tuple[int, ...] = (3, 5)
) -> tuple[Json, Json]:
    """P(z > t) <= e^(-st) E e^(sz)."""
    power = ["exp", ["*", s, estimate()]]
    bound = bound or ["*", ["exp", ["*", -1, s, t]], ["E", power]]
    return a_step("bounded", ["integrable", power], 2), a_step(
        "chernoff", ["<=", ["tail", estimate(), t], bound], *premises
    )


def test_a_tail() -> None:
    assert both(*chernoff())
    exists, shown = chernoff()
    assert both(exists, last=shown)
    assert not both(*chernoff(premises=(3,)))
    assert not both(*chernoff(premises=(5,)))
    assert not both(*chernoff("t"))
    assert not both(*chernoff(bound=["*", ["exp", ["*", "s", "t"]], ["E", ["exp", ["*", "s", estimate()]]]]))
    assert not both(*chernoff(bound=["E", ["exp", ["*", "s", estimate()]]]))
    assert not both(*chernoff(t=estimate()))


def test_a_tail_is_of_an_estimate_with_rows() -> None:
    """What is defined at the end: an estimate, and a number of rows."""
    exists, shown = chernoff()
    plain = copy.deepcopy(shown)
    plain["from"] = [3, 6]
    power = ["exp", ["*", "s", ["dot", W, U]]]
    plain["then"] = ["<=", ["tail", ["dot", W, U], "t"], ["*", ["exp", ["*", -1, "s", "t"]], ["E", power]]]
    assert both(exists, a_step("bounded", ["integrable", power]), plain)
    assert not both(exists, a_step("bounded", ["integrable", power]), last=plain)


def exponential(
    e: Json = None, scale: Json = "s", *, exponent: Json = None, power: Json = "m", need: bool = True
) -> bool:
    e = e or estimate()
    row = ["row", e[1], 1]
    f = ["exp", ["+", ["dot", row, ["+", U, ["vec", "y"]]],
                 ["*", ["q", -1, 2], ["+", ["dot", U, U], ["dot", ["vec", "y"], ["vec", "y"]]]]]]  # fmt: skip
    one = ["exp", ["*", scale, f]]
    claim = ["=", ["E", ["exp", exponent or ["*", scale, "m", e]]], ["^", ["E", one], power]]
    premises = (2, 5) if need else (2,)
    return both(
        a_step("bounded", ["integrable", one]),
        a_step("estimate-exponential", claim, *premises, by={"scale": scale, "estimate": e}),
    )


def test_the_generating_function_of_independent_rows() -> None:
    assert exponential()
    assert exponential(scale="t")
    assert not exponential(need=False)
    assert not exponential(estimate(SPHERES))  # their rows are orthogonal
    assert not exponential(estimate(IID))  # has none
    assert not exponential(exponent=["*", "s", estimate()])
    assert not exponential(power=1)


# Antiderivatives, combinations and signs

SINE, COSINE = ["sin", "v"], ["cos", "v"]


def ends(
    body: Json, function: Json, value: Json = None, premises: tuple[int, ...] = (5, 6), top: Json = PI
) -> bool:
    """The integral of the body from 0 by a function of v."""

    def at(t: Json, end: Json) -> Json:
        if isinstance(t, list):
            return [at(part, end) for part in t]
        return end if t == "v" else t

    value = value or ["+", at(function, top), ["*", -1, at(function, 0)]]
    claim = ["=", ["integral", "v", 0, top, body], value]
    least = a_step("number", ["<=", 0, top], by={"bits": 64})
    exists = a_step("continuous", ["continuous", "v", 0, top, body], 2, 4)
    last = a_step("integral-ends", claim, *premises, 2, 4, by={"function": function})
    return both(least, exists, last)


def test_an_antiderivative() -> None:
    assert ends(SINE, ["*", -1, COSINE])
    assert ends(["*", 3, ["^", "v", 2]], ["^", "v", 3])
    assert ends(["*", COSINE, ["exp", SINE]], ["exp", SINE])
    assert not ends(SINE, COSINE)
    assert not ends(SINE, ["*", -1, COSINE], premises=(5,))
    assert not ends(SINE, ["*", -1, COSINE], premises=(6,))
    assert not ends(SINE, ["*", -1, COSINE], value=["+", ["cos", 0], ["*", -1, ["cos", PI]], 1])
    assert not ends(SINE, ["+", ["*", -1, COSINE], ["abs", "v"]])
    assert not ends(["^", "v", 2], ["*", ["q", 1, 3], ["^", "v", 3], ["dot", ["row", SPHERE, 1], U]])
    assert not ends(["*", -1, ["^", "v", -2]], ["^", "v", -1])  # 1/v between 0 and pi
    assert not ends(0, ["log", ["abs", "v"]])
    assert not ends(SINE, ["*", -1, COSINE], top=-1)  # from 0 down


def test_a_power_with_an_unknown_exponent() -> None:
    """m v^(m - 1) for 1 <= m; k may be 0, and s may be anything."""

    def power(n: Json) -> bool:
        less = ["+", n, -1]
        context = (CONTEXT[0], [*CONTEXT[1], ["int", less], ["<=", 0, less]])
        body = ["*", n, ["^", "v", less]]
        given = range(len(context[1]))
        steps = (
            a_step("number", ["<=", 0, PI], by={"bits": 64}),
            a_step("continuous", ["continuous", "v", 0, PI, body], *given),
            a_step("integral-ends", ["=", ["integral", "v", 0, PI, body], ["+", ["^", PI, n], ["*", -1, ["^", 0, n]]]],
                   *given, 7, 8, by={"function": ["^", "v", n]}),
        )  # fmt: skip
        return both(*steps, context=context)

    assert power("m")
    assert not power("k")
    assert not power("s")


def linear(
    right: Json, addend: Json = None, *, over: Json = (("v", "real"),), given: Json = None, exist: bool = True
) -> bool:
    """int (3 sin v + s cos v) by two integrals."""
    body = ["+", ["*", 3, SINE], ["*", "s", COSINE]]
    given = [["<=", 0, "v"], ["<=", "v", PI]] if given is None else given
    same = a_step("ring", ["=", body, addend or body], over=[list(each) for each in over], given=given)
    steps = (continuous(body), continuous(SINE), continuous(COSINE), same)
    premises = (5, 6, 7, 8) if exist else (5, 6, 8)
    return both(*steps, a_step("integral-linear", ["=", ["integral", "v", 0, PI, body], right], *premises))


def total(body: Json, top: Json = PI) -> Json:
    return ["integral", "v", 0, top, body]


def test_a_combination_of_integrals() -> None:
    assert linear(["+", ["*", 3, total(SINE)], ["*", "s", total(COSINE)]])
    assert linear(["+", ["*", 3, total(SINE)], ["*", "s", total(COSINE)]], given=[])
    assert not linear(["+", ["*", 3, total(SINE)], ["*", "s", total(COSINE)]], exist=False)
    assert not linear(["+", ["*", 3, total(SINE)], ["*", "t", total(COSINE)]])
    assert not linear(["+", ["*", 3, total(SINE)], ["*", "s", total(COSINE, 1)]])
    assert not linear(["+", ["*", 3, total(SINE)], ["*", COSINE, total("s")]])
    assert not linear(["+", ["*", 3, total(SINE)], ["*", "s", total(COSINE)]], given=[["<", 1, "v"]])
    assert not linear(["+", ["*", 3, total(SINE)], ["*", "s", total(COSINE)]], over=[("v", "integer")])


def positive(body: Json, *, given: Json = None, low: Json = 0, least: str = "<") -> bool:
    given = [["<", low, "v"], ["<", "v", PI]] if given is None else given
    local = {"over": [["v", "real"]], "given": given}
    square = a_step("fact", ["<", 0, ["exp", "v"]], by={"name": "exp-positive", "with": {"t": "v"}}, **local)
    exists = a_step("continuous", ["continuous", "v", low, PI, body])
    apart = a_step("number", [least, low, PI], by={"bits": 64})
    claim = ["<", 0, ["integral", "v", low, PI, body]]
    return both(square, exists, apart, a_step("integral-positive", claim, 5, 6, 7))


def test_the_integral_of_what_is_positive() -> None:
    assert positive(["exp", "v"])
    assert not positive(["sin", "v"])  # of which no premise says so
    assert not positive(["exp", "v"], given=[["<", 1, "v"], ["<", "v", PI]])
    assert not positive(["exp", "v"], least="<=")
    assert not positive(["exp", "v"], low=PI, least="<=")  # over a point
