"""What an evaluation finds once is what it would find each time, and counts as much; counted, not timed."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
import sympy as sp

from rftheory.domain import Domain, real
from rftheory.exact import balls
from rftheory.exact.compilation import compile_ball, functions
from rftheory.exact.compilation.keeping import Keeping
from rftheory.exact.formula import Formula, environment

a, x, y = sp.symbols("a x y", positive=True)
k, n = sp.symbols("k n", integer=True, nonnegative=True)
SHARED = sp.sqrt(1 + x * a) + sp.log(2 + a)
EXPRESSIONS = (
    sp.Integral(sp.gamma(a) * sp.exp(-a * x) * SHARED / (1 + SHARED), (x, 0, 1)),
    # the name is a parameter outside and runs inside
    x * sp.Integral(sp.sqrt(x + a) * (x + a), (x, 0, 1)) + sp.sqrt(x + a) * (x + a),
    sp.Integral((x + a) ** 2 * sp.Integral((x + a) ** 2 + y, (y, 0, x + 1)), (x, 0, 1)),
    sp.Sum(sp.gamma(a) * (k + a) ** 2 / ((k + a) ** 2 + 1) * sp.Sum((k + a) ** 2 * n, (n, 0, k)), (k, 0, 5)),
    sp.Product((k + a) / (1 + (k + a) ** 2) + sp.cosh(a), (k, 1, 4)) * sp.cosh(a),
    sp.Sum(x**k * sp.gamma(a) / sp.factorial(k), (k, 0, sp.oo)) + sp.gamma(a),
    sp.Integral(sp.besseli(1, a) * sp.sqrt(x) / (sp.besseli(1, a) + sp.sqrt(x)), (x, 1, 2)),
)
BITS = 60
POINTS = ({"a": Fraction(3, 2), "x": Fraction(2)}, {"a": Fraction(1, 7), "x": Fraction(5, 3)})


def _found(expression: sp.Expr, point: dict[str, Any], bits: int) -> tuple[object, ...]:
    """Middle, radius and counted work."""
    with balls.work_within(10**7), balls.working_precision(bits):
        value = balls.ball(compile_ball(expression)(environment(point)))
        parts = balls.parts(value)
        return (
            *((balls.ball(p).mid().man_exp(), balls.ball(p).rad().man_exp()) for p in parts),
            balls.spent(),
        )


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_what_is_kept_changes_neither_digits_nor_counts(
    expression: sp.Expr, monkeypatch: pytest.MonkeyPatch
) -> None:
    for point in POINTS:  # FLINT's own constants are then there, as sharp as they are going to be
        _found(expression, point, BITS)
    kept = [_found(expression, point, BITS) for point in POINTS]
    monkeypatch.setattr(Keeping, "kept", lambda _self, _node, reading: reading)
    assert kept == [_found(expression, point, BITS) for point in POINTS]


def test_what_no_loop_changes_is_found_once(monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[object] = []
    gamma = functions.balls.gamma
    monkeypatch.setattr(functions.balls, "gamma", lambda value: called.append(value) or gamma(value))
    formula = Formula(
        sp.Integral(sp.gamma(a) * sp.exp(-x * a) / (1 + x * sp.gamma(a)), (x, 0, 1)),
        Domain((real("a", above=0),)),
        ("a",),
    )
    formula.ball({"a": Fraction(3, 2)}, 100)
    assert len(called) == 2  # where branch cuts must be seen, and where they need not
    formula.ball({"a": Fraction(3, 2)}, 100)
    assert len(called) == 4


def test_a_part_that_stands_twice_is_found_once_a_round(monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[object] = []
    gamma = functions.balls.gamma
    monkeypatch.setattr(functions.balls, "gamma", lambda value: called.append(value) or gamma(value))
    twice = sp.gamma(k + a) ** 2 + sp.exp(sp.gamma(k + a))
    compile_ball(sp.Sum(twice, (k, 1, 6)))(environment({"a": Fraction(1, 2)}))
    assert len(called) == 6
