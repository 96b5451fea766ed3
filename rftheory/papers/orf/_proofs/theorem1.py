"""Theorem 1: the orthogonal sum is 1F1(d; d/2; -z^2/2), by Kummer e^(-z^2/2) 1F1(-d/2; d/2; z^2/2)."""

from __future__ import annotations

from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts
from rftheory.proof.tactics import Prover
from rftheory.proof.tactics.entries import multiple
from rftheory.proof.tactics.moves import attached
from rftheory.proof.tactics.series import summed
from rftheory.proof.terms import Term, subterms

_B: Term = ("*", "d", ("q", 1, 2))
_Z: Term = ("*", ("^", "z", 2), ("q", -1, 2))


def series_and_kummer(prover: Prover, goal: Term) -> tuple[Theorem, Theorem, Theorem]:
    """The goal's series, its hypergeometric form after Kummer, and that the series converges."""
    total = next(each for each in subterms(goal) if isinstance(each, tuple) and each[0] == "sum")
    first: Term = ("*", ("gamma", "d"), ("^", ("gamma", _B), -1))
    whole, exists = summed(prover, total[1], total[4], ("hyper", ("d",), (_B,), _Z), first)
    return whole, prover.fact("kummer-transformation", a="d", b=_B, z=_Z), exists


def decomposition(prover: Prover, goal: Term) -> Theorem:
    """Both sides differ by (1 - 1/D) times the two forms of the series."""
    whole, kummer, exists = series_and_kummer(prover, goal)
    share: Term = ("+", 1, ("*", -1, ("^", "D", -1)))
    inverse: Term = ("*", ("gamma", _B), ("^", ("gamma", "d"), -1))
    entries = [multiple(("*", share, inverse), 0), multiple(share, 1)]
    return attached(prover, prover.combine(goal, entries, [whole, kummer]), exists)


PROOFS: Scripts = {"orf/thm1/decomposition": (decomposition,)}
