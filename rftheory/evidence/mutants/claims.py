"""Mutants of claims: another direction, strictness or size."""

from __future__ import annotations

from collections.abc import Iterator

from rftheory.claims import Claim, Conjunct, Given, On, conjuncts, formal
from rftheory.claims.mutation import wrong_claims
from rftheory.context import Context
from rftheory.evidence.mutants.attack import attacked, of_claim
from rftheory.evidence.mutants.counts import outgrown
from rftheory.evidence.mutants.parting import Parting
from rftheory.evidence.mutants.theorems import BY_PROVED_CLAIM, contradicted
from rftheory.evidence.mutants.trial import Trial
from rftheory.statements import Statement


def claim_trials(statement: Statement, context: Context) -> Iterator[Trial]:
    """Every wrong variant of the claim, against the evidence that a claim calls for by itself."""
    if statement.claim is None or not formal(statement.claim):
        return
    parting = Parting(statement, context)
    for wrong, claim in wrong_claims(statement.claim, statement.sides):
        if claim == statement.claim:  # 1 % more than infinity is no mistake
            continue
        if outgrown(statement, claim):
            yield Trial(f"{statement.id} (claim)", wrong, "killed", "count (OperationCount)", "claim")
            continue
        place, own, other = _changed(statement, claim)
        alone = len(list(conjuncts(claim, statement.domain))) == 1
        outcome, by = attacked(of_claim(statement, claim if alone else _claimed(other)), context)
        if outcome == "survived":
            outcome, how = parting.told(own, other)
            by = how if outcome != "survived" else "; ".join(filter(None, (by, how)))
        if outcome == "survived" and contradicted(statement, place, own, other):
            outcome, by = "killed", BY_PROVED_CLAIM
        yield Trial(f"{statement.id} (claim)", wrong, outcome, by, "claim")


def _changed(statement: Statement, wrong: Claim) -> tuple[int, Conjunct, Conjunct]:
    """The place of the part that is wrong, and that part as it was and is; the rest is the statement's business."""
    assert statement.claim is not None
    own, other = (list(conjuncts(claim, statement.domain)) for claim in (statement.claim, wrong))
    pairs = enumerate(zip(own, other, strict=True))
    return next((place, *pair) for place, pair in pairs if pair[0].claim != pair[1].claim)


def _claimed(part: Conjunct) -> Claim:
    """One part of a claim as a claim of its own."""
    claim = part.claim
    for condition in reversed(part.conditions):
        claim = Given(condition, claim)
    return On(part.domain, claim)
