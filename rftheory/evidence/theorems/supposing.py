"""What claims suppose of random quantities: independence, and means that exist and have a value."""

from __future__ import annotations

from collections.abc import Sequence

import sympy as sp

from rftheory.claims import Claim, Draw, Equal, Expectation, Independent
from rftheory.proof.terms import ProofError, Term
from rftheory.proof.wording import Words


def constants(hypotheses: Sequence[Claim]) -> dict[sp.Basic, sp.Basic]:
    """The random variables that are supposed to be one number, with that number."""
    return {
        each.left: each.right
        for each in hypotheses
        if isinstance(each, Equal) and isinstance(each.left, Draw) and isinstance(each.right, sp.Number)
    }


def supposed(hypotheses: Sequence[Claim], spoken: Words) -> tuple[Term, ...]:
    """The hypotheses as propositions about laws; ProofError for what proofs have no word for."""
    found: list[Term] = []
    for each in hypotheses:
        if isinstance(each, Independent):
            found.append(("independent", *map(spoken.term, each.variables)))
        elif isinstance(each, Equal) and each.left in constants([each]):
            continue
        elif (
            isinstance(each, Equal) and isinstance(each.left, Expectation) and not isinstance(each.right, str)
        ):
            mean = spoken.term(each.left)
            assert isinstance(mean, tuple)
            found += [("integrable", mean[1]), ("=", mean, spoken.term(each.right))]
        else:
            raise ProofError(f"proofs have no word for the supposition of {type(each).__name__}")
    return tuple(found)
