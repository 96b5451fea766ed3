"""Deliberately wrong variants of a formula: the slips that papers and programs really make. Judges none."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import sympy as sp

from rftheory.exact.formula import Formula

Mutation = Callable[[sp.Expr], sp.Expr]
MOST = 12


def mutants(formula: Formula, most: int = MOST) -> list[tuple[str, Formula]]:
    """Up to `most` (what is wrong, wrong formula), structurally different from the original and one another."""
    original = formula.expression
    scalars = tuple(n for n in formula.names if formula.domain[n].kind in ("integer", "real"))
    seen = {original}
    found: list[tuple[str, Formula]] = []
    for label, expression in _variants(original, scalars):
        if expression in seen or expression.has(sp.zoo, sp.nan) or expression.is_Boolean:
            continue
        seen.add(expression)
        found.append((label, formula.with_expression(expression)))
        if len(found) == most:
            break
    return found


def _variants(expression: sp.Expr, names: tuple[str, ...]) -> Iterator[tuple[str, sp.Expr]]:
    free = (s for s in expression.free_symbols if isinstance(s, sp.Symbol))
    symbols = {str(s): s for s in free if str(s) in names}
    yield "sign of the whole", -expression
    yield "a factor 2", 2 * expression
    if "m" in symbols:
        m = symbols["m"]
        yield "m read as m-1", expression.xreplace({m: m - 1})
        yield "a missing 1/m", m * expression
    if "d" in symbols:
        d = symbols["d"]
        yield "d/2 read as d", _replace_half(expression, d)
        yield "d read as d+1", expression.xreplace({d: d + 1})
    yield "a 2^k dropped or added", _in_series(expression)
    yield from _nodes(expression)
    yield "a factor 1/2", expression / 2
    for name in sorted(symbols):
        s = symbols[name]
        yield f"{name} doubled", expression.xreplace({s: 2 * s})
    yield "one added", expression + 1
    yield "squared", expression**2
    yield "a factor 101/100", expression * sp.Rational(101, 100)
    yield "halved and shifted", expression / 2 + sp.Rational(1, 3)
    yield "a factor 3", 3 * expression
    yield "one subtracted", expression - 1
    yield "a factor 99/100", expression * sp.Rational(99, 100)


def _replace_half(expression: sp.Expr, d: sp.Symbol) -> sp.Expr:
    return expression.xreplace({d / 2: d})


def _in_series(expression: sp.Expr) -> sp.Expr:
    for node in sp.preorder_traversal(expression):
        if isinstance(node, sp.Sum) and node.limits[-1][2] == sp.oo:
            index = node.limits[-1][0]
            return expression.xreplace({node: sp.Sum(node.function * 2**index, *node.limits)})
    return expression


def _nodes(expression: sp.Expr) -> Iterator[tuple[str, sp.Expr]]:
    """Local slips: a term's sign, a lost term, a lost exponent, a wrong argument."""
    for node in sp.preorder_traversal(expression):
        if isinstance(node, sp.Add) and len(node.args) > 1 and not _is_index_shift(node):
            last = node.args[-1]
            yield f"sign of the term {sp.sstr(last)[:30]}", expression.xreplace({node: node - 2 * last})
            yield f"the term {sp.sstr(last)[:30]} lost", expression.xreplace({node: node - last})
        elif isinstance(node, sp.exp):
            yield "exponent doubled", expression.xreplace({node: sp.exp(2 * node.args[0])})
        elif isinstance(node, sp.Pow) and node.exp.is_Integer and abs(node.exp) > 1:
            yield f"exponent of {sp.sstr(node.base)[:30]} lost", expression.xreplace({node: node.base})
        elif isinstance(node, sp.gamma):
            shifted = sp.gamma(node.args[0] + sp.Rational(1, 2))
            yield f"argument of {sp.sstr(node)[:30]} off by 1/2", expression.xreplace({node: shifted})


def _is_index_shift(node: sp.Add) -> bool:
    return all(a.is_Symbol or a.is_number for a in node.args)
