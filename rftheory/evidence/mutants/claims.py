"""Mutants of claims: another direction, strictness or size."""

from __future__ import annotations

from collections.abc import Iterator

from rftheory.claims import formal
from rftheory.claims.mutation import wrong_claims
from rftheory.context import Context
from rftheory.evidence.mutants.attack import attacked, of_claim
from rftheory.evidence.mutants.counts import outgrown
from rftheory.evidence.mutants.trial import Trial
from rftheory.statements import Statement


def claim_trials(statement: Statement, context: Context) -> Iterator[Trial]:
    """Every wrong variant of the claim, against the evidence that a claim calls for by itself."""
    if statement.claim is None or not formal(statement.claim):
        return
    for wrong, claim in wrong_claims(statement.claim, statement.sides):
        if outgrown(statement, claim):
            yield Trial(f"{statement.id} (claim)", wrong, "killed", "count (OperationCount)", "claim")
            continue
        outcome, by = attacked(of_claim(statement, claim), context)
        yield Trial(f"{statement.id} (claim)", wrong, outcome, by, "claim")
