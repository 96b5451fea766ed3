"""Where steps are looked at again: exact points that the assumptions of symbols and the statement's domain allow."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from fractions import Fraction

import sympy as sp

from rftheory.domain import Domain, Point, Value

POINTS = 8
_LEGAL = 48  # points of a domain that are looked through for those that the symbols allow
_LARGEST_COUNT = 64  # a sum up to an integer parameter has as many terms

_TRIED = (
    "1 1/2 3 2 0 -1 5/7 8 -1/3 4 1/1000 -5/2 6 13/4 5 1/6 7 -4 3/2 21 -2/9 40 1/9 9 -7 10 1/1000000 -1/50 64"
)
_NUMBERS = tuple(map(Fraction, _TRIED.split()))


def allows(symbol: sp.Symbol, value: Fraction) -> bool:
    """Whether the value has every property that is assumed of the symbol."""
    number = sp.Rational(value.numerator, value.denominator)
    return all(getattr(number, f"is_{name}") == holds for name, holds in symbol.assumptions0.items())


@functools.lru_cache(maxsize=2048)
def _allowed(symbol: sp.Symbol) -> tuple[Fraction, ...]:
    return tuple(value for value in _NUMBERS if allows(symbol, value))


class Ground:
    """The points of one statement's domain, and what of them suits the symbols of a step."""

    def __init__(self, domain: Domain) -> None:
        self.scalars = tuple(axis.name for axis in domain.parameters if axis.kind in ("integer", "real"))
        self._domain = domain

    @functools.cached_property
    def legal(self) -> tuple[Point, ...]:
        """Points of the domain, extremes first, the integers small enough to sum up to."""
        if not self.scalars:
            return ()
        found = self._domain.points(_LEGAL, self.scalars)
        return tuple(point for point in found if all(_small(value) for value in point.values()))

    def points(self, symbols: Sequence[sp.Symbol]) -> Iterator[Point]:
        """Up to 8 points for symbols: parameters at points of the domain, others at numbers that they allow.

        None where no number is allowed. Two symbols of one name get one value, which both must allow.
        """
        named: dict[str, list[sp.Symbol]] = {}
        for symbol in sorted(symbols, key=str):
            named.setdefault(symbol.name, []).append(symbol)
        own = {name: same for name, same in named.items() if name in self.scalars}
        bases = [point for point in self.legal if _suits(own, point)] if own else []
        choices = {name: _common(same) for name, same in named.items() if not bases or name not in own}
        if not all(choices.values()):
            return
        for index in range(POINTS if named else 1):
            base = bases[_stride(index, len(bases))] if bases else {}
            point: Point = {name: base[name] for name in own} if bases else {}
            for place, (name, values) in enumerate(choices.items()):
                point[name] = values[(index * (2 * place + 1) + place * (1 + index // 3)) % len(values)]
            yield point

    def left_out(self, symbol: sp.Symbol) -> list[Point]:
        """Points of the domain whose value of this parameter is not what the symbol assumes."""
        if symbol.name not in self.scalars:
            return []
        return [point for point in self.legal if not _suits({symbol.name: [symbol]}, point)]


def _suits(named: dict[str, list[sp.Symbol]], point: Point) -> bool:
    for name, same in named.items():
        value = point[name]
        if not isinstance(value, Fraction) or not all(allows(symbol, value) for symbol in same):
            return False
    return True


def _common(same: list[sp.Symbol]) -> tuple[Fraction, ...]:
    return tuple(value for value in _allowed(same[0]) if all(allows(symbol, value) for symbol in same[1:]))


def _small(value: Value) -> bool:
    return not isinstance(value, Fraction) or abs(value) <= _LARGEST_COUNT or value.denominator > 1


def _stride(index: int, size: int) -> int:
    """The ends of a list first, then steps of nearly the golden ratio through it."""
    return (0, size - 1)[index] if index < 2 else int(index * size * Fraction(309, 500)) % size
