"""Agreement: representations derived differently coincide to 50 digits at effective instances."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass, replace

from rftheory.claims import Term
from rftheory.context import Context
from rftheory.domain import Domain, Point
from rftheory.evidence.comparison import PointComparison, compare, show_point, written_alike
from rftheory.evidence.deterministic.readable import Reader, Violation, fails
from rftheory.exact.formula import Formula
from rftheory.statements import Check, Statement, pair
from rftheory.verdict import Evidence, EvidenceKind, Outcome

BITS = 170


@dataclass(frozen=True)
class Agreement(Check):
    """left = right, both as printed, at `points` drawn deterministically from the domain.

    Success certifies at least 50 common digits at every instance counted in `data["effective"]`; a
    separated pair of balls is a certified counterexample. One expression on both sides agrees with itself, of which
    nothing follows.
    """

    left: Term = "lhs"
    right: Term = "rhs"
    points: tuple[dict[str, object], ...] = ()

    kind = EvidenceKind.AGREEMENT

    def reads(self, statement: Statement) -> tuple[str, ...]:  # noqa: ARG002
        """Both sides, as far as they go by name."""
        return tuple(term for term in (self.left, self.right) if isinstance(term, str))

    def run(self, statement: Statement, context: Context) -> Evidence:
        """Compare the two sides of the statement."""
        left, right = pair(statement, self.left, self.right)
        if written_alike(left.expression, right.expression):
            return Evidence(self.kind, Outcome.UNDECIDED, "both sides are one expression")
        chosen = () if statement.erratum is None else statement.erratum.points
        what = f"{self.left} = {self.right}"
        return agree(left, right, statement.domain, context, self.points, what, chosen)


@dataclass(frozen=True)
class Representations(Check):
    """The printed expression of a side or companion agrees with its closed form (or another formula), at 50 digits.

    This says that a side is evaluated rightly and nothing about the claim: it upgrades no verdict.
    """

    side: str
    other: Formula | None = None
    points: tuple[dict[str, object], ...] = ()

    kind = EvidenceKind.REPRESENTATIONS

    def reads(self, statement: Statement) -> tuple[str, ...]:  # noqa: ARG002
        """The side or companion that has two representations."""
        return (self.side,)

    def self_contained(self, statement: Statement) -> Representations:
        """With the other representation given: the closed form of the statement's formula where none is."""
        return self if self.other is not None else replace(self, other=self._other(statement))

    def run(self, statement: Statement, context: Context) -> Evidence:
        """Compare the printed expression with its other representation, over the domain of the statement or companion."""
        side, other = statement.formulas[self.side], self._other(statement)
        domain = statement.domain if self.side in statement.sides else side.domain
        what = f"{self.side}: two representations"
        found = agree(side, other, domain, context, self.points, what)
        return replace(found, kind=self.kind)

    def _other(self, statement: Statement) -> Formula:
        if self.other is not None:
            return self.other
        side = statement.formulas[self.side]
        if side.closed is None:
            raise ValueError(f"{statement.id}:{self.side} has one representation only")
        return side.with_expression(side.closed)


def agree(
    left: Formula,
    right: Formula,
    domain: Domain,
    context: Context,
    points: tuple[dict[str, object], ...],
    what: str,
    shown: tuple[Mapping[str, str], ...] = (),
) -> Evidence:
    """Compare two formulas at given points, or at points spread over the domain; `shown` are told first if apart."""
    names = tuple(dict.fromkeys((*left.names, *right.names)))
    chosen = (
        [domain.parse({n: p[n] for n in names}, names) for p in points]
        if points
        else list(domain.points(context.profile.agreement_points, names))
    )
    effective, undecided = 0, []
    for point in chosen:
        result = compare(left, right, point, bits=BITS, hasty=context.hasty)
        if result.agreeing_bits >= BITS:
            effective += 1
        elif result.sign is not None and result.sign != 0:
            found = Violation(point, result)
            apart = functools.partial(_apart, left, right)
            best = [found] if context.hasty else Reader(domain, names, apart, shown).shown(found)
            return _separated(what, *best)
        else:
            undecided.append(show_point(point))
    data = {"effective": effective, "undecided": len(undecided), "digits": 50}
    if effective and not undecided:
        return Evidence(
            EvidenceKind.AGREEMENT, Outcome.HOLDS, f"{what} to 50 digits at {effective} instances", data=data
        )
    outcome = Outcome.HOLDS if effective > len(undecided) else Outcome.UNDECIDED
    return Evidence(
        EvidenceKind.AGREEMENT,
        outcome,
        f"{what}: {effective} instances agree, {len(undecided)} could not be evaluated",
        data=data,
    )


def _apart(left: Formula, right: Formula, point: Point, hasty: bool) -> PointComparison | None:
    """The comparison where it separates the sides."""
    result = compare(left, right, point, bits=BITS, hasty=hasty)
    return result if result.agreeing_bits < BITS and result.sign else None


def _separated(what: str, first: Violation, *more: Violation) -> Evidence:
    detail = f"{what} is false: the enclosures are disjoint"
    return fails(EvidenceKind.AGREEMENT, detail, first, *more)
