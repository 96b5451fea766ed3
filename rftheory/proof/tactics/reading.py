"""Terms as rational functions in SymPy, for searches: what is not rational becomes a symbol."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from rftheory.proof.terms import ProofError, Term, literal, number


class Reader:
    """Reads terms into SymPy and back; equal opaque terms share a symbol."""

    def __init__(self) -> None:
        self.atoms: dict[Term, sp.Symbol] = {}

    def read(self, term: Term) -> sp.Expr:
        """The rational function; powers with an integer literal are taken apart, other terms are symbols."""
        value = literal(term)
        if value is not None:
            return sp.Rational(value.numerator, value.denominator)
        if isinstance(term, tuple) and term[0] == "+":
            return sp.Add(*map(self.read, term[1:]))
        if isinstance(term, tuple) and term[0] == "*":
            return sp.Mul(*map(self.read, term[1:]))
        if isinstance(term, tuple) and term[0] == "^" and isinstance(term[2], int):
            return self.read(term[1]) ** term[2]
        return self.symbol(term)

    def symbol(self, term: Term) -> sp.Symbol:
        """The symbol of a term that is not taken apart."""
        if term not in self.atoms:
            name = term if isinstance(term, str) else f"_{len(self.atoms)}"
            self.atoms[term] = sp.Symbol(name, real=True)
        return self.atoms[term]

    def write(self, expression: sp.Expr) -> Term:
        """The term of a rational expression in the symbols."""
        back = {symbol: term for term, symbol in self.atoms.items()}
        return _written(expression, back)


def _written(expression: sp.Expr, back: dict[sp.Symbol, Term]) -> Term:
    if isinstance(expression, sp.Rational):
        return number(Fraction(int(expression.p), int(expression.q)))
    if isinstance(expression, sp.Symbol):
        return back[expression]
    if isinstance(expression, (sp.Add, sp.Mul)):
        head = "+" if isinstance(expression, sp.Add) else "*"
        return (head, *(_written(each, back) for each in expression.args))
    if isinstance(expression, sp.Pow) and isinstance(expression.exp, sp.Integer):
        return ("^", _written(expression.base, back), int(expression.exp))
    raise ProofError(f"{expression} is not rational")
