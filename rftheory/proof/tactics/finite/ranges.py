"""Finite sums and products from 0, by induction on their length: gains, other names and orders of indices."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from rftheory.proof.kernel import Theorem
from rftheory.proof.tactics.entries import multiple
from rftheory.proof.tactics.moves import instance, rewritten
from rftheory.proof.tactics.prover import Prover
from rftheory.proof.tactics.series import induction
from rftheory.proof.terms import INFINITY, ProofError, Term, bound, compound, parts, substitute

Sides = Callable[[Term], tuple[Term, Term]]
"""Both sides of an equality, by the length of the sums and products in it."""


def range_of(k: str, size: Term) -> tuple[str, Term, Term]:
    """k runs over as many places, from 0."""
    return k, 0, ("+", size, -1)


def fresh(prover: Prover, *terms: Term) -> str:
    """A name that nothing has."""
    taken = {name for name, _ in (*prover.context.variables, *prover.local)}
    taken |= {name for term in terms for name in _names(term)}
    return next(name for name in (f"n{place}" for place in range(len(taken) + 1)) if name not in taken)


def _names(term: Term) -> Iterator[str]:
    if isinstance(term, str):
        yield term
    if bound(term) is not None:
        yield str(bound(term))
    for part in parts(term):
        yield from _names(part)


def finite(term: Term, heads: Sequence[str] = ("sum", "prod")) -> Iterator[tuple[Any, ...]]:
    """The outermost finite sums and products in a term."""
    if isinstance(term, tuple) and term[0] in heads and term[3] != INFINITY:
        yield term
        return
    for part in parts(term):
        yield from finite(part, heads)


def last(prover: Prover, term: Term, n: str) -> Theorem:
    """sum to n = sum to n - 1 + the term at n, or the same of a product, for a length n + 1."""
    assert isinstance(term, tuple)
    head, k, low, high, body = term
    join = "*" if head == "prod" else "+"
    shorter: Term = (head, k, low, ("+", n, -1), body)
    at_end: Term = (join, shorter, substitute(body, {k: high}))
    needs = [*prover.integer(high), prover.show(("<=", low, high))]
    split = prover.infer(f"{head}-last", ("=", term, at_end), needs)
    place = prover.equal(high, n)
    return prover.replaced(("=", term, (join, shorter, substitute(body, {k: n}))), place, of=split)


def over_length(
    prover: Prover, sides: Sides, size: Term, times: Callable[[str], Term] | None = None
) -> Theorem:
    """The equality at a length, for it holds at 0, and at n + 1 it is `times` the one at n with what both sides gain."""
    probe = sides("probe")
    n = fresh(prover, *probe)

    def base(inner: Prover, goal: Term) -> Theorem:
        empty = [
            inner.infer(f"{each[0]}-empty", ("=", each, 1 if each[0] == "prod" else 0))
            for each in dict.fromkeys(finite(goal)) if each[3] == ("+", 0, -1)
        ]  # fmt: skip
        return rewritten(inner, goal, empty)

    def step(inner: Prover, goal: Term) -> Theorem:
        end: Term = ("+", ("+", n, 1), -1)
        gains = [last(inner, each, n) for each in dict.fromkeys(finite(goal)) if each[3] == end]

        def multiplied(within: Prover, wanted: Term) -> Theorem:
            return within.combine(
                wanted, [multiple(times(n) if times else 1, 0)], [within.given(within.hypotheses[-1])]
            )

        return rewritten(inner, goal, gains, multiplied)

    shown = induction(prover, n, 0, ("=", *sides(n)), step, base)
    return instance(prover, shown, {n: size})


def length(term: Term) -> Term:
    """How many places a finite sum or product from 0 has."""
    assert isinstance(term, tuple)
    if term[2] == 0 and isinstance(term[3], tuple) and term[3][0] == "+" and term[3][2:] == (-1,):
        size: Term = term[3][1]
        return size
    raise ProofError(f"not over places from 0: {term}")


def inside(prover: Prover, term: Term) -> Prover:
    """The prover in the body of a sum or product."""
    assert isinstance(term, tuple)
    k, low, high = term[1:4]
    return prover.within((k, "integer"), given=(("<=", low, k), ("<=", k, high)))


def right_of(theorem: Theorem) -> Term:
    """The right side of an equality."""
    side: Term = compound(theorem.then)[2]
    return side


def constant(prover: Prover, total: Term) -> Theorem:
    """sum of 1 = how many places."""
    assert isinstance(total, tuple)
    k = total[1]
    return over_length(prover, lambda end: (("sum", *range_of(k, end), 1), end), length(total))


def renamed(prover: Prover, total: Term, name: str) -> Theorem:
    """A finite sum or product is the same with another name for its index."""
    assert isinstance(total, tuple)
    head, k, _, _, body = total

    def sides(end: Term) -> tuple[Term, Term]:
        return (head, *range_of(k, end), body), (head, *range_of(name, end), substitute(body, {k: name}))

    return over_length(prover, sides, length(total))


def factored(
    prover: Prover, total: Term, factor: Term, power: Callable[[Term], Term] | None = None
) -> Theorem:
    """prod of c f = c^n prod of f, for a product of f and a factor c > 0 without the index; `power` writes c^n."""
    assert isinstance(total, tuple)
    _, k, _, _, body = total

    def sides(end: Term) -> tuple[Term, Term]:
        plain: Term = ("prod", *range_of(k, end), body)
        return ("prod", *range_of(k, end), ("*", factor, body)), (
            "*",
            power(end) if power else ("^", factor, end),
            plain,
        )

    return over_length(prover, sides, length(total), lambda n: ("*", factor, substitute(body, {k: n})))


def swapped(prover: Prover, total: Term) -> Theorem:
    """sum over k of the sum over l = sum over l of the sum over k, by induction on the range of k."""
    assert isinstance(total, tuple)
    _, k, _, _, inner = total
    _, index, low, high, body = compound(inner)
    n = fresh(prover, total)

    def sides(end: Term) -> tuple[Term, Term]:
        turned: Term = ("sum", index, low, high, ("sum", *range_of(k, end), body))
        return ("sum", *range_of(k, end), inner), turned

    def base(within: Prover, goal: Term) -> Theorem:
        left, right = compound(goal)[1:]
        none = within.infer("sum-empty", ("=", left, 0))
        under = inside(within, right)
        empty = under.infer("sum-empty", ("=", compound(right)[4], 0))
        nothing: Term = (*compound(right)[:4], 0)
        zeros = within.replaced(("=", right, nothing), empty)
        scaled: Term = ("*", 0, nothing)
        under_zero = under.equal(0, ("*", 0, 0))
        zero = within.infer("sum-scale", ("=", nothing, scaled), [under_zero])
        entries = [multiple(1, 0), multiple(-1, 1), multiple(-1, 2)]
        return within.combine(goal, entries, [none, zeros, zero])

    def step(within: Prover, goal: Term) -> Theorem:
        left, right = compound(goal)[1:]
        gain = last(within, left, n)
        more = last(inside(within, right), compound(right)[4], n)
        longer: Term = (*compound(right)[:4], right_of(more))
        first = within.replaced(("=", right, longer), more)
        parted = [(*compound(right)[:4], each) for each in compound(right_of(more))[1:]]
        second = within.infer("sum-add", ("=", longer, ("+", *parted)))
        known = within.given(within.hypotheses[-1])
        entries = [multiple(sign, place) for place, sign in enumerate((1, -1, -1, 1))]
        return within.combine(goal, entries, [gain, first, second, known])

    shown = induction(prover, n, 0, ("=", *sides(n)), step, base)
    return instance(prover, shown, {n: length(total)})
