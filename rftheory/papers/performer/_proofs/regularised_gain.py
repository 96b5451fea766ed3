"""Theorem 2 for the regularised kernel: 0F1(; b; 2z) + (0F1(; b; z) - 1)^2/(b + 1) <= 0F1(; b; z)^2 for z >= 0.

With f_n = z^n/n! Gamma(b)/Gamma(b + n) and V = 0F1(; b; z) = sum f_n, V^2 = sum f_n V and 0F1(; b; 2z) =
sum f_n 0F1(; b + n; z), and 0F1(; b + n; z) <= V - (V - 1)/(b + 1) from n = 1 on, term by term.
"""

from __future__ import annotations

from rftheory.papers._shared.regularised_series import (
    HALF,
    K,
    next_share,
    share,
    weight,
    weight_nonnegative,
    weighted,
)
from rftheory.proof.kernel import Theorem
from rftheory.proof.tactics import Prover
from rftheory.proof.tactics.entries import multiple, product
from rftheory.proof.tactics.invariants import square_nonnegative
from rftheory.proof.tactics.moves import by_ways, instance, rewritten, zero_or_more
from rftheory.proof.tactics.series import dominated, induction, linear, ones, onward, summed
from rftheory.proof.terms import Term, compound, exchanged, substitute

_N = "n"
_Z = "z"
_B: Term = ("*", "d", HALF)
_HIGH: Term = ("+", _B, _N)
_C: Term = ("^", ("+", _B, 1), -1)
_VALUE: Term = ("hyper", (), (_B,), _Z)
_RAISED: Term = ("hyper", (), (_HIGH,), _Z)
_LESS: Term = ("+", _VALUE, -1)
_F: Term = share(_B, 1)
_G: Term = share(_HIGH, 1)
_START: Term = ("^", 0, K)
_MOST: Term = ("+", ("*", ("+", 1, ("*", -1, _C)), _F), ("*", _C, _START))
_NOTHING: Term = ("^", 0, _N)
_UPPER: Term = ("+", _VALUE, ("*", -1, _C, ("+", 1, ("*", -1, _NOTHING)), _LESS))
_TERM: Term = ("*", share(_B, 1, k=_N), weight(_Z, _N))


def _vanished(inner: Prover) -> Theorem:
    """0^(k + 1) = 0."""
    later = substitute(_START, {K: ("+", K, 1)})
    return rewritten(inner, ("=", later, 0), onward(inner, _START, K))


def _rate(b: Term) -> Term:
    return ("*", 1, ("^", ("+", K, b), -1))


def _first_term(prover: Prover) -> Theorem:
    """0^k <= b f_k/(b + k) for the local k >= 0."""
    goal: Term = ("<=", _START, ("*", _B, _F, _rate(_B)))

    def step(inner: Prover, wanted: Term) -> Theorem:
        above = inner.show(("<=", 0, compound(wanted)[2]))
        return inner.combine(wanted, [product(0), multiple(1, 1)], [above, _vanished(inner)])

    def base(inner: Prover, wanted: Term) -> Theorem:
        return rewritten(inner, wanted, ones(inner, wanted))

    return induction(prover, K, 0, goal, step, base)


def _shares(prover: Prover) -> Theorem:
    """Gamma(b + n)/Gamma(b + n + k) <= (1 - c) f_k + c 0^k for 1 <= n and the local k >= 0."""
    first = _first_term(prover)

    def step(inner: Prover, wanted: Term) -> Theorem:
        premises = [
            inner.given(("<=", _G, _MOST)), inner.show(("<=", 0, _rate(_HIGH))), inner.show(("<=", 0, _C)), first,
            inner.show(("<=", 0, ("*", _B, _F, _rate(_B)))), inner.given(("<=", 1, _N)), _vanished(inner),
            next_share(inner, _B, 1), next_share(inner, _HIGH, 1), *_positive(inner),
        ]  # fmt: skip
        entries = [
            product(0, 1), product(1, 2, 3), product(1, 2, 4, 5), multiple(("*", -1, _C), 6),
            multiple(("+", -1, _C), 7), multiple(1, 8),
        ]  # fmt: skip
        return inner.combine(wanted, entries, premises)

    def base(inner: Prover, wanted: Term) -> Theorem:
        return rewritten(inner, wanted, ones(inner, wanted), lambda p, g: p.combine(g, [], _positive(p)))

    return induction(prover, K, 0, ("<=", _G, _MOST), step, base)


def _positive(inner: Prover) -> list[Theorem]:
    """What the normal forms divide by."""
    found: list[Term] = [("+", _B, 1), ("+", "d", 2), ("gamma", ("+", 0, _B)), ("gamma", ("+", 0, _HIGH))]
    return [inner.show(("<", 0, each)) for each in found]


def _raised(prover: Prover) -> Theorem:
    """0F1(; b + n; z) <= (1 - c) V + c for the local n >= 1."""
    smaller, exists = summed(prover, K, ("*", _G, weight(_Z)), _RAISED)
    value, also = summed(prover, K, ("*", _F, weight(_Z)), _VALUE)
    nothing, too = summed(prover, K, ("*", _START, weight(_Z)), ("hyper", (), (), ("*", 0, _Z)))
    addends = [
        (("+", 1, ("*", -1, _C)), ("*", _F, weight(_Z)), value, also),
        (_C, ("*", _START, weight(_Z)), nothing, too),
    ]
    larger, converges = linear(prover, K, addends, ("*", _MOST, weight(_Z)))
    below = weighted(prover, _shares(prover), _G, _MOST, _Z)
    bodies = [("*", each, weight(_Z)) for each in (_G, _MOST)]
    less = dominated(prover, K, bodies[0], bodies[1], below, [exists, converges])
    one = prover.fact("exp-series", t=("*", 0, _Z))
    goal: Term = ("<=", _RAISED, ("+", ("*", ("+", 1, ("*", -1, _C)), _VALUE), _C))
    entries = [product(0), multiple(-1, 1), multiple(1, 2), multiple(("*", -1, _C), 3)]
    return prover.combine(goal, entries, [less, smaller, larger, one, prover.show(("<", 0, ("+", _B, 1)))])


def _every(inner: Prover) -> Theorem:
    """0F1(; b + n; z) <= V - c (1 - 0^n) (V - 1) for the local n >= 0."""
    goal: Term = ("<=", _RAISED, _UPPER)

    def way(within: Prover, wanted: Term) -> Theorem:
        known = within.given(within.hypotheses[-1])
        if compound(known.then)[0] == "=":
            start = within.combine(exchanged(wanted, {_N: 0}), [], [within.show(("<", 0, ("+", _B, 1)))])
            return within.replaced(wanted, known, of=start)
        none = within.fact("power-next", b=0, n=("+", _N, -1))
        entries = [product(0), multiple(("*", -1, _C, _LESS), 1)]
        return within.combine(wanted, entries, [_raised(within), none, within.show(("<", 0, ("+", _B, 1)))])

    return by_ways(inner, zero_or_more(inner, _N), goal, way)


def gap(prover: Prover) -> Theorem:
    """0F1(; b; 2z) + c (V - 1)^2 <= V^2 for the local z >= 0."""
    taylor = prover.fact("bessel-taylor", b=_B, z=_Z, h=_Z)
    converges = prover.fact("bessel-taylor-converges", b=_B, z=_Z, h=_Z)
    body = compound(compound(taylor.then)[2])[4]
    above: Term = ("*", _UPPER, _TERM)
    inner = prover.within((_N, "integer"), given=(("<=", 0, _N),))
    nonnegative = [
        inner.show(("<=", 0, share(_B, 1, k=_N))), instance(inner, weight_nonnegative(prover, _Z), {K: _N})
    ]  # fmt: skip
    terms = inner.combine(
        ("<=", body, above),
        [product(0, 1, 2)],
        [_every(inner), *nonnegative, inner.show(("<", 0, ("+", _B, 1)))],
    )
    value, also = summed(prover, _N, _TERM, _VALUE)
    only: Term = ("*", _NOTHING, _TERM)
    first, too = summed(prover, _N, only, ("hyper", (), (_B,), ("*", 0, _Z)))
    scale: Term = ("*", _C, _LESS)
    addends = [(("+", _VALUE, ("*", -1, scale)), _TERM, value, also), (scale, only, first, too)]
    total, exists = linear(prover, _N, addends, above)
    less = dominated(prover, _N, body, above, terms, [converges, exists])
    start = prover.fact("bessel-zero", b=_B)
    double: Term = ("hyper", (), (_B,), ("+", _Z, _Z))
    goal: Term = ("<=", ("+", double, ("*", _C, ("^", _LESS, 2))), ("^", _VALUE, 2))
    entries = [product(0), multiple(1, 1), multiple(1, 2), multiple(scale, 3)]
    return prover.combine(goal, entries, [less, taylor, total, start, prover.show(("<", 0, ("+", _B, 1)))])


def fixed_length_gain(prover: Prover, goal: Term) -> Theorem:
    """The gap at z = d |x + y|^2/4, times (1 - 1/m) e^(-|x|^2 - |y|^2)."""
    general = gap(prover.within((_Z, "real"), given=(("<=", 0, _Z),)))
    outer = prover.within()
    outer.add(square_nonnegative(prover))
    z: Term = ("*", "d", ("+", "x2", "y2", ("*", "xy", 2)), ("q", 1, 4))
    share_of_pairs: Term = ("+", 1, ("*", -1, ("^", "m", -1)))
    decay: Term = ("exp", ("+", ("*", "x2", -1), ("*", "y2", -1)))
    premises = [
        instance(outer, general, {_Z: z}), outer.show(("<=", 0, share_of_pairs)), outer.show(("<", 0, decay)),
        outer.show(("<", 0, ("+", _B, 1))), outer.show(("<", 0, ("+", "d", 2))),
    ]  # fmt: skip
    return outer.combine(goal, [product(0, 1, 2)], premises)
