"""Whether a mutant is false: by a point of its domain at which its claim is certified to fail."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

from benchmarks.kernel_mutants.making import Mutant, Unit
from rftheory.claims import Below, Conjunct, Equal, conjuncts
from rftheory.context import Context
from rftheory.domain import Point
from rftheory.errors import RFTheoryError
from rftheory.evidence.comparison import show_point
from rftheory.evidence.mutants.added import added_points, numbers_alone
from rftheory.evidence.mutants.attack import attacked
from rftheory.evidence.mutants.existence import missing, no_inputs
from rftheory.evidence.mutants.no_addition import adds_nothing
from rftheory.evidence.mutants.parting import Parting
from rftheory.evidence.mutants.pointwise import answers, parts
from rftheory.evidence.mutants.relation import related
from rftheory.evidence.reduction import Reduced, reduced
from rftheory.exact.formula import Formula
from rftheory.verification import planned

Word = Literal["false", "false by numbers", "true", "open"]
"""Certified at a point; seen in floating point, by nets or by the catalogue; at every point tried; nothing of these."""
_CERTAIN = ("agreement", "search", "order", "both sides are one number")
_UNREADABLE = (RFTheoryError, ArithmeticError, NotImplementedError, ValueError, TypeError, LookupError)
_FEW, _ENOUGH, _MANY = 3, 6, 24
_WORDS: Mapping[str, Word] = {"killed": "false", "still true": "true", "equivalent": "true"}


@dataclass(frozen=True)
class Judged:
    """What is found of a mutant, and how or where."""

    word: Word
    how: str


def _light() -> Context:
    """The profile of a full verification with fewer points."""
    context = planned("full")
    profile = context.profile
    few = replace(
        profile,
        agreement_points=min(_MANY, profile.agreement_points),
        search_points=min(4 * _MANY, profile.search_points),
    )
    return replace(context, profile=few, hasty=True)


def judged(unit: Unit, mutant: Mutant, *, patient: bool) -> Judged:
    """Whether the mutant's claim fails, by points of its domain; beside the proved value where it is about moments.

    `patient`: at more points, orders along their variable, and moments by the catalogue and by nets too.
    """
    try:
        if mutant.widening is not None:
            return _wider(unit, mutant)
        return _changed(unit, mutant, patient)
    except _UNREADABLE as reason:
        return Judged("open", f"not evaluated: {type(reason).__name__}")


def _changed(unit: Unit, mutant: Mutant, patient: bool) -> Judged:
    """At points, by the value that is proved, by the checks that the claim calls for, by nets."""
    (own,) = conjuncts(unit.statement.claim, unit.statement.domain)  # type: ignore[arg-type]
    (other,) = conjuncts(mutant.statement.claim, mutant.statement.domain)  # type: ignore[arg-type]
    points = _MANY if patient else _FEW
    found = reduced(other, mutant.statement.sides)
    if found is not None and isinstance(found.claim, (Equal, Below)):
        told = _at_points(found, points)
    else:
        told = _beside(unit, own, mutant, other, points)
    if told is not None:
        return told
    if not patient:
        return Judged("open", "judged at points alone")
    context = _light()
    fate, how = attacked(mutant.statement, context)
    if fate == "survived":
        fate, more = Parting(unit.statement, context).told(own, other, mutant.statement.sides)
        return Judged("false by numbers" if fate == "killed" else _WORDS.get(fate, "open"), more or how)
    return Judged("false by numbers" if "MomentValues" in how else _WORDS[fate], how)


def _at_points(found: Reduced, count: int) -> Judged | None:
    """The relation at points of its domain; None where too few of them decide it."""
    names = tuple(dict.fromkeys(name for side in found.sides.values() for name in side.names))
    held = tried = 0
    for point in found.domain.points(count, names):
        answer, how = related(found, point)
        if answer == "fails":
            return Judged("false", f"{how} at {_shown(point)}")
        if answer == "no value":
            return Judged("false", f"no value at {_shown(point)}: {how}")
        held, tried = held + (answer == "holds"), tried + 1
    return Judged("true", f"it holds at {held} of {tried} points") if held >= min(_ENOUGH, count) else None


def _beside(unit: Unit, own: Conjunct, mutant: Mutant, other: Conjunct, points: int) -> Judged | None:
    """A second value of what is proved to have another one."""
    one, wrong = own.claim, other.claim
    if not (isinstance(one, Equal) and isinstance(wrong, Equal)):
        return None
    sides: Mapping[str, Formula] = {
        **{f"own {name}": side for name, side in unit.statement.sides.items()},
        **mutant.statement.sides,
    }

    def proved(term: object) -> object:
        return f"own {term}" if isinstance(term, str) else term

    for mine, yours, rest, same in (
        (one.right, wrong.right, one.left, wrong.left),
        (one.left, wrong.left, one.right, wrong.right),
    ):
        if rest == same and not isinstance(rest, str):
            equality = Equal(proved(mine), yours)  # type: ignore[arg-type]
            found = reduced(replace(other, claim=equality), sides)
            told = None if found is None else _at_points(found, points)
            if told is not None and told.word == "false":
                return Judged("false", f"two values of one moment: {told.how}")
            if told is not None:
                return told
    return None


def _wider(unit: Unit, mutant: Mutant) -> Judged:
    """At points that the wider domain adds; where no inputs are as a point says, a claim about inputs says nothing."""
    widening = mutant.widening
    assert widening is not None
    (part,) = parts(unit.statement)
    held, nothing, left = 0, "", ""
    for point in added_points(unit.statement.domain, widening):
        answer, how = answers(part, point, widening.wide, widening.dropped, _light())
        if answer in ("fails", "no value"):
            certain = answer == "no value" or how in _CERTAIN
            return Judged("false" if certain else "false by numbers", f"{answer} ({how}) at {_shown(point)}")
        absent = missing(part.claim, unit.statement.domain, widening.dropped, point)
        if answer == "holds":
            held += 1
        elif absent:
            nothing = nothing or f"{absent}, as at {_shown(point)}"
        else:
            left = left or f"{how} at {_shown(point)}"
    if not (held or nothing or left):
        nothing = adds_nothing(widening) or next(filter(None, map(_no_inputs, numbers_alone(widening))), "")
    if left or not (held or nothing):
        return Judged("open", left or "no point is added")
    return Judged("true", f"it holds at {held} points that the wider domain adds" if held else nothing)


def _no_inputs(point: Point) -> str:
    found = no_inputs({name: value for name, value in point.items() if isinstance(value, Fraction)})
    return found and f"{found}, as at {_shown(point)}"


def _shown(point: Point) -> str:
    return ", ".join(f"{name} = {text}" for name, text in show_point(point).items())


def words() -> Iterator[Word]:
    """Every word, the worst first."""
    yield from ("false", "false by numbers", "open", "true")
