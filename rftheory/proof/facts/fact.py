"""What a fact is."""

from __future__ import annotations

from dataclasses import dataclass

from rftheory.proof.terms import Term


@dataclass(frozen=True)
class Fact:
    """A theorem of a textbook: for all values of the variables of which `needs` hold, `claim` holds.

    `reference` is precise to the number. A test tries to falsify every fact at random exact points.
    """

    name: str
    reference: str
    variables: tuple[tuple[str, str], ...]
    claim: Term
    needs: tuple[Term, ...] = ()
