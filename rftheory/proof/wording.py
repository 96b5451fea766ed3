"""SymPy expressions and conditions as terms and propositions of proofs, one to one; the order of addends is canonical."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

import sympy as sp

from rftheory.domain.conditions import Every, Height, Some, Width
from rftheory.proof.terms import (
    INFINITY,
    PI,
    ProofError,
    Term,
    bound,
    number,
    parts,
    rebuilt,
    substitute,
    subterms,
)

Writer = Callable[["Words", sp.Expr], Term]
_FUNCTIONS: Mapping[type, str] = {
    sp.exp: "exp", sp.log: "log", sp.cos: "cos", sp.sin: "sin", sp.Abs: "abs", sp.gamma: "gamma", sp.acos: "acos",
    sp.sign: "sign",
}  # fmt: skip
_HALF: Term = ("q", 1, 2)


@dataclass(frozen=True)
class Words:
    """Terms of expressions; `more` says how nodes of further classes are written, `complex_names` what is complex.

    `parameters`: names of parameters; the entries of one that is a vector are real.
    """

    more: Mapping[type, Writer] = field(default_factory=dict)
    complex_names: frozenset[str] = frozenset()
    parameters: frozenset[str] = frozenset()

    def term(self, expression: sp.Basic) -> Term:
        """The term of an expression; ProofError for what proofs have no word for."""
        if isinstance(expression, sp.Rational):
            return number(Fraction(int(expression.p), int(expression.q)))
        if isinstance(expression, sp.Symbol):
            return str(expression)
        if expression is sp.pi:
            return PI
        if expression is sp.E:
            return ("exp", 1)
        if isinstance(expression, (sp.Add, sp.Mul)):
            return ("+" if isinstance(expression, sp.Add) else "*", *_sorted(map(self.term, expression.args)))
        if isinstance(expression, sp.Pow):
            return ("^", *map(self.term, expression.args))
        own = self.more.get(type(expression))
        head = _FUNCTIONS.get(type(expression))
        if own is None and head is not None and len(expression.args) == 1:
            return (head, self.term(expression.args[0]))
        written = own or _WRITTEN.get(type(expression))
        if written is None:
            raise ProofError(f"proofs have no word for {type(expression).__name__}")
        return written(self, expression)

    def proposition(self, condition: sp.Basic) -> tuple[Term, ...]:
        """The propositions that together say a condition."""
        if isinstance(condition, sp.And):
            return tuple(each for part in _conditions(condition) for each in self.proposition(part))
        if condition == sp.true:
            return ()
        if isinstance(condition, sp.Or):
            return (("or", *map(self._one, _conditions(condition))),)
        if isinstance(condition, sp.Contains) and isinstance(condition.args[1], sp.FiniteSet):
            member, among = condition.args
            return (("or", *(("=", self.term(member), self.term(each)) for each in sorted(among.args))),)
        if isinstance(condition, sp.Contains) and condition.args[1] == sp.S.Naturals0:
            member = self.term(condition.args[0])
            return (("int", member), ("<=", 0, member))
        if isinstance(condition, (Every, Some)):
            inner, (index, low, high) = condition.args
            head = "every" if isinstance(condition, Every) else "somewhere"
            return ((head, str(index), self.term(low), self.term(high), self._one(inner)),)
        relation = _RELATIONS.get(type(condition))
        if relation is None:
            raise ProofError(f"proofs have no word for {condition}")
        name, swapped = relation
        left, right = (self.term(side) for side in condition.args)
        return ((name, right, left) if swapped else (name, left, right),)

    def _one(self, condition: sp.Basic) -> Term:
        """A condition as one proposition."""
        found = self.proposition(condition)
        return found[0] if len(found) == 1 else ("and", *found)


_RELATIONS: Mapping[type, tuple[str, bool]] = {
    sp.Lt: ("<", False), sp.Le: ("<=", False), sp.Gt: ("<", True), sp.Ge: ("<=", True),
    sp.Eq: ("=", False), sp.Ne: ("!=", False),
}  # fmt: skip


def _sorted(terms: object) -> list[Term]:
    """Addends and factors in an order of their own text, whatever order SymPy keeps them in."""
    assert isinstance(terms, map)
    return sorted(terms, key=lambda each: (isinstance(each, tuple), repr(each)))


def _conditions(condition: sp.And | sp.Or) -> list[sp.Basic]:
    return sorted(condition.args, key=str)


def _hyperbolic(sign: int) -> Writer:
    """(e^t + sign e^-t) / 2."""

    def written(words: Words, expression: sp.Expr) -> Term:
        angle = words.term(expression.args[0])
        back: Term = ("exp", ("*", -1, angle))
        return ("*", _HALF, ("+", ("exp", angle), back if sign > 0 else ("*", -1, back)))

    return written


def _quotient(words: Words, expression: sp.Expr) -> Term:
    """tanh t = sinh t / cosh t."""
    angle = expression.args[0]
    return ("*", _hyperbolic(-1)(words, sp.sinh(angle)), ("^", _hyperbolic(1)(words, sp.cosh(angle)), -1))


def _inverse_sine(words: Words, expression: sp.Expr) -> Term:
    """asin t = pi/2 - acos t, DLMF 4.23.19."""
    return ("+", ("*", _HALF, PI), ("*", -1, ("acos", words.term(expression.args[0]))))


def _factorial(words: Words, expression: sp.Expr) -> Term:
    """n! = Gamma(n + 1)."""
    return ("gamma", words.term(expression.args[0] + 1))


def _choices(words: Words, expression: sp.Expr) -> Term:
    """n over k, as Gamma(n + 1)/(Gamma(k + 1) Gamma(n - k + 1))."""
    n, k = map(words.term, expression.args)
    below = tuple(("^", ("gamma", ("+", t, 1)), -1) for t in (k, ("+", n, ("*", -1, k))))
    return ("*", ("gamma", ("+", n, 1)), *below)


def _hypergeometric(words: Words, expression: sp.Expr) -> Term:
    upper, lower, argument = expression.args
    return ("hyper", tuple(map(words.term, upper)), tuple(map(words.term, lower)), words.term(argument))


def _entry(words: Words, expression: sp.Expr) -> Term:
    """An entry of a vector, from 0."""
    return ("entry", str(expression.base.label), *map(words.term, expression.indices))


def _size(head: str) -> Writer:
    """How many entries a vector has, or how many vectors of which length a list."""
    return lambda _, expression: (head, str(expression.args[0].label))


def _bessel(words: Words, expression: sp.Expr) -> Term:
    """I_0(z) = 0F1(; 1; z^2/4), DLMF 10.39.9."""
    order, argument = expression.args
    if order != 0:
        raise ProofError(f"proofs have no word for {expression}")
    return ("hyper", (), (1,), ("*", ("q", 1, 4), ("^", words.term(argument), 2)))


def over_ranges(head: str) -> Writer:
    """A sum or product, the last range outermost."""

    def written(words: Words, expression: sp.Expr) -> Term:
        found = words.term(expression.function)
        for index, low, high in expression.limits:
            if head == "integral" and high is sp.oo:
                raise ProofError("proofs have no word for integrals to infinity")
            end = INFINITY if high is sp.oo else words.term(high)
            found = (head, str(index), words.term(low), end, _apart(found, str(index)))
        return found

    return written


def _apart(term: Term, index: str) -> Term:
    """The term with another name for the index of every sum in it that has this one."""
    if not isinstance(term, tuple) or not parts(term):
        return term
    inner = [_apart(part, index) for part in parts(term)]
    if bound(term) != index:
        return rebuilt(term, inner)
    taken = {name for each in subterms(term) for name in (each, bound(each)) if isinstance(name, str)}
    other = next(f"{index}{n}" for n in range(1, len(taken) + 2) if f"{index}{n}" not in taken)
    renamed = substitute(inner[-1], {index: other})
    return (term[0], other, *inner[:-1], renamed)


_WRITTEN: Mapping[type, Writer] = {
    sp.sinh: _hyperbolic(-1), sp.cosh: _hyperbolic(1), sp.tanh: _quotient, sp.factorial: _factorial, sp.asin: _inverse_sine, sp.binomial: _choices,
    sp.hyper: _hypergeometric, sp.Indexed: _entry, sp.besseli: _bessel, Height: _size("height"), Width: _size("width"), sp.Sum: over_ranges("sum"), sp.Product: over_ranges("prod"), sp.Integral: over_ranges("integral"),
}  # fmt: skip
