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

_PASSES = 3  # through the rules, each of which may fix a number of the next
_LISTED = 4096  # combinations of whole numbers that are gone through


def adds_nothing(widening: Widening) -> str:
    """Why no point is added; empty where that is not seen, which says nothing."""
    if _empty(widening.difference):
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
