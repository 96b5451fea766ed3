"""What was found: outcomes, kinds of evidence, and the verdict they add up to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, StrEnum
from typing import Self


class Outcome(Enum):
    """The three answers a check can give; there is no default and no truth value."""

    HOLDS = "holds"
    FAILS = "fails"
    UNDECIDED = "undecided"

    def __bool__(self) -> bool:
        raise TypeError("an outcome has three values; compare it explicitly")


class Verdict(Enum):
    """How far a statement is established, strongest first; `definition` and `outside` are not checkable."""

    PROVED = "proved"
    CERTIFIED = "certified"
    SUPPORTED = "supported"
    UNDECIDED = "undecided"
    REFUTED = "refuted"
    DEFINITION = "definition"
    OUTSIDE = "outside"

    def __bool__(self) -> bool:
        raise TypeError("a verdict has many values; compare it explicitly")


_STRENGTH = {Verdict.PROVED: 3, Verdict.CERTIFIED: 2, Verdict.SUPPORTED: 1, Verdict.UNDECIDED: 0}


class EvidenceKind(StrEnum):
    """A kind of evidence by its name in reports, with the verdict it establishes where it holds.

    `whole` is what it establishes when it covers the whole printed domain, `part` when it covers a part of it.
    """

    whole: Verdict
    part: Verdict

    def __new__(cls, name: str, part: Verdict, whole: Verdict | None = None) -> Self:
        """A member whose value is its name; `whole` is `part` unless given."""
        member = str.__new__(cls, name)
        member._value_ = name
        member.part, member.whole = part, part if whole is None else whole
        return member

    DERIVATION = "derivation", Verdict.CERTIFIED, Verdict.PROVED
    AGREEMENT = "agreement", Verdict.CERTIFIED
    CERTIFICATE = "certificate", Verdict.CERTIFIED
    COUNT = "count", Verdict.SUPPORTED
    GRID = "grid", Verdict.SUPPORTED
    REGIMES = "regimes", Verdict.SUPPORTED
    SEARCH = "search", Verdict.SUPPORTED
    SIMULATION = "simulation", Verdict.SUPPORTED
    STRUCTURE = "structure", Verdict.SUPPORTED
    REPRESENTATIONS = "representations", Verdict.UNDECIDED
    """A side is evaluated rightly: nothing is said of the claim."""


@dataclass(frozen=True)
class Evidence:
    """One check of one statement: its kind, outcome, what it covers and what it found.

    `whole` says that the check covers the whole printed domain; `counterexample` maps names to exact decimal
    or fraction text; `data` holds plain JSON values.
    """

    kind: EvidenceKind
    outcome: Outcome
    detail: str
    whole: bool = False
    counterexample: Mapping[str, str] | None = None
    data: Mapping[str, object] = field(default_factory=dict)
    seconds: float = 0.0

    @property
    def establishes(self) -> Verdict:
        """The verdict that this evidence alone gives a statement where it holds."""
        return self.kind.whole if self.whole else self.kind.part


def conclude(kind: str, evidence: Sequence[Evidence]) -> Verdict:
    """The verdict of a statement: any failure refutes; else the strongest that evidence which holds establishes."""
    if kind == "outside":
        return Verdict.OUTSIDE
    if any(e.outcome is Outcome.FAILS for e in evidence):
        return Verdict.REFUTED
    if kind == "definition":
        return Verdict.DEFINITION
    established = (e.establishes for e in evidence if e.outcome is Outcome.HOLDS)
    return max(established, key=_STRENGTH.__getitem__, default=Verdict.UNDECIDED)


def agrees(found: Verdict, recorded: Verdict) -> bool:
    """True when `found` is the recorded verdict or a weaker one of the same direction."""
    if found is recorded:
        return True
    return found in _STRENGTH and recorded in _STRENGTH and _STRENGTH[found] <= _STRENGTH[recorded]
