"""Conjunction: every part of a claim that balls can evaluate is checked; what is left over is named."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rftheory.claims import Order, conjuncts
from rftheory.context import Context
from rftheory.evidence.deterministic.restated import Restated
from rftheory.evidence.reduction import reduced
from rftheory.statements import Check, Statement, claimed_sides
from rftheory.verdict import WHOLE, Evidence, EvidenceKind, Outcome, part


@dataclass(frozen=True)
class Conjunction(Check):
    """Each evaluable part of the claim, by agreement, search or order; the first that fails refutes.

    Success says of every such part what its own check says; with other parts left over it covers a part of the claim,
    which its scope names.
    """

    kind = EvidenceKind.SEARCH

    def reads(self, statement: Statement) -> tuple[str, ...]:
        """The sides that the claim names."""
        return claimed_sides(statement)

    def run(self, statement: Statement, context: Context) -> Evidence:
        """Check one part after the other."""
        found = [check.run(statement, context) for check in evaluable_parts(statement)]
        for evidence in found:
            if evidence.outcome is Outcome.FAILS:
                return evidence
        assert statement.claim is not None
        total = sum(1 for _ in conjuncts(statement.claim, statement.domain))
        kinds = {evidence.kind for evidence in found}
        kind = found[0].kind if len(kinds) == 1 else EvidenceKind.SEARCH
        holds = all(evidence.outcome is Outcome.HOLDS for evidence in found)
        details = "; ".join(evidence.detail for evidence in found)
        outcome = Outcome.HOLDS if holds else Outcome.UNDECIDED
        scope = part(f"{len(found)} of the {total} parts of the claim") if len(found) < total else None
        return Evidence(kind, outcome, details, data={"parts": len(found), "of": total}, scope=scope)


def evaluable_parts(statement: Statement) -> Iterator[Restated]:
    """The parts of the claim that can be evaluated, each with the check that it calls for."""
    if statement.claim is None:
        return
    every = list(conjuncts(statement.claim, statement.domain))
    for place, each in enumerate(every, start=1):
        found = reduced(each, statement.sides)
        if found is not None and not (isinstance(found.claim, Order) and each.conditions):
            words = "the claim" if len(every) == 1 else f"part {place} of the claim"
            yield Restated(words, found.sides, found.domain, found.claim, scope=WHOLE)
