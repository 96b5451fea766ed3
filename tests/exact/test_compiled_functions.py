"""Every function that formulas may use against mpmath, to thirty digits, at points of every branch."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import mpmath
import pytest
import sympy as sp

from rftheory.domain import Domain, integer, real
from rftheory.exact.compilation.functions import BUILDERS
from rftheory.exact.formula import Formula

x = sp.Symbol("x", real=True)
k = sp.Symbol("k", integer=True)
DOMAIN = Domain((real("x"), integer("k", -1)))
ANY = ("-2.5", "-1/3", "0", "0.75", "6")
POSITIVE = ("1/7", "1", "5.5")
UNIT = ("-0.75", "0", "1/3", "0.99")
ONE: list[tuple[Any, str, tuple[str, ...]]] = [
    (sp.exp, "exp", ANY),
    (sp.log, "log", POSITIVE),
    (sp.gamma, "gamma", ("-2.5", *POSITIVE)),
    (sp.LambertW, "lambertw", ("-0.25", "0", *POSITIVE)),
    (sp.sin, "sin", ANY),
    (sp.cos, "cos", ANY),
    (sp.sinh, "sinh", ANY),
    (sp.cosh, "cosh", ANY),
    (sp.tanh, "tanh", ANY),
    (sp.erf, "erf", ANY),
    (sp.erfc, "erfc", ANY),
    (sp.erfinv, "erfinv", UNIT),
    (sp.acos, "acos", UNIT),
    (sp.asin, "asin", UNIT),
    (sp.atan, "atan", ANY),
    (lambda z: sp.besselj(Fraction(1, 3), z), "besselj", POSITIVE),
    (lambda z: sp.besseli(Fraction(1, 3), z), "besseli", POSITIVE),
    (lambda z: sp.besselk(Fraction(1, 3), z), "besselk", POSITIVE),
    (lambda z: sp.lowergamma(Fraction(1, 3), z), "lower", POSITIVE),
    (lambda z: sp.uppergamma(Fraction(1, 3), z), "upper", POSITIVE),
    (lambda z: sp.hyper((1, z), (z + 2,), Fraction(1, 2)), "hyper", POSITIVE),
]
PLAIN: dict[str, Callable[[Any, Any], Any]] = {
    "besselj": lambda c, z: c.besselj(c.mpf(1) / 3, z),
    "besseli": lambda c, z: c.besseli(c.mpf(1) / 3, z),
    "besselk": lambda c, z: c.besselk(c.mpf(1) / 3, z),
    "lower": lambda c, z: c.gammainc(c.mpf(1) / 3, 0, z),
    "upper": lambda c, z: c.gammainc(c.mpf(1) / 3, z),
    "hyper": lambda c, z: c.hyper([1, z], [z + 2], 0.5),
}
WHOLE: list[tuple[Any, Callable[[Any, int], Any], range]] = [
    (sp.factorial(k), lambda c, i: c.factorial(i), range(6)),
    # n!! = n (n-2) .. down to 1 or 2
    (sp.factorial2(k), lambda c, i: c.fprod(range(i, 0, -2)), range(-1, 12)),
    (sp.binomial(9, k), lambda c, i: c.binomial(9, i), range(10)),
    (sp.RisingFactorial(Fraction(2, 3), k), lambda c, i: c.fprod(c.mpf(2) / 3 + j for j in range(i)), range(6)),
]  # fmt: skip


def plain(compute: Callable[[Any], Any]) -> Any:
    context = mpmath.MPContext()
    context.dps = 45
    return context, context.mpf(compute(context))


def agrees(expression: Any, given: dict[str, Any], compute: Callable[[Any], Any]) -> None:
    found = Formula(expression, DOMAIN, tuple(given)).evaluate(**given, digits=30).value
    context, wanted = plain(compute)
    assert abs(context.mpf(found) - wanted) <= abs(wanted) * context.mpf(10) ** -29, (expression, given)


@pytest.mark.parametrize(("function", "name", "points"), ONE, ids=[name for _, name, _ in ONE])
def test_functions_of_a_number(function: Any, name: str, points: tuple[str, ...]) -> None:
    compute = PLAIN.get(name, lambda c, z: getattr(c, name)(z))
    for point in points:
        value = Fraction(point)
        agrees(
            function(x),
            {"x": point},
            lambda c, value=value: compute(c, c.mpf(value.numerator) / value.denominator),  # type: ignore[misc]
        )


@pytest.mark.parametrize(("expression", "compute", "places"), WHOLE, ids=[str(e) for e, *_ in WHOLE])
def test_functions_of_a_whole_number(
    expression: Any, compute: Callable[[Any, int], Any], places: range
) -> None:
    for i in places:
        agrees(expression, {"k": i}, lambda c, i=i: compute(c, i))  # type: ignore[misc]


def test_no_function_is_left_out() -> None:
    tried = {type(function(x)) for function, *_ in ONE} | {
        part.func for expression, *_ in WHOLE for part in [expression]
    }
    known = {kind for kinds, _ in BUILDERS for kind in (kinds if isinstance(kinds, tuple) else (kinds,))}
    assert {kind.__name__ for kind in known} == {kind.__name__ for kind in tried}
