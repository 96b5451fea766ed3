"""What a check of a mechanism is: a name, the subjects it applies to, and a pure function from draws and claims."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from rftheory.battery.concentration import Deviation


class Examined(Protocol):
    """A mechanism under examination, with what its claim declares as tags."""

    @property
    def tags(self) -> frozenset[str]:
        """What selects its checks."""


S = TypeVar("S", bound=Examined)


@dataclass(frozen=True)
class StructureCheck(Generic[S]):
    """One check of subjects of one kind that have all the tags it `needs` (separated by spaces).

    `measure` gives deviations from what is claimed, or says in words why nothing is known to compare with.
    Where a `decisive` check fails, no other one means anything.
    """

    name: str
    subject: type[S]
    measure: Callable[[S], Iterable[Deviation] | str]
    needs: str = ""
    decisive: bool = False

    def applies(self, subject: Examined) -> bool:
        """Whether the check is about subjects like this one."""
        return isinstance(subject, self.subject) and subject.tags.issuperset(self.needs.split())


def chosen(conditions: dict[str, bool]) -> frozenset[str]:
    """The tags whose condition holds."""
    return frozenset(tag for tag, holds in conditions.items() if holds)
