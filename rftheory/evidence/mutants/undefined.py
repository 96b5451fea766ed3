"""Formulas without a value: a slip that makes one complex or infinite at a point where the right formula has a number."""

from __future__ import annotations

from rftheory.domain import Domain, Point
from rftheory.errors import RFTheoryError
from rftheory.evidence.comparison import show_point
from rftheory.evidence.mutants.existence import no_value
from rftheory.exact import balls
from rftheory.exact.formula import Formula

_POINTS = 16
_EVALUATIONS, _WORK, _DIGITS = 1000, 20_000, 5


def loses_its_value(mutant: Formula, original: Formula, domain: Domain) -> str:
    """Where, and why, the mutant certainly has no value at a point of the domain though the original has one there."""
    names = original.names
    within = domain if set(names) <= set(domain.names) else original.domain
    for point in within.points(_POINTS, names):
        reason = no_value(mutant, point)
        if reason and _has_value(original, point):
            shown = ", ".join(f"{name} = {text}" for name, text in show_point(point).items())
            return f"{reason} at {shown}, where the right formula has a value"
    return ""


def _has_value(formula: Formula, point: Point) -> bool:
    try:
        with balls.integrals_within(_EVALUATIONS), balls.work_within(_WORK):
            formula.enclose(point, _DIGITS)
    except (RFTheoryError, ArithmeticError, NotImplementedError, ValueError):
        return False
    return not no_value(formula, point)
