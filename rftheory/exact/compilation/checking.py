"""Whether an expression can be read at all: a walk over its nodes that says at definition what compilation would fail at."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache
from typing import NoReturn

import sympy as sp

from rftheory.errors import InputError, shorten
from rftheory.exact.compilation.arithmetic import CONSTANTS, RELATIONS
from rftheory.exact.compilation.compiler import BUILDERS
from rftheory.exact.functions.ball_function import BallFunction
from rftheory.exact.series import NotHypergeometric, check_hypergeometric

Scope = frozenset[str]


def check_readable(
    expression: sp.Expr, names: Collection[str], majorants: Mapping[sp.Symbol, sp.Expr] | None = None
) -> None:
    """InputError unless `compile_ball` has a reading of every node, with no symbol outside `names` left free."""
    _Walk(majorants or {}).visit(expression, frozenset(names))


class _Walk:
    """Visits every node once for each set of names that it may use."""

    def __init__(self, majorants: Mapping[sp.Symbol, sp.Expr]) -> None:
        self.majorants = majorants
        self.seen: set[tuple[sp.Basic, Scope]] = set()

    def visit(self, node: sp.Basic, scope: Scope) -> None:
        if (node, scope) in self.seen:
            return
        self.seen.add((node, scope))
        if isinstance(node, (sp.Symbol, sp.IndexedBase)):
            if str(node) not in scope:
                _refuse(f"{node} is no parameter of it; it has {', '.join(sorted(scope)) or 'none'}")
        elif isinstance(node, (sp.Sum, sp.Product, sp.Integral)):
            self._bound(node, scope)
        elif isinstance(node, sp.Piecewise):
            for value, test in node.args:
                self.visit(value, scope)
                self._condition(test, scope)
        elif not _known(node.__class__) or (isinstance(node, sp.NumberSymbol) and node not in CONSTANTS):
            _refuse(f"there is no certified reading of {type(node).__name__}: {shorten(str(node))}")
        else:
            for part in _parts(node):
                self.visit(part, scope)

    def _bound(self, node: sp.Sum | sp.Product | sp.Integral, scope: Scope) -> None:
        """From the outermost limit inwards: the limits of each index may use those outside it."""
        if isinstance(node, sp.Product) and len(node.limits) > 1:
            _refuse("a product over several indices has no reading: write a product of products")
        inner = len(node.limits)
        for limit in reversed(node.limits):
            inner -= 1
            if len(limit) != 3:
                _refuse(f"no limits are given for {limit[0]} in {shorten(str(node))}")
            index, low, high = limit
            if low.is_finite is False:
                _to_infinity(node)
            self.visit(low, scope)
            if high.is_finite is not False:
                self.visit(high, scope)
            elif high != sp.oo or not isinstance(node, sp.Sum):
                _to_infinity(node)
            else:
                term = sp.Sum(node.function, *node.limits[:inner]) if inner else node.function
                self._tail(term, index, scope)
            scope |= {str(index)}
        self.visit(node.function, scope)

    def _tail(self, term: sp.Basic, index: sp.Symbol, scope: Scope) -> None:
        """An infinite sum needs hypergeometric terms, or a hypergeometric majorant of them."""
        try:
            if index in self.majorants:
                self.visit(self.majorants[index], scope | {str(index)})
                check_hypergeometric(self.majorants[index], index, split=False)
            else:
                check_hypergeometric(term, index)
        except NotHypergeometric:
            _refuse(f"no tail bound is known for the infinite sum over {index} of {shorten(str(term))}")

    def _condition(self, test: sp.Basic, scope: Scope) -> None:
        if test is sp.true:
            return
        if type(test) not in RELATIONS:
            _refuse(f"a case is a comparison of two numbers, not {shorten(str(test))}")
        for part in test.args:
            self.visit(part, scope)


def _parts(node: sp.Basic) -> tuple[sp.Basic, ...]:
    """What the reading of a node compiles."""
    if isinstance(node, sp.hyper):
        return (*node.ap, *node.bq, node.argument)
    if isinstance(node, sp.Indexed):
        return (node.base, *node.indices)
    if isinstance(node, sp.KroneckerDelta) and len(node.args) > 2:
        _refuse(f"a Kronecker delta with a range has no reading: {shorten(str(node))}")
    return tuple(node.args)


@cache
def _known(kind: type) -> bool:
    return issubclass(kind, (sp.Rational, BallFunction)) or any(
        issubclass(kind, known) for known, _ in BUILDERS
    )


def _to_infinity(node: sp.Basic) -> NoReturn:
    what = type(node).__name__.lower()
    _refuse(
        f"there is no certified reading of a {what} to infinity like this: {shorten(str(node))}; substitute to finite "
        "limits, or state it as a series or a special function"
    )


def _refuse(reason: str) -> NoReturn:
    raise InputError(f"this formula cannot be evaluated: {reason}")
