"""What a claim needs of a notation to be written in it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

import sympy as sp

from rftheory.exact.formula import Formula

Term: TypeAlias = str | sp.Expr | Formula
"""The name of a side of the statement, an expression in its parameters and in moments, or a formula of its own."""


@dataclass(frozen=True)
class Notation(ABC):
    """How relations and terms are written; names of sides stand for their formulas where they are known."""

    sides: Mapping[str, Formula] = field(default_factory=dict)

    less = "<"
    at_most = "<="
    at_least = ">="
    about = "~"
    law = "~"
    both = ";  "

    def term(self, term: Term | sp.Basic) -> str:
        """A term, by its formula."""
        if isinstance(term, str):
            if term not in self.sides:
                return self.words(f":{term}")
            return self.expression(self.sides[term].expression)
        return self.expression(term.expression if isinstance(term, Formula) else sp.sympify(term))

    @abstractmethod
    def expression(self, expression: sp.Basic) -> str:
        """A SymPy expression."""

    @abstractmethod
    def words(self, words: str) -> str:
        """Plain words."""

    @abstractmethod
    def name(self, name: str) -> str:
        """A parameter."""

    @abstractmethod
    def size(self, text: str) -> str:
        """An absolute value."""

    @abstractmethod
    def where(self, line: str, condition: str) -> str:
        """A claim with a condition."""

    @abstractmethod
    def exists(self, names: str, line: str) -> str:
        """An existential claim."""

    @abstractmethod
    def order(self, text: str, *, little: bool = False) -> str:
        """O(..) or o(..)."""

    @abstractmethod
    def toward(self, line: str, variable: str, end: str) -> str:
        """A claim along a limit."""

    @abstractmethod
    def limit(self, variable: str, end: str) -> str:
        """The sign of a limit."""

    @abstractmethod
    def best(self, names: str, *, greatest: bool) -> str:
        """The sign of an optimum."""

    @abstractmethod
    def probability(self, event: str) -> str:
        """The probability of an event already written."""
