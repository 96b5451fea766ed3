"""Shorter rows, shrinking products, and a prefactor of Gamma functions."""

from __future__ import annotations

from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts
from rftheory.proof.tactics import Prover
from rftheory.proof.tactics.moves import attached, rewritten, together
from rftheory.proof.tactics.series import induction
from rftheory.proof.terms import Term, substitute

_HALF: Term = ("q", 1, 2)


def shorter(prover: Prover, goal: Term) -> Theorem:
    """sqrt a < sqrt b from 0 <= a < b: sqrt b - sqrt a = (b - a)/(sqrt a + sqrt b)."""
    assert isinstance(goal, tuple)
    small, large = goal[1][1], goal[2][1]
    # a = (u - w)^2 + 2uw (1 - 1/(d-1)), where 1/(d-1) <= 1
    share: Term = ("^", ("+", "d", -1), -1)
    premises = [
        prover.show(("<=", share, 1)), prover.given(("<", 0, "u")), prover.given(("<", 0, "w")),
    ]  # fmt: skip
    entries = [
        {"coefficient": 1, "squares": (("+", "u", ("*", -1, "w")),), "factors": ()},
        {"coefficient": 2, "squares": (), "factors": (0, 1, 2)},
    ]
    prover.add(prover.combine(("<=", 0, small), entries, premises))
    prover.add(prover.show(("<", 0, large)))
    prover.add(prover.fact("root-nonnegative", b=small))
    prover.add(prover.fact("root-positive", b=large))
    total: Term = ("+", ("^", small, _HALF), ("^", large, _HALF))
    inverse = prover.fact("power-positive", b=total, p=-1)
    steps = [prover.show(("<", small, large)), inverse, *prover.lemmas]
    return prover.combine(goal, [{"coefficient": 1, "squares": (), "factors": (0, 1)}], steps)


def _product(high: Term) -> Term:
    return ("prod", "j", 0, high, ("*", ("+", "d", "j"), ("^", ("+", "d", ("*", "j", 2)), -1)))


PROOFS: Scripts = {"simrf/sec3.1/wij": (shorter,)}
