"""Theorems against mutants: a proof that is kept for a claim concludes this claim, over this domain, and no other."""

from __future__ import annotations

import functools

from rftheory.context import Context
from rftheory.evidence.theorems.asked import Goal, asked
from rftheory.evidence.theorems.store import stored
from rftheory.evidence.theorems.theorem import ProofObject
from rftheory.proof.terms import ProofError
from rftheory.statements import Statement
from rftheory.verdict import Outcome

BY_THEOREM = "theorem (it concludes something else)"


def concludes_otherwise(original: Statement, mutant: Statement) -> bool:
    """Whether a part of the claim that an accepted proof concludes is another one in the mutant."""
    proved = _proved(original)
    if not proved:
        return False
    try:
        changed = asked(mutant)
    except ProofError:
        return True
    return len(changed) < max(proved) + 1 or any(changed[place] != own for place, own in proved.items())


def _proved(statement: Statement) -> dict[int, Goal]:
    """The parts that proofs are kept for; none where the checker refuses one."""
    if not stored(statement.id) or not _accepted(statement):
        return {}
    wanted = asked(statement)
    return {place: wanted[place] for place in stored(statement.id)}


@functools.cache
def _accepted(statement: Statement) -> bool:
    return ProofObject().run(statement, Context()).outcome is Outcome.HOLDS
