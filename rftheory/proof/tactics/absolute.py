"""Absolute values: of products, and their squares, by the signs of what they are of."""

from __future__ import annotations

from collections.abc import Iterable

from rftheory.proof.kernel import Theorem
from rftheory.proof.tactics.entries import multiple, product
from rftheory.proof.tactics.moves import by_cases
from rftheory.proof.tactics.prover import Prover
from rftheory.proof.terms import Term, compound, exchanged


def by_signs(prover: Prover, goal: Term, terms: Iterable[Term]) -> Theorem:
    """The goal by normal forms, for each sign of each of the terms, where absolute values are these or less these.

    The last term may be a product of the others: its sign is theirs.
    """
    every = list(terms)
    if not every:
        known = [each for each in prover.lemmas if isinstance(each.then, tuple) and each.then[0] == "="]
        return prover.replaced(goal, *known, of=prover.show(_without_abs(goal, known)))
    first, rest = every[0], every[1:]

    def way(inner: Prover, wanted: Term, name: str) -> Theorem:
        inner.add(inner.fact(name, t=first))
        return by_signs(inner, wanted, rest)

    return by_cases(
        prover,
        ("<=", 0, first),
        goal,
        lambda inner, wanted: way(inner, wanted, "abs-positive"),
        lambda inner, wanted: way(_weakly(inner), wanted, "abs-negative"),
    )


def _weakly(inner: Prover) -> Prover:
    """The prover that knows t <= 0 for its last hypothesis t < 0."""
    below = inner.given(inner.hypotheses[-1])
    inner.add(inner.combine(("<=", *compound(below.then)[1:]), [product(0)], [below]))
    return inner


def _without_abs(term: Term, known: Iterable[Theorem]) -> Term:
    values = {each.then[1]: each.then[2] for each in known if isinstance(each.then, tuple)}
    return exchanged(term, values)


def at_least(prover: Prover, term: Term) -> Theorem:
    """t <= |t|."""

    def positive(inner: Prover, wanted: Term) -> Theorem:
        return inner.combine(wanted, [multiple(-1, 0)], [inner.fact("abs-positive", t=term)])

    def negative(inner: Prover, wanted: Term) -> Theorem:
        below = inner.given(inner.hypotheses[-1])
        same = _weakly(inner).fact("abs-negative", t=term)
        return inner.combine(wanted, [multiple(-1, 0), product(1, coefficient=2)], [same, below])

    return by_cases(prover, ("<=", 0, term), ("<=", term, ("abs", term)), positive, negative)


def of_square(prover: Prover, term: Term) -> Theorem:
    """|t|^2 = t^2."""
    return by_signs(prover, ("=", ("^", ("abs", term), 2), ("^", term, 2)), (term,))


def of_product(prover: Prover, one: Term, other: Term) -> Theorem:
    """|a b| = |a| |b|: both are not below 0, and their squares agree."""
    from rftheory.proof.tactics.roots import equal_by_squares

    whole: Term = ("*", one, other)
    left, right = ("abs", whole), ("*", ("abs", one), ("abs", other))
    squares = [of_square(prover, each) for each in (whole, one, other)]
    entries = [
        multiple(1, 0), multiple(("*", -1, ("^", ("abs", one), 2)), 2), multiple(("*", -1, ("^", other, 2)), 1),
    ]  # fmt: skip
    same = prover.combine(("=", ("^", left, 2), ("^", right, 2)), entries, squares)
    return equal_by_squares(prover, left, right, same)
