"""The only best weight of a hybrid: a l^2 - 2c l (1 - l) + b (1 - l)^2 exceeds its least value by (a + b + 2c)(l - l*)^2.

And the only best n at one angle.
"""

from __future__ import annotations

from contextlib import suppress

from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Script, Scripts, automatic
from rftheory.proof.tactics import Prover
from rftheory.proof.tactics.entries import Entry, product
from rftheory.proof.tactics.invariants import square_nonnegative
from rftheory.proof.tactics.moves import by_cases, by_ways, generally
from rftheory.proof.terms import PI, ProofError, Term, compound, subterms

_HALF: Term = ("q", 1, 2)
_SUM: Term = ("+", "x2", "y2", ("*", "xy", 2))
_DIFFERENCE: Term = ("+", "x2", "y2", ("*", "xy", -2))
_COSINE: Term = ("cos", ("+", "x2", ("*", "y2", -1)))


def _opposite(length: Term) -> Term:
    """-|x + y|^2 or -|x - y|^2."""
    sign = 2 if length == _DIFFERENCE else -2
    return ("+", ("*", "x2", -1), ("*", "xy", sign), ("*", "y2", -1))


def _part(length: Term) -> Term:
    """(1 - e^-s)^2 e^(2xy) e^s/2."""
    swing: Term = ("+", 1, ("*", -1, ("exp", _opposite(length))))
    return ("*", ("^", swing, 2), ("exp", ("*", "xy", 2)), ("exp", length), _HALF)


_COMMON: Term = ("*", ("+", 1, ("*", -1, "g")), ("exp", ("*", "xy", 2)))
_AT_MOST_ONE: Term = ("<=", "g", 1)


def _lengths(prover: Prover) -> Prover:
    outer = prover.within()
    outer.add(square_nonnegative(prover, 1))
    outer.add(square_nonnegative(prover, -1))
    return outer


def _sizes(prover: Prover) -> tuple[Theorem, list[Theorem]]:
    """0 < a + b, as one of the lengths is above 0, and 0 <= c = (1 - g) e^(2xy) where there is a g."""
    outer = _lengths(prover)
    least = [
        outer.combine(("<=", 0, _part(s)), [_square(s)], _exponentials(outer, s)) for s in (_SUM, _DIFFERENCE)
    ]
    goal: Term = ("<", 0, ("+", _part(_SUM), _part(_DIFFERENCE)))

    def apart(length: Term, other: Theorem) -> Script:
        def script(inner: Prover, wanted: Term) -> Theorem:
            above = inner.show(("<", 0, length))
            small = _opposite(length)
            below = inner.combine(("<", small, 0), [product(0)], [above])
            less = inner.fact("exp-increasing", [below], a=small, b=0)
            premises = [less, *_exponentials(inner, length), other]
            entries = [product(0, 0, 1, 2, coefficient=_HALF), product(3)]
            return inner.combine(wanted, entries, premises)

        return script

    positive = by_cases(outer, ("<", 0, _SUM), goal, apart(_SUM, least[1]), apart(_DIFFERENCE, least[0]))
    if _AT_MOST_ONE not in outer.hypotheses:
        return positive, []
    factor = outer.fact("exp-positive", t=("*", "xy", 2))
    return positive, [outer.combine(("<=", 0, _COMMON), [product(0, 1)], [outer.given(_AT_MOST_ONE), factor])]


def _square(length: Term) -> Entry:
    swing: Term = ("+", 1, ("*", -1, ("exp", _opposite(length))))
    return product(0, 1, coefficient=_HALF, squares=(swing,))


def _exponentials(prover: Prover, length: Term) -> list[Theorem]:
    return [prover.fact("exp-positive", t=("*", "xy", 2)), prover.fact("exp-positive", t=length)]


def _totals(prover: Prover, goal: Term) -> list[Theorem]:
    """Every denominator that is a sum is above 0: a + b and 2c, or these over m."""
    positive, common = _sizes(prover)
    inverse = prover.fact("power-positive", [prover.show(("<", 0, "m"))], b="m", p=-1)
    premises = [positive, inverse, *common]
    found = []
    for base in _denominators(goal):
        for scale in ((), (1,)):
            more = [product(2, *scale, coefficient=2)] if common else []
            with suppress(ProofError):
                found.append(prover.combine(("<", 0, base), [product(0, *scale), *more], premises))
                break
    return [*found, inverse]


def _denominators(goal: Term) -> list[Term]:
    """The sums that are divided by."""
    bases = {e[1] for e in subterms(goal) if isinstance(e, tuple) and e[0] == "^" and e[2] == -1}
    return sorted((each for each in bases if isinstance(each, tuple) and each[0] == "+"), key=repr)


def _denominator(prover: Prover, goal: Term) -> Theorem:
    return next(each for each in _totals(prover, ("^", compound(goal)[2], -1)) if each.then == goal)


def only(prover: Prover, goal: Term) -> Theorem:
    """The difference is (a + b + 2c)(l - l*)^2/m."""
    totals = _totals(prover, goal)
    for each in totals:
        prover.add(each)
    conditions, claim = compound(goal)[1:]
    within = prover.within(given=conditions)
    best = compound(conditions[0])[2]
    total = next(each for each in totals if compound(each.then)[2] in list(subterms(best)))

    def way(inner: Prover, wanted: Term) -> Theorem:
        premises = [total, totals[-1], inner.given(inner.hypotheses[-1])]
        return inner.combine(wanted, [product(0, 1, 2, 2)], premises)

    either = within.fact("trichotomy", a="lam", b=best)
    return prover.infer("where", goal, [by_ways(within, either, claim, way)])


def least_value(prover: Prover, goal: Term) -> Theorem:
    """Normal forms, once the denominators are known to be above 0."""
    for each in _totals(prover, goal):
        prover.add(each)
    return prover.show(goal)


def with_cosine(script: Script) -> Script:
    """The same for any number g <= 1 in place of the cosine."""

    def general(prover: Prover, goal: Term) -> Theorem:
        prover.add(prover.fact("cos-at-most", t=compound(_COSINE)[1]))
        for base in _denominators(goal):
            prover.add(generally(prover, ("<", 0, base), {"g": _COSINE}, (_AT_MOST_ONE,), _denominator))
        return generally(prover, goal, {"g": _COSINE}, (_AT_MOST_ONE,), script)

    return general


_SHARE: Term = ("*", "theta", ("^", PI, -1))
_REST: Term = ("+", 1, ("*", "theta", -1, ("^", PI, -1)))


def best_count(prover: Prover, goal: Term) -> Theorem:
    """With p = theta/pi, p^2 n + p (1 - p)/n exceeds its least value by p^2 (n - n*)^2/n, n* the root of (1 - p)/p."""
    conditions, claim = compound(goal)[1:]
    best = compound(conditions[0])[2]
    prover = prover.within()
    inverse = prover.add(prover.fact("power-positive", b=PI, p=-1))
    below = prover.given(("<", "theta", PI))
    prover.add(prover.combine(("<", 0, _REST), [product(0, 1)], [below, inverse]))
    prover.add(prover.fact("power-positive", b="theta", p=-1))
    prover.add(prover.show(("<", 0, ("*", _REST, ("^", "theta", -1)))))
    share = prover.show(("<", 0, _SHARE))
    over = prover.fact("power-positive", b="nu", p=-1)
    within = prover.within(given=conditions)

    def way(inner: Prover, wanted: Term) -> Theorem:
        premises = [share, over, inner.given(inner.hypotheses[-1])]
        return inner.combine(wanted, [product(0, 0, 1, 2, 2)], premises)

    either = within.fact("trichotomy", a="nu", b=best)
    return prover.infer("where", goal, [by_ways(within, either, claim, way)])


PROOFS: Scripts = {
    "beyond/budget/pointwise": (best_count, automatic),
    "beyond/lambda/optimal": (only, least_value),
    "beyond/lambda/shared": (with_cosine(only), with_cosine(least_value)),
}
