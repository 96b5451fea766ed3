"""Reduction: the part of a claim that balls can evaluate, as an equality, an inequality or an order of two formulas."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import sympy as sp

from rftheory.claims import Below, Claim, Conjunct, Equal, Limit, Monotone, Optimal, Order, Term
from rftheory.domain import Domain, Rule
from rftheory.exact.formula import Formula
from rftheory.statements import evaluable

Sides = Mapping[str, Formula]


@dataclass(frozen=True)
class Reduced:
    """`claim` about `sides` over `domain`: what of a conjunct can be evaluated."""

    sides: Sides
    domain: Domain
    claim: Equal | Below | Order


def reduced(conjunct: Conjunct, sides: Sides) -> Reduced | None:
    """The conjunct as a relation of two formulas; None where it is about moments, laws, counts or words."""
    claim, domain = conjunct.claim, _within(conjunct)
    if isinstance(claim, (Order, Limit)) and claim.toward not in (sp.oo, 0):
        return None
    if isinstance(claim, (Equal, Below, Order)):
        return _pair(claim, claim.left, claim.right, sides, domain)
    if isinstance(claim, Limit) and claim.value not in (sp.oo, -sp.oo):
        order = Order(sp.S.One, claim.variable, toward=claim.toward, vanishing=True)
        return _pair(order, claim.term, claim.value, sides, domain)
    if isinstance(claim, Optimal):
        return _optimal(claim, sides, domain)
    if isinstance(claim, Monotone):
        return _monotone(claim, sides, domain)
    return None


def _within(conjunct: Conjunct) -> Domain:
    """The domain with the side conditions as rules."""
    extra = tuple(Rule(condition) for condition in conjunct.conditions)
    return replace(conjunct.domain, rules=(*conjunct.domain.rules, *extra)) if extra else conjunct.domain


def _pair(
    claim: Equal | Below | Order, left: Term, right: Term, sides: Sides, domain: Domain
) -> Reduced | None:
    """The claim on two sides named lhs and rhs, where both can be evaluated."""
    one, other = evaluable(left, sides, domain), evaluable(right, sides, domain)
    if one is None or other is None:
        return None
    return Reduced({"lhs": one, "rhs": other}, domain, replace(claim, left="lhs", right="rhs"))


def _optimal(claim: Optimal, sides: Sides, domain: Domain) -> Reduced | None:
    """The objective at the claimed optimum is at most its value at every competitor."""
    over = claim.among or domain
    objective = evaluable(claim.objective, sides, over)
    chosen = {name: evaluable(term, sides, over) for name, term in claim.at.items()}
    if objective is None or any(term is None for term in chosen.values()):
        return None
    symbols = {str(s): s for s in objective.expression.free_symbols}
    values = {symbols[n]: term.expression for n, term in chosen.items() if term is not None and n in symbols}
    needed = {str(s) for value in values.values() for s in value.free_symbols}
    names = tuple(n for n in over.names if (n in objective.names and n not in claim.at) or n in needed)
    best = replace(
        objective,
        expression=objective.expression.xreplace(values),
        closed=None if objective.closed is None else objective.closed.xreplace(values),
        names=names,
    )
    low, high = (objective, best) if claim.greatest else (best, objective)
    return Reduced({"lhs": low, "rhs": high}, over, Below(strict=False))


def _monotone(claim: Monotone, sides: Sides, domain: Domain) -> Reduced | None:
    """The term at two values of the variable, in order; the domain holds of both."""
    term = evaluable(claim.term, sides, domain)
    if term is None or claim.variable not in term.names:
        return None
    later = f"{claim.variable}_later"
    found = {s for s in term.expression.free_symbols if str(s) == claim.variable}
    moved = {symbol: sp.Symbol(later, **symbol.assumptions0) for symbol in found}
    before = sp.Symbol(claim.variable, real=True)
    rules = [Rule(_renamed(rule.condition, claim.variable, later), rule.text) for rule in domain.rules]
    pairs = replace(
        domain,
        parameters=(*domain.parameters, replace(domain[claim.variable], name=later)),
        rules=(*domain.rules, *rules, Rule(before < sp.Symbol(later, real=True))),
        extra=(),
    )
    after = replace(
        term,
        expression=term.expression.xreplace(moved),
        closed=None if term.closed is None else term.closed.xreplace(moved),
        domain=pairs,
        names=tuple(later if name == claim.variable else name for name in term.names),
    )
    low, high = (term, after) if claim.increasing else (after, term)
    return Reduced({"lhs": low, "rhs": high}, pairs, Below(strict=claim.strict))


def _renamed(condition: sp.Basic, name: str, other: str) -> sp.Basic:
    """A condition with another name for a parameter."""
    return condition.xreplace(
        {
            symbol: sp.Symbol(other, **symbol.assumptions0)
            for symbol in condition.free_symbols
            if str(symbol) == name
        }
    )


def by_sides(claim: Claim, sides: Sides) -> bool:
    """Whether the claim relates two sides by name, or a side with a number: it needs no reduction."""
    if not isinstance(claim, (Equal, Below, Order)):
        return False
    return all(
        term in sides
        if isinstance(term, str)
        else isinstance(claim, Below) and isinstance(term, sp.Expr) and bool(term.is_number)
        for term in claim.terms
    )
