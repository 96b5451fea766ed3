"""Theorem: the checker accepts an exported proof whose conclusion and context are the statement's claim and domain."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rftheory.context import Context
from rftheory.evidence.theorems.store import lines
from rftheory.statements import Check, Statement
from rftheory.verdict import Evidence, EvidenceKind, Outcome, part

if TYPE_CHECKING:
    from rftheory.evidence.theorems.asked import Goal


@dataclass(frozen=True)
class ProofObject(Check):
    """Every part of the claim is the conclusion of a proof object that the independent checker accepts.

    Success says that the claim follows, over the whole printed domain, from the named facts by the rules of
    docs/proof.md. Parts without an object leave the others as a part of the claim. A refused object says nothing.
    """

    kind = EvidenceKind.THEOREM

    def run(self, statement: Statement, context: Context) -> Evidence:  # noqa: ARG002
        """Check every object that is kept for the statement."""
        from rftheory.evidence.theorems.asked import asked  # a page names this kind and runs nothing of it
        from rftheory.proof.checker import Refused, check
        from rftheory.proof.terms import ProofError

        try:
            wanted = asked(statement)
        except ProofError as reason:
            return Evidence(self.kind, Outcome.UNDECIDED, f"the claim cannot be said in proofs: {reason}")
        facts: dict[str, str] = {}
        steps, shown = 0, 0
        for place, text in lines(statement.paper).get(statement.id, {}).items():
            try:
                checked = check(text)
            except Refused as refusal:
                wrong: str | None = f"the checker refuses it: {refusal}"
            else:
                known = {"context": checked.context, "conclusion": checked.conclusion}
                wrong = flaw(known, wanted[place]) if place < len(wanted) else "the claim has no such part"
            if wrong is not None:
                return Evidence(self.kind, Outcome.UNDECIDED, f"the proof of part {place + 1}: {wrong}")
            facts |= checked.facts
            steps, shown = steps + checked.steps, shown + 1
        if not shown:
            return Evidence(self.kind, Outcome.UNDECIDED, "there is no proof")
        rest = f"resting on {', '.join(sorted(facts))}" if facts else "resting on no fact"
        detail = f"{steps} steps, accepted by the checker, {rest}"
        narrow = [
            f"part {p + 1} only for {', '.join(a.narrower)}" for p, a in enumerate(wanted) if a.narrower
        ]
        less = [f"{shown} of the {len(wanted)} parts of the claim"] if shown < len(wanted) else []
        scope = part(", ".join((*less, *narrow))) if less or narrow else None
        data = {"steps": steps, "facts": dict(sorted(facts.items()))}
        return Evidence(self.kind, Outcome.HOLDS, detail, data=data, scope=scope)


def flaw(found: Mapping[str, Any], wanted: Goal) -> str | None:
    """How an object's context or conclusion differs from what is asked for."""
    from rftheory.proof.terms import thawed

    context = {
        "variables": thawed(wanted.context.variables),
        "constraints": thawed(wanted.context.constraints),
    }
    if found["context"] != context:
        return "it is about another domain"
    if found["conclusion"] != thawed(wanted.proposition):
        return "it concludes something else"
    return None
