"""Orders and limits of a wrong claim beside the right one: what grows along the variable, and what certainly does not."""

from __future__ import annotations

from dataclasses import replace

import sympy as sp

from rftheory.claims import Order
from rftheory.context import Context
from rftheory.errors import RFTheoryError
from rftheory.evidence.deterministic.orders import GROWS, OrderCheck
from rftheory.evidence.mutants.nodes.experiment import Told
from rftheory.evidence.reduction import Reduced
from rftheory.exact import balls
from rftheory.exact.formula import Formula
from rftheory.statements import Statement
from rftheory.verdict import Evidence, Outcome

EVALUATIONS, WORK = 1000, 100_000
BY_VALUES = "values along the variable grow, which those of the right claim do not"


def followed(statement: Statement, own: Reduced, other: Reduced, context: Context) -> Told:
    """`killed` where the scaled difference grows at the values tried and that of the right claim does not; `still true`
    where at every point tried it, or what is between it and the right claim, is enclosed for all larger values.
    """
    right, wrong = (_examined(statement, each, context) for each in (own, other))
    if right is None or wrong is None:
        return Told("unread", "the order takes too much work")
    if right.outcome is not Outcome.HOLDS:
        return Told("unread", "the right order is not seen")
    if wrong.outcome is Outcome.FAILS or GROWS in wrong.detail:
        return Told("killed")
    patient, between = replace(context, hasty=False), _apart(own, other)
    if between == own or any(_enclosed(_examined(statement, each, patient)) for each in (other, between)):
        return Told("still true")
    return Told("survived", "its values do not grow along the variable")


def _enclosed(found: Evidence | None) -> bool:
    """Whether the claim is certified for all larger values of the variable, at every point tried."""
    if found is None or found.outcome is not Outcome.HOLDS:
        return False
    data = found.data
    return bool(data.get("enclosed")) and not data.get("followed") and not data.get("undecided")


def _apart(own: Reduced, other: Reduced) -> Reduced:
    """The wrong claim less the right one, which is seen to hold: that what is between them has the claimed order.

    The right one where nothing is between them, the wrong one where that has no form of its own.
    """
    assert isinstance(other.claim, Order)
    together = sp.S.Zero
    for name, sign in (("lhs", 1), ("rhs", -1)):
        left, right = (_fast(part.sides[name]) for part in (other, own))
        together += 0 if left == right else sign * (left - right)
    variables = [symbol for symbol in together.free_symbols if str(symbol) == str(other.claim.variable)]
    if together.is_rational_function(*variables):
        together = sp.factor(sp.together(together))  # what cancels in a difference is not enclosed
    if together == 0:
        return own
    names = tuple(dict.fromkeys(name for side in other.sides.values() for name in side.names))
    read = tuple(name for name in names if name in map(str, together.free_symbols))
    try:
        between = Formula(together, other.domain, read)
    except RFTheoryError:  # such as a series of which no tail is known
        return other
    return replace(other, sides={"lhs": between, "rhs": Formula(sp.S.Zero, other.domain, ())})


def _fast(side: Formula) -> sp.Expr:
    return side.expression if side.closed is None else side.closed


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
