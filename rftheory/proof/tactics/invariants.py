"""Signs of |x + y|^2 and |x - y|^2 in proofs, from the invariants x2, y2 and xy with xy^2 <= x2 y2."""

from __future__ import annotations

from rftheory.proof.kernel import Theorem
from rftheory.proof.tactics import Prover
from rftheory.proof.tactics.entries import product
from rftheory.proof.tactics.moves import by_cases
from rftheory.proof.terms import Term


def square_nonnegative(prover: Prover, sign: int = 1, xy: Term = "xy") -> Theorem:
    """0 <= s = x2 + y2 + 2 sign xy.

    With t = x2 + y2 - 2 sign xy, s t = (x2 - y2)^2 + 4 (x2 y2 - xy^2) >= 0; and were s < 0, t would be positive.
    """
    goal: Term = ("<=", 0, ("+", "x2", "y2", ("*", 2 * sign, xy)))
    other: Term = ("+", "x2", "y2", ("*", -2 * sign, xy))

    def no(inner: Prover, wanted: Term) -> Theorem:
        inverse = inner.fact("power-positive", [inner.show(("<", 0, other))], b=other, p=-1)
        bound = inner.given(("<=", ("^", xy, 2), ("*", "x2", "y2")))
        entries = [
            product(0, squares=(("+", "x2", ("*", -1, "y2")),)),
            product(0, 1, coefficient=4),
        ]
        return inner.combine(wanted, entries, [inverse, bound])

    return by_cases(prover, goal, goal, no=no)
