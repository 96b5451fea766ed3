"""In part: evidence for a part of what a statement claims, whatever its kind."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rftheory.context import Context
from rftheory.statements import Check, Randomness, Statement
from rftheory.verdict import Evidence, EvidenceKind, part


@dataclass(frozen=True)
class InPart(Check):
    """`check`, which speaks of the part of the claim that `words` name.

    Success says what that check says, of this part; so does a failure.
    """

    words: str
    check: Check

    @property
    def kind(self) -> EvidenceKind:
        """That of the check it runs."""
        return self.check.kind

    @property
    def random(self) -> Randomness:
        """That of the check it runs."""
        return self.check.random

    @property
    def costly(self) -> bool:
        """That of the check it runs."""
        return self.check.costly

    @property
    def tests(self) -> int:
        """That of the check it runs."""
        return self.check.tests

    @property
    def rejects(self) -> bool:
        """That of the check it runs."""
        return self.check.rejects

    def reads(self, statement: Statement) -> tuple[str, ...]:
        """What the check it runs reads."""
        return self.check.reads(statement)

    def run(self, statement: Statement, context: Context) -> Evidence:
        """Run the check and name the part."""
        return replace(self.check.run(statement, context), scope=part(self.words))
