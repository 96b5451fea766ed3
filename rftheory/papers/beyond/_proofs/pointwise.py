"""The best n at one angle: with p = theta/pi, p^2 n + p (1 - p)/n exceeds its least value by p^2 (n - n*)^2/n."""

from __future__ import annotations

from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts, automatic
from rftheory.proof.tactics import Prover
from rftheory.proof.tactics.entries import product
from rftheory.proof.tactics.moves import by_ways
from rftheory.proof.terms import PI, Term, compound

_SHARE: Term = ("*", "theta", ("^", PI, -1))
_REST: Term = ("+", 1, ("*", "theta", -1, ("^", PI, -1)))


def only(prover: Prover, goal: Term) -> Theorem:
    """The two are apart where n is not n*, the root of (1 - p)/p."""
    conditions, claim = compound(goal)[1:]
    best = compound(conditions[0])[2]
    prover = prover.within()
    inverse = prover.add(prover.fact("power-positive", b=PI, p=-1))
    below = prover.given(("<", "theta", PI))
    prover.add(prover.combine(("<", 0, _REST), [product(0, 1)], [below, inverse]))
    prover.add(prover.fact("power-positive", b="theta", p=-1))
    prover.add(prover.show(("<", 0, ("*", _REST, ("^", "theta", -1)))))
    share = prover.show(("<", 0, _SHARE))
    over = prover.fact("power-positive", b="nu", p=-1)
    within = prover.within(given=conditions)

    def way(inner: Prover, wanted: Term) -> Theorem:
        premises = [share, over, inner.given(inner.hypotheses[-1])]
        return inner.combine(wanted, [product(0, 0, 1, 2, 2)], premises)

    either = within.fact("trichotomy", a="nu", b=best)
    return prover.infer("where", goal, [by_ways(within, either, claim, way)])


PROOFS: Scripts = {"beyond/budget/pointwise": (only, automatic)}
