"""SymPy expressions and conditions as terms and propositions of `docs/proof.md`, one to one. Trusted with nothing.

What has no form there is an InputError. `TermWriter` knows which symbols stand for sizes of vectors.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import sympy as sp
from sympy.core.relational import Relational

from rftheory.certificates.definitions import DEFINITIONS, Supremum
from rftheory.domain.conditions import Every, Height, Quantified, Width
from rftheory.errors import InputError
from rftheory.exact.functions.complex_vectors import Dot, Size

Json: TypeAlias = "int | str | list[Json]"

_UNARY: dict[type, str] = {
    sp.log: "log", sp.cos: "cos", sp.sin: "sin", sp.acos: "acos", sp.gamma: "gamma", sp.Abs: "abs", sp.re: "re",
}  # fmt: skip
_RELATIONS: dict[type, tuple[str, bool]] = {
    sp.Eq: ("=", False), sp.Ne: ("!=", False), sp.Lt: ("<", False), sp.Le: ("<=", False),
    sp.Gt: ("<", True), sp.Ge: ("<=", True),
}  # fmt: skip
_INDEX = "place"  # of the sum that an inner product is


def literal(number: Any) -> Json:
    """A rational as a literal."""
    p, q = int(number.numerator), int(number.denominator)
    return p if q == 1 else ["q", p, q]


class TermWriter:
    """Writes expressions over the parameters of a point; `sizes` says what symbols that are no parameters stand for."""

    def __init__(self, sizes: Mapping[str, Json]) -> None:
        self.sizes = sizes

    def term(self, node: Any) -> Json:
        """The term of an expression."""
        node = sp.sympify(node)
        if isinstance(node, sp.Rational):
            return literal(node)
        if isinstance(node, sp.Symbol):
            return self.sizes.get(node.name, node.name)
        if type(node) in _UNARY:
            return [_UNARY[type(node)], self.term(node.args[0])]
        if type(node) in DEFINITIONS:
            return self.term(DEFINITIONS[type(node)](*node.args))
        for kind, write in _WRITERS:
            if isinstance(node, kind):
                return write(self, node)
        raise InputError(f"{type(node).__name__} has no form as a term")

    def claim(self, node: Any) -> Json:
        """The proposition of a condition."""
        if isinstance(node, Relational):
            head, turned = _RELATIONS[type(node)]
            sides = [self.term(node.lhs), self.term(node.rhs)]
            return [head, *(reversed(sides) if turned else sides)]
        if isinstance(node, (sp.And, sp.Or, sp.Not)):
            parts = sorted(node.args, key=str)
            return [type(node).__name__.lower(), *map(self.claim, parts)]
        if isinstance(node, Quantified):
            inner, (index, first, last) = node.args
            head = "every" if isinstance(node, Every) else "some"
            return [head, str(index), self.term(first), self.term(last), self.claim(inner)]
        if isinstance(node, sp.Contains):
            return self._member(*node.args)
        raise InputError(f"{type(node).__name__} has no form as a proposition")

    def _member(self, element: sp.Expr, members: sp.Set) -> Json:
        """Integers from some point on, or a finite set of numbers."""
        least = {sp.S.Integers: None, sp.S.Naturals0: 0, sp.S.Naturals: 1}
        if members in least:
            whole: Json = ["int", self.term(element)]
            low = least[members]
            return whole if low is None else ["and", whole, ["<=", low, self.term(element)]]
        if isinstance(members, sp.FiniteSet) and isinstance(element, sp.Expr) and len(members) > 1:
            return ["or", *(["=", self.term(element), self.term(each)] for each in members)]
        raise InputError(f"membership in {members} has no form as a proposition")

    def operands(self, head: str, nodes: tuple[sp.Expr, ...]) -> Json:
        """An operator of two or more parts."""
        return [head, *map(self.term, nodes)]

    def power(self, node: sp.Pow) -> Json:
        return ["^", self.term(node.base), self.term(node.exp)]

    def hyper(self, node: sp.hyper) -> Json:
        return [
            "hyper",
            [self.term(a) for a in node.ap],
            [self.term(b) for b in node.bq],
            self.term(node.argument),
        ]

    def folded(self, node: sp.Sum | sp.Product | sp.Integral) -> Json:
        """Sums, products and integrals, the first of several ranges innermost."""
        head = {sp.Sum: "sum", sp.Product: "prod", sp.Integral: "integral"}[type(node)]
        body = self.term(node.function)
        for index, low, high in node.limits:
            if high == sp.oo and head != "sum":
                raise InputError(f"{type(node).__name__} to infinity has no form as a term")
            body = [head, str(index), self.term(low), ["oo"] if high == sp.oo else self.term(high), body]
        return body

    def entry(self, node: sp.Indexed) -> Json:
        return ["entry", str(node.base), *map(self.term, node.indices)]

    def cases(self, node: sp.Piecewise) -> Json:
        """From the last case to the first; where none holds there is no value, as of 1/0."""
        found: Json = ["^", 0, -1]
        for value, condition in reversed(node.args):
            chosen = self.term(value)
            found = chosen if condition == sp.true else ["if", self.claim(condition), chosen, found]
        return found

    def inner(self, node: Dot) -> Json:
        """sum of u_k v_k; u and v are vectors, or entries of lists of vectors."""
        factors: list[Json] = []
        for each in node.args:
            place = [self.term(i) for i in each.indices] if isinstance(each, sp.Indexed) else []
            factors.append(["entry", str(each.base if place else each), *place, _INDEX])
        first = node.args[0]
        size: Json = ["width", str(first.base)] if isinstance(first, sp.Indexed) else ["height", str(first)]
        return ["sum", _INDEX, 0, ["+", size, -1], ["*", *factors]]


_Writer: TypeAlias = Callable[[TermWriter, Any], Json]
_WRITERS: tuple[tuple[Any, _Writer], ...] = (
    (sp.core.numbers.Pi, lambda *_: ["pi"]),
    (sp.core.numbers.Exp1, lambda *_: ["exp", 1]),
    (sp.core.numbers.ImaginaryUnit, lambda *_: ["i"]),
    (sp.Add, lambda w, n: w.operands("+", tuple(n.as_ordered_terms()))),
    (sp.Mul, lambda w, n: w.operands("*", n.as_ordered_factors())),
    (sp.exp, lambda w, n: ["exp", w.term(n.exp)]),
    (sp.Pow, TermWriter.power),
    (sp.Max, lambda w, n: w.operands("max", tuple(sp.ordered(n.args)))),
    (sp.hyper, TermWriter.hyper),
    ((sp.Sum, sp.Product, sp.Integral), TermWriter.folded),
    (sp.im, lambda w, n: ["re", ["*", -1, ["i"], w.term(n.args[0])]]),
    (Supremum, lambda w, n: ["sup", str(n.args[1]), *map(w.term, n.args[2:]), w.term(n.args[0])]),
    (sp.Indexed, TermWriter.entry),
    (sp.Piecewise, TermWriter.cases),
    (Dot, TermWriter.inner),
    ((Size, Height), lambda _, n: ["height", str(n.args[0])]),
    (Width, lambda _, n: ["width", str(n.args[0])]),
)
