"""Theorem 2 for the regularised kernel: the errors of rows of length d^(1/2), orthogonal or independent."""

from __future__ import annotations

from rftheory.papers.performer._proofs.regularised_gain import fixed_length_gain
from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts, automatic
from rftheory.proof.tactics import Prover, means
from rftheory.proof.tactics.entries import multiple, product
from rftheory.proof.tactics.moves import by_ways, zero_or_more
from rftheory.proof.terms import Term, exchanged


def one_row_or_more(prover: Prover, goal: Term) -> Theorem:
    """One row has no pair; of two there are two dimensions at least."""
    less: Term = ("+", "m", -1)

    def way(inner: Prover, wanted: Term) -> Theorem:
        known = inner.given(inner.hypotheses[-1])
        if inner.hypotheses[-1] == ("=", less, 0):
            single = inner.combine(("=", "m", 1), [multiple(1, 0)], [known])
            return inner.replaced(wanted, single, of=means.show(inner, exchanged(wanted, {"m": 1})))
        inner = inner.within()
        bounds = [known, inner.given(("<=", "m", "d"))]
        inner.add(inner.combine(("<=", 2, "d"), [product(0), product(1)], bounds))
        return means.show(inner, wanted)

    return by_ways(prover, zero_or_more(prover, less), goal, way)


PROOFS: Scripts = {"performer/thm2/smreg": (one_row_or_more, automatic, fixed_length_gain)}
