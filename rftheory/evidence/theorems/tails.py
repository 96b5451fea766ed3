"""Tail bounds as comparisons: P(z > t), the probability that a random quantity is above a level, as a term."""

from __future__ import annotations

from typing import Any

from rftheory.claims import Below, TailBound
from rftheory.claims.moments import RandomNode
from rftheory.proof.terms import ProofError, Term
from rftheory.proof.wording import Words


class Tail(RandomNode):
    """P(z > t), by z and t."""


def bounded_tail(claim: TailBound) -> Below:
    """P(z > t) <= bound; ProofError for a lower tail, for both, and where the level itself counts."""
    if claim.side != "upper" or not claim.strict:
        raise ProofError("proofs have words for P(z > t) alone")
    return Below(Tail.of(claim.variable, claim.threshold), claim.bound, strict=False)


def tail(words: Words, node: Any) -> Term:
    """The node as a term."""
    return ("tail", *map(words.term, node.args))
