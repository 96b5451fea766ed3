"""Whether an equality or inequality of two formulas holds at one point."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from rftheory.claims import Below, Equal, Term
from rftheory.domain import Point
from rftheory.errors import RFTheoryError
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
_FINE, _DIGITS = 3000, 1200  # bits of the closest look, and bits to which both sides are then one number


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
    if not (isinstance(claim, Below) and claim.absolute) and _alike(left, right, point):
        strict = isinstance(claim, Below) and claim.strict
        return ("fails" if strict else "holds"), "both sides agree to 300 digits"
    return "undecided", "no precision decides it"


def _alike(left: Formula, right: Formula, point: Point) -> bool:
    """Whether both sides are one number, or both 0, to more digits than numbers of small inputs are ever close by."""
    ends = []
    for side in (left, right):
        try:
            with balls.integrals_within(HASTY), balls.work_within(WORK):
                value = side.ball({name: point[name] for name in side.names}, _FINE)
        except (RFTheoryError, ArithmeticError, NotImplementedError, ValueError):
            return False
        if side.complex_valued or isinstance(value, (balls.acb, balls.Gauss)) or not balls.is_finite(value):
            return False
        with balls.working_precision(_FINE):  # a rational one too has as many digits
            ends.append(balls.ball(value))
    with balls.working_precision(_FINE):
        far, near = abs(ends[0] - ends[1]).upper(), balls.arb(2) ** -_DIGITS
        lows = [abs(end).lower() for end in ends]
        if all(low > 0 for low in lows):
            return bool(far <= near * lows[0])
        return all(abs(end).upper() <= near * near for end in ends)


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
