"""Claims by cases: the rows of a table, and a minimum of which one side is below 0."""

from __future__ import annotations

from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts, automatic, by_parts
from rftheory.proof.tactics import Prover
from rftheory.proof.tactics.entries import product
from rftheory.proof.tactics.moves import at_least_one, by_cases, by_ways, rewritten
from rftheory.proof.terms import Term, compound, subterms

_ROWS = 8


def every_row(prover: Prover, goal: Term) -> Theorem:
    """A row from 1 to 8 is one of them; the numbers of each are compared."""
    ways, *claims = compound(goal)[1:]
    return prover.infer("and", goal, [_one_of(prover, ways, 1), *(by_parts(prover, each) for each in claims)])


def _one_of(prover: Prover, ways: Term, at: int) -> Theorem:
    """The row is `at`, or it is beyond that; at least `at` is known."""

    def here(inner: Prover, wanted: Term) -> Theorem:
        way = compound(wanted)[at]
        parts = way[1:] if way[0] == "and" else (way,)
        shown = [inner.show(part) for part in parts]
        return inner.infer("or", wanted, [inner.infer("and", way, shown)] if way[0] == "and" else shown)

    def beyond(inner: Prover, wanted: Term) -> Theorem:
        inner.add(_above(inner, at))
        step = at_least_one(inner, ("+", "row", -at))
        inner.add(inner.combine(("<=", at + 1, "row"), [product(0)], [step]))
        return _one_of(inner, wanted, at + 1)

    if at == _ROWS:
        prover.add(prover.fact("antisymmetric", a="row", b=at))
        return here(prover, ways)
    return by_cases(prover, ("=", "row", at), ways, here, beyond)


def _above(prover: Prover, at: int) -> Theorem:
    """at < row from at <= row and row != at."""
    least = prover.show(("<=", at, "row"))

    def way(inner: Prover, wanted: Term) -> Theorem:
        entries = [product(0, coefficient=2), product(1)] if _below(inner) else [product(1)]
        return inner.combine(wanted, entries, [least, inner.given(inner.hypotheses[-1])])

    def _below(inner: Prover) -> bool:
        return inner.hypotheses[-1] == ("<", "row", at)

    return by_ways(prover, prover.fact("trichotomy", a="row", b=at), ("<", at, "row"), way)


def least_exponent(prover: Prover, goal: Term) -> Theorem:
    """The exponent is below 0, so where it is not, it is 0."""
    impossible, other = compound(goal)[1:]
    exponent = compound(impossible[1][0])[2]
    below = prover.show(("<=", exponent, 0))
    within = prover.within(given=impossible[1])
    nothing = within.fact("antisymmetric", [below], a=exponent, b=0)
    own = next(each for each in subterms(impossible[2]) if isinstance(each, tuple) and each[0] == "exp")
    alike = within.equal(own[1], exponent)
    zero = within.through(alike, nothing, proposition=("=", own[1], 0))
    shown = rewritten(within, impossible[2], [zero])
    first = prover.infer("where", impossible, [shown])
    return prover.infer("and", goal, [first, by_parts(prover, other)])


PROOFS: Scripts = {
    "crt/table1/marks": (every_row, every_row, *(automatic for _ in range(16))),
    "crt/sec9.9/D/corrected": (least_exponent,),
}
