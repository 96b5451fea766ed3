"""Random phases: integrals over b in [0, 2 pi] of 1, cos 2b and cos 4b, by their antiderivatives."""

from __future__ import annotations

from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts
from rftheory.proof.tactics import Prover
from rftheory.proof.tactics.angular.turns import sine_of_pi
from rftheory.proof.tactics.entries import multiple
from rftheory.proof.tactics.moves import rewritten
from rftheory.proof.terms import PI, Term, compound, free, substitute, subterms

_TURN: Term = ("*", 2, PI)
_WAVES: dict[Term, Term] = {
    ("cos", ("*", "b", n)): ("*", ("q", 1, n), ("sin", ("*", "b", n))) for n in (2, 4)
}


def _antiderivative(part: Term) -> Term:
    """Of a constant, or of a product with a cosine."""
    if "b" not in free(part):
        return ("*", "b", part)
    return ("*", *(_WAVES.get(each, each) for each in compound(part)[1:]))


def _vanishing(part: Term) -> Term:
    """The factor of sin pi in the antiderivative's product at 2 pi: sin 2x = 2 sin x cos x, again and again."""
    factors = compound(part)[1:]
    wave = next(each for each in factors if each in _WAVES)
    turns = compound(compound(wave)[1])[2]
    doubled = [("*", 2, ("cos", ("*", n, PI))) for n in (1, 2, 4) if n <= turns]
    return ("*", ("q", 1, turns), *doubled, *(each for each in factors if each != wave))


def _over(prover: Prover, integral: Term) -> Theorem:
    """The integral as a number, since sines of multiples of 2 pi are 0."""
    body = compound(integral)[4]
    parts = compound(body)[1:]
    function: Term = ("+", *map(_antiderivative, parts))
    exists = prover.infer("continuous", ("continuous", "b", 0, _TURN, body))
    high, low = (substitute(function, {"b": end}) for end in (_TURN, 0))
    ends: Term = ("=", integral, ("+", high, ("*", -1, low)))
    order = prover.show(("<=", 0, _TURN))
    whole = prover.infer("integral-ends", ends, [exists, order], {"function": function})
    constants = tuple(each for each in parts if "b" not in free(each))
    value: Term = ("*", _TURN, ("+", 0, *constants))
    factor: Term = ("+", 0, *(_vanishing(each) for each in parts if each not in constants))
    entries = [multiple(1, 0), multiple(factor, 1)]
    return prover.combine(("=", integral, value), entries, [whole, sine_of_pi(prover)])


def over_phases(prover: Prover, goal: Term) -> Theorem:
    """Normal forms, once the integrals are numbers."""
    integrals = dict.fromkeys(
        each for each in subterms(goal) if isinstance(each, tuple) and each[0] == "integral"
    )
    return rewritten(prover, goal, [_over(prover, each) for each in integrals])


PROOFS: Scripts = {"beyond/phase/mean": (over_phases,), "beyond/phase/variance": (over_phases,)}
