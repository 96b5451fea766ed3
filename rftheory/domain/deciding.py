"""Whether a condition holds at a point: True, False, or None where no precision decides it.

Rational relations are decided exactly. Others are decided in intervals of rising precision, up to a number of bits
that settles every comparison of a fraction with pi (|pi - p/q| > q^-42 for q >= 2, Mahler); what is open there, an
equality of two irrational terms say, is undecided. So is a relation whose terms have no value: a division by 0, an
entry that a vector does not have. `And`, `Or` and `Not` follow Kleene: a false part makes `And` false whatever the
undecided ones are.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import sympy as sp

from rftheory.domain.conditions import Every, Quantified, Some
from rftheory.domain.intervals import intervals
from rftheory.domain.reading import INTERVALS, Env, Term, compiled, span
from rftheory.errors import InputError

Decision = Callable[[Env], "bool | None"]

_RELATIONS: dict[Any, Callable[[Any, Any], Any]] = {
    sp.Eq: operator.eq,
    sp.Ne: operator.ne,
    sp.Le: operator.le,
    sp.Lt: operator.lt,
    sp.Ge: operator.ge,
    sp.Gt: operator.gt,
}
_LEAST: dict[sp.Basic, int | None] = {sp.S.Integers: None, sp.S.Naturals0: 0, sp.S.Naturals: 1}
_NO_VALUE = (ZeroDivisionError, IndexError)


def decision(condition: sp.Basic) -> Decision:
    """The condition as a function of the point, compiled to nested functions."""
    if condition in (sp.S.true, sp.S.false):
        known = bool(condition)
        return lambda _: known
    if isinstance(condition, sp.core.relational.Relational):
        return _relation(condition)
    if isinstance(condition, sp.Contains):
        return _member(condition)
    if isinstance(condition, Quantified):
        return _quantified(condition)
    parts = [decision(part) for part in condition.args]
    if isinstance(condition, sp.And):
        return lambda env: _all(part(env) for part in parts)
    if isinstance(condition, sp.Or):
        return lambda env: _not(_all(_not(part(env)) for part in parts))
    if isinstance(condition, sp.Not):
        return lambda env: _not(parts[0](env))
    raise InputError(f"no rule is decided with {type(condition).__name__} in it: {condition}")


def _not(answer: bool | None) -> bool | None:
    return None if answer is None else not answer


def _all(answers: Any) -> bool | None:
    """Kleene's conjunction: False as soon as one is."""
    result: bool | None = True
    for answer in answers:
        if answer is False:
            return False
        if answer is None:
            result = None
    return result


def _relation(condition: sp.core.relational.Relational) -> Decision:
    compare = _RELATIONS[condition.func]
    left, right = compiled(condition.lhs), compiled(condition.rhs)
    if not (left.rational and right.rational):
        return _enclosed(compare, left, right)
    first, second = left.value, right.value

    def decide(env: Env) -> bool | None:
        try:
            return bool(compare(first(env), second(env)))
        except _NO_VALUE:
            return None

    return decide


def _enclosed(compare: Callable[[Any, Any], Any], left: Term, right: Term) -> Decision:
    """By the sign of the difference, in intervals."""

    def decide(env: Env) -> bool | None:
        bits, most = 64, 64 + 86 * _size(env)
        while bits <= 2 * most:
            precision = intervals(bits)
            inner = {**env, INTERVALS: precision}
            try:
                difference = precision.total([left.value(inner), precision.product([-1, right.value(inner)])])
            except (*_NO_VALUE, ArithmeticError, ValueError):
                return None
            answer = _sign(compare, difference)
            if answer is not None:
                return answer
            bits *= 2
        return None

    return decide


def _sign(compare: Callable[[Any, Any], Any], difference: Any) -> bool | None:
    """What the sign of the difference says, None where its interval has more than one."""
    if isinstance(difference, Fraction):
        return bool(compare(difference, 0))
    for certain, sign in ((difference > 0, 1), (difference < 0, -1)):
        if certain:
            return bool(compare(sign, 0))
    return None


def _size(env: Env) -> int:
    """Bits of the largest numerator or denominator among the numbers of the point."""
    numbers = [value for value in env.values() if isinstance(value, Fraction)]
    return max((max(abs(n.numerator), n.denominator).bit_length() for n in numbers), default=1)


def _member(condition: sp.Contains) -> Decision:
    """Membership in the integers from some point on, or in a finite set of numbers or of tuples."""
    element, members = condition.args
    if members in _LEAST:
        value, least = compiled(element).value, _LEAST[members]
        return lambda env: _whole(value(env), least)
    if not isinstance(members, sp.FiniteSet):
        raise InputError(f"no rule is decided with membership in {members}")
    parts = [compiled(part).value for part in (element if isinstance(element, sp.Tuple) else (element,))]
    known = {tuple(_fractions(entry)) for entry in members}
    return lambda env: tuple(part(env) for part in parts) in known


def _fractions(entry: sp.Basic) -> list[Fraction]:
    numbers = entry if isinstance(entry, sp.Tuple) else (entry,)
    return [Fraction(int(number.p), int(number.q)) for number in numbers]


def _whole(value: Any, least: int | None) -> bool:
    return Fraction(value).denominator == 1 and (least is None or value >= least)


def _quantified(condition: Quantified) -> Decision:
    body, limits = condition.args
    name, over = span(limits)
    inside = decision(body)

    def every(env: Env, wanted: Decision) -> bool | None:
        try:
            indices = over(env)
        except _NO_VALUE:
            return None
        return _all(wanted({**env, name: index}) for index in indices)

    if isinstance(condition, Every):
        return lambda env: every(env, inside)
    assert isinstance(condition, Some)
    return lambda env: _not(every(env, lambda inner: _not(inside(inner))))


def free_names(condition: sp.Basic) -> tuple[str, ...]:
    """The parameters that a condition reads, sorted; InputError where an index of a sum bears the name of one."""
    free, bound = _names(condition)
    if both := free & bound:
        raise InputError(f"an index of a rule has the name of a parameter: {', '.join(sorted(both))}")
    return tuple(sorted(free))


def _names(node: sp.Basic) -> tuple[frozenset[str], frozenset[str]]:
    """Free and bound names."""
    if isinstance(node, sp.Symbol):
        return frozenset({node.name}), frozenset()
    found = [_names(arg) for arg in node.args if not isinstance(arg, str)]
    free = frozenset().union(*(names for names, _ in found))
    bound = frozenset().union(*(names for _, names in found))
    if isinstance(node, (sp.Sum, Quantified)):
        indices = frozenset(limits[0].name for limits in node.args[1:])
        return free - indices, bound | indices
    return free, bound


def read_names(condition: sp.Basic, names: Mapping[str, sp.Basic]) -> sp.Basic:
    """The condition with its parameters replaced by those given, by name, whatever SymPy is told to assume of them."""
    vectors = {base: names[str(base)] for base in condition.atoms(sp.IndexedBase) if str(base) in names}
    scalars = {
        symbol: names[symbol.name]
        for symbol in condition.atoms(sp.Symbol)
        if symbol.name in names and not isinstance(names[symbol.name], sp.IndexedBase)
    }
    return condition.xreplace(vectors).xreplace(scalars)
