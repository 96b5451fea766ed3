"""What the evidence says of a changed statement: its claim is attacked, and nothing of the original's is believed."""

from __future__ import annotations

from dataclasses import replace

from rftheory.claims import Claim, Optimal, Order, conjuncts
from rftheory.context import Context
from rftheory.errors import RFTheoryError
from rftheory.evidence.deterministic.agreement import Agreement
from rftheory.evidence.deterministic.conjunction import Conjunction, evaluable_parts
from rftheory.evidence.deterministic.moment_values import DIFFERS, MomentValues, readable
from rftheory.evidence.deterministic.orders import OrderCheck
from rftheory.evidence.deterministic.search import Search
from rftheory.evidence.mutants.trial import Fate
from rftheory.evidence.plan import applicable
from rftheory.exact import balls
from rftheory.statements import Statement
from rftheory.verdict import Evidence, Outcome

EVALUATIONS = 1000  # a mutant may have singularities that no quadrature gets past
# evaluations of all kinds of one check of a mutant; of the true formula ten times as many
WORK = 20_000
_CLAIMED = (Agreement, Search, OrderCheck, Conjunction, MomentValues)
Answer = tuple[Fate, str]


def attacked(statement: Statement, context: Context) -> Answer:
    """The fate of what a statement claims, by the checks that its claim calls for."""
    found = []
    for check in (c for c in applicable(statement) if isinstance(c, _CLAIMED)):
        try:
            with balls.integrals_within(EVALUATIONS), balls.work_within(WORK):
                found.append((check, check.run(statement, context)))
        except (RFTheoryError, ArithmeticError, NotImplementedError, ValueError, TypeError):
            continue
    for check, evidence in found:
        if rejects(evidence):
            return "killed", f"{evidence.kind} ({type(check).__name__})"
    if not found:
        return "survived", "no evidence evaluates the claim"
    if _evaluated_whole(statement) and all(map(_throughout, (evidence for _, evidence in found))):
        return "still true", "it holds at every point searched"
    return "survived", "not rejected by " + ", ".join(dict.fromkeys(type(c).__name__ for c, _ in found))


def rejects(evidence: Evidence) -> bool:
    """Whether the evidence speaks against what it was tried on: a failure, or a value unlike the catalogue's."""
    return evidence.outcome is Outcome.FAILS or DIFFERS in evidence.data


def of_claim(statement: Statement, claim: Claim) -> Statement:
    """The statement with another claim."""
    return replace(statement, claim=claim)


def _evaluated_whole(statement: Statement) -> bool:
    """Whether search or catalogue see the whole claim: no order, which a few values do not establish, and no optimum,
    which points tried do not.
    """
    if statement.claim is None:
        return False
    parts = list(conjuncts(statement.claim, statement.domain))
    if any(isinstance(part.claim, (Order, Optimal)) for part in parts):
        return False
    return len(parts) == sum(1 for _ in evaluable_parts(statement)) + sum(1 for _ in readable(statement))


def _throughout(evidence: Evidence) -> bool:
    return evidence.outcome is Outcome.HOLDS and not evidence.data.get("undecided")
