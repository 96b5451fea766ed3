"""Suprema in goals: which one a goal speaks of, and what is below it."""

from __future__ import annotations

from rftheory.proof.kernel import Theorem
from rftheory.proof.tactics import Prover
from rftheory.proof.terms import Term, compound, substitute, subterms

_HALF: Term = ("q", 1, 2)


def supremum(goal: Term) -> Term:
    """The supremum in the goal."""
    return next(each for each in subterms(goal) if isinstance(each, tuple) and each[0] == "sup")


def reached(prover: Prover, top: Term, at: Term) -> Theorem:
    """The value at a place is at most the supremum."""
    v, low, high, body = compound(top)[1:]
    exists = prover.infer("continuous", ("continuous", v, low, high, body))
    ends = [prover.show(("<=", low, at)), prover.show(("<=", at, high))]
    return prover.infer("sup-above", ("<=", substitute(body, {v: at}), top), [exists, *ends], {"at": at})


def under_root(side: Term) -> Term:
    """The sum of which a side has the square root."""
    return next(
        each[1]
        for each in subterms(side)
        if isinstance(each, tuple) and each[0] == "^" and each[2] == _HALF and isinstance(each[1], tuple)
    )
