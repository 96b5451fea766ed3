"""Whether an equality or inequality of two formulas holds at one point."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from rftheory.claims import Below, Equal, Term
from rftheory.domain import Point
from rftheory.evidence.comparison import PointComparison, compare
from rftheory.evidence.deterministic.search import violates
from rftheory.evidence.mutants.existence import no_value
from rftheory.evidence.mutants.written import equal_exactly
from rftheory.evidence.reduction import Reduced
from rftheory.exact import balls
from rftheory.exact.formula import Formula

Answer = Literal["holds", "fails", "no value", "undecided", "unread"]
Found = tuple[Answer, str]
HASTY = 1000  # evaluations of one integrand
WORK = 50_000  # evaluations of all kinds at one point
_PATIENT = 20_000


def related(found: Reduced, point: Point) -> Found:
    """An equality or inequality of two formulas."""
    claim, left, right = found.claim, found.sides["lhs"], found.sides["rhs"]
    assert isinstance(claim, (Equal, Below))
    if not {*left.names, *right.names} <= set(point):
        return "undecided", "other parameters"
    for hasty in (True, False):
        with balls.integrals_within(HASTY if hasty else _PATIENT), balls.work_within(WORK):
            result = _compared(claim, left, right, point, hasty=hasty)
        broken = violates(claim, result)
        if broken is not None:
            return ("fails" if broken else "holds"), "agreement" if isinstance(claim, Equal) else "search"
        for side in (left, right):
            if reason := no_value(side, point):
                return "no value", reason
        if not (isinstance(claim, Below) and claim.absolute) and equal_exactly(left, right, point):
            return (
                "fails" if isinstance(claim, Below) and claim.strict else "holds"
            ), "both sides are one number"
    return "undecided", "no precision decides it"


def _compared(
    claim: Equal | Below, left: Formula, right: Formula, point: Point, *, hasty: bool
) -> PointComparison:
    absolute = isinstance(claim, Below) and claim.absolute
    return compare(left, right, point, bits=100, printed=False, absolute=absolute, hasty=hasty)


def undefined(terms: Sequence[Term], point: Point) -> Found | None:
    """The first term that is seen to have no value at the point."""
    for term in terms:
        readable_there = not isinstance(term, Formula) or set(term.names) <= set(point)
        if readable_there and (reason := no_value(term, point)):
            return "no value", reason
    return None
