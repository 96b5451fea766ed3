"""Powers with the index of a series in their exponent: what they become at the next index, and at the first one."""

from __future__ import annotations

from collections.abc import Iterator

import sympy as sp

from rftheory.proof.kernel import Theorem
from rftheory.proof.tactics.entries import multiple
from rftheory.proof.tactics.prover import Prover
from rftheory.proof.tactics.reading import RationalReader
from rftheory.proof.terms import ProofError, Term, literal, substitute, subterms


def following(prover: Prover, term: Term, k: str) -> Theorem:
    """b^(n(k + 1)) = b^(n(k)) b .. b, as many factors as the exponent grows by; the exponent is a whole number >= 0."""
    assert isinstance(term, tuple)
    _, base, exponent = term
    later = substitute(exponent, {k: ("+", k, 1)})
    reader = RationalReader()
    growth = sp.expand(reader.read(later) - reader.read(exponent))
    if growth.is_Integer and growth < 0:
        inverses = (("^", base, -1),) * int(-growth)
        return prover.equal(("^", base, later), ("*", term, *inverses))
    if not (growth.is_Integer and growth > 0):
        raise ProofError(f"the exponent {exponent} grows by {growth}")
    at = exponent
    steps = []
    for _ in range(int(growth)):
        steps.append(prover.fact("power-next", b=base, n=at))
        at = ("+", at, 1)
    factors = (base,) * int(growth)
    entries = [multiple(("*", 1, 1, *factors[place + 1 :]), place) for place in range(len(steps))]
    return prover.combine(("=", ("^", base, later), ("*", term, *factors)), entries, steps)


def zeroth(prover: Prover, term: Term) -> Iterator[Theorem]:
    """b^e = 1 or b for every power in the term whose exponent is 0 or 1 without being written so."""
    for each in dict.fromkeys(subterms(term)):
        if not (isinstance(each, tuple) and each[0] == "^" and literal(each[2]) is None):
            continue
        for size, value in ((0, 1), (1, each[1])):
            try:
                plain = prover.equal(each[2], size)
            except ProofError:
                continue
            alike = prover.replaced(("=", each, ("^", each[1], size)), plain)
            one = prover.equal(("^", each[1], size), value)
            yield prover.through(alike, one, proposition=("=", each, value))
            break
