"""The evidence of one statement, check by check, and the verdict that it comes to."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from rftheory import registry
from rftheory.claims import formal
from rftheory.context import Context
from rftheory.errors import BudgetError, PrecisionError
from rftheory.evidence.declared import evidence_of
from rftheory.evidence.plan import applicable
from rftheory.exact import balls
from rftheory.registry import dependence
from rftheory.results import Result
from rftheory.statements import Check, Statement
from rftheory.verdict import ClaimForm, Evidence, EvidenceKind, Outcome, conclude

if TYPE_CHECKING:
    from rftheory.evidence.statistical.test_design import Announced

_EVALUATIONS = 5_000_000  # of one check: some minutes, and thirty times what the papers need


def examine(statement: Statement, context: Context) -> Result:
    """Gather the evidence of one statement and of its correction."""
    started = time.perf_counter()
    gathered = [gather(check, statement, context) for check in checks(statement, context)]
    correction = examine(statement.correction, context) if statement.correction is not None else None
    return concluded(statement, gathered, correction, time.perf_counter() - started)


def checks(statement: Statement, context: Context) -> tuple[Check, ...]:
    """What a run asks of one statement, without its correction, in order."""
    if statement.outside:
        return ()
    affordable = context.profile.simulations
    return tuple(check for check in applicable(statement) if affordable or not check.costly)


def gather(check: Check, statement: Statement, context: Context) -> Evidence:
    """The evidence of one check; what cannot be evaluated or afforded is undecided, a bug is an error."""
    before = time.perf_counter()
    try:
        with balls.work_within(_EVALUATIONS):
            found = evidence_of(check, statement, context)
    except (PrecisionError, BudgetError) as error:
        found = Evidence(check.kind, Outcome.UNDECIDED, f"could not be carried out: {error}")
    except Exception as error:
        error.add_note(f"in the {type(check).__name__} of {statement.id}")
        raise
    return replace(found, seconds=time.perf_counter() - before)


def ahead(check: Check, statement: Statement, context: Context) -> list[Announced]:
    """The tests that a check would make, which draws nothing for it."""
    found: list[Announced] = []
    if check.tests:
        gather(check, statement, replace(context, ahead=found.append))
    return found


def concluded(
    statement: Statement, gathered: Sequence[Evidence], correction: Result | None, seconds: float
) -> Result:
    """The result of a statement whose checks gave this."""
    grounded = _grounded(statement, gathered)
    kind = "outside" if statement.outside else statement.kind
    conclusion = conclude(kind, grounded, _form(statement), experiment=_experiment(statement))
    recorded = registry.recorded_conclusion(statement.id)
    return Result(statement, conclusion, recorded, tuple(grounded), correction, seconds)


def _form(statement: Statement) -> ClaimForm:
    """In what form the statement says its claim."""
    if statement.claim is None:
        return "none"
    return "formal" if formal(statement.claim) else "prose"


def _experiment(statement: Statement) -> bool:
    """Whether what is said to be wrong is an experiment that did not come out."""
    return statement.erratum is not None and statement.erratum.kind == "not reproduced"


def _grounded(statement: Statement, gathered: Sequence[Evidence]) -> list[Evidence]:
    """The evidence with derivations left undecided where what they rest on is refuted, or is the statement itself."""
    if not any(e.kind is EvidenceKind.DERIVATION and e.outcome is Outcome.HOLDS for e in gathered):
        return list(gathered)
    flaw = dependence.unsound(statement.id, statement.uses)
    return [
        replace(e, outcome=Outcome.UNDECIDED, detail=f"{flaw}: {e.detail}")
        if flaw and e.kind is EvidenceKind.DERIVATION and e.outcome is Outcome.HOLDS
        else e
        for e in gathered
    ]
