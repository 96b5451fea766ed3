"""What rests on what: the graph of `uses`, walked down to what is refuted or leads back to where it began."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rftheory import registry
from rftheory.errors import UnknownIdError
from rftheory.verdict import Verdict


def grounds(identifier: str) -> tuple[str, ...]:
    """The ids that a statement or a correction says it rests on; none for an id that nobody knows."""
    try:
        found = registry.owner(identifier)
    except UnknownIdError:
        return ()
    return tuple(found.uses.get(identifier, found.uses.get(found.id, ())))


def below(uses: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Every id that `uses` lead to, nearest first, each with the ids that it rests on."""
    found: dict[str, tuple[str, ...]] = {}
    waiting = list(uses)
    while waiting:
        identifier = waiting.pop(0)
        if identifier not in found:
            found[identifier] = grounds(identifier)
            waiting.extend(found[identifier])
    return found


def unsound(identifier: str, uses: Iterable[str]) -> str:
    """Why a statement that rests on `uses` rests on nothing: a refuted id among them, or itself; empty if it does not."""
    for name in below(uses):
        if name == identifier:
            return f"it rests on itself, through {' and '.join(_into(identifier, uses))}"
        if registry.recorded_verdict(name) is Verdict.REFUTED:
            return f"it rests on {name}, which is refuted as printed"
    return ""


def _into(identifier: str, uses: Iterable[str]) -> Iterator[str]:
    """Which of the ids that it uses lead back to it."""
    for name in uses:
        if name == identifier or identifier in below([name]):
            yield name
