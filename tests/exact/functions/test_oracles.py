"""Every ball function against its oracle, at random and extreme arguments: the ball is narrow, and the value is in it."""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
import random
import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import mpmath
import pytest
import sympy as sp

import rftheory.exact.functions
from rftheory.exact import balls
from rftheory.exact.functions.attention import AttentionEntry
from rftheory.exact.functions.ball_function import BallFunction

_spec = importlib.util.spec_from_file_location("arguments", Path(__file__).parent / "arguments.py")
assert _spec is not None
assert _spec.loader is not None
arguments = importlib.util.module_from_spec(_spec)
sys.modules["arguments"] = arguments  # where its dataclass looks for its annotations
_spec.loader.exec_module(arguments)

BITS = 160


def ball_functions() -> list[type[BallFunction]]:
    """Every class below BallFunction, from every module of the package, but for those that only share code."""
    package = rftheory.exact.functions
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        importlib.import_module(module.name)

    def below(kind: type[BallFunction]) -> Iterator[type[BallFunction]]:
        for sub in kind.__subclasses__():
            yield sub
            yield from below(sub)

    whole = {kind for kind in below(BallFunction) if not kind.__name__.startswith("_")} - {AttentionEntry}
    return sorted(whole, key=lambda kind: kind.__name__)


def test_every_ball_function_has_arguments_and_an_oracle_of_its_own() -> None:
    functions = ball_functions()
    assert [kind.__name__ for kind in functions if kind not in arguments.RECIPES] == []
    assert [kind.__name__ for kind in functions if kind.oracle is BallFunction.oracle] == []
    assert set(arguments.RECIPES) == set(functions)


def test_every_ball_function_is_written_in_mathematics() -> None:
    """With its arguments: of vectors and dimensions that words around it name, some are left out, never all but once."""
    silent = []
    for kind in ball_functions():
        count = len(arguments.RECIPES[kind].draw(random.Random(1)))
        given = [sp.Symbol(f"x_{{{place}7}}") for place in range(count)]
        text = sp.latex(kind(*given))
        assert kind.__name__ not in text
        assert "None" not in text
        assert text.count("{") == text.count("}")
        silent += [] if any(sp.latex(symbol) in text for symbol in given) else [kind.__name__]
    assert silent == ["PairMoment"]


@pytest.mark.parametrize("kind", ball_functions(), ids=lambda kind: kind.__name__)
def test_the_ball_holds_the_oracle(kind: type[BallFunction]) -> None:
    recipe = arguments.RECIPES[kind]
    generator = random.Random(kind.__name__)
    cases = [*recipe.extremes, *(recipe.draw(generator) for _ in range(recipe.often))]
    for given in cases:
        with balls.working_precision(BITS):
            found = _parts(kind.ball(*(_exact(value) for value in given)))
        ctx = mpmath.MPContext()
        ctx.dps = recipe.dps
        plain = [_plain(ctx, value) for value in given]
        expected = _plain_parts(ctx, kind.oracle(ctx, *plain))
        size = max(map(abs, expected)) if recipe.beside is None else recipe.beside(ctx, *plain)
        tolerance = (size or 1) * ctx.mpf(10) ** -recipe.digits
        assert len(found) == len(expected), given
        for (middle, radius), value in zip(found, expected, strict=True):
            low, high = (_plain(ctx, end) for end in (middle - radius, middle + radius))
            assert high - low <= tolerance, (given, "is too wide", ctx.nstr(high - low, 3))
            assert low - tolerance <= value <= high + tolerance, (
                given,
                ctx.nstr(low, 20),
                ctx.nstr(value, 20),
            )


def _exact(value: Any) -> Any:
    if isinstance(value, list):
        return [_exact(entry) for entry in value]
    if isinstance(value, arguments.Complex):
        return balls.gauss(balls.exact(value.re), balls.exact(value.im))
    return balls.exact(value)


def _plain(ctx: Any, value: Any) -> Any:
    """As the oracle reads formulas: whole numbers stay Python's."""
    if isinstance(value, list):
        return [_plain(ctx, entry) for entry in value]
    if isinstance(value, arguments.Complex):
        return ctx.mpc(_plain(ctx, value.re), _plain(ctx, value.im))
    number = Fraction(value)
    return int(number) if number.denominator == 1 else ctx.mpf(number.numerator) / number.denominator


def _parts(value: Any) -> list[tuple[Fraction, Fraction]]:
    """Middles and radii of the real and imaginary parts, entry by entry."""
    if isinstance(value, list):
        return [part for entry in value for part in _parts(entry)]
    found = []
    for part in balls.parts(value):
        low, high = balls.endpoints(part)
        found.append(((low + high) / 2, (high - low) / 2))
    return found


def _plain_parts(ctx: Any, value: Any) -> list[Any]:
    if isinstance(value, list):
        return [part for entry in value for part in _plain_parts(ctx, entry)]
    return [ctx.re(value), ctx.im(value)]
