"""Proof scripts: how a theorem is searched where no search finds it alone; registered by the ids of statements."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rftheory.proof.kernel import Theorem
from rftheory.proof.tactics import Prover, means
from rftheory.proof.terms import Term

Script = Callable[[Prover, Term], Theorem]
Scripts = Mapping[str, tuple[Script, ...]]
"""By the id of a statement: a script for each part of its claim, in order."""


def automatic(prover: Prover, goal: Term) -> Theorem:
    """By closed forms of the moments, by normal forms, or by a search for a sign."""
    return means.show(prover, goal)
