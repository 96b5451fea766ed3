"""The best weight on a sphere, b^2/(a^2 + b^2) with a = sinh u, b = sinh v, u + v = 2r^2 and u - v = 2r^2 cos theta.

It is within 2 e^(-2r^2) of 1/(1 + e^(2u - 2v)): with p = e^u and q = e^v, p <= q, their difference is
(q^2 - p^2)(bp + aq)/(2pq (a^2 + b^2)(p^2 + q^2)).
"""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from itertools import product as product_of
from typing import Any

from rftheory.papers._shared.half_angles import HALF, half_angle
from rftheory.papers.beyond._proofs.lambda_theorem import FIRST, SECOND, SINH_FIRST, SINH_SECOND, TOTAL, sines
from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts
from rftheory.proof.tactics import Prover
from rftheory.proof.tactics.entries import product
from rftheory.proof.tactics.moves import attached, by_cases, by_ways
from rftheory.proof.tactics.quantifiers import absolute
from rftheory.proof.terms import ProofError, Term, compound, subterms

_P: Term = ("exp", FIRST)
_Q: Term = ("exp", SECOND)
_BOTH: Term = ("+", ("^", _P, 2), ("^", _Q, 2))


def _sums(goal: Term) -> list[tuple[Any, ...]]:
    """The sums that are divided by."""
    bases = dict.fromkeys(
        each[1]
        for each in subterms(goal)
        if isinstance(each, tuple) and each[0] == "^" and each[2] in (-1, -2)
    )
    return [each for each in bases if isinstance(each, tuple) and each[0] == "+"]


def _positive(inner: Prover, goal: Term) -> list[Theorem]:
    """Every sum that is divided by is above 0: a^2 + b^2, times an exponential and 1/m or not, or 1 + e^t."""
    total = sines(inner)[2]
    scales = [inner.fact("exp-positive", t=t) for t in _exponents(goal)]
    inverse = [inner.fact("power-positive", b="m", p=-1)] if "m" in dict(inner.context.variables) else []
    found = []
    for base in _sums(goal):
        if base[1] == 1 and isinstance(base[2], tuple) and base[2][0] == "exp":
            above = inner.fact("exp-positive", t=base[2][1])
            found.append(inner.combine(("<", 0, base), [product(0), product()], [above]))
            continue
        found.append(_multiple(inner, base, total, scales, inverse))
    return [total, *found, *inverse]


def _exponents(goal: Term) -> list[Term]:
    return list(
        dict.fromkeys(each[1] for each in subterms(goal) if isinstance(each, tuple) and each[0] == "exp")
    )


def _multiple(
    inner: Prover, base: Term, total: Theorem, scales: list[Theorem], inverse: list[Theorem]
) -> Theorem:
    """0 < base, a multiple of a^2 + b^2."""
    premises = [total, *inverse, *scales]
    first = 1 + len(inverse)
    ways = [(0,), *((*range(first), place) for place in range(first, len(premises)))]
    for places, size in product_of(ways, (1, HALF)):
        with suppress(ProofError):
            return inner.combine(("<", 0, base), [product(*places, coefficient=size)], premises)
    raise ProofError(f"not a multiple of the sum of squares: {base}")


def only(prover: Prover, goal: Term) -> Theorem:
    """The error exceeds its least value by 2 (a^2 + b^2)(l - l*)^2."""

    def script(inner: Prover, wanted: Term) -> Theorem:
        conditions, claim = compound(wanted)[1:]
        known = _positive(inner, wanted)
        inner = inner.within(given=conditions)
        for each in known:
            inner.add(each)

        def way(case: Prover, less: Term) -> Theorem:
            apart = case.given(case.hypotheses[-1])
            return case.combine(less, [product(0, 1, 1)], [known[0], apart])

        either = inner.fact("trichotomy", a="lam", b=compound(conditions[0])[2])
        shown = by_ways(inner, either, claim, way)
        outer = Prover(inner.context, inner.local, inner.hypotheses[: -len(conditions)])
        return outer.infer("where", wanted, [shown])

    return _with_sums(prover, goal, half_angle(prover, goal, script))


def value(prover: Prover, goal: Term) -> Theorem:
    """Normal forms."""

    def script(inner: Prover, wanted: Term) -> Theorem:
        for each in _positive(inner, wanted):
            inner.add(each)
        return inner.show(wanted)

    return _with_sums(prover, goal, half_angle(prover, goal, script))


def _with_sums(prover: Prover, goal: Term, shown: Theorem) -> Theorem:
    """The theorem, with what shows that what it divides by is not 0."""
    found = []
    for base in _sums(goal):
        positive: Term = ("<", 0, base)

        def script(inner: Prover, wanted: Term) -> Theorem:
            return next(t for t in _positive(inner, ("^", compound(wanted)[2], -1)) if t.then == wanted)

        found.append(half_angle(prover, positive, script))
    return attached(prover, shown, *found)


def near(prover: Prover, goal: Term) -> Theorem:
    """The difference has the sign of v - u and is less than 2/(pq)."""
    return _with_sums(prover, goal, half_angle(prover, goal, _near))


def _near(inner: Prover, wanted: Term) -> Theorem:
    inner = inner.within()
    for each in _positive(inner, wanted):
        inner.add(each)
    powers = [inner.fact("exp-positive", t=t) for t in (FIRST, SECOND)]
    both = inner.add(inner.combine(("<", 0, _BOTH), [product(0, 0), product(1, 1)], powers))
    return by_cases(
        inner, ("<=", _P, _Q), wanted, partial(_side, both=both), partial(_side, both=both, turned=True)
    )


def _side(inner: Prover, wanted: Term, both: Theorem, turned: bool = False) -> Theorem:
    """Where p <= q, or turned: with S = (q - p)(p + q)(bp + aq), 0 <= S < 4 (a^2 + b^2)(p^2 + q^2).

    As b - a = (q - p)(1 + 1/(pq))/2 and (a + b)(p^2 + q^2) = (p + q)(bp + aq) + (q - p)(bq - ap).
    """
    ends: tuple[Term, ...] = (_P, _Q, SINH_FIRST, SINH_SECOND, FIRST, SECOND)
    p, q, a, b, u, v = (ends[place] for place in ((1, 0, 3, 2, 5, 4) if turned else range(6)))
    *least, total = sines(inner)
    low, high = reversed(least) if turned else least
    order = inner.combine(("<=", p, q), [product(0)], [inner.given(inner.hypotheses[-1])])
    first, second, *back = (inner.fact("exp-positive", t=t) for t in (u, v, ("*", -1, u), ("*", -1, v)))
    premises = [total, both, order, first, second, low, high, *back]
    mixed = [product(2, x, 7, 8, *pair) for x in (3, 4) for pair in ((6, 3), (5, 4))]
    cubes = [
        product(2, 2, 2, *more, coefficient=size)
        for size, *more in ((1, 6), (1, 6, 7, 8), (HALF, 3), (1, 3, 7, 8), (HALF, 3, 7, 7, 8, 8))
    ]
    spread: Term = ("*", ("+", q, ("*", -1, p)), ("+", p, q), ("+", ("*", b, p), ("*", a, q)))
    entries = [product(0, 1), product(1, coefficient=4, squares=(a,)), *cubes, *mixed]
    most = inner.combine(("<", spread, ("*", 2, TOTAL, _BOTH)), entries, premises)
    inverses = [
        inner.fact("power-positive", [each], b=compound(each.then)[2], p=-1) for each in (total, both)
    ]
    gap, limit = compound(compound(wanted)[1])[1], compound(wanted)[2]
    premises = [order, first, second, low, high, *back, *inverses, most]
    entries = [product(0, x, 5, 6, 7, 8, *pair) for x in (1, 2) for pair in ((4, 1), (3, 2))]
    signed: Term = ("<=", gap, 0) if turned else ("<=", 0, gap)
    beyond = inner.combine(signed, entries, premises)
    positive = inner.combine(("<", 0, limit), [product(0, 1, coefficient=2)], back)
    within: list[Term] = [("<", ("*", -1, limit), gap), ("<", gap, limit)]
    small = inner.combine(within[0 if turned else 1], [product(5, 6, 7, 8, 9)], premises)
    other = inner.combine(within[1 if turned else 0], [product(0), product(1)], [positive, beyond])
    return absolute(inner, wanted, *((small, other) if turned else (other, small)))


PROOFS: Scripts = {"beyond/lambda/sphere": (only, value, near)}
