"""The series of a logarithm."""

from __future__ import annotations

from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts
from rftheory.proof.tactics import Prover
from rftheory.proof.tactics.entries import multiple, product
from rftheory.proof.tactics.moves import attached
from rftheory.proof.terms import Term, subterms

_T: Term = ("*", ("+", -2, ("*", "l", 2)), ("^", "d", -1))


def log_series(prover: Prover, goal: Term) -> Theorem:
    """log(1 - t) = -sum t^i/i for 0 <= t = (2l - 2)/l^3 < 1: l^3 - 2l + 2 > 0."""
    prover = prover.within()
    prover.add(prover.show(("<=", 0, _T)))
    prover.add(below_one(prover))
    series = prover.fact("log-series", t=_T)
    converges = prover.fact("log-series-converges", t=_T)
    assert isinstance(goal, tuple)
    left, right = goal[1][1], goal[2][1]
    entry = multiple("l", 0)
    exponents = prover.combine(("=", left, right), [entry], [series])
    logarithms = [each[1] for each in subterms(goal) if isinstance(each, tuple) and each[0] == "log"]
    defined = [prover.show(("<", 0, each)) for each in logarithms]
    return attached(prover, prover.replaced(goal, exponents), converges, *defined)


def below_one(prover: Prover) -> Theorem:
    """d - 2l + 2 = l^3 - 2l + 2 > 0 for l >= 1."""
    power: Term = ("^", "l", 3)
    least = prover.show(("<", 0, ("+", power, ("*", -2, "l"), 2)))
    same = prover.given(("=", "d", power))
    inverse = prover.fact("power-positive", b="d", p=-1)
    entries = [
        product(0, 1),
        multiple(("*", -1, ("^", "d", -1)), 2),
    ]
    return prover.combine(("<", _T, 1), entries, [least, inverse, same])


PROOFS: Scripts = {
    "performer/eq33/log-series/corrected": (log_series,),
}
