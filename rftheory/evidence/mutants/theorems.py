"""Theorems against mutants: what is proved to equal a side, or in a part of a claim, is nothing that differs from it."""

from __future__ import annotations

import functools
from dataclasses import replace

import sympy as sp

from rftheory.claims import Below, Conjunct, Equal, Limit, Term, conjuncts
from rftheory.context import Context
from rftheory.domain import Domain, Rule
from rftheory.evidence.mutants.nodes.gaps import gaps
from rftheory.evidence.mutants.nodes.place import UNREADABLE, places
from rftheory.evidence.mutants.nodes.values import Values
from rftheory.evidence.mutants.relation import related
from rftheory.evidence.reduction import Reduced, reduced
from rftheory.evidence.theorems.asked import asked
from rftheory.evidence.theorems.store import stored
from rftheory.evidence.theorems.theorem import ProofObject
from rftheory.exact.formula import Formula
from rftheory.statements import Statement
from rftheory.verdict import Outcome

BY_THEOREM = "theorem (it is proved to be the original, which differs)"
BY_PROVED_CLAIM = (
    "theorem (the right part is proved, and the wrong one contradicts it at a point of the domain)"
)
_POINTS = 4
_POWER = 10


@functools.cache
def proved_to_be(statement: Statement, name: str) -> bool:
    """Whether an accepted proof says that something else equals the side `name`, at every point of the domain.

    A mutant of the side that is certified to differ from it at a point of the domain is then shown to be wrong.
    """
    side = statement.sides.get(name)
    if statement.claim is None or side is None or side.domain is not statement.domain:
        return False
    if not _accepted(statement):
        return False
    parts = list(conjuncts(statement.claim, statement.domain))
    return any(
        isinstance(parts[place].claim, Equal)
        and parts[place].domain is statement.domain
        and not parts[place].conditions
        and parts[place].claim.terms.count(name) == 1
        for place in stored(statement.id)
    )


def contradicted(statement: Statement, place: int, own: Conjunct, wrong: Conjunct) -> bool:
    """Whether part `place` of the claim is proved over its whole domain, and certainly not as the wrong part has it.

    Two values of one term differ, a limit has no second value, of a < b and b < a one is false: where a point of the
    domain shows the difference, or where any point does.
    """
    one, other = own.claim, wrong.claim
    if place not in stored(statement.id) or not _accepted(statement) or asked(statement)[place].narrower:
        return False
    if isinstance(one, Limit) and isinstance(other, Limit):
        return replace(other, value=one.value) == one and one.value not in (sp.oo, -sp.oo)
    if isinstance(one, Equal) and isinstance(other, Equal) and one.left == other.left:
        if other.right == 1 and _is_zero(one.right, statement):
            return _has_points(own)
        return _differs(statement, own, Equal(one.right, other.right))
    if isinstance(one, Below) and isinstance(other, Below) and other.terms == one.terms[::-1]:
        return _has_points(own) if one.strict else _differs(statement, own, Equal(*one.terms))
    return False


@functools.cache
def _accepted(statement: Statement) -> bool:
    return bool(stored(statement.id)) and ProofObject().run(statement, Context()).outcome is Outcome.HOLDS


def _is_zero(term: Term, statement: Statement) -> bool:
    side = statement.sides.get(term, term) if isinstance(term, str) else term
    return bool((side.expression if isinstance(side, Formula) else side) == 0)


def _domain(part: Conjunct) -> Domain:
    rules = tuple(Rule(condition) for condition in part.conditions)
    return replace(part.domain, rules=(*part.domain.rules, *rules)) if rules else part.domain


def _has_points(part: Conjunct) -> bool:
    try:
        return next(iter(_domain(part).points(1, part.domain.names)), None) is not None
    except UNREADABLE:
        return False


def _differs(statement: Statement, part: Conjunct, equality: Equal) -> bool:
    """Whether the equality is certified to fail at a point of the domain, or is off beyond every error by nets."""
    found = reduced(replace(part, claim=equality), statement.sides)
    try:
        if found is not None:
            return _fails(found)
        for place in places(_domain(part), "softmax", 1):
            values = Values(place, part.domain, statement.sides, _POWER)
            if any(gap.status == "violated" for gap in gaps(equality, values)):
                return True
    except UNREADABLE:
        return False
    return False


def _fails(found: Reduced) -> bool:
    names = tuple(dict.fromkeys(name for side in found.sides.values() for name in side.names))
    return any(related(found, point)[0] == "fails" for point in found.domain.points(_POINTS, names))
