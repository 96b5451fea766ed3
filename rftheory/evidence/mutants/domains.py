"""Mutants of domains: the claim over a domain with one bound or rule less, at points that the old one does not have."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from rftheory.claims import formal
from rftheory.context import Context
from rftheory.domain import Point
from rftheory.evidence.comparison import show_point
from rftheory.evidence.mutants.added import added_points, numbers_alone, shortened
from rftheory.evidence.mutants.existence import missing, no_inputs
from rftheory.evidence.mutants.no_addition import adds_nothing
from rftheory.evidence.mutants.pointwise import Piece, answers, parts
from rftheory.evidence.mutants.relation import Answer, Found
from rftheory.evidence.mutants.trial import Fate, Trial
from rftheory.evidence.mutants.widening import Widening, widenings
from rftheory.evidence.mutants.written import small
from rftheory.statements import Statement

_OPEN = 6  # undecided points after which no further one is looked at
_ALONG = 3  # points at which an asymptotic claim is followed
_ORDER: tuple[Answer, ...] = ("no value", "undecided", "holds")


def domain_trials(statement: Statement, context: Context) -> Iterator[Trial]:
    """The claim over wider domains: killed where it fails at an added point, or says nothing that can be true there.

    Where nothing but moments say what is claimed, the points are those of small numbers, and inputs a third or a
    ninth as long stand for those at which moments do not tell. It says nothing where a term has no value, or no inputs, angle or
    rows are as the point says. `still true` where
    every part of it is evaluated at the added points and holds, or where there is no such point.
    """
    if statement.claim is None or not formal(statement.claim):
        return
    claimed = list(parts(statement))
    for widening in widenings(statement.domain):
        outcome, by = _fate(statement, claimed, widening, context)
        yield Trial(f"{statement.id} (domain)", widening.wrong, outcome, by, "domain")


def _fate(
    statement: Statement, claimed: list[Piece], widening: Widening, context: Context
) -> tuple[Fate, str]:
    if all(part.own for part in claimed):
        return "still true", "the claim is over domains of its own"
    points = added_points(statement.domain, widening)
    moments = any(part.relation is None for part in claimed)
    if moments:
        points = [point for point in points if all(map(small, point.values()))] or points
    if not points:
        return _fate_without_points(widening)
    open_points: list[tuple[Point, str]] = []
    valueless = ""
    for place, point in enumerate(points):
        read = [part for part in claimed if place < _ALONG or not part.asymptotic]
        answer, how = _worst(read, point, widening, context)
        for shorter in shortened(point, widening) if moments else ():
            if answer != "undecided":
                break
            answer, how = _worst(read, shorter, widening, context)
        if answer == "fails":
            return "killed", f"{how} at {_shown(point)}"
        if answer == "no value":
            valueless = valueless or f"no value at {_shown(point)}: {how}"
        elif answer != "holds":
            open_points.append((point, how))
        if len(open_points) == _OPEN:
            break
    if valueless:
        return "killed", valueless
    if not open_points:
        return "still true", f"it holds at {len(points)} points that the wider domain adds"
    for point, _ in open_points:
        for part in claimed:
            if not part.own and (reason := missing(part.claim, statement.domain, widening.dropped, point)):
                return "killed", f"{reason}, at {_shown(point)}"
    return "survived", f"not decided at {_shown(open_points[0][0])}: {open_points[0][1]}"


def _worst(claimed: list[Piece], point: Point, widening: Widening, context: Context) -> Found:
    """What is found of the parts at a point: the first that fails, else has no value, else is not decided."""
    found: dict[Answer, str] = {}
    for part in claimed:
        answer, how = answers(part, point, widening.wide, widening.dropped, context)
        if answer == "fails":
            return answer, how
        found.setdefault("undecided" if answer == "unread" else answer, how)
    return next(((a, found[a]) for a in _ORDER if a in found), ("holds", "nothing is said there"))


def _fate_without_points(widening: Widening) -> tuple[Fate, str]:
    """Nothing is added, or numbers are that no inputs have."""
    if reason := adds_nothing(widening):
        return "still true", reason
    for point in numbers_alone(widening):
        numbers = {name: value for name, value in point.items() if isinstance(value, Fraction)}
        if reason := no_inputs(numbers):
            return "killed", f"{reason}, at {_shown(point)}"
    return "survived", "no point of the wider domain was found"


def _shown(point: Point) -> str:
    return ", ".join(f"{name} = {text}" for name, text in show_point(point).items())
