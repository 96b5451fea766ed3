"""1F1(d; d/2; -w/2) = sum R_k (-w)^k/k! in powers of 1/d: 1 - a/d <= R_k <= 1 - a/d + k^4/d^2 with a = k(k-1)/2.

R_k = Gamma(d/2) Gamma(d + k)/(2^k Gamma(d) Gamma(d/2 + k)), and R_(k+1) = R_k (d + k)/(d + 2k).
"""

from __future__ import annotations

from dataclasses import replace

from rftheory.papers._shared.exponential_moments_series import polynomial_moment
from rftheory.papers._shared.regularised_series import HALF, K, running, weight
from rftheory.proof.kernel import Theorem
from rftheory.proof.tactics import Prover
from rftheory.proof.tactics.entries import multiple, product
from rftheory.proof.tactics.moves import Script, instance, rewritten
from rftheory.proof.tactics.series import dominated, induction, linear, nonnegative_power, onward, summed
from rftheory.proof.terms import Term, literal, substitute

QUOTIENT: Term = (
    "*", ("^", ("gamma", "d"), -1), ("^", ("gamma", ("+", K, ("*", "d", HALF))), -1), ("^", 2, ("*", K, -1)),
    ("gamma", ("*", "d", HALF)), ("gamma", ("+", "d", K)),
)  # fmt: skip
MEAN: Term = ("hyper", ("d",), (("*", "d", HALF),), ("*", "w", ("q", -1, 2)))
CONSTANT: Term = (
    "*",
    ("+", "w", ("*", 7, ("^", "w", 2)), ("*", 6, ("^", "w", 3)), ("^", "w", 4)),
    ("exp", "w"),
)
_FACTOR: Term = ("*", ("+", "d", K), ("^", ("+", "d", ("*", 2, K)), -1))
_LEAST: Term = ("+", 1, ("*", K, ("+", K, -1), ("^", "d", -1), ("q", -1, 2)))
_REST: Term = ("*", ("^", K, 4), ("^", "d", -2))
_MOST: Term = ("+", _LEAST, _REST)
_TURNED: Term = ("*", -1, "w")


def _named(term: Term, k: str) -> Term:
    return substitute(term, {K: k}) if k != K else term


def _next(inner: Prover, k: str) -> Theorem:
    now = _named(QUOTIENT, k)
    later = substitute(now, {k: ("+", k, 1)})
    return rewritten(inner, ("=", later, ("*", now, _named(_FACTOR, k))), onward(inner, now, k))


def _each(prover: Prover, bound: tuple[Term, Term], onwards: Script, k: str) -> Theorem:
    """The comparison for the local k >= 0, by induction from R_0 = 1."""

    def start(inner: Prover, goal: Term) -> Theorem:
        return rewritten(inner, goal, [inner.equal(substitute(QUOTIENT, {K: 0}), 1)])

    return induction(prover, k, 0, ("<=", *(_named(side, k) for side in bound)), onwards, start)


def _at_most_one(prover: Prover, k: str) -> Theorem:
    factor = _named(_FACTOR, k)

    def onwards(inner: Prover, goal: Term) -> Theorem:
        signs = [inner.show(("<=", 0, factor)), inner.show(("<=", factor, 1))]
        premises = [inner.given(inner.hypotheses[-1]), *signs, _next(inner, k)]
        return inner.combine(goal, [product(0, 1), product(2), multiple(1, 3)], premises)

    return _each(prover, (QUOTIENT, 1), onwards, k)


def least(prover: Prover, k: str = K) -> Theorem:
    """1 - k(k-1)/(2d) <= R_k for the local k >= 0."""
    one = _at_most_one(prover, k)
    beside: Term = ("*", k, ("^", ("+", "d", ("*", 2, k)), -1))

    def onwards(inner: Prover, goal: Term) -> Theorem:
        signs = [inner.show(("<=", beside, ("*", k, ("^", "d", -1)))), inner.show(("<=", 0, beside))]
        premises = [inner.given(inner.hypotheses[-1]), *signs, one, _next(inner, k)]
        entries = [product(0), product(1), product(2, 3), multiple(-1, 4)]
        return inner.combine(goal, entries, premises)

    return _each(prover, (_LEAST, QUOTIENT), onwards, k)


def most(prover: Prover, k: str = K) -> Theorem:
    """R_k <= 1 - k(k-1)/(2d) + k^4/d^2 for the local k >= 0."""
    factor, now = _named(_FACTOR, k), _named(_MOST, k)

    def onwards(inner: Prover, goal: Term) -> Theorem:
        later = substitute(now, {k: ("+", k, 1)})
        signs = [inner.show(("<=", 0, factor)), inner.show(("<=", ("*", now, factor), later))]
        premises = [inner.given(inner.hypotheses[-1]), *signs, _next(inner, k)]
        return inner.combine(goal, [product(0, 1), product(2), multiple(1, 3)], premises)

    return _each(prover, (QUOTIENT, _MOST), onwards, k)


def alternating(prover: Prover, k: str = K, w: Term = "w") -> list[Theorem]:
    """-w^k <= (-w)^k <= w^k for the local k >= 0, where 0 <= w."""
    even: Term = ("^", w, k)
    odd: Term = ("^", ("*", -1, w), k)
    low: Term = ("<=", ("*", -1, even), odd)
    high: Term = ("<=", odd, even)

    def onwards(inner: Prover, goal: Term) -> Theorem:
        assert isinstance(goal, tuple)
        both = inner.given(("and", low, high))
        held = [inner.infer("part", each, [both]) for each in (low, high)]
        moves = [*onward(inner, even, k), *onward(inner, odd, k)]
        premises = [*held, inner.show(("<=", 0, w)), *moves]
        parts = [
            inner.combine(each, [product(place, 2), multiple(-1, 3), multiple(turn, 4)], premises)
            for each, place, turn in zip(goal[1:], (1, 0), (-1, 1), strict=True)
        ]
        return inner.infer("and", goal, parts)

    def base(inner: Prover, goal: Term) -> Theorem:
        assert isinstance(goal, tuple)
        return inner.infer("and", goal, [inner.show(each) for each in goal[1:]])

    both = induction(prover, k, 0, ("and", low, high), onwards, base)
    inner = prover.within((k, "integer"), given=(("<=", 0, k),))
    return [inner.infer("part", each, [both]) for each in (low, high)]


def expansion(prover: Prover) -> tuple[Theorem, Theorem]:
    """-c/d^2 <= 1F1(d; d/2; -w/2) - e^-w (1 - w^2/(2d)) <= c/d^2 for w >= 0, where c = sum k^4 w^k/k!."""
    body: Term = ("*", QUOTIENT, weight(_TURNED))
    whole, exists = summed(prover, K, body, MEAN)
    anywhere = prover.within(("u", "real"))
    least_of: Term = ("*", _LEAST, weight("u"))
    moment, regular = (
        instance(prover, each, {"u": _TURNED}) for each in polynomial_moment(anywhere, _LEAST, "u")
    )
    top, bounded = polynomial_moment(prover, ("^", K, 4), "w")
    below = substitute(least_of, {"u": _TURNED})
    gap: Term = ("+", body, ("*", -1, below))
    total, converges = linear(prover, K, [(1, body, whole, exists), (-1, below, moment, regular)], gap)
    rest: Term = ("*", _REST, weight())
    scale: Term = ("^", "d", -2)
    above, also = linear(prover, K, [(scale, ("*", ("^", K, 4), weight()), top, bounded)], rest)
    turned, too = linear(prover, K, [(-1, rest, above, also)], ("*", -1, rest))
    terms = _terms(prover, gap, rest)
    high = dominated(prover, K, gap, rest, terms[1], [converges, also])
    low = dominated(prover, K, ("*", -1, rest), gap, terms[0], [too, converges])
    bound: Term = ("*", CONSTANT, scale)
    difference: Term = (
        "+", MEAN, ("*", -1, ("exp", _TURNED), ("+", 1, ("*", ("^", "w", 2), ("^", "d", -1), ("q", -1, 2)))),
    )  # fmt: skip
    upper = prover.combine(
        ("<=", difference, bound), [product(0), multiple(-1, 1), multiple(1, 2)], [high, total, above]
    )
    lower = prover.combine(
        ("<=", ("*", -1, bound), difference),
        [product(0), multiple(1, 1), multiple(-1, 2)],
        [low, total, turned],
    )
    return lower, upper


def expanded(prover: Prover, w: Term) -> tuple[Theorem, Theorem]:
    """The bounds of 1F1(d; d/2; -w/2) at a term that is not negative, under the hypotheses n <= d alone."""
    plain = tuple(h for h in prover.hypotheses if isinstance(h, tuple) and h[2] == "d" and literal(h[1]))
    bare = replace(prover, hypotheses=plain, lemmas=[], _signs={})
    lower, upper = expansion(bare.within(("w", "real"), given=(("<=", 0, "w"),)))
    return instance(prover, lower, {"w": w}), instance(prover, upper, {"w": w})


def _terms(prover: Prover, gap: Term, rest: Term) -> list[Theorem]:
    """-(k^4/d^2) w^k/k! <= (R_k - b) (-w)^k/k! <= (k^4/d^2) w^k/k! for the local k >= 0."""
    inner = running(prover)
    over: Term = ("^", ("gamma", ("+", K, 1)), -1)
    power = nonnegative_power(prover, K, "w")
    premises = [least(prover), most(prover), power, inner.show(("<=", 0, over)), *alternating(prover)]
    found = []
    for goal, side in ((("<=", ("*", -1, rest), gap), 4), (("<=", gap, rest), 5)):
        found.append(inner.combine(goal, [product(1, 2, 3), product(0, side, 3)], premises))
    return found
