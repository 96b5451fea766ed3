"""(33): the power of 1 - (2l - 2)/d is at most d^l/(d (d + 2) .. (d + 2l - 2)), factor by factor."""

from __future__ import annotations

from rftheory.papers._shared.regularised_bounds import DECAY
from rftheory.papers._shared.regularised_series import K, share, weight, weight_nonnegative
from rftheory.papers.performer._proofs.numbers import below_one
from rftheory.papers.performer._proofs.truncated import at_least, head, product_to, quotient
from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts
from rftheory.proof.tactics import Prover
from rftheory.proof.tactics.entries import multiple, product
from rftheory.proof.tactics.hypergeometric import infinite_sums
from rftheory.proof.tactics.moves import at_least_one, attached, by_cases, by_ways, instance, rewritten
from rftheory.proof.tactics.series import induction
from rftheory.proof.terms import Term, substitute

N = "n"
_PARTS: tuple[Term, Term] = (("+", -2, ("*", "l", 2)), ("^", "d", -1))
_A: Term = ("*", *_PARTS)
_Q: Term = ("+", 1, ("*", -1, *_PARTS))
_AFTER: Term = ("<=", ("+", "l", 1), N)
_LESS: Term = ("<=", ("*", ("^", _Q, N), product_to(N)), ("^", "d", N))
_EITHER: Term = ("or", _AFTER, _LESS)


def _next(inner: Prover, wanted: Term) -> Theorem:
    """At n + 1 <= l: q (d + 2n) <= d, as d - q (d + 2n) = 2 (l - 1 - n) + 2 n (1 - q)."""
    later = product_to(("+", N, 1))
    assert isinstance(later, tuple)
    end = later[3]
    split: Term = ("*", product_to(N), substitute(later[4], {"j": end}))
    last = inner.infer("prod-last", ("=", later, split), [*inner.integer(end), inner.show(("<=", 0, end))])
    room = at_least_one(inner, ("+", "l", ("*", -1, N)))
    premises = [
        inner.given(_LESS), inner.show(("<=", 0, "d")), inner.show(("<", 0, ("^", _Q, N))),
        inner.show(("<", 0, product_to(N))), room, inner.show(("<=", 0, _A)), inner.given(("<=", 0, N)),
        inner.fact("power-next", b="d", n=N), inner.fact("power-next", b=_Q, n=N), last,
    ]  # fmt: skip
    entries = [
        product(0, 1), product(2, 3, 4, coefficient=2), product(2, 3, 5, 6, coefficient=2), multiple(-1, 7),
        multiple(later, 8), multiple(("*", ("^", _Q, N), _Q), 9),
    ]  # fmt: skip
    return inner.combine(wanted, entries, premises)


def _powers(prover: Prover) -> Theorem:
    """q^n d (d + 2) .. <= d^n up to n = l."""
    after: Term = substitute(_AFTER, {N: ("+", N, 1)})
    less: Term = substitute(_LESS, {N: ("+", N, 1)})

    def step(inner: Prover, wanted: Term) -> Theorem:
        def way(within: Prover, goal: Term) -> Theorem:
            known = within.given(within.hypotheses[-1])
            if known.then == _AFTER:
                moved = within.combine(after, [product(0), product(coefficient=1)], [known])
                return within.infer("or", goal, [moved])
            return by_cases(
                within, after, goal, lambda p, g: p.infer("or", g, [p.given(after)]), within_range
            )

        def within_range(within: Prover, goal: Term) -> Theorem:
            within = within.within()
            within.add(
                within.combine(
                    ("<", 0, ("+", "l", ("*", -1, N))), [product(0)], [within.given(within.hypotheses[-1])]
                )
            )
            return within.infer("or", goal, [_next(within, less)])

        return by_ways(inner, inner.given(_EITHER), wanted, way)

    def base(inner: Prover, wanted: Term) -> Theorem:
        start: Term = substitute(_LESS, {N: 0})
        empty = inner.infer("prod-empty", ("=", product_to(0), 1))
        shown = rewritten(inner, start, [empty], lambda p, g: p.combine(g, [], []))
        return inner.infer("or", wanted, [shown])

    return induction(prover, N, 0, _EITHER, step, base)


def _at_l(prover: Prover) -> Theorem:
    """The bound at n = l, which is not l + 1 or more."""
    less = substitute(_LESS, {N: "l"})
    assert isinstance(less, tuple)
    gap: Term = ("+", less[2], ("*", -1, less[1]))

    def way(inner: Prover, wanted: Term) -> Theorem:
        known = inner.given(inner.hypotheses[-1])
        if known.then == wanted:
            return known
        half: Term = ("q", 1, 4)
        entries = [
            product(0, coefficient=half, squares=(("+", gap, -1),)), product(coefficient=half, squares=(("+", gap, 1),))
        ]  # fmt: skip
        return inner.combine(wanted, entries, [known])

    return by_ways(prover, instance(prover, _powers(prover), {N: "l"}), less, way)


def replaced_factor(prover: Prover, goal: Term) -> Theorem:
    """(1 - e^-w tail) q^l <= e^-w C_l sum_(k <= l) w^k/k! <= e^-w 0F1(; b; bw)."""
    prover = prover.within()
    prover.add(below_one(prover))
    prover.add(prover.combine(("<", 0, _Q), [product(0)], [prover.lemmas[-1]]))
    prover.add(prover.show(("<=", 0, _A)))
    tail = next(infinite_sums(goal))
    split, converges = head(prover, tail)
    value, sign = quotient(prover)
    first: Term = ("sum", K, 0, "l", weight())
    start = prover.infer("sum-sign", ("<=", 0, first), [weight_nonnegative(prover)])
    power: Term = ("^", _Q, "l")
    inverse = prover.fact("power-positive", [sign], b=product_to("l"), p=-1)
    over: Term = ("^", product_to("l"), -1)
    small = prover.combine(
        ("<=", power, share(k="l")), [product(0, 1), multiple(("*", -1, over), 2)],
        [_at_l(prover), inverse, value, sign],
    )  # fmt: skip
    premises = [at_least(prover), prover.fact("exp-positive", t=("*", "w", -1)), start, small, split]
    entries = [product(0, 1), product(1, 2, 3), multiple(("*", power, DECAY), 4)]
    return attached(prover, prover.combine(goal, entries, premises), converges)


PROOFS: Scripts = {"performer/eq33/first": (replaced_factor,)}
