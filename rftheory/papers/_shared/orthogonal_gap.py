"""The gap of orthogonal rows in proofs: 1F1(d; d/2; z) = sum G_k z^k/k! is at most e^(2z), strictly for z > 0.

G_k = Gamma(d + k) Gamma(d/2)/(Gamma(d) Gamma(d/2 + k)) <= 2^k.

The gain is above a share of it: G_k + a (2^k - 2 + 0^k) <= 2^k with a = 2/(d+2), where 0^k is 1 at k = 0 and 0
afterwards, so that 1F1(d; d/2; w) + a (e^w - 1)^2 <= e^(2w).
"""

from __future__ import annotations

from rftheory.papers._shared.regularised_series import (
    HALF,
    K,
    exponential_series,
    running,
    weight,
    weight_nonnegative,
    weighted,
)
from rftheory.proof.kernel import Theorem
from rftheory.proof.tactics import Prover
from rftheory.proof.tactics.entries import multiple, product
from rftheory.proof.tactics.moves import rewritten
from rftheory.proof.tactics.series import dominated, induction, linear, ones, onward, summed
from rftheory.proof.terms import Term, substitute

B: Term = ("*", "d", HALF)


def coefficient(first: Term = 1) -> Term:
    """G_k, over a factor without k."""
    return ("*", first, ("gamma", ("+", "d", K)), ("^", ("gamma", ("+", K, B)), -1))


_INVERSE: Term = ("*", ("gamma", B), ("^", ("gamma", "d"), -1))
SHARE = coefficient(_INVERSE)
POWER: Term = ("^", 2, K)


def _at_most(prover: Prover) -> Theorem:
    """G_k <= 2^k: G_(k+1) = 2 G_k (d + k)/(d + 2k)."""

    def onwards(inner: Prover, goal: Term) -> Theorem:
        ratio: Term = ("*", ("+", "d", K), ("^", ("+", K, B), -1))
        later = substitute(SHARE, {K: ("+", K, 1)})
        step = rewritten(inner, ("=", later, ("*", SHARE, ratio)), onward(inner, SHARE, K))
        premises = [
            inner.given(("<=", SHARE, POWER)), inner.show(("<=", ratio, 2)), step, inner.show(("<=", 0, SHARE))
        ]  # fmt: skip
        entries = [
            product(0, coefficient=2),
            product(1, 3),
            multiple(1, 2),
        ]
        return inner.combine(goal, entries, premises)

    return induction(prover, K, 0, ("<=", SHARE, POWER), onwards, base=_start)


def _start(prover: Prover, goal: Term) -> Theorem:
    return rewritten(prover, goal, ones(prover, goal))


def _strictly(prover: Prover, left: Term, right: Term) -> Theorem:
    """The terms at k = 2: d(d+1)/((d/2)(d/2+1)) < 4."""
    goal: Term = ("<", substitute(left, {K: 2}), substitute(right, {K: 2}))
    values = [_two_on(prover, start) for start in ("d", B, 1)]
    one = prover.fact("gamma-one")
    return rewritten(prover, goal, values, lambda inner, wanted: rewritten(inner, wanted, [one]))


def _two_on(prover: Prover, start: Term) -> Theorem:
    """Gamma(a + 2) = a (a + 1) Gamma(a), written as the terms at k = 2 are."""
    above: Term = ("+", start, 1)
    steps = [prover.fact("gamma-next", t=start), prover.fact("gamma-next", t=above)]
    term: Term = ("gamma", ("+", start, 2) if start == "d" else ("+", 2, start))
    entries = [multiple(above, 0), multiple(1, 1)]
    return prover.combine(("=", term, ("*", start, above, ("gamma", start))), entries, steps)


def gap(prover: Prover, *, strict: bool = True) -> Theorem:
    """1F1(d; d/2; z) < e^(2z) for the local z > 0, term by term and strictly at k = 2; or <= for z >= 0."""
    relation = "<" if strict else "<="
    local = prover.within(("z", "real"), given=((relation, 0, "z"),))
    left: Term = ("*", SHARE, weight("z"))
    right: Term = ("*", POWER, weight("z"))
    smaller, exists = summed(local, K, left, ("hyper", ("d",), (B,), "z"))
    larger, also = summed(local, K, right, ("hyper", (), (), ("*", 2, "z")))
    inner = running(local)
    below = inner.combine(
        ("<=", left, right),
        [product(0, 1)],
        [_at_most(local), weight_nonnegative(local, "z")],
    )
    apart = (2, _strictly(local, left, right)) if strict else None
    less = dominated(local, K, left, right, below, [exists, also], apart)
    at_z: Term = (relation, ("hyper", ("d",), (B,), "z"), ("exp", ("*", 2, "z")))
    entries = [
        product(0),
        multiple(-1, 1),
        multiple(1, 2),
        multiple(-1, 3),
    ]
    exponential = local.fact("exp-series", t=("*", 2, "z"))
    return local.combine(at_z, entries, [less, smaller, larger, exponential])


START: Term = ("^", 0, K)
A: Term = ("*", 2, ("^", ("+", "d", 2), -1))
LEFT: Term = ("+", SHARE, ("*", A, ("+", POWER, -2, START)))
RATIO: Term = ("*", ("+", "d", K), ("^", ("+", K, B), -1))


def following(inner: Prover, term: Term, value: Term) -> Theorem:
    """The term at k + 1, by Gamma functions and powers at k."""
    later = substitute(term, {K: ("+", K, 1)})
    return rewritten(inner, ("=", later, value), onward(inner, term, K))


def _at_least_one(prover: Prover) -> Theorem:
    """1 <= 2^k."""

    def onwards(inner: Prover, goal: Term) -> Theorem:
        premises = [inner.given(("<=", 1, POWER)), following(inner, POWER, ("*", 2, POWER))]
        return inner.combine(
            goal, [product(0, coefficient=2), product(coefficient=1), multiple(-1, 1)], premises
        )

    return induction(prover, K, 0, ("<=", 1, POWER), onwards)


def _at_least_two(prover: Prover) -> Theorem:
    """2 <= 2^k k + 2 0^k: at k + 1 the right side is 2 2^k (k + 1)."""
    powers = _at_least_one(prover)

    def onwards(inner: Prover, goal: Term) -> Theorem:
        premises = [
            powers, inner.given(("<=", 0, K)), following(inner, POWER, ("*", 2, POWER)), following(inner, START, 0),
        ]  # fmt: skip
        entries = [
            product(0, coefficient=2),
            product(0, 1, coefficient=2),
            product(1, coefficient=2),
            multiple(("*", -1, ("+", K, 1)), 2),
            multiple(-2, 3),
        ]
        return inner.combine(goal, entries, premises)

    return induction(prover, K, 0, ("<=", 2, ("+", ("*", POWER, K), ("*", 2, START))), onwards)


def start_nonnegative(prover: Prover) -> Theorem:
    """0 <= 0^k."""

    def onwards(inner: Prover, goal: Term) -> Theorem:
        return inner.combine(goal, [multiple(-1, 0)], [following(inner, START, 0)])

    return induction(prover, K, 0, ("<=", 0, START), onwards)


def _bound(prover: Prover) -> Theorem:
    """G_k + a (2^k - 2 + 0^k) <= 2^k: G_(k+1) = 2 r G_k with r = (d + k)/(d + 2k).

    2 2^k (1 - a)(1 - r) - 2a (2r - 1) + 2 r a 0^k is 2d (2^k k - 2 + 2 0^k)/((d+2)(d+2k)) and more.
    """
    least, start = _at_least_two(prover), start_nonnegative(prover)

    def onwards(inner: Prover, goal: Term) -> Theorem:
        inverse = inner.show(("<", 0, ("^", ("+", ("*", 2, K), "d"), -1)))
        other = inner.show(("<", 0, ("^", ("+", "d", 2), -1)))
        premises = [
            inner.given(("<=", LEFT, POWER)), inner.show(("<=", 0, RATIO)), least, start, inverse, other,
            inner.show(("<", 0, "d")), inner.given(("<=", 0, K)), following(inner, SHARE, ("*", SHARE, RATIO)),
            following(inner, POWER, ("*", 2, POWER)), following(inner, START, 0),
        ]  # fmt: skip
        entries = [
            product(0, 1),
            product(2, 6, 4, 5, coefficient=2),
            product(3, 7, 4, 5, coefficient=4),
            multiple(1, 8),
            multiple(("+", A, -1), 9),
            multiple(A, 10),
        ]
        return inner.combine(goal, entries, premises)

    def base(inner: Prover, goal: Term) -> Theorem:
        return rewritten(inner, goal, ones(inner, goal))

    return induction(prover, K, 0, ("<=", LEFT, POWER), onwards, base)


def _three_on(prover: Prover, start: Term) -> Theorem:
    """Gamma(a + 3) = a (a + 1)(a + 2) Gamma(a), written as the terms at k = 3 are."""
    first, second = ("+", start, 1), ("+", start, 2)
    steps = [prover.fact("gamma-next", t=each) for each in (start, first, second)]
    term: Term = ("gamma", ("+", start, 3) if start == "d" else ("+", 3, start))
    entries = [multiple(("*", second, first), 0), multiple(second, 1), multiple(1, 2)]
    return prover.combine(("=", term, ("*", start, first, second, ("gamma", start))), entries, steps)


def _strictly_more(prover: Prover, left: Term, right: Term) -> Theorem:
    """The terms at k = 3: G_3 = 8 (d + 1)/(d + 4), and 8 - G_3 - 6a = 12d/((d + 2)(d + 4))."""
    goal: Term = ("<", substitute(left, {K: 3}), substitute(right, {K: 3}))
    values = [_three_on(prover, start) for start in ("d", B)]

    def script(inner: Prover, wanted: Term) -> Theorem:
        signs: list[Term] = [
            "d",
            *(("^", ("+", "d", n), -1) for n in (2, 4)),
            "w",
            ("^", ("gamma", ("+", 3, 1)), -1),
        ]
        premises = [inner.show(("<", 0, each)) for each in signs]
        return inner.combine(wanted, [product(0, 1, 2, 3, 3, 3, 4, coefficient=12)], premises)

    return rewritten(prover, goal, values, script)


def gain(prover: Prover, *, strict: bool = False) -> Theorem:
    """1F1(d; d/2; w) + a (e^(2w) - 2 e^w + 1) <= e^(2w) for the local w >= 0; strictly (at k = 3) for w > 0."""
    relation = "<" if strict else "<="
    hyper: Term = ("hyper", ("d",), (B,), "w")
    whole: Term = ("hyper", (), (), ("*", 2, "w"))
    nothing: Term = ("hyper", (), (), ("*", 0, "w"))
    bodies: list[tuple[Term, Term, Term]] = [
        (1, ("*", SHARE, weight()), hyper), (A, ("*", POWER, weight()), whole), (A, ("*", START, weight()), nothing),
    ]  # fmt: skip
    addends = [(c, body, *summed(prover, K, body, value)) for c, body, value in bodies]
    addends.append((("*", -2, A), weight(), *exponential_series(prover)))
    left, exists = linear(prover, K, addends, ("*", LEFT, weight()))
    right, also = addends[1][2], addends[1][3]
    below = weighted(prover, _bound(prover), LEFT, POWER)
    terms: tuple[Term, Term] = (("*", LEFT, weight()), ("*", POWER, weight()))
    apart = (3, _strictly_more(prover, *terms)) if strict else None
    less = dominated(prover, K, *terms, below, [exists, also], apart)
    exponentials = [prover.fact("exp-series", t=t) for t in (("*", 2, "w"), "w", ("*", 0, "w"))]
    goal: Term = (
        relation, ("+", hyper, ("*", A, ("+", ("exp", ("*", 2, "w")), ("*", -2, ("exp", "w")), 1))), ("exp", ("*", 2, "w")),
    )  # fmt: skip
    entries = [
        product(0), multiple(-1, 1), multiple(1, 2), multiple(("+", A, -1), 3), multiple(("*", -2, A), 4), multiple(A, 5),
    ]  # fmt: skip
    return prover.combine(goal, entries, [less, left, right, *exponentials])
