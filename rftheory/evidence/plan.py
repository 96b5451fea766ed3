"""Which evidence a statement needs: derived from its claim, then what its entry adds."""

from __future__ import annotations

from collections.abc import Iterable

from rftheory.claims import Below, Equal, Order
from rftheory.evidence.comparison import written_alike
from rftheory.evidence.deterministic.agreement import Agreement, Representations
from rftheory.evidence.deterministic.conjunction import conjunctions
from rftheory.evidence.deterministic.moment_values import MomentValues, readable
from rftheory.evidence.deterministic.orders import OrderCheck
from rftheory.evidence.deterministic.search import Search
from rftheory.evidence.reduction import by_sides
from rftheory.evidence.theorems.store import lines
from rftheory.evidence.theorems.theorem import ProofObject
from rftheory.exact.formula import Formula
from rftheory.statements import Check, Statement, pair


def applicable(statement: Statement) -> tuple[Check, ...]:
    """Every check of a statement, cheap ones first; the entry's own checks replace derived ones of the same type."""
    derived: list[Check] = [ProofObject()] if statement.id in lines(statement.paper) else []
    claim = statement.claim
    if claim is None or not by_sides(claim, statement.sides):
        derived.extend(conjunctions(statement))
    elif isinstance(claim, Equal):
        derived.append(Agreement(claim.left, claim.right))
        left, right = pair(statement, claim.left, claim.right)
        if _fast(left) != _fast(right) and not written_alike(left.expression, right.expression):
            derived.append(Search())
    elif isinstance(claim, Below):
        derived.append(Search())
    elif isinstance(claim, Order):
        derived.append(OrderCheck())
    if next(readable(statement), None) is not None:
        derived.append(MomentValues())
    own_types = {type(check) for check in statement.checks}
    stated = {check.side for check in statement.checks if isinstance(check, Representations)}
    for name, side in statement.formulas.items():
        if side.closed is not None and name not in stated:
            derived.append(Representations(name))
    kept = [check for check in derived if type(check) not in own_types or isinstance(check, Representations)]
    return (*kept, *statement.checks)


def _fast(formula: Formula) -> object:
    """The form of a side that a search evaluates; where both sides share it, a search would say nothing."""
    return formula.expression if formula.closed is None else formula.closed


def planned_tests(statements: Iterable[Statement]) -> int:
    """How many statistical tests a run over these statements and their corrections makes, known before it."""
    total = 0
    for statement in statements:
        total += sum(check.tests for check in statement.checks)
        if statement.correction is not None:
            total += planned_tests([statement.correction])
    return total
