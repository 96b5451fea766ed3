"""Whether one part of a claim holds at one point, whatever domain the point is of."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import sympy as sp
from sympy.concrete.expr_with_limits import ExprWithLimits

from rftheory.claims import Claim, Conjunct, Estimate, Limit, Monotone, Optimal, Order, conjuncts
from rftheory.context import Context
from rftheory.domain import Domain, Point, Rule
from rftheory.errors import InputError, RFTheoryError
from rftheory.evidence.deterministic.moment_values import Read, at_point, fitting_kernels, readable
from rftheory.evidence.deterministic.orders import OrderCheck
from rftheory.evidence.deterministic.readable import simple_values
from rftheory.evidence.mutants.added import other_values
from rftheory.evidence.mutants.existence import expressions, missing, no_value
from rftheory.evidence.mutants.nodes import has_moments
from rftheory.evidence.mutants.nodes.at_added_points import AtAddedPoints
from rftheory.evidence.mutants.relation import HASTY, WORK, Found, related, undefined
from rftheory.evidence.mutants.unread import unread
from rftheory.evidence.mutants.written import without_chance
from rftheory.evidence.reduction import Reduced, reduced
from rftheory.exact import balls
from rftheory.statements import Statement, evaluable
from rftheory.verdict import Outcome

_LATER = 3  # larger values of a variable in which a term is monotone
_FAR = (9, 12, 15)  # decades at which a variable that goes to its end is held against a rule
_NOT_EVALUATED = (
    RFTheoryError,
    ArithmeticError,
    NotImplementedError,
    ValueError,
    TypeError,
    IndexError,
    KeyError,
)


@dataclass(frozen=True)
class Piece:
    """One conjunct of a statement's claim, and what of it can be evaluated: a relation, or values of moments.

    `own` says that it is over a domain of its own, which no change of the statement's touches.
    """

    statement: Statement
    conjunct: Conjunct
    relation: Reduced | None
    read: Read | None
    own: bool

    @property
    def claim(self) -> Claim:
        """What is claimed."""
        return self.conjunct.claim

    @functools.cached_property
    def depends(self) -> frozenset[str]:
        """The parameters that it may depend on: those in its terms; all where it has inputs, or symbols of other names.

        What is random depends on the dimension.
        """
        claim, sides = self.claim, self.statement.sides
        names = frozenset(self.statement.domain.names)
        own = {str(symbol) for symbol in expressions(claim, sp.Symbol)}
        own |= {name for term in claim.terms if isinstance(term, str) for name in sides[term].names}
        bound = {str(s) for node in expressions(claim, ExprWithLimits) for s in node.bound_symbols}
        if not own - bound <= names or any(expressions(claim, Estimate)):
            return names
        return frozenset(own | {"d"}) & names

    @functools.cached_property
    def nets(self) -> AtAddedPoints:
        """Its moments by definition."""
        return AtAddedPoints(self.conjunct, self.statement.sides)

    @property
    def asymptotic(self) -> bool:
        """Whether it is about a variable on its way to an end."""
        return self.relation is not None and isinstance(self.relation.claim, Order)


def parts(statement: Statement) -> Iterator[Piece]:
    """The conjuncts of the claim, in order."""
    assert statement.claim is not None
    for each in conjuncts(statement.claim, statement.domain):
        plain = replace(each, conditions=())
        alone = replace(statement, claim=each.claim)
        read = next(readable(alone), None)
        apart = isinstance(each.claim, Optimal) and each.claim.among is not None
        own = apart or each.domain is not statement.domain
        yield Piece(statement, each, reduced(plain, statement.sides), read, own)


def answers(part: Piece, point: Point, wide: Domain, dropped: Sequence[str], context: Context) -> Found:
    """What is found of the part at a point of the domain `wide`, and how: `holds` also where it says nothing there."""
    if part.own:
        return "holds", "a domain of its own"
    found = part.relation
    try:
        side_condition = _side_condition(part, point)
        if side_condition is not None:
            return side_condition
        if found is None and _said_before(part, point, wide, dropped):
            return "holds", "it does not depend on what was dropped"
        if found is not None and isinstance(found.claim, Order):
            return _asymptotic(part, found, point, wide, dropped, context)
        if _near_the_end(part, point, dropped):
            return "holds", "claimed of its variable near its end only"
        if found is not None and isinstance(part.claim, Monotone):
            return _monotone(part, found, point, wide)
        if found is not None:
            return related(found, point)
        if absent := missing(part.claim, part.statement.domain, dropped, point):
            return "unread", absent
        if part.read is not None:
            by_catalogue = _moment(part.read, point)
            if by_catalogue[0] != "undecided":
                return by_catalogue
    except IndexError:
        return "no value", "an entry that is not there"
    except _NOT_EVALUATED:
        return "undecided", "no evaluation"
    sides = part.statement.sides
    terms = [evaluable(term, sides, part.statement.domain) or term for term in part.claim.terms]
    said = unread(part.claim, terms, point)
    holds = part.nets.holds(point) if said[0] == "unread" and has_moments(part.claim) else None
    return said if holds is None else (("holds" if holds else "fails"), "moments by definition (nets)")


def _side_condition(part: Piece, point: Point) -> Found | None:
    """The answer where a side condition fails, has no value or is not decided; None where all of them hold."""
    met = [_met(condition, point) for condition in part.conjunct.conditions]
    if False in met:
        return "holds", "its side condition fails"
    for condition in part.conjunct.conditions:
        if undefined(condition.args, point):
            return "no value", "a side condition has none"
    return None if all(met) else ("unread", "its side condition is not decided")


def _met(condition: sp.Basic, point: Point) -> bool | None:
    """Whether a condition holds; None also where it is about moments of what is random there."""
    if isinstance(condition, sp.And):
        met = [_met(each, point) for each in condition.args]
        return False if False in met else True if all(met) else None
    if isinstance(condition, sp.core.relational.Relational):
        sides = [without_chance(side, point) for side in condition.args]
        if all(side is not None and side.is_comparable for side in sides):
            found = condition.func(*sides)
            return bool(found) if found in (sp.true, sp.false) else None
    try:
        return Rule(condition).decide(point)
    except InputError:
        return None


def _said_before(part: Piece, point: Point, wide: Domain, dropped: Sequence[str]) -> bool:
    """Whether the old domain has a point that differs only in parameters of which nothing is claimed."""
    free = [name for name in dropped if name not in part.depends]
    old = part.statement.domain
    changed = ({**point, name: value} for name in free for value in other_values(wide[name], point[name]))
    return any(old.legal(other) is not None for other in changed)


def _monotone(part: Piece, found: Reduced, point: Point, wide: Domain) -> Found:
    """The point with a few other values of the variable, smaller and larger ones."""
    assert isinstance(part.claim, Monotone)
    name = part.claim.variable
    here = point[name]
    assert isinstance(here, Fraction)
    others = [here + 1, here * 2, *simple_values(wide[name])]
    pairs = [
        {**point, name: min(here, other), f"{name}_later": max(here, other)}
        for other in others
        if other != here and wide.legal({**point, name: other}) is not None
    ]
    if not pairs:
        return "holds", "no other value to compare with"
    results = [related(found, pair) for pair in pairs[:_LATER]]
    for wanted in ("fails", "no value", "undecided"):
        for answer in results:
            if answer[0] == wanted:
                return answer
    return results[0]


def _asymptotic(
    part: Piece, found: Reduced, point: Point, wide: Domain, dropped: Sequence[str], context: Context
) -> Found:
    """The claim along its variable with the other parameters as at the point.

    Where the point is only reached by values of the variable away from its end, nothing is claimed of it.
    """
    claim = found.claim
    assert isinstance(claim, Order)
    if claim.variable in dropped and _far_inside(part.statement.domain, claim, point):
        return "holds", f"claimed of {claim.variable} near its end only"
    given: dict[str, object] = {n: v for n, v in point.items() if n != claim.variable}
    stated = replace(part.statement, sides=found.sides, domain=wide, claim=claim, checks=(), companions={})
    with balls.integrals_within(HASTY), balls.work_within(WORK):
        evidence = OrderCheck((given,)).run(stated, context)
    if evidence.outcome is Outcome.FAILS:
        return "fails", "order"
    for side in found.sides.values():
        if reason := no_value(side, {**point, **_elsewhere(claim)}):
            return "no value", reason
    seen = evidence.outcome is Outcome.HOLDS and not evidence.data.get("undecided")
    return ("holds", "order") if seen else ("undecided", "order")


def _near_the_end(part: Piece, point: Point, dropped: Sequence[str]) -> bool:
    """Whether it is a limit of which the old domain has all far values, with the other parameters as at the point."""
    claim = part.claim
    if not isinstance(claim, Limit) or claim.variable not in dropped or claim.toward not in (0, sp.oo):
        return False
    return _far_inside(part.statement.domain, claim, point)


def _elsewhere(claim: Order) -> dict[str, Fraction]:
    """An ordinary value of the variable on the way to its end."""
    return {claim.variable: Fraction(1, 1000) if claim.toward == 0 else Fraction(1000)}


def _far_inside(domain: Domain, claim: Order | Limit, point: Point) -> bool:
    """Whether the old domain has the variable's far values already, with the other parameters as at the point."""
    sizes = [Fraction(10) ** (-power if claim.toward == 0 else power) for power in _FAR]
    return all(domain.legal({**point, claim.variable: size}) is not None for size in sizes)


def _moment(read: Read, point: Point) -> Found:
    """A moment by the catalogue, with the kernels with which it confirms the printed claim."""
    kernels = fitting_kernels(read)
    found = [agrees for kernel in kernels for agrees in [at_point(read, kernel, point)] if agrees is not None]
    if not found:
        return undefined([read.formula, read.moment], point) or (
            "undecided",
            "the catalogue has no such moment",
        )
    return ("holds" if any(found) else "fails"), "moments"
