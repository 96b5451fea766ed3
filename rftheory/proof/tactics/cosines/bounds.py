"""Bounds of products and of powers in size."""

from __future__ import annotations

from rftheory.proof.kernel import Theorem
from rftheory.proof.tactics.entries import multiple, product
from rftheory.proof.tactics.prover import Prover
from rftheory.proof.tactics.series import induction, onward
from rftheory.proof.terms import Term, compound

_HALF: Term = ("q", 1, 2)


def bounded_product(prover: Prover, pair: tuple[Term, Term], known: list[Theorem]) -> list[Theorem]:
    """-ab <= xy and xy <= ab from -a <= x <= a and -b <= y <= b, for xy and ab as they are written."""
    both, most = pair
    below = [product(0, 3, coefficient=_HALF), product(1, 2, coefficient=_HALF)]
    above = [product(0, 2, coefficient=_HALF), product(1, 3, coefficient=_HALF)]
    # ab + xy = ((a + x)(b + y) + (a - x)(b - y))/2
    least = prover.combine(("<=", ("*", -1, most), both), above, known)
    return [least, prover.combine(("<=", both, most), below, known)]


def bounded_powers(prover: Prover, index: str, base: Term, size: Term) -> list[Theorem]:
    """-size^k <= base^k and base^k <= size^k for the local index k >= 0, where -size <= base <= size and 0 <= size."""
    one, other = ("^", base, index), ("^", size, index)
    goal: Term = ("and", ("<=", ("*", -1, other), one), ("<=", one, other))

    def onwards(inner: Prover, wanted: Term) -> Theorem:
        held = inner.given(goal)
        low, high = (inner.infer("part", each, [held]) for each in compound(goal)[1:])
        ends = [inner.show(("<=", ("*", -1, size), base)), inner.show(("<=", base, size))]
        premises = [low, high, *ends, *onward(inner, one, index), *onward(inner, other, index)]
        # S s + T t = ((S + T)(s + t) + (S - T)(s - t))/2, and with both signs turned
        least, most = compound(wanted)[1:]
        turned = [multiple(-1, 4), multiple(-1, 5)]
        below = [product(0, 2, coefficient=_HALF), product(1, 3, coefficient=_HALF), *turned]
        above = [
            product(0, 3, coefficient=_HALF),
            product(1, 2, coefficient=_HALF),
            multiple(1, 4),
            multiple(-1, 5),
        ]
        shown = [inner.combine(least, below, premises), inner.combine(most, above, premises)]
        return inner.infer("and", wanted, shown)

    def start(inner: Prover, wanted: Term) -> Theorem:
        return inner.infer("and", wanted, [inner.show(each) for each in compound(wanted)[1:]])

    shown = induction(prover, index, 0, goal, onwards, start)
    inner = prover.within((index, "integer"), given=(("<=", 0, index),))
    return [inner.infer("part", each, [shown]) for each in compound(goal)[1:]]
