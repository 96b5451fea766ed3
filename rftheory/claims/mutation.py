"""Deliberately wrong variants of a claim: direction, strictness, size, and what it is about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from decimal import Decimal

import sympy as sp

from rftheory.claims.moments import Distribution, Estimate, Expectation, RandomNode, Variance
from rftheory.claims.notation import Term
from rftheory.claims.relations import Below, Equal, Monotone, Printed
from rftheory.claims.structure import All, Claim, Exists, Given, On
from rftheory.claims.theory import Count, Law, Limit, Optimal, Order, TailBound
from rftheory.exact.formula import Formula

Variant = tuple[str, Claim]
PLACES = 6  # parts of a conjunction that are mutated, each on its own
_PERCENT = sp.Rational(101, 100)


def wrong_claims(claim: Claim, sides: Mapping[str, Formula]) -> Iterator[Variant]:
    """What is wrong, and the wrong claim; nothing for words."""
    if isinstance(claim, All):
        for place, part in enumerate(claim.claims[:PLACES]):
            for wrong, other in wrong_claims(part, sides):
                parts = (*claim.claims[:place], other, *claim.claims[place + 1 :])
                yield f"part {place + 1}: {wrong}", All(parts)
    elif isinstance(claim, (Given, On, Exists)):
        for wrong, other in wrong_claims(claim.claim, sides):
            yield wrong, replace(claim, claim=other)
    else:
        yield from _atomic(claim, sides)


def _atomic(claim: Claim, sides: Mapping[str, Formula]) -> Iterator[Variant]:
    if isinstance(claim, Equal):
        if _expression(claim.right, sides) == 0:
            yield "1 for 0", replace(claim, right=sp.S.One)
        else:
            yield "right side 1 % larger", replace(claim, right=_scaled(claim.right, sides, _PERCENT))
        for wrong, other in _other_moments(claim.left):
            yield wrong, replace(claim, left=other)
    elif isinstance(claim, Below):
        yield "direction", replace(claim, left=claim.right, right=claim.left)
        if not claim.strict:
            yield "strictness", replace(claim, strict=True)
    elif isinstance(claim, Monotone):
        yield "direction", replace(claim, increasing=not claim.increasing)
    elif isinstance(claim, Printed):
        last = Decimal(claim.decimal).as_tuple().exponent
        digits = Decimal(claim.decimal) + 2 * Decimal(1).scaleb(int(last))
        yield "last digit", replace(claim, decimal=format(digits, "f"))
    elif isinstance(claim, Order):
        variable = sp.Symbol(claim.variable, positive=True)
        faster = variable if claim.toward == sp.oo else 1 / variable
        yield "an order more", replace(claim, scale=claim.scale * faster)
    elif isinstance(claim, Limit):
        if claim.value not in (sp.oo, -sp.oo):
            yield "limit one larger", replace(claim, value=_shifted(claim.value, sides))
    elif isinstance(claim, Optimal):
        yield "greatest for least", replace(claim, greatest=not claim.greatest)
        for name, term in claim.at.items():
            moved = {**claim.at, name: _scaled(term, sides, _PERCENT)}
            yield f"{name} 1 % larger", replace(claim, at=moved)
    elif isinstance(claim, TailBound):
        yield "bound halved", replace(claim, bound=_scaled(claim.bound, sides, sp.Rational(1, 2)))
    elif isinstance(claim, Count):
        size = _size(claim.total)
        if size is not None:
            yield f"a factor {size} lost", replace(claim, total=_scaled(claim.total, sides, 1 / size))
    elif isinstance(claim, Law) and isinstance(claim.distribution, Distribution):
        name, *parameters = claim.distribution.args
        if parameters and isinstance(parameters[-1], sp.Expr):
            other = Distribution(str(name), *parameters[:-1], _next(parameters[-1]))
            yield "another parameter of the law", replace(claim, distribution=other)


def _other_moments(term: Term) -> Iterator[tuple[str, Term]]:
    """The mean read for the variance, the variance for the mean, one row more."""
    if not isinstance(term, sp.Expr):
        return
    for node in term.atoms(RandomNode):
        if type(node) is Expectation and isinstance(node.args[0], Estimate):
            yield "variance for mean", term.xreplace({node: Variance(node.args[0])})
        elif type(node) is Variance:
            yield "mean for variance", term.xreplace({node: Expectation(node.args[0])})


def _size(total: Term) -> sp.Symbol | None:
    """A size that the count grows with."""
    symbols = sorted(total.free_symbols, key=str) if isinstance(total, sp.Expr) else []
    return symbols[-1] if symbols else None


def _expression(term: Term, sides: Mapping[str, Formula]) -> object:
    """What a term is made of: 1 % more of a side that is 0 would be no mistake."""
    found = sides.get(term, term) if isinstance(term, str) else term
    return found.expression if isinstance(found, Formula) else found


def _scaled(term: Term, sides: Mapping[str, Formula], factor: sp.Expr) -> Term:
    return _changed(term, sides, lambda expression: factor * expression)


def _shifted(term: Term, sides: Mapping[str, Formula]) -> Term:
    return _changed(term, sides, lambda expression: expression + 1)


def _changed(term: Term, sides: Mapping[str, Formula], change: object) -> Term:
    assert callable(change)
    if isinstance(term, str):
        if term not in sides:
            return term
        term = sides[term]
    if isinstance(term, Formula):
        closed = None if term.closed is None else change(term.closed)
        return replace(term, expression=change(term.expression), closed=closed)
    return sp.sympify(change(term))


def _next(parameter: sp.Expr) -> sp.Expr:
    """Another value of a parameter of a law: one more, or twice a matrix."""
    return 2 * parameter if parameter.is_Matrix else parameter + 1
