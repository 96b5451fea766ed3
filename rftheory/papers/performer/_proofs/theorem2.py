"""Theorem 2: the gain of orthogonal rows is at least (1 - 1/m) 2/(d + 2) of (SM - Lambda)^2."""

from __future__ import annotations

from rftheory.papers._shared.orthogonal_gap import B, gain
from rftheory.papers._shared.regularised_series import HALF
from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts, automatic
from rftheory.proof.tactics import Prover
from rftheory.proof.tactics.entries import multiple, product
from rftheory.proof.tactics.invariants import square_nonnegative
from rftheory.proof.tactics.moves import instance
from rftheory.proof.tactics.series import summed
from rftheory.proof.terms import Term, subterms


def orthogonal_gain(prover: Prover, goal: Term) -> Theorem:
    """The gap at w = |x + y|^2/2, times 1 - 1/m and Lambda^2."""
    general = gain(prover.within(("w", "real"), given=(("<=", 0, "w"),)))
    outer = prover.within()
    outer.add(square_nonnegative(prover))
    total = next(each for each in subterms(goal) if isinstance(each, tuple) and each[0] == "sum")
    w: Term = ("+", "xy", ("*", "x2", HALF), ("*", "y2", HALF))
    special = instance(outer, general, {"w": w})
    series, exists = summed(outer, total[1], total[4], ("hyper", ("d",), (B,), w))
    share: Term = ("+", 1, ("*", -1, ("^", "m", -1)))
    decay: Term = ("exp", ("+", ("*", "x2", -1), ("*", "y2", -1)))
    premises = [special, series, outer.show(("<=", 0, share)), outer.show(("<", 0, decay)), exists]
    return outer.combine(goal, [product(0, 2, 3), multiple(("*", share, decay), 1)], premises)


PROOFS: Scripts = {"performer/thm2": (automatic, automatic, orthogonal_gain)}
