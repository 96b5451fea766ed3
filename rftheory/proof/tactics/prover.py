"""A prover: steps, and a search for the signs that they need."""

from __future__ import annotations

from dataclasses import dataclass

from rftheory.proof.kernel import Theorem
from rftheory.proof.tactics import signs
from rftheory.proof.tactics.steps import Steps
from rftheory.proof.terms import Term


@dataclass
class Prover(Steps):
    """Shows comparisons by signs of terms."""

    def compare(self, proposition: Term) -> Theorem:
        """The comparison of two terms, by the sign of their difference."""
        return signs.compare(self, proposition)
