"""In part: evidence for a part of what a statement claims, whatever its kind."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rftheory.context import Context
from rftheory.evidence.deterministic.carrying import Carrying
from rftheory.statements import Check, Statement
from rftheory.verdict import Evidence, part


@dataclass(frozen=True)
class InPart(Carrying):
    """`check`, which speaks of the part of the claim that `words` name.

    Success says what that check says, of this part; so does a failure.
    """

    words: str
    check: Check

    @property
    def carried(self) -> Check:
        """The check whose part is named."""
        return self.check

    def reads(self, statement: Statement) -> tuple[str, ...]:
        """What the check it runs reads."""
        return self.check.reads(statement)

    def run(self, statement: Statement, context: Context) -> Evidence:
        """Run the check and name the part."""
        return replace(self.check.run(statement, context), scope=part(self.words))
