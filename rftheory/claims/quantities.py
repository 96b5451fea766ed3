"""Quantities that no formula gives, and sums over sets of tuples, as terms."""

from __future__ import annotations

from typing import Any, Self

from sympy.printing.precedence import PRECEDENCE

from rftheory.claims.moments import RandomNode
from rftheory.claims.wording import worded


class Quantity(RandomNode):
    """A real quantity by what it is, and what it depends on: `Quantity("least number of rows that ..", d, R)`."""

    def __new__(cls, words: str, *arguments: object) -> Self:
        return cls.of(words, *arguments)

    def _latex(self, printer: Any) -> str:
        words, *arguments = self.args
        shown = rf"({', '.join(map(printer.doprint, arguments))})" if arguments else ""
        return rf"\left[{worded(str(words))}\right]{shown}"

    def _sympystr(self, printer: Any) -> str:
        words, *arguments = self.args
        shown = f"({', '.join(map(printer.doprint, arguments))})" if arguments else ""
        return f"[{words}]{shown}"


class TupleSum(RandomNode):
    """The sum of a term over a set of tuples, in words: `TupleSum(term, "(j_1, .., j_m) with sum j")`."""

    precedence = PRECEDENCE["Add"]

    def __new__(cls, term: object, tuples: str) -> Self:
        return cls.of(term, tuples)

    def _latex(self, printer: Any) -> str:
        term, tuples = self.args
        return rf"\sum_{{{worded(str(tuples))}}} {printer.doprint(term)}"

    def _sympystr(self, printer: Any) -> str:
        term, tuples = self.args
        return f"Sum({printer.doprint(term)}, {tuples})"
