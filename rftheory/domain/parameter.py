"""A parameter: its kind, its bounds, its corner values and a walk over its search range."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from rftheory.domain.exact import ComplexRational, joined
from rftheory.domain.values import (
    Value,
    parse_complex,
    parse_number,
    parse_vector,
    parse_vectors,
)
from rftheory.errors import DomainError

Kind = Literal["integer", "real", "complex", "vector", "vectors"]


@dataclass(frozen=True)
class Parameter:
    """One typed parameter: `lower < or <= value < or <= upper`; `reach` bounds the search, not the domain.

    A vector that `roams` is also searched at entries of its own making, zeros, signs and sizes mixed.
    """

    name: str
    kind: Kind = "real"
    lower: Fraction | None = None
    upper: Fraction | None = None
    open_lower: bool = False
    open_upper: bool = False
    reach: tuple[Fraction, Fraction] = (Fraction(1, 10**6), Fraction(100))
    meaning: str = ""
    roams: bool = False

    @property
    def rule(self) -> str:
        """The domain in words, e.g. `integer >= 2`."""
        parts: list[str] = ["list of vectors" if self.kind == "vectors" else self.kind]
        if self.lower is not None and self.lower == self.upper:
            return f"{parts[0]} = {self.lower}"
        if self.lower is not None:
            parts.append(f"{'>' if self.open_lower else '>='} {self.lower}")
        if self.upper is not None:
            parts.append(f"{'<' if self.open_upper else '<='} {self.upper}")
        return f"{parts[0]} {' and '.join(parts[1:])}".strip()

    def parse(self, value: object) -> Value:
        """The exact value, or DomainError naming this parameter, the value and the rule."""
        if self.kind == "vector":
            return parse_vector(value, self.name)
        if self.kind == "vectors":
            return parse_vectors(value, self.name)
        if self.kind == "complex":
            return parse_complex(value, self.name)
        number = parse_number(value, self.name)
        if self.kind == "integer" and number.denominator != 1:
            raise DomainError(self.name, value, self.rule)
        below = self.lower is not None and (number < self.lower or (self.open_lower and number == self.lower))
        above = self.upper is not None and (number > self.upper or (self.open_upper and number == self.upper))
        if below or above:
            raise DomainError(self.name, value, self.rule)
        return number

    def corners(self) -> tuple[Fraction, ...]:
        """Smallest legal values and, for reals, the limits of the search range on both signs."""
        if self.kind in ("vector", "vectors"):
            return ()
        low, high = self.reach
        if self.kind == "complex":
            return (Fraction(0), low, -low, Fraction(-1), -high)
        candidates = [self.lower, self.upper, Fraction(0), low, high, Fraction(1), -low, -high]
        if self.kind == "integer":
            start = self.lower if self.lower is not None else Fraction(0)
            candidates = [start, start + 1, start + 2, start + 3, start + 6, self.upper]
        legal = []
        for candidate in candidates:
            try:
                legal.append(self.parse(candidate) if candidate is not None else None)
            except DomainError:
                continue
        return tuple(dict.fromkeys(c for c in legal if isinstance(c, Fraction)))

    def spread(self, fraction: float) -> Fraction | ComplexRational:
        """The legal value at `fraction` in [0, 1) of the search range, on a log scale, exact and short."""
        low, high = (float(bound) for bound in self.reach)
        if self.kind == "complex":
            size, angle = low * (high / low) ** fraction, 2 * math.pi * (fraction * 89.0 % 1.0)
            return joined(short(size * math.cos(angle)), short(size * math.sin(angle)))
        if self.kind == "integer":
            start = int(self.lower if self.lower is not None else 0)
            top = float(self.upper) if self.upper is not None else max(high, start + 1)
            offset = (top - start + 1.0) ** fraction
            return Fraction(min(int(top), start - 1 + int(offset)))
        if self.lower is not None and self.upper is not None:
            share = Fraction(round(fraction * 2**16) or 1, 2**16)
            return self.lower + (self.upper - self.lower) * share
        if self.lower is not None and self.lower >= 0:
            return self.lower + short(low * (high / low) ** fraction)
        sign, inner = (-1, 1 - 2 * fraction) if fraction < 0.5 else (1, 2 * fraction - 1)
        return sign * short(low * (high / low) ** inner)


def short(number: float) -> Fraction:
    """`number` rounded to four significant digits, as an exact decimal."""
    return Fraction(f"{number:.3e}")


def integer(
    name: str, lower: int = 1, upper: int | None = None, reach: int = 10**6, meaning: str = ""
) -> Parameter:
    """An integer parameter `lower <= name`, searched up to `reach`."""
    top = None if upper is None else Fraction(upper)
    return Parameter(
        name, "integer", Fraction(lower), top, reach=(Fraction(lower), Fraction(reach)), meaning=meaning
    )


def real(
    name: str,
    lower: int | str | None = None,
    upper: int | str | None = None,
    *,
    above: int | str | None = None,
    below: int | str | None = None,
    reach: tuple[object, object] = ("1e-6", 100),
    meaning: str = "",
) -> Parameter:
    """A real parameter with closed (`lower`, `upper`) or open (`above`, `below`) bounds."""
    floor = lower if lower is not None else above
    ceiling = upper if upper is not None else below
    return Parameter(
        name,
        "real",
        None if floor is None else parse_number(floor),
        None if ceiling is None else parse_number(ceiling),
        above is not None,
        below is not None,
        (parse_number(reach[0]), parse_number(reach[1])),
        meaning,
    )


def complex_number(name: str, *, reach: tuple[object, object] = ("1e-3", 10), meaning: str = "") -> Parameter:
    """A complex parameter, searched over `reach` in size and all around in argument."""
    return Parameter(name, "complex", reach=(parse_number(reach[0]), parse_number(reach[1])), meaning=meaning)


def vector(name: str, meaning: str = "", *, reach: tuple[object, object] | None = None) -> Parameter:
    """A vector parameter (any length >= 1); with a `reach` of its entries' sizes the search makes its own."""
    if reach is None:
        return Parameter(name, "vector", meaning=meaning)
    ends = (parse_number(reach[0]), parse_number(reach[1]))
    return Parameter(name, "vector", reach=ends, meaning=meaning, roams=True)


def vectors(name: str, meaning: str = "") -> Parameter:
    """A list of equally long vectors."""
    return Parameter(name, "vectors", meaning=meaning)
