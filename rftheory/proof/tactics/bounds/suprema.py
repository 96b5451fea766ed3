"""Suprema of continuous functions: bounded by what bounds every value, and not below any value."""

from __future__ import annotations

from rftheory.proof.kernel import Theorem
from rftheory.proof.tactics.moves import Script, instance
from rftheory.proof.tactics.prover import Prover
from rftheory.proof.terms import Term, compound, substitute, subterms

_PLACE = "place"


def continuity(prover: Prover, supremum: Term) -> Theorem:
    """The body is continuous between the ends."""
    return prover.infer("continuous", ("continuous", *compound(supremum)[1:]))


def below(prover: Prover, supremum: Term, bound: Term, script: Script, relation: str = "<=") -> Theorem:
    """sup f <= t (or <), from the same of every value, which the script shows."""
    _, v, low, high, body = compound(supremum)
    inner = prover.within((v, "real"), given=(("<=", low, v), ("<=", v, high)))
    every = script(inner, (relation, body, bound))
    premises = [every, continuity(prover, supremum), prover.show(("<=", low, high))]
    return prover.infer("sup-below", (relation, supremum, bound), premises)


def above(prover: Prover, supremum: Term, at: Term) -> Theorem:
    """f(a) <= sup f; that a lies between the ends is searched."""
    _, v, low, high, body = compound(supremum)
    plain = Prover(prover.context)
    inner = plain.within((_PLACE, "real"), given=(("<=", low, _PLACE), ("<=", _PLACE, high)))
    premises = [continuity(plain, supremum), *map(inner.given, inner.hypotheses)]
    claim: Term = ("<=", substitute(body, {v: _PLACE}), supremum)
    found = inner.infer("sup-above", claim, premises, {"at": _PLACE})
    return instance(prover, found, {_PLACE: at})


def supremum(goal: Term) -> Term:
    """The supremum in the goal."""
    return next(each for each in subterms(goal) if isinstance(each, tuple) and each[0] == "sup")


def under_root(side: Term) -> Term:
    """The sum of which a side has the square root."""
    return next(
        each[1]
        for each in subterms(side)
        if isinstance(each, tuple)
        and each[0] == "^"
        and each[2] == ("q", 1, 2)
        and isinstance(each[1], tuple)
    )
