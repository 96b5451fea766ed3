"""A conformity as the integral that a claim writes out."""

from __future__ import annotations

from functools import lru_cache

from rftheory.proof.kernel import ProofContext, Theorem
from rftheory.proof.tactics.conformity import taken_apart
from rftheory.proof.tactics.cosines.integrals import AngularPair
from rftheory.proof.tactics.cosines.pairs import anywhere, pair
from rftheory.proof.tactics.cosines.waves import Waves
from rftheory.proof.tactics.prover import Prover
from rftheory.proof.terms import PI, Term, compound, free, substitute


@lru_cache(maxsize=16)
def angular(context: ProofContext, variable: str, times: int = 1) -> AngularPair:
    """The pair in a context, by integrals over that variable; its theorems are kept."""
    known = pair(context)
    angle, end = (variable, PI) if times == 1 else (("*", variable, times), ("*", PI, ("q", 1, times)))
    return AngularPair(known, Waves(known.outer, variable, angle, times, end))


def integral_of(prover: Prover, moment: Term, total: Term) -> tuple[Theorem, Theorem, Theorem]:
    """A conformity by the integral of sin^(d - 1) 1F1, the integral in the claim by the same, and that this exists."""
    factor, cosine = taken_apart(compound(moment)[1])
    square = compound(factor)[2]
    _, v, _, _, body = compound(total)
    known = angular(prover.context, v)
    closed = anywhere(prover, known.closed, cosine, square)
    plain = substitute(known.whole, {"kappa": cosine, "tau": square})
    outside = tuple(each for each in compound(body)[1:] if v not in free(each))
    constant: Term = ("*", 1, 1, *outside)
    exist = [known.exists(prover, each) for each in (body, plain)]
    same = known.waves.between(prover).equal(body, ("*", constant, plain))
    goal: Term = ("=", total, ("*", constant, known.waves.over(plain)))
    return closed, prover.infer("integral-linear", goal, [same, *exist]), exist[0]
