"""Search: an adversary roams the whole printed domain for a violation and certifies it in balls."""

from __future__ import annotations

import functools
import itertools
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from rftheory.claims import Below, Equal
from rftheory.context import Context
from rftheory.domain import Point
from rftheory.evidence.comparison import PointComparison, compare
from rftheory.evidence.deterministic.readable import Reader, Violation, fails
from rftheory.exact.formula import Formula
from rftheory.statements import Check, Statement, claimed_sides, pair
from rftheory.verdict import Evidence, EvidenceKind, Outcome


@dataclass(frozen=True)
class Search(Check):
    """Tries corners, limits and a log-scale spread of the domain; a find is certified before it is reported.

    Success proves the claim at every point counted in `data["tried"]`, nothing between them. The work is
    counted in points, so that a run repeats exactly; only the search command sets a limit in seconds.
    """

    kind = EvidenceKind.SEARCH

    def reads(self, statement: Statement) -> tuple[str, ...]:
        """The sides that the claim names."""
        return claimed_sides(statement)

    def run(self, statement: Statement, context: Context) -> Evidence:
        """Look for a violation of the statement's claim."""
        claim = statement.claim
        if not isinstance(claim, (Equal, Below)):
            raise TypeError(f"{statement.id} has no pointwise claim to search")
        left, right = pair(statement, claim.left, claim.right)
        until = time.monotonic() + context.search_seconds
        tried, undecided = 0, 0
        at = functools.partial(_at, claim, left, right)
        first, step = context.search_share
        points = _points(statement, left, right, context.profile.search_points)
        for point in itertools.islice(points, first, None, step):
            if tried and time.monotonic() > until:
                break
            result = at(point, context.hasty)
            broken = violates(claim, result)
            if broken is None:
                undecided += 1
            elif broken:
                found = Violation(point, result)
                return violation(claim, *([found] if context.hasty else _shown(statement, found, at, until)))
            else:
                tried += 1
        detail = f"no violation at {tried} certified points over the printed domain, {undecided} undecided"
        outcome = Outcome.HOLDS if tried else Outcome.UNDECIDED
        return Evidence(self.kind, outcome, detail, data={"tried": tried, "undecided": undecided})


def violates(claim: Equal | Below, result: PointComparison) -> bool | None:
    """True for a certified violation, False for a certified confirmation, None when undecided."""
    if isinstance(claim, Equal):
        if result.agreeing_bits >= 100 or result.sign == 0:
            return False
        return True if result.sign is not None else None
    if result.sign is None:
        return None
    return result.sign > 0 or (claim.strict and result.sign == 0)


def violation(claim: Equal | Below, first: Violation, *more: Violation) -> Evidence:
    """The evidence of certified violations: the one to be shown, and a second one."""
    relation = "=" if isinstance(claim, Equal) else "<" if claim.strict else "<="
    shown = {1: ">", 0: "=", -1: "<"}.get(first.result.sign or 0, "?")
    detail = f"left {relation} right fails: left {shown} right, certified in balls"
    return fails(EvidenceKind.SEARCH, detail, first, *more)


def _at(claim: Equal | Below, left: Formula, right: Formula, point: Point, hasty: bool) -> PointComparison:
    absolute = isinstance(claim, Below) and claim.absolute
    return compare(left, right, point, bits=100, printed=False, absolute=absolute, hasty=hasty)


def _shown(
    statement: Statement, found: Violation, at: Callable[[Point, bool], PointComparison], until: float
) -> list[Violation]:
    """The violations to be shown, the found one or better ones."""
    claim = statement.claim
    assert isinstance(claim, (Equal, Below))

    def violated(point: Point, hasty: bool) -> PointComparison | None:
        result = at(point, hasty)
        return result if violates(claim, result) else None

    chosen = () if statement.erratum is None else statement.erratum.points
    return Reader(statement.domain, tuple(found.point), violated, chosen, until).shown(found)


def _points(statement: Statement, left: Formula, right: Formula, count: int) -> Iterator[Point]:
    names = tuple(dict.fromkeys((*left.names, *right.names)))
    return statement.domain.points(count, names)
