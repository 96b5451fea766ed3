"""Mutants of steps: what a step of a derivation concludes, made wrong, must not pass the same check."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import sympy as sp

from rftheory.evidence.deterministic.derivation import Derivation
from rftheory.evidence.mutants.trial import Fate, Trial
from rftheory.evidence.steps.exactness import Exact, ProofFailure, ProofGap, Sides, entries, exact
from rftheory.evidence.steps.proof import Proof
from rftheory.evidence.steps.second_look import look_at_equality
from rftheory.statements import Statement

_LARGER = sp.Rational(101, 100)
Conclusion = tuple[str, bool]


@dataclass
class Trying(Proof):
    """A proof that tries, beside each step, what it would say of a wrong conclusion."""

    tried: list[Conclusion] = field(default_factory=list)

    def equal(self, left: Sides, right: Sides, because: str) -> None:
        """The step with its last entry on the right 1 % larger, or 1 (a matrix of ones) where it is 0.

        Balls that spare the right step and refuse the wrong one say enough; SymPy carries both where they do not.
        """
        one, other = entries(left, because)[-1], entries(right, because)[-1]
        wrong = _wrong(other)
        right_seen, wrong_seen = (look_at_equality(one, each, self._ground) for each in (other, wrong))
        if wrong_seen.against and right_seen.points and not right_seen.against:
            self.tried.append((because, True))
            return
        super().equal(left, right, because)
        self._try(because, lambda: self._entry(one, wrong, because))

    def positive(self, expression: Exact, because: str) -> None:
        """The step; then with the opposite sign."""
        super().positive(expression, because)
        self._opposite(expression, because)

    def nonnegative(self, expression: Exact, because: str) -> None:
        """The step; then less 1, where that is not the same again, with the opposite sign."""
        super().nonnegative(expression, because)
        value = exact(expression, because)
        self._try(because, lambda: self._signed(-value - 1, because, strict=False))

    def distinct(self, *step: object, **named: object) -> None:
        """Nothing of it is made wrong."""

    def limit(self, *step: object, **named: object) -> None:
        """Nothing of it is made wrong."""

    def _opposite(self, expression: Exact, because: str) -> None:
        value = exact(expression, because)
        self._try(because, lambda: self._signed(-value, because, strict=True))

    def _try(self, because: str, step: object) -> None:
        assert callable(step)
        kept = self.looks.copy()
        try:
            step()
        except (ProofFailure, ProofGap):
            self.tried.append((because, True))
        except TypeError:
            pass  # SymPy mixes no matrices with numbers: there is no such wrong step
        else:
            self.tried.append((because, False))
        self.looks = kept


def _wrong(value: sp.Expr) -> sp.Expr:
    if isinstance(value, sp.ZeroMatrix):
        return sp.OneMatrix(*value.shape)
    return value * _LARGER if value != 0 else sp.S.One


def step_trials(statement: Statement) -> Iterator[Trial]:
    """Every equality and sign of every derivation of a statement with a wrong conclusion."""
    for check in statement.checks:
        if isinstance(check, Derivation):
            proof = Trying(statement.domain)
            try:
                check.prove(proof)
            except (ProofFailure, ProofGap) as flaw:
                yield Trial(
                    f"{statement.id} (step)",
                    str(flaw)[:60],
                    "survived",
                    "the derivation itself fails",
                    "step",
                )
            for because, refused in proof.tried:
                outcome: Fate = "killed" if refused else "survived"
                by = "the step is refused" if refused else "the step passes"
                yield Trial(f"{statement.id} (step)", because[:60], outcome, by, "step")
