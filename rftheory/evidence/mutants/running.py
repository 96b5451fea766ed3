"""Running a check on a mutant: within a budget, and of a conjunction only what the mutant changes, part by part."""

from __future__ import annotations

from collections.abc import Sequence

from rftheory.context import Context
from rftheory.errors import RFTheoryError
from rftheory.evidence.deterministic.conjunction import Conjunction, evaluable_parts
from rftheory.evidence.deterministic.restated import Restated
from rftheory.evidence.mutants.attack import EVALUATIONS, rejects
from rftheory.evidence.substitution import Substituted
from rftheory.exact import balls
from rftheory.statements import Check, Statement
from rftheory.verdict import Evidence, Outcome


def run(entry: Substituted, context: Context, work: int) -> Evidence | None:
    """The evidence of the check with the substitute, or None where it cannot be gathered or takes too much work.

    A part of a conjunction that cannot be evaluated hides no other part that fails.
    """
    parts = _parts(entry)
    if not parts:
        return _gathered(entry.check, entry.statement, context, work)
    found: list[Evidence | None] = []
    for part in parts:
        found.append(_gathered(part, entry.statement, context, work))
        if found[-1] is not None and rejects(found[-1]):
            return found[-1]
    seen = [evidence for evidence in found if evidence is not None]
    if len(seen) < len(found):
        return None
    holds = all(evidence.outcome is Outcome.HOLDS for evidence in seen)
    data = {"undecided": sum(bool(evidence.data.get("undecided")) for evidence in seen)}
    outcome = Outcome.HOLDS if holds else Outcome.UNDECIDED
    return Evidence(entry.check.kind, outcome, "; ".join(evidence.detail for evidence in seen), data=data)


def _parts(entry: Substituted) -> Sequence[Restated]:
    """The parts of a conjunction that the mutant changes, or all of them; none for other checks."""
    if not isinstance(entry.check, Conjunction):
        return ()
    own, right = (
        [part for part in evaluable_parts(statement) if part.kind is entry.check.by]
        for statement in (entry.statement, entry.true_statement)
    )
    if len(own) != len(right):
        return own
    changed = [
        part
        for part, other in zip(own, right, strict=True)
        if (part.sides, part.claim, part.domain) != (other.sides, other.claim, other.domain)
    ]
    return changed or own


def _gathered(check: Check, statement: Statement, context: Context, work: int) -> Evidence | None:
    try:
        with balls.integrals_within(EVALUATIONS), balls.work_within(work):
            return check.run(statement, context)
    except (RFTheoryError, ArithmeticError, NotImplementedError, ValueError):
        return None
