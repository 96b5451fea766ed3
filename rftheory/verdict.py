"""What was found: evidence, outcomes and the verdict they add up to. Runs no check itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum


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


@dataclass(frozen=True)
class Evidence:
    """One check of one statement: its kind, outcome, what it covers and what it found.

    `whole` says that the check covers the whole printed domain; `counterexample` maps names to exact decimal
    or fraction text; `data` holds plain JSON values.
    """

    kind: str
    outcome: Outcome
    detail: str
    whole: bool = False
    counterexample: Mapping[str, str] | None = None
    data: Mapping[str, object] = field(default_factory=dict)
    seconds: float = 0.0


def conclude(kind: str, evidence: Sequence[Evidence]) -> Verdict:
    """The verdict of a statement: any failure refutes; a proof of the whole domain outranks points and samples."""
    if kind == "outside":
        return Verdict.OUTSIDE
    if any(e.outcome is Outcome.FAILS for e in evidence):
        return Verdict.REFUTED
    if kind == "definition":
        return Verdict.DEFINITION
    holding = [e for e in evidence if e.outcome is Outcome.HOLDS and e.kind != "representations"]
    if any(e.kind == "derivation" and e.whole for e in holding):
        return Verdict.PROVED
    if any(e.kind in ("agreement", "certificate", "derivation") for e in holding):
        return Verdict.CERTIFIED
    return Verdict.SUPPORTED if holding else Verdict.UNDECIDED


def agrees(found: Verdict, recorded: Verdict) -> bool:
    """True when `found` is the recorded verdict or a weaker one of the same direction."""
    if found is recorded:
        return True
    return found in _STRENGTH and recorded in _STRENGTH and _STRENGTH[found] <= _STRENGTH[recorded]
