"""What was found: one record a check, and all of them together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from rftheory.verdict import Outcome

if TYPE_CHECKING:
    from rftheory.conformance.size.worst_error import WorstError

Conclusion = Literal["conforms", "fails", "undecided", "unknown"]
Question = Literal["estimate", "law", "harm"]
"""Does it estimate the kernel; is the law of its projections the declared one; is anything harmful."""
Settled = Literal["yes", "no", "not settled", "not asked"]
Mending = Callable[[tuple[str, ...]], bool]
"""Whether the check holds once these repairs are made, simulated on draws on which it fails without them."""
EXITS: dict[Conclusion, int] = {"conforms": 0, "fails": 1, "undecided": 3, "unknown": 3}
"""What the command exits with: 3 where nothing is refuted and not everything settled; 2 is wrong usage."""


@dataclass(frozen=True)
class Measurements:
    """What a diagnosis needs of a check beyond its effect; every room has records of its own."""


@dataclass(frozen=True)
class Finding:
    """One check: what it found, how large, of which kind of mistake it is the signature, what it would have seen.

    `effect` is in the units that `unit` says, `interval` holds the true one with probability 1 - alpha; `delta` is
    the true effect that would have been detected with probability 1 - beta. Checks to rounding have no rates.
    `area`, `measurements` and `mending` are for the diagnosis, which alone fills in `cause`, `candidates` (other
    causes that are not told apart from it) and `diagnosis`. `note` says why a failure does not count, where it does not.
    """

    check: str
    statement: str
    outcome: Outcome
    detail: str
    effect: float | None = None
    interval: tuple[float, float] | None = None
    unit: str = ""
    delta: float | None = None
    alpha: float | None = None
    beta: float | None = None
    draws: int = 0
    cause: str | None = None
    diagnosis: str | None = None
    area: str = ""
    measurements: Measurements | None = None
    candidates: tuple[str, ...] = ()
    note: str = ""
    mending: Mending | None = field(default=None, compare=False, repr=False)

    @property
    def fails(self) -> bool:
        """Whether what the check holds the code against is refuted."""
        return self.outcome is Outcome.FAILS

    @property
    def counts(self) -> bool:
        """Whether it is a failure of what was claimed, and matters to the declared use."""
        return self.fails and not self.note

    def mended(self, *repairs: str) -> bool:
        """Whether the check holds after these repairs; of a check that cannot be simulated nothing is known: no."""
        return self.mending is not None and self.mending(repairs)

    @property
    def vacuous(self) -> bool:
        """Whether nothing was looked at: such a check says why it had nothing to do, and is no evidence."""
        return self.outcome is Outcome.HOLDS and self.draws == 0 and self.delta is None


@dataclass(frozen=True)
class Answer:
    """One of the three questions and what was found: yes, no, or nothing that settles it, with one line why."""

    question: Question
    answer: Settled
    text: str


@dataclass(frozen=True)
class Report:
    """All findings on one client, and what they were made with; `source`: file and line of the code.

    sizes: how far estimates are off where users meet them, a norm each. identity: what undeclared code is that is
    none of the mechanisms known here; `unbiased` says whether estimates of it are those of the kernel.
    """

    client: str
    contract: str
    mechanism: str
    recognised: bool
    kernel: str
    d: int
    m: int
    dtype: str
    seeding: str
    draws: int
    seed: int
    profile: str
    alpha: float
    beta: float
    preflight: str
    findings: tuple[Finding, ...]
    source: tuple[str, int] | None = None
    sizes: tuple[WorstError, ...] = ()
    identity: str = ""
    unbiased: bool = True
    answers: tuple[Answer, ...] = ()

    def __repr__(self) -> str:
        held = sum(found.outcome is Outcome.HOLDS for found in self.findings)
        causes = f"{', '.join(self.causes)}; " if self.causes else ""
        said = f"{self.client} {self.conclusion} as {self.mechanism}, {self.kernel} kernel"
        return f"Report({said}: {causes}{held} of {len(self.findings)} checks hold)"

    @property
    def size(self) -> str:
        """How far estimates are off, in one line."""
        return "; ".join(size.text for size in self.sizes)

    @property
    def failures(self) -> tuple[Finding, ...]:
        """What failed and counts."""
        return tuple(f for f in self.findings if f.counts)

    @property
    def undecided(self) -> tuple[Finding, ...]:
        """What the draws do not settle, and is claimed."""
        return tuple(f for f in self.findings if f.outcome is Outcome.UNDECIDED and not f.note)

    @property
    def notes(self) -> tuple[Finding, ...]:
        """What departs from the theory without a claim that it violates, or without harm to the declared use."""
        return tuple(f for f in self.findings if f.note)

    @property
    def causes(self) -> tuple[str, ...]:
        """The names of the mistakes found, in the order of the checks, each once; also those not told apart."""
        names = (name for f in self.failures for name in (f.cause, *f.candidates))
        return tuple(dict.fromkeys(name for name in names if name is not None))

    @property
    def conclusion(self) -> Conclusion:
        """A failure that counts fails; what is undecided never passes; what is not known here passes where it is unbiased."""
        if self.failures:
            return "fails"
        if self.identity:
            return "conforms" if self.unbiased else "unknown"
        if not self.findings or self.undecided:
            return "undecided"
        return "conforms"

    @property
    def conforms(self) -> bool:
        """Whether nothing that counts fails, and nothing claimed is left open."""
        return self.conclusion == "conforms"

    @property
    def exit_code(self) -> int:
        """What the command exits with: 0 conforms, 1 fails, 3 undecided or none of the mechanisms known here."""
        return EXITS[self.conclusion]

    def finding(self, check: str) -> Finding:
        """The finding of one check; KeyError where it was not run."""
        for found in self.findings:
            if found.check == check:
                return found
        raise KeyError(check)
