"""What was found: one record a check, and all of them together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rftheory.verdict import Outcome

Conclusion = Literal["conforms", "fails", "undecided"]


@dataclass(frozen=True)
class Measurements:
    """What a diagnosis needs of a check beyond its effect; every room has records of its own."""


@dataclass(frozen=True)
class Finding:
    """One check: what it found, how large, of which kind of mistake it is the signature, what it would have seen.

    `effect` is in the units that `unit` says, `interval` holds the true one with probability 1 - alpha; `delta` is
    the true effect that would have been detected with probability 1 - beta. Checks to rounding have no rates.
    `area` and `measurements` are for the diagnosis, which alone fills in `cause` and `diagnosis`.
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

    @property
    def fails(self) -> bool:
        """Whether the claim is refuted."""
        return self.outcome is Outcome.FAILS

    @property
    def vacuous(self) -> bool:
        """Whether nothing was looked at: such a check says why it had nothing to do, and is no evidence."""
        return self.outcome is Outcome.HOLDS and self.draws == 0 and self.delta is None


@dataclass(frozen=True)
class Report:
    """All findings on one client, and what they were made with."""

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

    @property
    def failures(self) -> tuple[Finding, ...]:
        """What failed."""
        return tuple(f for f in self.findings if f.outcome is Outcome.FAILS)

    @property
    def causes(self) -> tuple[str, ...]:
        """The names of the mistakes found, in the order of the checks, each once."""
        return tuple(dict.fromkeys(f.cause for f in self.failures if f.cause is not None))

    @property
    def conclusion(self) -> Conclusion:
        """A failed check fails; an undecided one never passes."""
        if self.failures:
            return "fails"
        if any(f.outcome is Outcome.UNDECIDED for f in self.findings) or not self.findings:
            return "undecided"
        return "conforms"

    @property
    def conforms(self) -> bool:
        """Whether every check holds."""
        return self.conclusion == "conforms"

    def finding(self, check: str) -> Finding:
        """The finding of one check; KeyError where it was not run."""
        for found in self.findings:
            if found.check == check:
                return found
        raise KeyError(check)
