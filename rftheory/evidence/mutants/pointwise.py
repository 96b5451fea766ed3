"""Whether one part of a claim holds at one point, whatever domain the point is of."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

import sympy as sp
from sympy.concrete.expr_with_limits import ExprWithLimits

from rftheory.claims import (
    Below,
    Claim,
    Conjunct,
    Equal,
    Estimate,
    Limit,
    Monotone,
    Order,
    Probability,
    RandomNode,
    TailBound,
    Term,
    conjuncts,
)
from rftheory.context import Context
from rftheory.domain import Domain, Point, Rule
from rftheory.errors import InputError, RFTheoryError
from rftheory.evidence.comparison import PointComparison, compare
from rftheory.evidence.deterministic.moment_values import Read, at_point, fitting_kernels, readable
from rftheory.evidence.deterministic.orders import OrderCheck
from rftheory.evidence.deterministic.readable import simple_values
from rftheory.evidence.deterministic.search import violates
from rftheory.evidence.mutants.added import other_values
from rftheory.evidence.mutants.existence import equal_exactly, expressions, no_value, without_chance
from rftheory.evidence.reduction import Reduced, reduced
from rftheory.exact import balls
from rftheory.exact.formula import Formula
from rftheory.statements import Statement, evaluable
from rftheory.verdict import Outcome

Answer = Literal["holds", "fails", "no value", "undecided", "unread"]
_HASTY, _PATIENT = 1000, 20_000  # evaluations of one integrand
_WORK = 50_000  # evaluations of all kinds at one point
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
        yield Piece(
            statement, each, reduced(plain, statement.sides), read, each.domain is not statement.domain
        )


def answers(
    part: Piece, point: Point, wide: Domain, dropped: Sequence[str], context: Context
) -> tuple[Answer, str]:
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
        if found is not None and isinstance(part.claim, Monotone):
            return _monotone(part, found, point, wide)
        if found is not None:
            return _related(found, point)
        if part.read is not None:
            return _moment(part.read, point)
    except IndexError:
        return "no value", "an entry that is not there"
    except _NOT_EVALUATED:
        return "undecided", "no evaluation"
    return _unread(part, point)


def _side_condition(part: Piece, point: Point) -> tuple[Answer, str] | None:
    """The answer where a side condition fails, has no value or is not decided; None where all of them hold."""
    met = [_met(condition, point) for condition in part.conjunct.conditions]
    if False in met:
        return "holds", "its side condition fails"
    for condition in part.conjunct.conditions:
        if _undefined(condition.args, point):
            return "no value", "a side condition has none"
    return None if all(met) else ("unread", "its side condition is not decided")


def _met(condition: sp.Basic, point: Point) -> bool | None:
    """Whether a condition holds; None also where it is about moments."""
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


def _related(found: Reduced, point: Point) -> tuple[Answer, str]:
    """An equality or inequality of two formulas."""
    claim, left, right = found.claim, found.sides["lhs"], found.sides["rhs"]
    assert isinstance(claim, (Equal, Below))
    if not {*left.names, *right.names} <= set(point):
        return "undecided", "other parameters"
    for hasty in (True, False):
        with balls.integrals_within(_HASTY if hasty else _PATIENT), balls.work_within(_WORK):
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


def _monotone(part: Piece, found: Reduced, point: Point, wide: Domain) -> tuple[Answer, str]:
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
    results = [_related(found, pair) for pair in pairs[:_LATER]]
    for wanted in ("fails", "no value", "undecided"):
        for answer in results:
            if answer[0] == wanted:
                return answer
    return results[0]


def _asymptotic(
    part: Piece, found: Reduced, point: Point, wide: Domain, dropped: Sequence[str], context: Context
) -> tuple[Answer, str]:
    """The claim along its variable with the other parameters as at the point.

    Where the point is only reached by values of the variable away from its end, nothing is claimed of it.
    """
    claim = found.claim
    assert isinstance(claim, Order)
    if claim.variable in dropped and _far_inside(part.statement.domain, claim, point):
        return "holds", f"claimed of {claim.variable} near its end only"
    given: dict[str, object] = {n: v for n, v in point.items() if n != claim.variable}
    stated = replace(part.statement, sides=found.sides, domain=wide, claim=claim, checks=(), companions={})
    with balls.integrals_within(_HASTY), balls.work_within(_WORK):
        evidence = OrderCheck((given,)).run(stated, context)
    if evidence.outcome is Outcome.FAILS:
        return "fails", "order"
    for side in found.sides.values():
        if reason := no_value(side, {**point, **_elsewhere(claim)}):
            return "no value", reason
    seen = evidence.outcome is Outcome.HOLDS and not evidence.data.get("undecided")
    return ("holds", "order") if seen else ("undecided", "order")


def _elsewhere(claim: Order) -> dict[str, Fraction]:
    """An ordinary value of the variable on the way to its end."""
    return {claim.variable: Fraction(1, 1000) if claim.toward == 0 else Fraction(1000)}


def _far_inside(domain: Domain, claim: Order, point: Point) -> bool:
    """Whether the old domain has the variable's far values already, with the other parameters as at the point."""
    sizes = [Fraction(10) ** (-power if claim.toward == 0 else power) for power in _FAR]
    return all(domain.legal({**point, claim.variable: size}) is not None for size in sizes)


def _moment(read: Read, point: Point) -> tuple[Answer, str]:
    """A moment by the catalogue, with the kernels with which it confirms the printed claim."""
    kernels = fitting_kernels(read)
    found = [agrees for kernel in kernels for agrees in [at_point(read, kernel, point)] if agrees is not None]
    if not found:
        return _undefined([read.formula, read.moment], point) or (
            "undecided",
            "the catalogue has no such moment",
        )
    return ("holds" if any(found) else "fails"), "moments"


def _unread(part: Piece, point: Point) -> tuple[Answer, str]:
    """What nothing evaluates; it may still be seen to have no value."""
    claim, sides = part.claim, part.statement.sides
    terms = [evaluable(term, sides, part.statement.domain) or term for term in claim.terms]
    if isinstance(claim, Order):
        terms = [1 / sp.sympify(claim.scale)]
    elif isinstance(claim, Limit):
        terms = [claim.value]
    return (
        _undefined(terms, point)
        or _certain(claim, terms, point)
        or _no_restriction(claim, terms, point)
        or ("unread", f"no evidence evaluates {_named(claim)}")
    )


def _certain(claim: Claim, terms: Sequence[Term], point: Point) -> tuple[Answer, str] | None:
    """A relation of moments where nothing random is left of them at the point: E 1 = 1, Var 1 = 0."""
    if not isinstance(claim, (Equal, Below)):
        return None
    sides = [
        Formula(value, Domain(), ())
        for value in (without_chance(term, point) for term in terms)
        if value is not None
    ]
    return (
        _related(Reduced(dict(zip(("lhs", "rhs"), sides, strict=True)), Domain(), claim), {})
        if len(sides) == 2
        else None
    )


def _no_restriction(claim: Claim, terms: Sequence[Term], point: Point) -> tuple[Answer, str] | None:
    """A bound of a probability that every probability meets: from above by 1 or more, from below by 0 or less."""
    one, zero = (Formula(number, Domain(), ()) for number in (sp.S.One, sp.S.Zero))
    left: Term | None = None
    right: Term | None = None
    if isinstance(claim, TailBound):
        left, right = one, terms[0]
    if isinstance(claim, Below) and not claim.strict:
        if isinstance(terms[0], Probability):
            left, right = one, terms[1]
        elif isinstance(terms[1], Probability):
            left, right = terms[0], zero
    number = [without_chance(term, point) for term in (left, right) if term is not None]
    if len(number) < 2 or any(value is None for value in number):
        return None
    sides = {name: Formula(value, Domain(), ()) for name, value in zip(("lhs", "rhs"), number, strict=True)}
    answer = _related(Reduced(sides, Domain(), Below(strict=False)), {})
    return ("holds", "every probability meets the bound") if answer[0] == "holds" else None


def _undefined(terms: Sequence[Term], point: Point) -> tuple[Answer, str] | None:
    for term in terms:
        readable_there = not isinstance(term, Formula) or set(term.names) <= set(point)
        if readable_there and (reason := no_value(term, point)):
            return "no value", reason
    return None


def _named(claim: Claim) -> str:
    """A claim in words: its kind, and what is random in it."""
    kinds = sorted({type(node).__name__ for node in expressions(claim, RandomNode)})
    of = f" of {', '.join(kinds)}" if kinds else ""
    return f"{type(claim).__name__}{of}"
