"""Sine and cosine at multiples of pi."""

from __future__ import annotations

from rftheory.proof.kernel import Theorem
from rftheory.proof.tactics.entries import multiple
from rftheory.proof.tactics.moves import by_cases
from rftheory.proof.tactics.prover import Prover
from rftheory.proof.terms import PI, Term, compound


def zero_by_square(prover: Prover, term: Term, square: Theorem) -> Theorem:
    """term = 0, as its square is 0."""

    def no(inner: Prover, wanted: Term) -> Theorem:
        sign = inner.given(inner.hypotheses[-1])
        turn = 1 if compound(wanted)[1] == term else -1
        return inner.combine(wanted, [multiple(("*", turn, ("^", term, -1)), 0)], [square, sign])

    def yes(inner: Prover, wanted: Term) -> Theorem:
        return inner.given(wanted)

    above = by_cases(prover, ("<", 0, term), ("<=", term, 0), no, yes)
    below = by_cases(prover, ("<", term, 0), ("<=", 0, term), no, yes)
    return prover.fact("antisymmetric", [above, below], a=term, b=0)


def sine_of_pi(prover: Prover) -> Theorem:
    """sin pi = 0, as its square is 1 - (-1)^2."""
    s: Term = ("sin", PI)
    cosine = prover.fact("cos-pi")
    square = prover.combine(("=", ("^", s, 2), 0), [multiple(("+", 1, ("*", -1, ("cos", PI))), 0)], [cosine])
    return zero_by_square(prover, s, square)
