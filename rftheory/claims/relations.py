"""Pointwise relations between two terms: equal, below, monotone along a parameter, printed to so many digits."""

from __future__ import annotations

from dataclasses import dataclass

from rftheory.claims.notation import Notation, Term
from rftheory.claims.structure import Claim
from rftheory.errors import InputError


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
    """The term lies within one unit of the last place of the printed decimal: rounded, cut off, or one digit off."""

    term: Term
    decimal: str

    def __post_init__(self) -> None:
        if not self.decimal.strip():
            raise InputError("a printed decimal needs digits, such as 0.62")

    @property
    def terms(self) -> tuple[Term, ...]:
        """The one."""
        return (self.term,)

    def written(self, notation: Notation) -> str:
        """term ~ decimal."""
        return f"{notation.term(self.term)} {notation.about} {self.decimal}"
