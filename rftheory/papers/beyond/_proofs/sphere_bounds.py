"""Bounds of V^2 - 0F1(; b; 2z), V = 0F1(; b; z), b = d/2, z = bw: the gain of orthogonal rows of one length.

With f_n = z^n/n! Gamma(b)/Gamma(b + n) and V_n = 0F1(; b + n; z): V = sum f_n and 0F1(; b; 2z) = sum f_n V_n, where
V - V_n = sum over m < n of z V_(m + 2)/((b + m)(b + m + 1)) <= z V_2 n/(b (b + n)).
"""

from __future__ import annotations

from rftheory.papers._shared.regularised_series import (
    B,
    K,
    Z,
    at_least_one,
    at_zero,
    compared,
    exponential_series,
    kernel_series,
    share,
    shares_at_most_one,
    shares_grow,
    value,
    weight,
    weight_nonnegative,
    weighted,
)
from rftheory.proof.kernel import Theorem
from rftheory.proof.tactics import Prover
from rftheory.proof.tactics.entries import multiple, product
from rftheory.proof.tactics.moves import by_ways, instance, zero_or_more
from rftheory.proof.tactics.series import dominated, induction, linear, summed
from rftheory.proof.tactics.slopes import rising
from rftheory.proof.terms import INFINITY, Term, compound, exchanged

_N = "n"
V: Term = value()
DOUBLE: Term = ("hyper", (), (B,), ("+", Z, Z))
_HERE: Term = value(_N)
_F: Term = ("*", share(B, 1, k=_N), weight(Z, _N))
_NOTHING: Term = ("^", 0, _N)


def _running(prover: Prover) -> Prover:
    return prover.within((_N, "integer"), given=(("<=", 0, _N),))


def at_most(prover: Prover, high: Term, low: Term, z: Term = Z) -> Theorem:
    """0F1(; b + high; z) <= 0F1(; b + low; z) for 0 <= z, term by term."""
    (above,), (below,) = (compound(value(each, z))[2] for each in (high, low))
    smaller, exists = summed(prover, K, ("*", share(above, 1), weight(z)), value(high, z))
    larger, also = summed(prover, K, ("*", share(below, 1), weight(z)), value(low, z))
    grow = shares_grow(prover, above, below, 1)
    less = compared(prover, share(above, 1), share(below, 1), grow, exists, also, z)
    entries = [product(0), multiple(-1, 1), multiple(1, 2)]
    return prover.combine(("<=", value(high, z), value(low, z)), entries, [less, smaller, larger])


def below_tangent(prover: Prover) -> Theorem:
    """V - 1 < w V_2 for w > 0: the slope of w V_2 - V is b^2 w V_3/((b + 1)(b + 2))."""
    z: Term = ("*", B, "t")
    second, third = value(2, z), value(3, z)
    slope: Term = ("+", second, ("*", "t", B, ("^", ("+", B, 2), -1), third), ("*", -1, value(1, z)))

    def sign(inner: Prover, wanted: Term) -> Theorem:
        one = at_least_one(inner, 3, z)
        above = inner.combine(("<", 0, third), [product(0), product()], [one])
        following = inner.fact("bessel-next", b=("+", B, 1), z=z)
        places = [inner.show(("<", 0, ("^", ("+", B, each), -1))) for each in (1, 2)]
        premises = [above, inner.given(("<", 0, "t")), inner.show(("<", 0, B)), *places, following]
        return inner.combine(wanted, [product(0, 1, 2, 2, 3, 4), multiple(1, 5)], premises)

    function: Term = ("+", ("*", "t", second), ("*", -1, value(0, z)))
    risen = rising(prover, function, (0, "w"), slope, sign, strict=True)
    goal: Term = ("<", ("+", V, -1), ("*", "w", value(2)))
    return prover.combine(goal, [product(0), multiple(1, 1)], [risen, at_zero(prover)])


def at_most_exponential(prover: Prover) -> Theorem:
    """V <= e^w for w > 0."""
    smaller, exists = kernel_series(prover, B)
    larger, also = exponential_series(prover)
    below = weighted(prover, shares_at_most_one(prover), share(B), 1)
    plain: Term = ("*", 1, weight())
    one, too = linear(prover, K, [(1, weight(), larger, also)], plain)
    less = dominated(prover, K, ("*", share(B), weight()), plain, below, [exists, too])
    entries = [product(0), multiple(-1, 1), multiple(1, 2), multiple(-1, 3)]
    facts = [prover.fact("exp-series", t="w")]
    return prover.combine(("<=", V, ("exp", "w")), entries, [less, smaller, one, *facts])


def _compared(
    prover: Prover, below: Theorem, side: Term, total: tuple[Theorem, Theorem], upper: bool
) -> Theorem:
    """0F1(; b; 2z) compared with a series, from V_n compared with the coefficient of f_n for the local n >= 0."""
    taylor = prover.fact("bessel-taylor", b=B, z=Z, h=Z)
    converges = prover.fact("bessel-taylor-converges", b=B, z=Z, h=Z)
    body = compound(compound(taylor.then)[2])[4]
    other: Term = ("*", side, _F)
    inner = _running(prover)
    signs = [
        inner.show(("<=", 0, share(B, 1, k=_N))),
        instance(inner, weight_nonnegative(prover, Z), {K: _N}),
    ]
    less, more = (body, other) if upper else (other, body)
    terms = inner.combine(("<=", less, more), [product(0, 1, 2)], [below, *signs])
    series, exists = total
    sums = dominated(prover, _N, less, more, terms, [converges, exists])
    bound = compound(series.then)[2]
    ends = (DOUBLE, bound) if upper else (bound, DOUBLE)
    sign = 1 if upper else -1
    entries = [product(0), multiple(sign, 1), multiple(sign, 2)]
    return prover.combine(("<=", *ends), entries, [sums, taylor, series])


def _first_apart(prover: Prover, p: Term, q: Term, known: Theorem, *, upper: bool) -> Theorem:
    """0F1(; b; 2z) <= or >= p V + q, from V_n <= or >= p for n >= 1, where p + q = V."""
    side: Term = ("+", p, ("*", _NOTHING, q))
    inner = _running(prover)
    goal: Term = ("<=", _HERE, side) if upper else ("<=", side, _HERE)

    def way(within: Prover, wanted: Term) -> Theorem:
        given = within.given(within.hypotheses[-1])
        if compound(given.then)[0] == "=":
            start = within.combine(exchanged(wanted, {_N: 0}), [], [])
            return within.replaced(wanted, given, of=start)
        none = within.fact("power-next", b=0, n=("+", _N, -1))
        times: Term = ("*", -1 if upper else 1, q)
        return within.combine(wanted, [product(0), multiple(times, 1)], [known, none])

    below = by_ways(inner, zero_or_more(inner, _N), goal, way)
    whole, exists = summed(prover, _N, _F, V)
    only: Term = ("*", _NOTHING, _F)
    first, also = summed(prover, _N, only, value(0, ("*", 0, Z)))
    total = linear(prover, _N, [(p, _F, whole, exists), (q, only, first, also)], ("*", side, _F))
    shown = _compared(prover, below, side, total, upper)
    one = prover.fact("bessel-zero", b=B)
    bound: Term = ("+", ("*", p, V), q)
    ends = (DOUBLE, bound) if upper else (bound, DOUBLE)
    times = ("*", 1 if upper else -1, q)
    return prover.combine(("<=", *ends), [product(0), multiple(times, 1)], [shown, one])


def first_bound(prover: Prover) -> Theorem:
    """2V - 1 <= 0F1(; b; 2z) for w > 0, as V_n >= 1."""
    return _first_apart(prover, 1, ("+", V, -1), at_least_one(_running(prover), _N), upper=False)


def apart(prover: Prover) -> Theorem:
    """0F1(; b; 2z) <= V_1 V + V - V_1 for w > 0, as V_n <= V_1 for n >= 1."""
    later = _running(prover).within(given=(("<=", 1, _N),))
    known = at_most(later, _N, 1)
    return _first_apart(prover, value(1), ("+", V, ("*", -1, value(1))), known, upper=True)


def _telescoped(prover: Prover) -> Theorem:
    """V <= V_n + z V_2 n/(b (b + n)) for the local n >= 0."""
    high: Term = ("+", B, _N)
    steps: Term = ("*", Z, value(2), _N, ("^", ("*", B, high), -1))
    fall = at_most(_running(prover), ("+", _N, 2), 2)

    def step(inner: Prover, wanted: Term) -> Theorem:
        following = inner.fact("bessel-next", b=high, z=Z)
        signs = [inner.show(("<", 0, each)) for each in (Z, ("^", high, -1), ("^", ("+", high, 1), -1))]
        premises = [inner.given(("<=", V, ("+", _HERE, steps))), fall, *signs, following]
        return inner.combine(wanted, [product(0), product(1, 2, 3, 4), multiple(1, 5)], premises)

    return induction(prover, _N, 0, ("<=", V, ("+", _HERE, steps)), step)


def second_bound(prover: Prover) -> Theorem:
    """V^2 - 0F1(; b; 2z) <= w^2 V_2^2/(b + 1) for w > 0."""
    scale: Term = ("*", Z, value(2), ("^", B, -1))
    side: Term = ("+", V, ("*", -1, scale, _N, ("^", ("+", B, _N), -1)))
    inner = _running(prover)
    below = inner.combine(("<=", side, _HERE), [product(0)], [_telescoped(prover)])
    whole, exists = summed(prover, _N, _F, V)
    raised: Term = ("*", share(("+", B, 1), 1, k=_N), weight(Z, _N))
    next_one, also = summed(prover, _N, raised, value(1))
    parts: tuple[Term, Term] = (("+", V, ("*", -1, scale)), scale)
    plain: Term = ("+", ("*", parts[0], _F), ("*", scale, raised))
    addends = [(parts[0], _F, whole, exists), (scale, raised, next_one, also)]
    total, converges = linear(prover, _N, addends, plain)
    facts = [inner.fact("gamma-next", t=each) for each in (B, ("+", _N, B))]
    facts += [inner.show(("<", 0, ("gamma", ("+", ("+", _N, B), 1)))), inner.show(("<", 0, ("+", B, _N)))]
    over: Term = ("*", scale, weight(Z, _N), ("^", ("*", ("+", B, _N), ("gamma", ("+", _N, B))), -1))
    later: Term = ("*", over, ("gamma", ("+", B, 1)), ("^", ("gamma", ("+", ("+", _N, B), 1)), -1))
    entries = [multiple(over, 0), multiple(("*", -1, later), 1)]
    same = inner.combine(("=", plain, ("*", side, _F)), entries, facts)
    series: Term = ("sum", _N, 0, INFINITY, ("*", side, _F))
    moved = prover.replaced(("=", series, compound(total.then)[2]), same, of=total)
    also = prover.replaced(("summable", _N, 0, ("*", side, _F)), same, of=converges)
    shown = _compared(prover, below, side, (moved, also), upper=False)
    goal: Term = (
        "<=", ("+", ("^", V, 2), ("*", -1, DOUBLE)), ("*", ("^", "w", 2), ("^", value(2), 2), ("^", ("+", B, 1), -1)),
    )  # fmt: skip
    return prover.combine(
        goal, [product(0), multiple(scale, 1)], [shown, prover.fact("bessel-next", b=B, z=Z)]
    )
