"""Restated: an entry's words as a claim about formulas that are none of its evaluable sides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from rftheory.claims import Claim, Equal, Order
from rftheory.context import Context
from rftheory.domain import Domain
from rftheory.evidence.deterministic.agreement import Agreement
from rftheory.evidence.deterministic.carrying import Carrying
from rftheory.evidence.deterministic.orders import OrderCheck
from rftheory.evidence.deterministic.search import Search
from rftheory.exact.formula import Formula
from rftheory.statements import Check, Statement
from rftheory.verdict import Evidence, Scope, part


@dataclass(frozen=True)
class Restated(Carrying):
    """`claim` about `sides` over `domain`, checked by the kind of evidence that such a claim calls for.

    `words` says in what sense the claim is what the entry says, and so names the part of it that is covered; `scope`
    is WHOLE where it is the entry's claim itself. `check` replaces the default (agreement, search or order check).
    """

    words: str
    sides: Mapping[str, Formula]
    domain: Domain
    claim: Claim
    check: Check | None = None
    scope: Scope | None = None

    @property
    def carried(self) -> Check:
        """The check given, or the one that such a claim calls for."""
        if self.check is not None:
            return self.check
        if isinstance(self.claim, Equal):
            return Agreement(self.claim.left, self.claim.right)
        return OrderCheck() if isinstance(self.claim, Order) else Search()

    def run(self, statement: Statement, context: Context) -> Evidence:
        """Run the check on the restated claim."""
        found = self.carried.run(self.stated(statement), context)
        scope = self.scope or part(self.words)
        return replace(found, detail=f"{self.words}: {found.detail}", scope=scope)

    def stated(self, statement: Statement) -> Statement:
        """The statement with the restated claim in place of its own."""
        return replace(
            statement, sides=self.sides, domain=self.domain, claim=self.claim, checks=(), companions={}
        )
