"""What was found: outcomes, kinds of evidence, and the verdict they add up to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Literal

from rftheory.compatibility import StrEnum

if TYPE_CHECKING:
    from typing import Self

from rftheory.errors import InputError


class Outcome(Enum):
    """The three answers a check can give; there is no default and no truth value."""

    HOLDS = "holds"
    FAILS = "fails"
    UNDECIDED = "undecided"

    def __bool__(self) -> bool:
        raise TypeError("an outcome has three values; compare it explicitly")


class Verdict(Enum):
    """How far a statement is established, strongest first; `definition` and `outside` are not checkable.

    `proved`: a theorem of the kernel, its object accepted by the checker. `certified`: enclosures in balls, at every
    point counted. `derived`: every step of a derivation is checked; that they amount to the claim is read by people.
    """

    PROVED = "proved"
    CERTIFIED = "certified"
    DERIVED = "derived"
    SUPPORTED = "supported"
    UNDECIDED = "undecided"
    REFUTED = "refuted"
    NOT_REPRODUCED = "not reproduced"
    DEFINITION = "definition"
    OUTSIDE = "outside"

    def __bool__(self) -> bool:
        raise TypeError("a verdict has many values; compare it explicitly")


_STRENGTH = {
    Verdict.PROVED: 4,
    Verdict.CERTIFIED: 3,
    Verdict.DERIVED: 2,
    Verdict.SUPPORTED: 1,
    Verdict.UNDECIDED: 0,
}
_AT_MOST_IN_PART = Verdict.CERTIFIED
_AT_MOST_IN_PROSE = Verdict.DERIVED


@dataclass(frozen=True)
class Scope:
    """What a check covers of the printed domain: the whole of it, or the part that `words` name."""

    words: str
    whole: bool


WHOLE = Scope("the whole printed domain", True)


def part(words: str) -> Scope:
    """A named part of the printed domain."""
    if not words.strip():
        raise InputError("a part of a domain needs words that name it")
    return Scope(words, False)


def whole(words: str) -> Scope:
    """The whole printed domain, in words that say more than that."""
    return Scope(words, True)


class EvidenceKind(StrEnum):
    """A kind of evidence by its name in reports, with the verdict that it establishes where it holds."""

    establishes: Verdict

    def __new__(cls, name: str, establishes: Verdict) -> Self:
        """A member whose value is its name."""
        member = str.__new__(cls, name)
        member._value_ = name
        member.establishes = establishes
        return member

    THEOREM = "theorem", Verdict.PROVED
    AGREEMENT = "agreement", Verdict.CERTIFIED
    CERTIFICATE = "certificate", Verdict.CERTIFIED
    DERIVATION = "derivation", Verdict.DERIVED
    COUNT = "count", Verdict.SUPPORTED
    GRID = "grid", Verdict.SUPPORTED
    MOMENTS = "moments", Verdict.SUPPORTED
    REGIMES = "regimes", Verdict.SUPPORTED
    SEARCH = "search", Verdict.SUPPORTED
    SIMULATION = "simulation", Verdict.SUPPORTED
    STRUCTURE = "structure", Verdict.SUPPORTED
    REPRESENTATIONS = "representations", Verdict.UNDECIDED
    """A side is evaluated rightly: nothing is said of the claim."""


@dataclass(frozen=True)
class Evidence:
    """One check of one statement: its kind, outcome, what it covers and what it found.

    `scope` names the part of the printed domain that the check speaks of; None for one whose points come from all of
    it. `counterexample` maps names to exact decimal or fraction text; `data` holds plain JSON values.
    """

    kind: EvidenceKind
    outcome: Outcome
    detail: str
    counterexample: Mapping[str, str] | None = None
    data: Mapping[str, object] = field(default_factory=dict)
    scope: Scope | None = None
    seconds: float = 0.0

    def __repr__(self) -> str:
        said = self.detail if len(self.detail) <= 60 else f"{self.detail[:59]}…"
        return f"Evidence({self.kind.value} {self.outcome.value}: {said})"

    @property
    def in_part(self) -> bool:
        """Whether it speaks of a part of the printed domain only."""
        return self.scope is not None and not self.scope.whole


@dataclass(frozen=True)
class Established:
    """A verdict, and whether it holds for a part of the printed domain only."""

    verdict: Verdict
    in_part: bool = False

    @property
    def rank(self) -> float:
        """Strongest highest; a part counts for less than the whole of anything from `derived` on."""
        strength = float(_STRENGTH.get(self.verdict, 0))
        return 1 + strength / 5 if self.in_part and strength > 1 else strength

    def __str__(self) -> str:
        return f"{self.verdict.value}, in part" if self.in_part else self.verdict.value

    @classmethod
    def parse(cls, text: str) -> Self:
        """The reading of `str(established)`."""
        word, _, rest = text.partition(", in part")
        if rest:
            raise InputError(f"unknown verdict {text!r}")
        return cls(Verdict(word), word != text)


@dataclass(frozen=True)
class Conclusion:
    """What a statement's evidence adds up to: the strongest that is established, and what else holds beside it."""

    first: Established
    beside: tuple[Established, ...] = ()

    def __repr__(self) -> str:
        return f"Conclusion({self})"

    def _repr_html_(self) -> str:
        """For notebooks: the word in bold, what holds beside it after it."""
        rest = "".join(f", {entry}" for entry in self.beside)
        return f"<b>{self.first}</b>{rest}"

    @property
    def verdict(self) -> Verdict:
        """The word alone."""
        return self.first.verdict

    @property
    def in_part(self) -> bool:
        """Whether the word holds for a part of the printed domain only."""
        return self.first.in_part

    def __str__(self) -> str:
        every = (self.first, *self.beside)
        return ("; " if any(entry.in_part for entry in every) else ", ").join(map(str, every))

    @classmethod
    def parse(cls, text: str) -> Self:
        """The reading of `str(conclusion)`."""
        first, *beside = map(Established.parse, text.split("; " if ", in part" in text else ", "))
        return cls(first, tuple(beside))


ClaimForm = Literal["formal", "prose", "none"]
_SAMPLED = (EvidenceKind.SIMULATION, EvidenceKind.REGIMES)


def conclude(
    kind: str, evidence: Sequence[Evidence], claim: ClaimForm = "formal", *, experiment: bool = False
) -> Conclusion:
    """The verdict of a statement: any failure refutes; else the strongest that evidence which holds establishes.

    An `experiment` that fails in samples alone is not reproduced: draws of ours do not refute draws of theirs. A part
    of the domain gives at most `certified, in part`; a claim in prose at most `derived`, and only by a
    derivation; no claim at all nothing. What else is established, of the kinds certified and derived, stands beside.
    """
    if kind == "outside":
        return Conclusion(Established(Verdict.OUTSIDE))
    failed = [e for e in evidence if e.outcome is Outcome.FAILS]
    if failed:
        sampled = experiment and all(e.kind in _SAMPLED for e in failed)
        return Conclusion(Established(Verdict.NOT_REPRODUCED if sampled else Verdict.REFUTED))
    if kind == "definition":
        return Conclusion(Established(Verdict.DEFINITION))
    held = dict.fromkeys(_established(e, claim) for e in evidence if e.outcome is Outcome.HOLDS)
    # the whole before a part of the same rank: of a set the order would be another one in each process
    ranked = sorted(held, key=lambda entry: (-entry.rank, entry.in_part)) or [Established(Verdict.UNDECIDED)]
    beside: list[Established] = []
    for entry in ranked[1:]:
        known = {other.verdict for other in (ranked[0], *beside)}
        if _STRENGTH[entry.verdict] >= _STRENGTH[Verdict.DERIVED] and entry.verdict not in known:
            beside.append(entry)
    return Conclusion(ranked[0], tuple(beside))


def _established(evidence: Evidence, claim: ClaimForm) -> Established:
    """What one piece of evidence that holds gives: never more than its scope and the form of the claim allow."""
    verdict = Verdict.UNDECIDED if claim == "none" else evidence.kind.establishes
    if evidence.in_part and _STRENGTH[verdict] > _STRENGTH[_AT_MOST_IN_PART]:
        verdict = _AT_MOST_IN_PART
    if claim == "prose" and _STRENGTH[verdict] > _STRENGTH[_AT_MOST_IN_PROSE]:
        verdict = Verdict.SUPPORTED
    return Established(verdict, evidence.in_part and verdict is not Verdict.UNDECIDED)


def agrees(found: Established | Verdict, recorded: Established | Verdict) -> bool:
    """True when `found` is the recorded verdict or a weaker one of the same direction."""
    one, other = (e if isinstance(e, Established) else Established(e) for e in (found, recorded))
    if one == other:
        return True
    ordered = one.verdict in _STRENGTH and other.verdict in _STRENGTH
    return ordered and one.rank <= other.rank
