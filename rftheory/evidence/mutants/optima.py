"""Optima in a wrong place beside the right one: the objective is certified to be better at the right one."""

from __future__ import annotations

from rftheory.claims import Optimal
from rftheory.errors import RFTheoryError
from rftheory.evidence.comparison import compare
from rftheory.evidence.mutants.nodes.experiment import Told
from rftheory.evidence.reduction import Reduced
from rftheory.exact import balls

EVALUATIONS, WORK = 1000, 50_000
OUTDONE = "the objective is better at the right optimum (certified)"
_POINTS = 6


def outdone(claim: Optimal, own: Reduced, wrong: Reduced) -> Told:
    """`killed` where at some point of the domain the objective at the right optimum is certainly better."""
    side, better = ("rhs", 1) if claim.greatest else ("lhs", -1)
    right, other = own.sides[side], wrong.sides[side]
    names = tuple(dict.fromkeys((*right.names, *other.names)))
    for point in own.domain.points(_POINTS, names):
        try:
            with balls.integrals_within(EVALUATIONS), balls.work_within(WORK):
                found = compare(right, other, point, bits=100, printed=False, hasty=True)
        except (RFTheoryError, ArithmeticError, NotImplementedError, ValueError, TypeError):
            continue
        if found.sign == better:
            return Told("killed")
    return Told("survived", "the objective is not certified to be better at the right optimum")
