"""How a failure gets its cause: the name of its own signature, or the earlier mistake that explains it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from rftheory.conformance.findings import Finding, Measurements
from rftheory.conformance.own_causes import texts

M = TypeVar("M", bound=Measurements)
LEVER = 1e3
"""How many times its own effect a slight mistake may leave in another check."""


def measured(found: Finding, kind: type[M]) -> M:
    """What a check measured, which is of this kind."""
    seen = found.measurements
    assert isinstance(seen, kind)
    return seen


@dataclass(frozen=True)
class NamingRule:
    """How the failures of one check are named.

    own: the name of its own signature, or all that are not told apart. explained: whether an earlier mistake explains it (all do, none does, those
    named, or as told). settled: the last word on the name. explains: whether the name explains later failures,
    unless it is one of those `passing`. slight: the effect up to which it explains only failures of a like size. hint: what is added to the detail, of checks that hold too.
    """

    own: str | Callable[[Finding], str | tuple[str, ...]]
    explained: bool | tuple[str, ...] | Callable[[str, Finding], bool] = False
    settled: Callable[[str, Finding], str] | None = None
    explains: bool = True
    passing: tuple[str, ...] = ()
    slight: float = 0.0
    hint: Callable[[Finding, str | None], Finding] | None = None

    def names(self, found: Finding) -> tuple[str, ...]:
        """The names of its own signature, the likeliest first."""
        own = self.own if isinstance(self.own, str) else self.own(found)
        return (own,) if isinstance(own, str) else own

    def follows(self, found: Finding, known: str) -> bool:
        """Whether the mistake that is known explains the failure."""
        if isinstance(self.explained, tuple):
            return known in self.explained
        return self.explained if isinstance(self.explained, bool) else self.explained(known, found)

    def reached(self, found: Finding, most: float) -> bool:
        """Whether a slight mistake may explain it: where all mistakes do, up to an effect of `most`."""
        return self.explained is not True or (found.effect is not None and abs(found.effect) <= most)

    def causes(self, found: Finding, known: str | None) -> tuple[str, ...]:
        """The names of the failure."""
        names = (known,) if known is not None and self.follows(found, known) else self.names(found)
        return names if self.settled is None else (self.settled(names[0], found),)

    def lasting(self, cause: str) -> str | None:
        """What of a name explains later failures."""
        return cause if self.explains and cause not in self.passing else None

    def reach(self, found: Finding) -> float:
        """The effect up to which its name explains later failures."""
        effect = math.inf if found.effect is None else abs(found.effect)
        return LEVER * effect if effect <= self.slight else math.inf


def caused(found: Finding, cause: str, *others: str) -> Finding:
    """The failure with its cause, and the others that are not told apart from it."""
    return replace(found, cause=cause, candidates=others, diagnosis=texts()[cause])


def unnamed(found: Finding, why: str) -> Finding:
    """A departure that nothing was claimed of: a note, and no mistake that has a name."""
    return replace(found, cause=None, candidates=(), diagnosis=None, note=why)


def named(
    findings: Iterable[Finding], rules: Mapping[str, NamingRule], known: str | None
) -> tuple[tuple[Finding, ...], str | None]:
    """The findings with their causes, and the first mistake that explains later failures."""
    done = []
    slight: tuple[str, float] | None = None
    for found in findings:
        check = found.check.partition(":")[0]
        hint = rules[check].hint if check in rules else None
        shown = found if hint is None else hint(found, known)
        if found.fails:
            behind = (
                slight[0] if known is None and slight and rules[check].reached(found, slight[1]) else known
            )
            shown = caused(shown, *rules[check].causes(found, behind))
            lasting, reach = rules[check].lasting(shown.cause or ""), rules[check].reach(found)
            if lasting is not None and reach < math.inf:
                slight = slight or (lasting, reach)
            elif behind is known:
                known = known or lasting
        done.append(shown)
    return tuple(done), known
