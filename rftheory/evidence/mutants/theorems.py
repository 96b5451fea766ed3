"""Theorems against mutants of formulas: what is proved to equal a side equals nothing that differs from it."""

from __future__ import annotations

import functools

from rftheory.claims import Equal, conjuncts
from rftheory.context import Context
from rftheory.evidence.theorems.store import stored
from rftheory.evidence.theorems.theorem import ProofObject
from rftheory.statements import Statement
from rftheory.verdict import Outcome

BY_THEOREM = "theorem (it is proved to be the original, which differs)"


@functools.cache
def proved_to_be(statement: Statement, name: str) -> bool:
    """Whether an accepted proof says that something else equals the side `name`, at every point of the domain.

    A mutant of the side that is certified to differ from it at a point of the domain is then shown to be wrong.
    """
    side = statement.sides.get(name)
    if statement.claim is None or side is None or side.domain is not statement.domain:
        return False
    if not stored(statement.id):
        return False
    if ProofObject().run(statement, Context()).outcome is not Outcome.HOLDS:
        return False
    parts = list(conjuncts(statement.claim, statement.domain))
    return any(
        isinstance(parts[place].claim, Equal)
        and parts[place].domain is statement.domain
        and not parts[place].conditions
        and parts[place].claim.terms.count(name) == 1
        for place in stored(statement.id)
    )
