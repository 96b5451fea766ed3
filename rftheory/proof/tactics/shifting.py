"""Series without their first terms."""

from __future__ import annotations

from rftheory.proof.kernel import Theorem
from rftheory.proof.tactics.entries import multiple
from rftheory.proof.tactics.prover import Prover
from rftheory.proof.terms import INFINITY, Term, substitute


def after(prover: Prover, k: str, body: Term, exists: Theorem, first: int) -> tuple[Theorem, Theorem]:
    """sum body = its first terms + sum body at k + first, both from k = 0; and that the latter converges."""
    steps, rest = [], exists
    for place in range(first):
        if place:
            rest = prover.infer("summable-rest", ("summable", k, place, body), [exists])
        start = substitute(body, {k: place})
        here, beyond = (("sum", k, low, INFINITY, body) for low in (place, place + 1))
        steps.append(prover.infer("sum-first", ("=", here, ("+", start, beyond)), [rest]))
    later = substitute(body, {k: ("+", k, first)})
    rest = prover.infer("summable-rest", ("summable", k, first, body), [exists])
    sums: tuple[Term, Term] = (("sum", k, first, INFINITY, body), ("sum", k, 0, INFINITY, later))
    steps.append(prover.infer("sum-shift", ("=", *sums), [rest], {"by": first}))
    converges = prover.infer("summable-shift", ("summable", k, 0, later), [rest], {"by": first})
    starts = tuple(substitute(body, {k: place}) for place in range(first))
    whole: Term = ("=", ("sum", k, 0, INFINITY, body), ("+", *starts, sums[1]))
    return prover.combine(whole, [multiple(1, place) for place in range(first + 1)], steps), converges
