"""Claims that nothing evaluates: at some points they say nothing that can be wrong, or nothing at all."""

from __future__ import annotations

from collections.abc import Sequence

import sympy as sp

from rftheory.claims import Below, Claim, Equal, Limit, Order, Probability, RandomNode, TailBound, Term
from rftheory.domain import Domain, Point
from rftheory.evidence.mutants.existence import expressions
from rftheory.evidence.mutants.relation import Found, related, undefined
from rftheory.evidence.mutants.written import without_chance
from rftheory.evidence.reduction import Reduced
from rftheory.exact.formula import Formula


def unread(claim: Claim, terms: Sequence[Term], point: Point) -> Found:
    """What nothing evaluates; it may still be seen to have no value."""
    if isinstance(claim, Order):
        terms = [1 / sp.sympify(claim.scale)]
    elif isinstance(claim, Limit):
        terms = [claim.value]
    return (
        undefined(terms, point)
        or _certain(claim, terms, point)
        or _no_restriction(claim, terms, point)
        or ("unread", f"no evidence evaluates {_named(claim)}")
    )


def _certain(claim: Claim, terms: Sequence[Term], point: Point) -> Found | None:
    """A relation of moments where nothing random is left of them at the point: E 1 = 1, Var 1 = 0."""
    if not isinstance(claim, (Equal, Below)):
        return None
    sides = [
        Formula(value, Domain(), ())
        for value in (without_chance(term, point) for term in terms)
        if value is not None
    ]
    return (
        related(Reduced(dict(zip(("lhs", "rhs"), sides, strict=True)), Domain(), claim), {})
        if len(sides) == 2
        else None
    )


def _no_restriction(claim: Claim, terms: Sequence[Term], point: Point) -> Found | None:
    """A bound of a probability that every probability meets: from above by 1 or more, from below by 0 or less."""
    one, zero = (Formula(number, Domain(), ()) for number in (sp.S.One, sp.S.Zero))
    left: Term | None = None
    right: Term | None = None
    if isinstance(claim, TailBound):
        left, right = one, terms[0]
    if isinstance(claim, Below) and not claim.strict:
        if isinstance(terms[0], Probability):
            left, right = one, terms[1]
        elif isinstance(terms[1], Probability):
            left, right = terms[0], zero
    number = [without_chance(term, point) for term in (left, right) if term is not None]
    if len(number) < 2 or any(value is None for value in number):
        return None
    sides = {name: Formula(value, Domain(), ()) for name, value in zip(("lhs", "rhs"), number, strict=True)}
    answer = related(Reduced(sides, Domain(), Below(strict=False)), {})
    return ("holds", "every probability meets the bound") if answer[0] == "holds" else None


def _named(claim: Claim) -> str:
    """A claim in words: its kind, and what is random in it."""
    kinds = sorted({type(node).__name__ for node in expressions(claim, RandomNode)})
    of = f" of {', '.join(kinds)}" if kinds else ""
    return f"{type(claim).__name__}{of}"
