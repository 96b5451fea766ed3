"""Deliberately wrong variants of a formula: the slips that papers and programs really make."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import zip_longest

import sympy as sp

from rftheory.errors import InputError
from rftheory.exact.formula import Formula

Variant = tuple[str, sp.Expr]
Slip = Callable[[sp.Expr, sp.Basic], Iterator[Variant]]
MOST = 12  # the slips that people make come first; each mutant costs one evaluation of both sides
BOTH = 4
COUNTS = ("m", "D")  # letters that count projections


def mutants(formula: Formula, most: int = MOST) -> list[tuple[str, Formula]]:
    """Up to `most` (what is wrong, wrong formula), structurally different from the original and one another."""
    original = formula.expression
    scalars = tuple(n for n in formula.names if formula.domain[n].kind in ("integer", "real", "complex"))
    seen = {original}
    found: list[tuple[str, Formula]] = []
    for label, expression in _variants(original, scalars):
        if expression in seen or expression.has(sp.zoo, sp.nan) or expression.is_Boolean:
            continue
        seen.add(expression)
        try:
            found.append((label, formula.with_expression(expression)))
        except InputError:
            continue  # what no program can evaluate is no slip of one
        if len(found) == most:
            break
    return found


def mutants_of_both(formula: Formula, most: int = BOTH) -> list[tuple[str, Formula]]:
    """Up to `most` mutants with one and the same slip in the printed expression and in the closed form."""
    if formula.closed is None:
        return []
    names = tuple(n for n in formula.names if formula.domain[n].kind in ("integer", "real", "complex"))
    printed, closed = (dict(_whole(e, names)) for e in (formula.expression, formula.closed))
    found = []
    for label in printed:
        one, other = printed[label], closed.get(label)
        if other is not None and one != formula.expression and other != formula.closed:
            with contextlib.suppress(InputError):
                found.append((label, replace(formula, expression=one, closed=other)))
        if len(found) == most:
            break
    return found


def _whole(expression: sp.Expr, names: tuple[str, ...]) -> Iterator[Variant]:
    """Slips that mean the same in every form of a function."""
    free = {str(s): s for s in expression.free_symbols if str(s) in names}
    yield "a factor 2", 2 * expression
    for name, s in sorted(free.items()):
        if name in COUNTS or name == "d":
            yield f"{name} read as {name}+1", expression.xreplace({s: s + 1})
        yield f"{name} doubled", expression.xreplace({s: 2 * s})
    yield "one added", expression + 1
    yield "a factor 101/100", expression * sp.Rational(101, 100)


def _variants(expression: sp.Expr, names: tuple[str, ...]) -> Iterator[Variant]:
    """Slips that people make first, plain distortions last."""
    free = (s for s in expression.free_symbols if isinstance(s, sp.Symbol))
    symbols = {str(s): s for s in free if str(s) in names}
    yield "sign of the whole", -expression
    yield "a factor 2", 2 * expression
    for name in COUNTS:
        if name in symbols:
            s = symbols[name]
            yield f"{name} read as {name}-1", expression.xreplace({s: s - 1})
            yield f"a missing 1/{name}", s * expression
    if "d" in symbols:
        d = symbols["d"]
        yield "d/2 read as d", expression.xreplace({d / 2: d})
        yield "d read as d+1", expression.xreplace({d: d + 1})
    yield "a 2^k dropped or added", _in_series(expression)
    yield from _local(expression)
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


def _in_series(expression: sp.Expr) -> sp.Expr:
    for node in sp.preorder_traversal(expression):
        if isinstance(node, sp.Sum) and node.limits[-1][2] == sp.oo:
            index = node.limits[-1][0]
            return expression.xreplace({node: sp.Sum(node.function * 2**index, *node.limits)})
    return expression


def _local(expression: sp.Expr) -> Iterator[Variant]:
    """Slips at one place, kinds of slip in turn, so that a long sum does not crowd out a lost exponent."""
    for together in zip_longest(*(_everywhere(slip, expression) for slip in _SLIPS)):
        yield from (variant for variant in together if variant is not None)


def _everywhere(slip: Slip, expression: sp.Expr) -> Iterator[Variant]:
    for node in sp.preorder_traversal(expression):
        yield from slip(expression, node)


def _term_sign(expression: sp.Expr, node: sp.Basic) -> Iterator[Variant]:
    if _is_sum(node):
        last = node.args[-1]
        yield f"sign of the term {sp.sstr(last)[:30]}", expression.xreplace({node: node - 2 * last})


def _term_lost(expression: sp.Expr, node: sp.Basic) -> Iterator[Variant]:
    if _is_sum(node):
        last = node.args[-1]
        yield f"the term {sp.sstr(last)[:30]} lost", expression.xreplace({node: node - last})


def _exponential(expression: sp.Expr, node: sp.Basic) -> Iterator[Variant]:
    if isinstance(node, sp.exp):
        yield "exponent doubled", expression.xreplace({node: sp.exp(2 * node.args[0])})


def _power(expression: sp.Expr, node: sp.Basic) -> Iterator[Variant]:
    if isinstance(node, sp.Pow) and node.exp.is_Integer and abs(node.exp) > 1:
        yield f"exponent of {sp.sstr(node.base)[:30]} lost", expression.xreplace({node: node.base})


def _gamma(expression: sp.Expr, node: sp.Basic) -> Iterator[Variant]:
    if isinstance(node, sp.gamma):
        shifted = sp.gamma(node.args[0] + sp.Rational(1, 2))
        yield f"argument of {sp.sstr(node)[:30]} off by 1/2", expression.xreplace({node: shifted})


_SLIPS: tuple[Slip, ...] = (_term_sign, _power, _exponential, _gamma, _term_lost)


def _is_sum(node: sp.Basic) -> bool:
    """A sum of terms, no mere shift of an index."""
    shift = all(a.is_Symbol or a.is_number for a in node.args)
    return isinstance(node, sp.Add) and len(node.args) > 1 and not shift
