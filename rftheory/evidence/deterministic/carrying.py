"""Carrying: a check that runs another one, and is of its kind."""

from __future__ import annotations

from abc import abstractmethod

from rftheory.statements import Check, Randomness
from rftheory.verdict import EvidenceKind


class Carrying(Check):
    """A check that another one is run for: kind, draws, tests and cost are those of that one."""

    @property
    @abstractmethod
    def carried(self) -> Check:
        """The check it runs."""

    @property
    def kind(self) -> EvidenceKind:
        """That of the check it runs."""
        return self.carried.kind

    @property
    def random(self) -> Randomness:
        """That of the check it runs."""
        return self.carried.random

    @property
    def costly(self) -> bool:
        """That of the check it runs."""
        return self.carried.costly

    @property
    def tests(self) -> int:
        """That of the check it runs."""
        return self.carried.tests

    @property
    def rejects(self) -> bool:
        """That of the check it runs."""
        return self.carried.rejects
