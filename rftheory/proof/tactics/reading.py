"""Terms as rational functions in SymPy, for searches: what is not rational becomes a symbol."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import sympy as sp

from rftheory.proof.terms import ProofError, Term, bound, literal, number, parts, subterms

_WAVES = ("exp", "cos", "sin")


class RationalReader:
    """Reads terms into SymPy and back; equal opaque terms share a symbol."""

    def __init__(self) -> None:
        self.atoms: dict[Term, sp.Symbol] = {}
        self.exponents: dict[sp.Symbol, sp.Expr] = {}
        self._alike: dict[Any, sp.Symbol] = {}
        self._units: dict[sp.Expr, tuple[sp.Rational, sp.Symbol]] = {}

    def prepare(self, *terms: Term) -> None:
        """Choose the exponentials that all exponentials of the terms are products of."""
        sizes: dict[sp.Expr, sp.Rational] = {}
        for each in (inner for term in terms for inner in subterms(term)):
            if isinstance(each, tuple) and each[0] == "exp":
                for size, monomial in self._addends(each[1]):
                    sizes[monomial] = sp.gcd(sizes.get(monomial, sp.S.Zero), size)
        for monomial, size in sizes.items():
            self._unit(monomial, abs(size))

    def _unit(self, monomial: sp.Expr, size: sp.Rational) -> tuple[sp.Rational, sp.Symbol]:
        if monomial not in self._units:
            symbol = self.symbol(("exp", self.write(size * monomial)))
            self._units[monomial] = (size, symbol)
            self.exponents[symbol] = size * monomial
        return self._units[monomial]

    def _addends(self, exponent: Term) -> list[tuple[sp.Rational, sp.Expr]]:
        """The addends of an exponent, each a rational and the rest; none where it has exponentials in it."""
        if any(isinstance(each, tuple) and each[0] in _WAVES for each in subterms(exponent)):
            return []
        expanded = sp.expand(self.read(exponent))
        return [each.as_coeff_Mul() for each in sp.Add.make_args(expanded) if each != 0]

    def _exponential(self, term: tuple[Any, ...]) -> sp.Expr:
        """A product of powers of exponentials of monomials."""
        addends = self._addends(term[1])
        found = sp.S.One
        for size, monomial in addends:
            unit, symbol = self._unit(monomial, abs(size))
            times = size / unit
            if not times.is_Integer:
                return self.symbol(term)
            found *= symbol**times
        return found if addends or self.read(term[1]) == 0 else self.symbol(term)

    def split(self, polynomial: sp.Expr) -> list[tuple[sp.Expr, sp.Expr]]:
        """A polynomial as a sum of coefficient times exp(exponent): the pairs."""
        symbols = [symbol for symbol in self.exponents if symbol in polynomial.free_symbols]
        if not symbols:
            return [(polynomial, sp.S.Zero)]
        pairs = sp.Poly(polynomial, *symbols).terms()
        return [
            (c, sp.expand(sum(n * self.exponents[s] for n, s in zip(powers, symbols, strict=True))))
            for powers, c in pairs
        ]

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
        if isinstance(term, tuple) and term[0] == "exp":
            return self._exponential(term)
        return self.symbol(term)

    def symbol(self, term: Term) -> sp.Symbol:
        """The symbol of a term that is not taken apart."""
        if term in self.atoms:
            return self.atoms[term]
        key = self._key(term)
        if key in self._alike:
            return self._alike[key]
        if term not in self.atoms:
            name = term if isinstance(term, str) else f"_{len(self.atoms)}"
            self.atoms[term] = sp.Symbol(name, real=True)
        self._alike[self._key(term)] = self.atoms[term]
        return self.atoms[term]

    def _key(self, term: Term) -> Any:
        """The same for opaque terms whose parts are equal as rational functions."""
        if not isinstance(term, tuple) or bound(term) is not None or not parts(term):
            return term
        if term[0] == "hyper":
            return (
                "hyper",
                *(tuple(map(self._rational, each)) for each in term[1:3]),
                self._rational(term[3]),
            )
        own = term[1] if term[0] == "entry" else None
        return (term[0], own, *map(self._rational, parts(term)))

    def _rational(self, term: Term) -> sp.Expr:
        return sp.cancel(self.read(term))

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
