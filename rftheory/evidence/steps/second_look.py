"""A step seen a second time, without SymPy's rules: both sides in balls at exact points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

import sympy as sp

from rftheory.domain import Point
from rftheory.errors import InputError, PrecisionError
from rftheory.evidence.comparison import show_point, text
from rftheory.evidence.steps.ground import Ground
from rftheory.exact import balls
from rftheory.exact.compilation import compile_ball
from rftheory.exact.compilation.reading import Reading
from rftheory.exact.formula import environment

_BITS = (80, 320)
_AGREEING = 24  # bits by which a difference lies below the sides: fewer say nothing


@dataclass(frozen=True)
class Look:
    """At how many points a step was evaluated, and the point that shows it false."""

    points: int
    against: str = ""


def look_at_equality(left: sp.Expr, right: sp.Expr, ground: Ground) -> Look:
    """Both sides at the points of their symbols; a difference that is certain not to vanish is against."""
    readings = read(left, right)
    if readings is None:
        return Look(0)
    seen = 0
    for point in ground.points(symbols_of(left, right)):
        equal = equal_at(readings, point)
        if equal is False:
            return Look(seen, _shown(point, readings, ("left", "right")))
        seen += equal is True
    return Look(seen)


def look_at_sign(expression: sp.Expr, ground: Ground, *, strict: bool) -> Look:
    """The expression at the points of its symbols; a value of certain wrong sign is against."""
    readings = read(expression)
    if readings is None:
        return Look(0)
    seen = 0
    for point in ground.points(symbols_of(expression)):
        holds = sign_at(readings[0], point, strict=strict)
        if holds is False:
            return Look(seen, _shown(point, readings, ("value",)))
        seen += holds is True
    return Look(seen)


def equal_at(readings: Sequence[Reading], point: Point) -> bool | None:
    """Whether two readings agree at a point to the bits asked for; None where they cannot be evaluated so far."""
    for bits in _BITS:
        with balls.working_precision(bits):
            values = _values(readings, point)
            if values is None:
                continue
            one, other = values
            difference = one - other
            parts = balls.parts(difference)
            if any(balls.sign(part) in (-1, 1) for part in parts):
                return False
            size = max(abs(balls.ball(value)).upper() for value in values)
            top = max(abs(balls.ball(part)).upper() for part in parts)
            if top <= max(size, balls.arb(1) / (1 << 20)) / (1 << _AGREEING):
                return True
    return None


def sign_at(reading: Reading, point: Point, *, strict: bool) -> bool | None:
    """Whether a reading is positive (nonnegative) at a point; None where a ball does not decide it."""
    for bits in _BITS:
        with balls.working_precision(bits):
            value = _value(reading, point)
            if value is None:
                continue
            real, imaginary = balls.parts(value)
            if balls.sign(imaginary) in (-1, 1):
                return False
            sign = balls.sign(real)
            if sign is not None:
                return sign > 0 or (sign == 0 and not strict)
    return None


def read(*sides: sp.Expr) -> list[Reading] | None:
    """The sides in balls; None where one has no reading: limits, unknown functions, derivatives, integrals to infinity."""
    if any(side.has(sp.oo, -sp.oo) and not side.has(sp.Sum) for side in sides):
        return None
    try:
        return [compile_ball(side) for side in sides]
    except (NotImplementedError, TypeError, ValueError, AttributeError, InputError):
        return None


def _value(reading: Reading, point: Point) -> balls.Scalar | None:
    try:
        value = reading(environment(point))
    except (
        PrecisionError,
        InputError,
        ArithmeticError,
        KeyError,
        TypeError,
        ValueError,
        NotImplementedError,
    ):
        return None  # outside what the ball functions take: the point says nothing
    return value if not isinstance(value, list) and balls.is_finite(value) else None


def _values(readings: Sequence[Reading], point: Point) -> list[balls.Scalar] | None:
    """All of them at a point; None where one says nothing."""
    found = [_value(reading, point) for reading in readings]
    finite = [value for value in found if value is not None]
    return finite if len(finite) == len(found) else None


def symbols_of(*sides: sp.Expr) -> list[sp.Symbol]:
    """The free symbols of all sides, in order of their names."""
    return sorted({symbol for side in sides for symbol in side.free_symbols}, key=str)


def _shown(point: Point, readings: Sequence[Reading], names: Sequence[str]) -> str:
    with balls.working_precision(_BITS[-1]):
        values = [f"{name} = {text(_value(r, point), 12)}" for name, r in zip(names, readings, strict=True)]
    where = ", ".join(f"{name} = {value}" for name, value in show_point(point).items())
    return f"{'; '.join(values)} at {where or 'the numbers given'}"


def differ_at(left: sp.Expr, right: sp.Expr, ground: Ground) -> str:
    """A point at which two sides certainly differ, in words; empty where none of those tried does."""
    readings = read(left, right)
    for point in ground.points(symbols_of(left, right)) if readings is not None else ():
        assert readings is not None
        if equal_at(readings, point) is False:
            return _shown(point, readings, ("left", "right"))
    return ""


def approaches(
    body: sp.Expr, variable: sp.Symbol, toward: sp.Expr, goal: sp.Expr, side: str, ground: Ground
) -> bool | None:
    """Whether values on the way to a limit come nearer to it (or grow); None where they cannot be evaluated."""
    grows = goal in (sp.oo, -sp.oo)
    readings = read(body) if grows else read(body, goal)
    others = [symbol for symbol in symbols_of(body, goal) if symbol != variable]
    rest = next(iter(ground.points(others)), None) if others else {}
    if readings is None or rest is None:
        return None
    gaps = []
    with balls.working_precision(_BITS[-1]):
        for way in _way(toward, side):
            values = _values(readings, {**rest, variable.name: way})
            if values is not None:
                gaps.append(abs(balls.ball(values[0] if grows else values[0] - values[1])))
        if len(gaps) < 2:
            return None
        return not (gaps[-1] < gaps[0] if grows else gaps[-1] > gaps[0])


def _way(toward: sp.Expr, side: str) -> Iterator[Fraction]:
    """Three values on the way to where a limit is taken."""
    for size in (4, 16, 64):
        if toward in (sp.oo, -sp.oo):
            yield Fraction(size if toward == sp.oo else -size)
        elif toward.is_Rational:
            step = Fraction(1, 4**size) if size > 4 else Fraction(1, size**2)
            yield Fraction(int(toward.p), int(toward.q)) + (step if side == "+" else -step)
