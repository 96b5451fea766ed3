"""Sine and cosine at multiples of pi."""

from __future__ import annotations

from rftheory.proof.kernel import Theorem
from rftheory.proof.tactics.entries import multiple
from rftheory.proof.tactics.moves import by_cases
from rftheory.proof.tactics.prover import Prover
from rftheory.proof.terms import PI, Term, compound


def sine_of_pi(prover: Prover) -> Theorem:
    """sin pi = 0, as its square is 1 - (-1)^2."""
    s: Term = ("sin", PI)
    cosine = prover.fact("cos-pi")
    square = prover.combine(("=", ("^", s, 2), 0), [multiple(("+", 1, ("*", -1, ("cos", PI))), 0)], [cosine])

    def no(inner: Prover, wanted: Term) -> Theorem:
        sign = inner.given(inner.hypotheses[-1])
        positive = compound(wanted)[1] == s
        return inner.combine(
            wanted, [multiple(("*", 1 if positive else -1, ("^", s, -1)), 0)], [square, sign]
        )

    def yes(inner: Prover, wanted: Term) -> Theorem:
        return inner.given(wanted)

    above = by_cases(prover, ("<", 0, s), ("<=", s, 0), no, yes)
    below = by_cases(prover, ("<", s, 0), ("<=", 0, s), no, yes)
    return prover.fact("antisymmetric", [above, below], a=s, b=0)
