"""Why a wider domain has no point that the old one has not, where bounds and rules show it."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace
from fractions import Fraction

import sympy as sp

from rftheory.domain import Domain, Parameter, Point, Rule
from rftheory.evidence.mutants.widening import Widening
from rftheory.evidence.mutants.written import rational

_ALTERNATIVES = 16  # of rules, and conditions in one
_PASSES = 3  # through the rules, each of which may fix a number of the next
_LISTED = 4096  # combinations of whole numbers that are gone through


def adds_nothing(widening: Widening) -> str:
    """Why no point is added; empty where that is not seen, which says nothing."""
    if _empty(widening.difference) or _contradictory(widening.difference):
        return "no point is added: bounds and rules leave none"
    return "no point is added: the other rules say the same" if _implied(widening) else ""


def _empty(domain: Domain) -> bool:
    """Whether the rules leave a number no value, or fail at every one of finitely many values."""
    for rule in [*domain.rules] * _PASSES:
        if not set(rule.names) <= set(domain.names):
            continue
        fixed = {
            a.name: rational(a.lower) for a in domain.parameters if a.lower is not None and a.lower == a.upper
        }
        known = {s: fixed[str(s)] for s in rule.condition.free_symbols if str(s) in fixed}
        for relation in sp.And.make_args(rule.condition.xreplace(known)):
            names = [str(symbol) for symbol in relation.free_symbols]
            left = _left(relation, domain[names[0]]) if len(names) == 1 else None
            if relation == sp.false or left is sp.S.EmptySet:
                return True
            if isinstance(left, sp.FiniteSet) and len(left) == 1 and left.args[0].is_Rational:
                domain = _at_value(domain, names[0], Fraction(int(left.args[0].p), int(left.args[0].q)))
        if _fails_everywhere(rule, domain):
            return True
    return False


def _contradictory(domain: Domain) -> bool:
    """Whether every alternative of the rules has an inequality that its equalities make false, as numbers are signed."""
    known = [rule.condition for rule in domain.rules if set(rule.names) <= set(domain.names)]
    plain = [
        c for c in known if isinstance(c, (sp.core.relational.Relational, sp.And, sp.Or, sp.Not, sp.Contains))
    ]
    plain = [c for c in plain if all(isinstance(s, sp.Symbol) for s in c.free_symbols)]
    signed = {s: _signed(str(s), domain) for c in plain for s in c.free_symbols}
    listed = sp.And(*plain).replace(sp.Contains, _one_of)
    condition = _bounded(domain, listed).xreplace(signed)
    if len(condition.args) > _ALTERNATIVES or condition.has(sp.Piecewise):
        return False
    branches = sp.Or.make_args(sp.to_dnf(condition)) if condition not in (sp.true, sp.false) else (condition,)
    return len(branches) <= _ALTERNATIVES and all(map(_impossible, branches))


def _one_of(number: sp.Expr, among: sp.Set) -> sp.Basic:
    if isinstance(among, sp.FiniteSet):
        return sp.Or(*(sp.Eq(number, each) for each in among.args))
    return sp.Contains(number, among)


def _bounded(domain: Domain, condition: sp.Basic) -> sp.Basic:
    """The condition and the lower bounds of its numbers."""
    found = [condition]
    for symbol in sorted(condition.free_symbols, key=str):
        axis = domain[str(symbol)]
        if axis.kind in ("integer", "real") and axis.lower:
            found.append((sp.Gt if axis.open_lower else sp.Ge)(symbol, rational(axis.lower)))
    return sp.And(*found)


def _signed(name: str, domain: Domain) -> sp.Symbol:
    lower = domain[name].lower if domain[name].kind in ("integer", "real") else None
    return sp.Symbol(name, real=True, nonnegative=True if lower is not None and lower >= 0 else None)


def _impossible(branch: sp.Basic) -> bool:
    """Whether a conjunction is false: its equalities put in, one relation is between terms of which the order is known."""
    relations = list(sp.And.make_args(branch))
    for place in range(len(relations)):
        equal = relations[place]
        if isinstance(equal, sp.Eq) and not equal.lhs.is_number:
            relations = [
                each.xreplace({equal.lhs: equal.rhs}) if each != equal else each for each in relations
            ]
    return any(each == sp.false or _false(each) for each in relations)


def _false(relation: sp.Basic) -> bool:
    if not isinstance(relation, (sp.Gt, sp.Lt, sp.Ge, sp.Le)):
        return False
    more = sp.expand(relation.gts - relation.lts)
    return bool(more.is_nonpositive if isinstance(relation, (sp.Gt, sp.Lt)) else more.is_negative)


def _at_value(domain: Domain, name: str, value: Fraction) -> Domain:
    one = replace(domain[name], lower=value, upper=value, open_lower=False, open_upper=False)
    return replace(domain, parameters=tuple(one if axis.name == name else axis for axis in domain.parameters))


def _left(condition: sp.Basic, axis: Parameter) -> sp.Set | None:
    """What a relation on one number leaves of its range; None where SymPy does not solve it."""
    if axis.kind not in ("integer", "real") or not isinstance(condition, sp.core.relational.Relational):
        return None
    low = -sp.oo if axis.lower is None else rational(axis.lower)
    high = sp.oo if axis.upper is None else rational(axis.upper)
    number = sp.Dummy(real=True)
    try:
        allowed = condition.xreplace(dict.fromkeys(condition.free_symbols, number)).as_set()
        found = sp.Interval(low, high, axis.open_lower, axis.open_upper).intersect(allowed)
        few = axis.kind == "integer" and found.is_subset(sp.Interval(-99, 99))
        return found.intersect(sp.S.Integers) if few else found
    except (NotImplementedError, TypeError, ValueError):
        return None


def _fails_everywhere(rule: Rule, domain: Domain) -> bool:
    """Whether no combination of finitely many whole numbers meets every rule on them."""
    ranges = [_whole(domain[name]) for name in rule.names]
    if not all(ranges) or math.prod(map(len, ranges)) > _LISTED:
        return False
    rules = [other for other in domain.rules if set(other.names) <= set(rule.names)]
    return all(
        any(other.decide(Point(zip(rule.names, choice, strict=True))) is False for other in rules)
        for choice in itertools.product(*ranges)
    )


def _whole(axis: Parameter) -> list[Fraction]:
    """All values of a bounded whole number; none where there are too many, or others."""
    if (
        axis.kind != "integer"
        or axis.lower is None
        or axis.upper is None
        or axis.upper - axis.lower > _LISTED
    ):
        return []
    return [Fraction(n) for n in range(int(axis.lower), int(axis.upper) + 1)]


def _implied(widening: Widening) -> bool:
    """Whether a rule that is dropped stands among the others once equal terms are written alike."""
    kept = [rule.condition for rule in widening.wide.rules]
    gone = [rule.condition for rule in widening.difference.rules if rule.condition not in kept]
    equal = {c.lhs: c.rhs for c in kept if isinstance(c, sp.Eq)}
    return any(sp.Not(c).xreplace(equal) in [other.xreplace(equal) for other in kept] for c in gone)
