"""Where a derivation's symbols assume more than the statement's domain says, and its steps do not hold without it."""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp

from rftheory.domain import Point
from rftheory.evidence.comparison import show_point
from rftheory.evidence.steps.ground import Ground
from rftheory.evidence.steps.second_look import equal_at, read, sign_at, symbols_of

_TRIED = 4


class Assumed:
    """Parameters by name, with points of the domain that their symbols exclude and at which a step is not seen to hold."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self.found: dict[str, str] = {}

    def equality(self, left: sp.Expr, right: sp.Expr) -> None:
        """A step left = right."""
        self._step((left, right), lambda readings, point: equal_at(readings, point))

    def sign(self, value: sp.Expr, *, strict: bool) -> None:
        """A step value > 0, or >= 0."""
        self._step((value,), lambda readings, point: sign_at(readings[0], point, strict=strict))

    def _step(self, sides: tuple[sp.Expr, ...], holds: Callable[..., bool | None]) -> None:
        symbols = symbols_of(*sides)
        for symbol in symbols:
            points = self._ground.left_out(symbol)[:_TRIED] if symbol.name not in self.found else []
            if not points:
                continue
            readings = read(*sides)
            for point in points:
                full = self._completed(point, symbols)
                if readings is None or full is None or holds(readings, full) is not True:
                    own = show_point({symbol.name: point[symbol.name]})[symbol.name]
                    self.found[symbol.name] = f"{_properties(symbol)}; the domain has {symbol.name} = {own}"
                    break

    def _completed(self, point: Point, symbols: list[sp.Symbol]) -> Point | None:
        """The point with values for the symbols that are no parameters."""
        others = [symbol for symbol in symbols if symbol.name not in point]
        rest = next(iter(self._ground.points(others)), None) if others else {}
        return None if rest is None else {**rest, **point}


def _properties(symbol: sp.Symbol) -> str:
    given = symbol._assumptions_orig
    return ", ".join(name if holds else f"not {name}" for name, holds in sorted(given.items())) or "complex"
