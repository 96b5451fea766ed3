"""Two notations of one claim: LaTeX, to hold against what is printed, and plain text for a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import sympy as sp

from rftheory.claims.notation import Notation
from rftheory.claims.structure import Claim
from rftheory.claims.wording import worded
from rftheory.exact.formula import Formula


@dataclass(frozen=True)
class Plain(Notation):
    """Text for a terminal, by SymPy's own printer."""

    def expression(self, expression: sp.Basic) -> str:
        """As SymPy writes it."""
        return str(sp.sstr(expression))

    def words(self, words: str) -> str:
        """Themselves."""
        return words

    def name(self, name: str) -> str:
        """Itself."""
        return name

    def size(self, text: str) -> str:
        """|..|."""
        return f"|{text}|"

    def where(self, line: str, condition: str) -> str:
        """.. where .."""
        return f"{line}  where {condition}"

    def exists(self, names: str, line: str) -> str:
        """for some ..: .."""
        return f"for some {names}: {line}"

    def order(self, text: str, *, little: bool = False) -> str:
        """O(..)."""
        return f"{'o' if little else 'O'}({text})"

    def toward(self, line: str, variable: str, end: str) -> str:
        """.. as .."""
        return f"{line}  as {variable} -> {end}"

    def limit(self, variable: str, end: str) -> str:
        """lim."""
        return f"lim [{variable} -> {end}] "

    def best(self, names: str, *, greatest: bool) -> str:
        """arg min."""
        return f"arg {'max' if greatest else 'min'} over {names} of "

    def probability(self, event: str) -> str:
        """P[..]."""
        return f"P[{event}]"


@dataclass(frozen=True)
class Latex(Notation):
    """LaTeX, by SymPy's own printer."""

    at_most = r"\le"
    at_least = r"\ge"
    about = r"\approx"
    law = r"\sim"
    both = r",\quad "

    def expression(self, expression: sp.Basic) -> str:
        """As SymPy's LaTeX printer writes it."""
        letters = {symbol: r"\varepsilon" for symbol in expression.free_symbols if str(symbol) == "eps"}
        return str(sp.latex(expression, symbol_names=letters))

    def words(self, words: str) -> str:
        """Upright text, with indices and powers."""
        return worded(words)

    def name(self, name: str) -> str:
        """As a symbol."""
        return str(sp.latex(sp.Symbol(name)))

    def size(self, text: str) -> str:
        """|..|."""
        return rf"\left|{text}\right|"

    def where(self, line: str, condition: str) -> str:
        """.. where .."""
        return rf"{line}\quad\text{{where }}{condition}"

    def exists(self, names: str, line: str) -> str:
        """for some ..: .."""
        return rf"\exists\,{names}:\ {line}"

    def order(self, text: str, *, little: bool = False) -> str:
        """O(..)."""
        return rf"{'o' if little else 'O'}\left({text}\right)"

    def toward(self, line: str, variable: str, end: str) -> str:
        """.. as .."""
        return rf"{line}\quad({variable}\to {end})"

    def limit(self, variable: str, end: str) -> str:
        """lim."""
        return rf"\lim_{{{variable}\to {end}}} "

    def best(self, names: str, *, greatest: bool) -> str:
        """arg min."""
        return rf"\underset{{{names}}}{{\arg\{'max' if greatest else 'min'}}} "

    def probability(self, event: str) -> str:
        """P[..]."""
        return rf"\mathbb P\left[{event}\right]"


def latex(claim: Claim, sides: Mapping[str, Formula]) -> str:
    """The claim in LaTeX, the statement's sides written out."""
    return claim.written(Latex(sides))


def plain(claim: Claim, sides: Mapping[str, Formula]) -> str:
    """The claim as text, the statement's sides written out."""
    return claim.written(Plain(sides))
