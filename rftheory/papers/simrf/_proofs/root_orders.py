"""(81): the root of a quotient up to O(1/d^2), by its square."""

from __future__ import annotations

from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts
from rftheory.proof.tactics import Prover
from rftheory.proof.tactics.entries import product
from rftheory.proof.tactics.moves import attached, by_cases
from rftheory.proof.tactics.quantifiers import absolute, introduced
from rftheory.proof.terms import Term, compound

_HALF: Term = ("q", 1, 2)
_BOUND: Term = ("+", ("*", 10, ("^", "k", 2)), ("*", 14, "k"))
_CONSTANT: Term = ("*", 2, _BOUND)


def root_of_quotient(prover: Prover, goal: Term) -> Theorem:
    """With q = 1 - k/(2d) >= 1/2 the gap x = R^(1/2) - q has |x| <= 2 |x (R^(1/2) + q)| = 2 |R - q^2|."""
    return introduced(prover, goal, (_CONSTANT, ("+", "k", 3)), _bounded)


def _bounded(prover: Prover, wanted: Term) -> Theorem:
    gap = compound(compound(wanted)[1])[1]
    _, root, away = compound(compound(gap)[2])
    about = compound(away)[2]
    base = compound(root)[1]
    for positive in (("+", "d", -1), ("+", "k", -1, ("*", "d", _HALF)), "d"):
        prover.add(prover.show(("<", 0, positive)))
    prover.add(prover.show(("<=", 0, base)))
    square: Term = ("*", ("^", "d", 2), ("+", base, ("*", -1, ("^", about, 2))))
    known = [
        prover.show(("<=", square, _BOUND)),
        prover.show(("<=", ("*", -1, _BOUND), square)),
        prover.fact("root-nonnegative", b=base),
        prover.show(("<=", _HALF, about)),
    ]
    some = prover.show(("<=", 0, _BOUND))
    difference: Term = compound(gap)[2]

    def bound(claim: Term, near: int) -> Theorem:
        """The claim where the gap has the sign that `known[near]` bounds, and where it has the other one."""

        def way(inner: Prover, proposition: Term, sign: int) -> Theorem:
            held = inner.given(inner.hypotheses[-1])
            if sign == near:
                entries = [
                    product(near, coefficient=2),
                    *(product(4, n, coefficient=2, squares=("d",)) for n in (2, 3)),
                ]
                return inner.combine(proposition, entries, [*known, held])
            return inner.combine(
                proposition, [product(1, coefficient=2), product(0, squares=("d",))], [held, some]
            )

        return by_cases(
            prover, ("<=", 0, difference), claim, lambda i, p: way(i, p, 0), lambda i, p: way(i, p, 1)
        )

    low, high = bound(("<=", ("*", -1, _CONSTANT), gap), 1), bound(("<=", gap, _CONSTANT), 0)
    return attached(prover, absolute(prover, wanted, low, high), *prover.lemmas)


PROOFS: Scripts = {"simrf/eq81": (root_of_quotient,)}
