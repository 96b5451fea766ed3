"""How a failure gets its cause: the name of its own signature, or the earlier mistake that explains it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from rftheory.conformance.causes import CAUSES
from rftheory.conformance.findings import Finding

Naming = Callable[[Finding, str | None], str]
"""(the failure, the first mistake that is known before it) -> the name of the cause."""


def _any(cause: str) -> bool:
    return True


def none(cause: str) -> bool:
    """No cause of this check explains later failures."""
    return False


@dataclass(frozen=True)
class Rule:
    """How one check's failures are named, and which of these names explain later failures."""

    name: Naming
    explains: Callable[[str], bool] = _any


def plain(cause: str) -> Naming:
    """Always this cause."""
    return lambda found, known: cause


def inherited(own: Naming) -> Naming:
    """What is known already explains the failure."""
    return lambda found, known: known or own(found, known)


def named(
    findings: Iterable[Finding], rules: Mapping[str, Rule], known: str | None
) -> tuple[tuple[Finding, ...], str | None]:
    """The findings with their causes, and the first mistake that explains later failures."""
    done = []
    for found in findings:
        if found.fails:
            rule = rules[found.check.partition(":")[0]]
            cause = rule.name(found, known)
            found = caused(found, cause)
            known = known or (cause if rule.explains(cause) else None)
        done.append(found)
    return tuple(done), known


def caused(found: Finding, cause: str) -> Finding:
    """The finding with the cause and its line."""
    return replace(found, cause=cause, diagnosis=CAUSES[cause])
