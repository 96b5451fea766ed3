"""Conjunction: every part of a claim that balls can evaluate is checked; what is left over is named."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rftheory.claims import Equal, Order, conjuncts
from rftheory.context import Context
from rftheory.domain.narrowing import narrowed
from rftheory.evidence.comparison import written_alike
from rftheory.evidence.deterministic.restated import Restated
from rftheory.evidence.reduction import Reduced, reduced
from rftheory.statements import Check, Statement, claimed_sides
from rftheory.verdict import WHOLE, Evidence, EvidenceKind, Outcome, Scope, part

_OF = " of the claim"


@dataclass(frozen=True)
class Conjunction(Check):
    """The parts of the claim that evidence of the kind `by` speaks of: agreement of equalities, search of the rest.

    The first part that fails refutes. Success says of every such part what its own check says; with other parts left
    over, or over less than the printed domain, it covers a part of the claim, which its scope names.
    """

    by: EvidenceKind

    @property
    def kind(self) -> EvidenceKind:
        """That of the parts it checks."""
        return self.by

    def reads(self, statement: Statement) -> tuple[str, ...]:
        """The sides that the claim names."""
        return claimed_sides(statement)

    def run(self, statement: Statement, context: Context) -> Evidence:
        """Check one part after the other."""
        parts = [check for check in evaluable_parts(statement) if check.kind is self.by]
        found = [check.run(statement, context) for check in parts]
        for evidence in found:
            if evidence.outcome is Outcome.FAILS:
                return evidence
        assert statement.claim is not None
        total = sum(1 for _ in conjuncts(statement.claim, statement.domain))
        holds = bool(found) and all(evidence.outcome is Outcome.HOLDS for evidence in found)
        details = "; ".join(evidence.detail for evidence in found) or "no such part"
        outcome = Outcome.HOLDS if holds else Outcome.UNDECIDED
        data = {"parts": len(found), "of": total}
        return Evidence(self.kind, outcome, details, data=data, scope=_scope(parts, total))


def _scope(parts: Sequence[Restated], total: int) -> Scope | None:
    """How many parts of the claim are covered, and which of them over less than the domain; None for the whole."""
    narrow = [
        f"{check.words.removesuffix(_OF)} only for {check.scope.words}"
        for check in parts
        if check.scope is not None and not check.scope.whole
    ]
    if len(parts) == total and not narrow:
        return None
    covered = [f"{len(parts)} of the {total} parts{_OF}"] if total > 1 or not parts else []
    return part(", ".join((*covered, *narrow)))


def evaluable_parts(statement: Statement) -> Iterator[Restated]:
    """The parts of the claim that can be evaluated, each with the check that it calls for.

    An equality whose sides are one expression is left over: its evaluation says nothing. A part over less than the
    statement's domain says over what in its scope.
    """
    if statement.claim is None:
        return
    every = list(conjuncts(statement.claim, statement.domain))
    for place, each in enumerate(every, start=1):
        found = reduced(each, statement.sides)
        if found is None or _empty(found):
            continue
        if not (isinstance(found.claim, Order) and each.conditions):
            words = "the claim" if len(every) == 1 else f"part {place}{_OF}"
            less = narrowed(each.domain, statement.domain)
            scope = part(", ".join(less)) if less else WHOLE
            yield Restated(words, found.sides, found.domain, found.claim, scope=scope)


def _empty(found: Reduced) -> bool:
    """Whether it says of an expression that it equals itself."""
    return isinstance(found.claim, Equal) and written_alike(
        found.sides["lhs"].expression, found.sides["rhs"].expression
    )


def conjunctions(statement: Statement) -> Iterator[Conjunction]:
    """The checks of the evaluable parts of a claim, one for each kind of evidence, in the order of the parts."""
    yield from map(Conjunction, dict.fromkeys(check.kind for check in evaluable_parts(statement)))
