"""What a check is: a name, the subjects it applies to, the statements it stands on, and a pure function to a finding."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, Protocol, TypeVar

from rftheory.conformance.findings import Finding


class Tagged(Protocol):
    """What checks look at: immutable, with tags that say what it is."""

    @property
    def tags(self) -> frozenset[str]:
        """What selects its checks."""


S = TypeVar("S", bound=Tagged)
CATALOGUE: tuple[str, ...] = ()
"""In place of statements: what the catalogue of moments says that the mechanism stands on."""


@dataclass(frozen=True)
class ClientCheck(Generic[S]):
    """One check of subjects of one kind that have all the tags it `needs`; None where there is nothing to say."""

    name: str
    area: str
    subject: type[S]
    references: tuple[str, ...]
    measure: Callable[[S], Finding | None]
    needs: frozenset[str] = frozenset()

    def applies(self, subject: object) -> bool:
        """Whether the check is about subjects like this one."""
        return isinstance(subject, self.subject) and self.needs <= subject.tags

    def finding(self, subject: S) -> Finding | None:
        """What it finds, marked as of its area."""
        found = self.measure(subject)
        return None if found is None else replace(found, area=self.area)


def checked(subjects: Iterable[Tagged], checks: Sequence[ClientCheck[Any]]) -> tuple[Finding, ...]:
    """What the checks that apply find, subject by subject, in the order of the list."""
    made = (check.finding(subject) for subject in subjects for check in checks if check.applies(subject))
    return tuple(found for found in made if found is not None)
