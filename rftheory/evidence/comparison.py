"""Certified comparison of two formulas at one exact point; three-valued."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sympy as sp

from rftheory.domain import Point
from rftheory.errors import InputError, PrecisionError
from rftheory.exact import balls
from rftheory.exact.formula import Formula

_LADDER = (200, 800, 3200, 12800)
_COARSE = 80
_FIRST = 32  # bits beyond those asked for that are tried first: most values lose fewer


@dataclass(frozen=True)
class PointComparison:
    """sign of left - right (None when undecided), the bits that both sides agree to, and both values as text.

    For complex values the sign is 1 where they differ, 0 where they are equal: it orders nothing.
    """

    sign: int | None
    agreeing_bits: int
    left: str
    right: str


def compare(
    left: Formula,
    right: Formula,
    point: Point,
    *,
    bits: int = 200,
    printed: bool = True,
    absolute: bool = False,
    hasty: bool = False,
) -> PointComparison:
    """Compare left (or |left|) with right in balls, raising precision until separated or agreeing to `bits`.

    `hasty` looks for a difference first, at a coarse precision, and climbs one step of the ladder only.
    """
    best, a, b = PointComparison(None, -1, "?", "?"), None, None
    ladder = [p + bits for p in _LADDER if p >= bits // 2]
    for working in (_COARSE, ladder[0]) if hasty else (bits + _FIRST, *ladder):
        a = a if _sharp(a, bits) else _value(left, point, working, printed)
        b = b if _sharp(b, bits) else _value(right, point, working, printed)
        if a is None or b is None:
            continue
        if absolute:
            a = abs(a)
        with balls.working_precision(working):
            difference = balls.ball(a) - balls.ball(b) if not _rational(a, b) else a - b
            verdict = _decided(difference)
            best = PointComparison(verdict, _agreement(difference, a, b), text(a), text(b))
        if verdict is not None or best.agreeing_bits >= bits:
            return best
    return best


def _sharp(value: Any, bits: int) -> bool:
    """Whether a real value is known so well that only the other side has to be."""
    return isinstance(value, balls.arb) and balls.accuracy_bits(value) >= bits + 16


def _rational(a: Any, b: Any) -> bool:
    return all(isinstance(value, (balls.fmpq, balls.Gauss)) for value in (a, b))


def _value(formula: Formula, point: Point, bits: int, printed: bool) -> Any:
    inner = {name: point[name] for name in formula.names}
    try:
        value: Any = formula.ball(inner, bits, printed=printed)
    except (PrecisionError, InputError):
        return None
    if isinstance(value, (balls.acb, balls.Gauss)) and not formula.complex_valued:
        real, imaginary = balls.parts(value)
        value = real if balls.ball(imaginary).contains(0) else None
    return value if value is not None and balls.is_finite(value) else None


def _decided(difference: Any) -> int | None:
    """The sign of a real difference; of a complex one 1 where it is certainly not 0, 0 where it is exactly 0."""
    if not isinstance(difference, (balls.acb, balls.Gauss)):
        return balls.sign(difference)
    signs = [balls.sign(part) for part in balls.parts(difference)]
    if any(signs):
        return 1
    return 0 if signs == [0, 0] else None


def _agreement(difference: Any, a: Any, b: Any) -> int:
    """Bits by which |difference| is provably below the larger side (0 if either ball is wide)."""
    if isinstance(difference, balls.fmpq):
        return 1 << 20 if difference == 0 else 0
    size = max(abs(balls.ball(a)).lower(), abs(balls.ball(b)).lower())
    top = abs(balls.ball(difference)).upper()
    if top == 0:
        return 1 << 20
    if not size > 0:
        return 0
    quotient = (balls.ball(size) / top).log() / balls.arb(2).log()
    return int(balls.to_float(quotient))


def written_alike(left: sp.Basic, right: sp.Basic) -> bool:
    """Whether two expressions are one, whatever is assumed of their symbols: they are equal, and that says nothing."""
    if isinstance(left, sp.Symbol) and isinstance(right, sp.Symbol):
        return bool(left.name == right.name)
    if not left.args or not right.args:
        return bool(left == right)
    return (
        bool(left.func == right.func)
        and len(left.args) == len(right.args)
        and all(map(written_alike, left.args, right.args))
    )


def text(value: Any, digits: int = 30) -> str:
    """A value with its radius, for people."""
    if isinstance(value, balls.fmpq):
        return str(value)
    if isinstance(value, balls.Gauss):
        return f"{value.re} + {value.im}j"
    return str(value.str(digits))


def show_point(point: Point) -> dict[str, str]:
    """Exact parameter values as text."""
    return {name: _show(value) for name, value in point.items()}


def _show(value: Any) -> str:
    if isinstance(value, tuple):
        joiner = ";" if isinstance(value[0], tuple) else ","
        return joiner.join(_show(v) for v in value)
    return str(value)
