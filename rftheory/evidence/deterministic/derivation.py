"""Derivation: a proof carried by SymPy, step by step; a step that does not reduce to true fails the proof."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from rftheory.context import Context
from rftheory.evidence.steps.exactness import ProofFailure, ProofGap
from rftheory.evidence.steps.proof import Proof
from rftheory.evidence.steps.relevance import says_nothing, shared_symbols
from rftheory.statements import Check, Statement
from rftheory.verdict import Evidence, EvidenceKind, Outcome, Scope, part


@dataclass(frozen=True)
class Derivation(Check):
    """Checked steps towards the statement, on the `scope` of its printed domain that they cover.

    Success proves each listed step given the cited theorems; that the steps amount to the claim is read by people.
    Where symbols assume more than the domain says and a step is not seen to hold without it, the scope is a part;
    `covered` says why it is the whole all the same. `refutes` marks a derivation whose success shows that the printed
    statement is false; `example` is then the instance that its steps compute.
    """

    prove: Callable[[Proof], None]
    scope: Scope
    refutes: bool = False
    example: Mapping[str, str] | None = None
    covered: str = ""

    kind = EvidenceKind.DERIVATION

    def run(self, statement: Statement, context: Context) -> Evidence:  # noqa: ARG002
        """Carry the proof."""
        proof = Proof(statement.domain)
        try:
            self.prove(proof)
        except (ProofFailure, ProofGap) as flaw:
            # a false step speaks against the derivation; of the statement it says nothing
            return Evidence(self.kind, Outcome.UNDECIDED, str(flaw), data=_data(proof))
        empty = says_nothing(proof, statement)
        if empty:
            return Evidence(self.kind, Outcome.UNDECIDED, empty, data=_data(proof))
        outcome = Outcome.FAILS if self.refutes else Outcome.HOLDS
        verb = "refuted" if self.refutes else "derived"
        scope = self._scope(proof)
        detail = f"{verb} in {len(proof.steps)} steps, covering {scope.words}"
        return Evidence(self.kind, outcome, detail, self.example, self._said(proof, statement), scope)

    def _scope(self, proof: Proof) -> Scope:
        """The scope as declared; a part where the steps assume more of a parameter than the domain says."""
        if self.refutes or self.covered or not self.scope.whole or not proof.assumed.found:
            return self.scope
        return part("; ".join(f"{name} {words}" for name, words in proof.assumed.found.items()))

    def _said(self, proof: Proof, statement: Statement) -> dict[str, object]:
        covered = {"covered": self.covered} if self.covered else {}
        return _data(proof) | {"shares": shared_symbols(proof, statement)} | covered


def _data(proof: Proof) -> dict[str, object]:
    """The steps, what they cite and assume, and how many sides were evaluated a second time."""
    return {
        "steps": proof.steps,
        "cited": proof.cited,
        "looks": dict(proof.looks),
        "assumes": proof.assumed.found,
    }
