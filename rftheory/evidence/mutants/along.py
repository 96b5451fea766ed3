"""Orders and limits of a wrong claim beside the right one: what grows along the variable, and what certainly does not."""

from __future__ import annotations

from dataclasses import replace

from rftheory.claims import Order
from rftheory.context import Context
from rftheory.errors import RFTheoryError
from rftheory.evidence.deterministic.orders import GROWS, OrderCheck
from rftheory.evidence.mutants.nodes.experiment import Told
from rftheory.evidence.reduction import Reduced
from rftheory.exact import balls
from rftheory.statements import Statement
from rftheory.verdict import Evidence, Outcome

EVALUATIONS, WORK = 1000, 100_000
BY_VALUES = "values along the variable grow, which those of the right claim do not"


def followed(statement: Statement, own: Reduced, other: Reduced, context: Context) -> Told:
    """`killed` where the scaled difference grows at the values tried and that of the right claim does not; `still true`
    where at every point tried it is enclosed for all larger values of the variable.
    """
    right, wrong = (_examined(statement, each, context) for each in (own, other))
    if right is None or wrong is None:
        return Told("unread", "the order takes too much work")
    if right.outcome is not Outcome.HOLDS:
        return Told("unread", "the right order is not seen")
    if wrong.outcome is Outcome.FAILS or GROWS in wrong.detail:
        return Told("killed")
    certain = _examined(statement, other, replace(context, hasty=False))
    if certain is not None and certain.outcome is Outcome.HOLDS:
        found = certain.data
        if found.get("enclosed") and not found.get("followed") and not found.get("undecided"):
            return Told("still true")
    return Told("survived", "its values do not grow along the variable")


def _examined(statement: Statement, part: Reduced, context: Context) -> Evidence | None:
    assert isinstance(part.claim, Order)
    stated = replace(
        statement, sides=part.sides, domain=part.domain, claim=part.claim, checks=(), companions={}
    )
    try:
        with balls.integrals_within(EVALUATIONS), balls.work_within(WORK):
            return OrderCheck().run(stated, context)
    except (RFTheoryError, ArithmeticError, NotImplementedError, ValueError, TypeError):
        return None
