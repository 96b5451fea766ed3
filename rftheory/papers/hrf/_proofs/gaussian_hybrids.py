"""Errors of Gaussian hybrids at inputs of one length: rho for what normalises lambda, exponents in c = cos(theta/2)."""

from __future__ import annotations

from rftheory.papers._shared.half_angles import half_angle
from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts
from rftheory.proof.tactics import Prover, hypergeometric, means
from rftheory.proof.tactics.moves import generally, rewritten
from rftheory.proof.terms import Term, exchanged

_Q, _Q2 = (("exp", ("*", -n, ("^", "r", 2), ("^", "sigma", 2))) for n in (2, 4))
_REST: Term = ("+", 1, ("*", -1, "rho"))
_NORMALISER: Term = ("+", 1, ("*", -1, _Q))
_SAID: tuple[Term, ...] = (("<", 0, "rho"), ("=", _Q, _REST), ("=", _Q2, ("^", _REST, 2)))


def normalised(prover: Prover, goal: Term) -> Theorem:
    """The goal for any rho > 0 with e^(-2 r^2 sigma^2) = 1 - rho: moments and series in closed form, in c."""
    return generally(
        prover, goal, {"rho": _NORMALISER}, _SAID, lambda inner, wanted: means.show(inner, wanted, _summed)
    )


def _summed(prover: Prover, goal: Term) -> Theorem:
    moves = [
        hypergeometric.closed(prover, each) for each in dict.fromkeys(hypergeometric.infinite_sums(goal))
    ]
    values = {move.then[1]: move.then[2] for move in moves if isinstance(move.then, tuple)}
    shown = rewritten(prover, exchanged(goal, values), map(prover.given, _SAID[1:]), half_angle)
    return prover.replaced(goal, *moves, of=shown)


def of_one_length(prover: Prover, goal: Term) -> Theorem:
    """Moments in closed form, where y2 is x2."""
    return means.show(prover, goal, lambda p, g: rewritten(p, g, [p.given(("=", "x2", "y2"))]))


PROOFS: Scripts = {
    "hrf/thmF.1/shared": (of_one_length,) * 3,
    "hrf/thmF.2/mse": (normalised,) * 6,
    "hrf/thmF.2/shared": (normalised,) * 3,
}
