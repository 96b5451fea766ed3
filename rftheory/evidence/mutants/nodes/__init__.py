"""Moments in claims from their own nodes: an experiment with nets in place of draws, for mutants alone.

The terms of a claim are evaluated by definition: rows and variables by their laws, estimates by the shelf. It gives no
evidence for a statement: it tells a wrong claim from the right one, and only where it finds the right one right.
"""

from __future__ import annotations

from collections.abc import Mapping

import sympy as sp

from rftheory.claims import Claim, Conjunct, Exists, Law, RandomNode, TailBound
from rftheory.evidence.mutants.nodes.existence import existence_told_apart
from rftheory.evidence.mutants.nodes.experiment import READINGS as READINGS
from rftheory.evidence.mutants.nodes.experiment import MomentTrial, Status, Told
from rftheory.evidence.mutants.nodes.experiment import Reading as Reading
from rftheory.evidence.mutants.nodes.experiment import Sides as Sides

MOMENTS: Mapping[Status, str] = {
    "killed": "moments by definition (nets)",
    "still true": "it holds at every point by moments evaluated from their definition",
}
"""What is said of a fate."""


def has_moments(claim: Claim) -> bool:
    """Whether the claim is about random quantities."""
    return isinstance(claim, (Law, TailBound, Exists)) or any(
        isinstance(term, sp.Basic) and term.has(RandomNode) for term in claim.terms
    )


class MomentTrials:
    """The experiments of one statement: what does not depend on the mutant is evaluated once."""

    def __init__(self, sides: Sides) -> None:
        self._sides = sides
        self._known: dict[int, tuple[Claim, MomentTrial]] = {}

    def told_apart(self, own: Conjunct, wrong: Conjunct, changed: Sides | None = None) -> Told:
        """What becomes of a wrong part of a claim beside the right one, at the same points and nets.

        Read as the first of softmax or Gaussian kernel, z = x + y or x - y, by which the right claim is consistent at
        every place. `killed`: there the wrong claim fails beyond every error; `still true`: a strict inequality holds
        beyond every error at every place; `survived`: neither; `unread`: no reading has a value and is consistent.
        """
        if isinstance(own.claim, Exists):
            return existence_told_apart(own, wrong, self._sides)
        if id(own.claim) not in self._known:
            self._known[id(own.claim)] = own.claim, MomentTrial(own, self._sides)
        return self._known[id(own.claim)][1].told(wrong.claim, changed)
