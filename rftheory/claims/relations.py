"""Pointwise relations between two terms: equal, below, monotone along a parameter, printed to so many digits."""

from __future__ import annotations

import re
from dataclasses import dataclass

import sympy as sp

from rftheory.claims.notation import Notation, Term
from rftheory.claims.structure import Claim
from rftheory.errors import InputError

_DECIMAL = re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?\Z", re.ASCII)


@dataclass(frozen=True)
class Equal(Claim):
    """left = right on the whole domain."""

    left: Term = "lhs"
    right: Term = "rhs"

    @property
    def terms(self) -> tuple[Term, ...]:
        """Both."""
        return (self.left, self.right)

    def written(self, notation: Notation) -> str:
        """left = right."""
        return f"{notation.term(self.left)} = {notation.term(self.right)}"


@dataclass(frozen=True)
class Below(Claim):
    """left < right (or <= when not strict) on the whole domain; |left| with `absolute`."""

    left: Term = "lhs"
    right: Term = "rhs"
    strict: bool = True
    absolute: bool = False

    @property
    def terms(self) -> tuple[Term, ...]:
        """Both."""
        return (self.left, self.right)

    def written(self, notation: Notation) -> str:
        """left < right."""
        left = notation.term(self.left)
        relation = notation.less if self.strict else notation.at_most
        return f"{notation.size(left) if self.absolute else left} {relation} {notation.term(self.right)}"


@dataclass(frozen=True)
class Monotone(Claim):
    """The term increases (or decreases) in a parameter, the others fixed, over their whole domain."""

    term: Term
    variable: str
    increasing: bool = True
    strict: bool = True

    @property
    def terms(self) -> tuple[Term, ...]:
        """The one."""
        return (self.term,)

    def written(self, notation: Notation) -> str:
        """The term, and its direction."""
        way = "increasing" if self.increasing else "decreasing"
        direction = notation.words(f" {'strictly ' if self.strict else ''}{way} in ")
        return f"{notation.term(self.term)}{direction}{notation.name(self.variable)}"


@dataclass(frozen=True)
class Printed(Claim):
    """The printed decimal is the term rounded or cut off (toward 0) at its last digit; at a tie both roundings are.

    It is the conjunction of two bounds: v - u/2 <= term < v + u for v > 0, with u the unit of the last digit.
    """

    term: Term
    decimal: str

    def __post_init__(self) -> None:
        if not _DECIMAL.match(self.decimal):
            raise InputError(f"a printed decimal needs digits, such as 0.62, not {self.decimal!r}")

    @property
    def terms(self) -> tuple[Term, ...]:
        """The one."""
        return (self.term,)

    @property
    def parts(self) -> tuple[Below, Below]:
        """The lower bound, then the upper one: half a unit toward 0 at most, less than a unit away from it."""
        mantissa, _, exponent = self.decimal.lower().partition("e")
        value = sp.Rational(self.decimal)
        unit = sp.Integer(10) ** (int(exponent or 0) - len(mantissa.partition(".")[2]))
        below, above = (unit if value <= 0 else unit / 2), (unit if value >= 0 else unit / 2)
        return (
            Below(value - below, self.term, strict=value <= 0),
            Below(self.term, value + above, strict=value >= 0),
        )

    def written(self, notation: Notation) -> str:
        """term ~ decimal."""
        return f"{notation.term(self.term)} {notation.about} {self.decimal}"
