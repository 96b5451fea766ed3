"""The gap between iid and orthogonal rows: its series is the difference of an exponential and a Kummer function."""

from __future__ import annotations

from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts, automatic
from rftheory.proof.tactics import Prover, hypergeometric
from rftheory.proof.tactics.gaussian import chained
from rftheory.proof.terms import INFINITY, Term, compound, exchanged

_HALF: Term = ("q", 1, 2)
_W: Term = ("+", "xy", ("*", "x2", _HALF), ("*", "y2", _HALF))
_B: Term = ("*", "d", _HALF)
_COMMON: tuple[Term, Term] = (("^", _W, "n"), ("^", ("gamma", ("+", "n", 1)), -1))
_FIRST: Term = ("*", ("^", 2, "n"), *_COMMON)
_SECOND: Term = (
    "*", -1, ("^", ("gamma", "d"), -1), ("^", ("gamma", ("+", "n", _B)), -1), ("gamma", _B), ("gamma", ("+", "d", "n")),
    *_COMMON,
)  # fmt: skip


def difference(prover: Prover, goal: Term) -> Theorem:
    """The series as a sum of two, each in closed form."""
    own = next(hypergeometric.infinite_sums(goal))
    first, second = (("sum", "n", 0, INFINITY, body) for body in (_FIRST, _SECOND))
    both: Term = ("+", _FIRST, _SECOND)
    inside = prover.within(("n", "integer"), given=(("<=", 0, "n"),))
    for place in (("+", "n", 1), ("+", "n", _B), "d"):
        inside.add(inside.fact("gamma-positive", t=place))
    same = inside.equal(compound(own)[4], ("*", 1, both))
    ends = [hypergeometric.summable(prover, "n", body) for body in (_FIRST, _SECOND)]
    whole: Term = ("sum", "n", 0, INFINITY, both)
    converges = prover.infer("summable-add", ("summable", "n", 0, both), ends)
    scaled = prover.infer("sum-scale", ("=", own, ("*", 1, whole)), [same, converges])
    apart = prover.infer("sum-add", ("=", whole, ("+", first, second)), ends)
    closed = chained(
        prover, chained(prover, scaled, apart), *(hypergeometric.closed(prover, e) for e in (first, second))
    )
    value = compound(closed.then)[2]
    back = prover.infer("summable-scale", ("summable", "n", 0, ("*", 1, both)), [converges])
    own_converges = prover.replaced(("summable", "n", 0, compound(own)[4]), same, of=back)
    prover = prover.within()
    prover.add(prover.fact("gamma-positive", t="d"))
    prover.add(prover.fact("gamma-positive", t=_B))
    return prover.replaced(goal, closed, own_converges, of=prover.show(exchanged(goal, {own: value})))


PROOFS: Scripts = {"beyond/favor/gaussian-gap": (automatic, difference)}
