"""Expressions at a point, by SymPy's own exact evaluation: what is one number there, or none."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import sympy as sp

from rftheory.claims import Expectation, RandomNode, Term
from rftheory.domain import Point, Value, imaginary_part, real_part
from rftheory.exact.formula import Formula

_SMALL = 64  # numerators and denominators with which SymPy is quick


def written_at(expression: sp.Expr, point: Point) -> sp.Expr | None:
    """The expression with small numbers of the point in place of its parameters; None where SymPy makes nothing of it."""
    values = {
        name: rational(value) for name, value in point.items() if isinstance(value, Fraction) and small(value)
    }
    vectors = {name: value for name, value in point.items() if isinstance(value, tuple)}
    if vectors:
        values.setdefault("d", sp.Integer(_width(next(iter(vectors.values())))))
    try:
        found = expression.xreplace({s: values[str(s)] for s in expression.free_symbols if str(s) in values})
        return _with_entries(found, vectors) if vectors else found
    except (ArithmeticError, IndexError, TypeError, ValueError):
        return None  # a variable of a derivative is no number


def _with_entries(expression: sp.Expr, vectors: Mapping[str, tuple[Any, ...]]) -> sp.Expr:
    """Sums over entries of vectors written out, and the entries that they have."""
    bases = {base for base in expression.atoms(sp.IndexedBase) if str(base) in vectors}
    if not bases:
        return expression
    written = expression.replace(lambda node: isinstance(node, (sp.Sum, sp.Product)), _written_out)
    found = {}
    for node in written.atoms(sp.Indexed):
        if node.base in bases and all(index.is_Integer for index in node.indices):
            value: Any = vectors[str(node.base)]
            for index in node.indices:
                value = value[int(index)]
            if isinstance(value, Fraction) and small(value):
                found[node] = rational(value)
    return written.xreplace(found)


def _written_out(node: sp.Sum | sp.Product) -> sp.Expr:
    """A short finite sum or product term by term; any other one as it is, since a closed form may take SymPy long."""
    terms = [node.function]
    for index, low, high in node.limits:
        if not (low.is_Integer and high.is_Integer and 0 <= high - low < _SMALL // len(terms)):
            return node
        terms = [
            term.xreplace({index: sp.Integer(k)}) for term in terms for k in range(int(low), int(high) + 1)
        ]
    return sp.Add(*terms) if isinstance(node, sp.Sum) else sp.Mul(*terms)


def _width(value: tuple[Any, ...]) -> int:
    return len(value[0]) if isinstance(value[0], tuple) else len(value)


def small(value: Value) -> bool:
    """Whether a number, or every entry of a vector, has a numerator and denominator with which SymPy is quick."""
    if isinstance(value, tuple):
        return all(map(small, value))
    parts = [real_part(value), imaginary_part(value)]
    return all(max(abs(part.numerator), part.denominator) <= _SMALL for part in parts)


def rational(value: Fraction) -> sp.Rational:
    return sp.Rational(value.numerator, value.denominator)


def without_chance(term: Term, point: Point) -> sp.Expr | None:
    """The number that a term is at the point where nothing random and no other symbol is left in it; else None."""
    expression = term.expression if isinstance(term, Formula) else term
    found = written_at(expression, point) if isinstance(expression, sp.Expr) else None
    if found is None:
        return None
    for node in sorted(found.atoms(Expectation), key=lambda node: -node.count_ops()):
        if not any(arg.atoms(RandomNode) for arg in node.args):
            found = found.xreplace({node: node.args[0] if type(node) is Expectation else sp.S.Zero})
    found = found.doit(integrals=False)
    unbounded = found.has(sp.oo, -sp.oo, sp.zoo, sp.nan)  # is_finite would evaluate integrals
    return None if unbounded or found.free_symbols or found.atoms(RandomNode) else found


def equal_exactly(left: Formula, right: Formula, point: Point) -> bool:
    """Whether SymPy sees that both are one number at the point; balls never see it of irrational ones."""
    one, other = written_at(left.expression, point), written_at(right.expression, point)
    if one is None or other is None or one.has(sp.zoo, sp.nan) or other.has(sp.zoo, sp.nan):
        return False
    return bool(one == other or sp.expand(one - other) == 0)
