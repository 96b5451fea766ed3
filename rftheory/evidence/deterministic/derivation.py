"""Derivation: a proof carried by SymPy, step by step; a step that does not reduce to true fails the proof."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import sympy as sp

from rftheory.context import Context
from rftheory.statements import Check, Statement
from rftheory.verdict import Evidence, EvidenceKind, Outcome, Scope


class ProofGap(Exception):
    """A step of a derivation could not be carried."""


class ProofFailure(Exception):
    """A step of a derivation is false."""


@dataclass
class Proof:
    """A running proof: every step is checked when it is written down, cited theorems are named."""

    steps: list[str] = field(default_factory=list)

    def equal(self, left: sp.Expr, right: sp.Expr, because: str) -> None:
        """left = right identically, by simplification of the difference (or quotient) to 0 (or 1)."""
        if not _vanishes(left - right) and not _vanishes(left / right - 1):
            difference = sp.simplify(left - right)
            if difference.is_number and difference.is_nonzero:
                raise ProofFailure(f"{because}: the sides differ by {difference}")
            raise ProofGap(f"{because}: SymPy left {sp.sstr(difference)[:120]}")
        self.steps.append(f"{because}: {sp.sstr(left)} = {sp.sstr(right)}")

    def true(self, condition: object, because: str) -> None:
        """A condition that SymPy (with its assumptions) or exact arithmetic reduces to true."""
        decided = condition if isinstance(condition, bool) else sp.simplify(condition)
        if decided is False or decided == sp.false:
            raise ProofFailure(f"{because}: false")
        if decided is not True and decided != sp.true:
            raise ProofGap(f"{because}: undecided, left {sp.sstr(decided)[:120]}")
        self.steps.append(because)

    def positive(self, expression: sp.Expr, because: str) -> None:
        """expression > 0 by the assumptions of its symbols."""
        self._sign(expression, "is_positive", because, "> 0")

    def nonnegative(self, expression: sp.Expr, because: str) -> None:
        """expression >= 0 by the assumptions of its symbols."""
        self._sign(expression, "is_nonnegative", because, ">= 0")

    def _sign(self, expression: sp.Expr, test: str, because: str, relation: str) -> None:
        for form in (expression, sp.simplify(expression), sp.factor(expression), sp.expand(expression)):
            if getattr(form, test):
                self.steps.append(f"{because}: {sp.sstr(form)} {relation}")
                return
        raise ProofGap(f"{because}: SymPy cannot decide {sp.sstr(sp.simplify(expression))[:120]} {relation}")

    def cite(self, theorem: str) -> None:
        """A classical theorem used in the next step, named with its hypotheses checked in the text."""
        self.steps.append(f"by {theorem}")


def _vanishes(expression: sp.Expr) -> bool:
    for simplify in (
        sp.simplify,
        sp.gammasimp,
        lambda e: sp.simplify(sp.expand_func(e)),
        sp.expand,
        sp.combsimp,
    ):
        if simplify(expression) == 0:
            return True
    return False


@dataclass(frozen=True)
class Derivation(Check):
    """Checked steps towards the statement, on the `scope` of its printed domain that they cover.

    Success proves each listed step given the cited theorems; that the steps amount to the claim is read by people.
    `refutes` marks a derivation whose success shows that the printed statement is false; `example` is then the
    instance that its steps compute.
    """

    prove: Callable[[Proof], None]
    scope: Scope
    refutes: bool = False
    example: Mapping[str, str] | None = None

    kind = EvidenceKind.DERIVATION

    def run(self, statement: Statement, context: Context) -> Evidence:  # noqa: ARG002
        """Carry the proof."""
        proof = Proof()
        try:
            self.prove(proof)
        except ProofFailure as failure:
            outcome = Outcome.UNDECIDED if self.refutes else Outcome.FAILS
            return Evidence(self.kind, outcome, str(failure), data={"steps": proof.steps})
        except ProofGap as gap:
            return Evidence(self.kind, Outcome.UNDECIDED, str(gap), data={"steps": proof.steps})
        if not proof.steps:
            return Evidence(self.kind, Outcome.UNDECIDED, "the derivation has no step")
        outcome = Outcome.FAILS if self.refutes else Outcome.HOLDS
        verb = "refuted" if self.refutes else "derived"
        detail = f"{verb} in {len(proof.steps)} steps, covering {self.scope.words}"
        data = {"steps": proof.steps}
        return Evidence(self.kind, outcome, detail, self.example, data, self.scope)
