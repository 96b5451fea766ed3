"""Searches proofs of statements, and keeps the objects that the checker accepts."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rftheory import registry
from rftheory.evidence.theorems.asked import Goal, asked
from rftheory.evidence.theorems.store import Object, lines, stored, written
from rftheory.evidence.theorems.theorem import flaw
from rftheory.proof.checker import Refused, check
from rftheory.proof.objects import exported
from rftheory.proof.scripts import Script, automatic, scripts_of, shown
from rftheory.proof.tactics import Prover
from rftheory.proof.terms import ProofError
from rftheory.registry import loading
from rftheory.statements import Statement
from rftheory.verdict import Verdict


@dataclass(frozen=True)
class Attempt:
    """What became of one part of a claim: its object, or the reason why there is none."""

    id: str
    part: int
    object: Object | None
    reason: str
    kept: bool
    seconds: float


def attempts_of(statement: Statement, *, again: bool = False) -> Iterator[Attempt]:
    """An attempt for every part of a claim and of its correction's; an accepted object is kept unless `again`.

    Of a statement that is refuted as printed only the correction is tried.
    """
    if registry.recorded_verdict(statement.id) is not Verdict.REFUTED:
        yield from _attempts(statement, again)
    if statement.correction is not None:
        yield from _attempts(statement.correction, again)


def _attempts(statement: Statement, again: bool) -> Iterator[Attempt]:
    try:
        wanted = asked(statement)
    except ProofError as unsaid:
        yield Attempt(statement.id, 0, None, str(unsaid), False, 0.0)
        return
    known = stored(statement.id)
    scripts = _scripts(statement, len(wanted))
    for place, each in enumerate(wanted):
        started = time.perf_counter()
        if not again and place in known and flaw(known[place], each) is None:
            yield Attempt(statement.id, place, known[place], "", True, time.perf_counter() - started)
            continue
        found, reason = _searched(statement.id, each, scripts[place])
        yield Attempt(statement.id, place, found, reason, False, time.perf_counter() - started)


def _searched(identifier: str, wanted: Goal, script: Script) -> tuple[Object | None, str]:
    prover = Prover(wanted.context)
    try:
        found = exported(shown(script, prover, wanted.proposition), identifier)
        check(found)
    except (ProofError, Refused) as reason:
        return None, str(reason)
    return (found, "") if flaw(found, wanted) is None else (None, "the script proves something else")


def _scripts(statement: Statement, count: int) -> Sequence[Script]:
    """The scripts of a statement's parts; where it has none, the automatic search."""
    beside = getattr(loading.module(statement.paper), "PROOFS", {}) if registry.is_own(statement.id) else {}
    found = {**beside, **scripts_of(f"{loading.package(statement.paper)}._proofs")}
    own = found.get(statement.id, ())
    return [*own, *(automatic for _ in range(count - len(own)))]


def scripts_for(identifier: str, part: int) -> Script:
    """The script that proves a part of a statement's claim; the automatic search where it has none of its own."""
    return _scripts(registry.find(identifier).statement, part + 1)[part]


def kept(paper: str, attempts: Sequence[Attempt]) -> str:
    """The paper's file with what the attempts found; other statements keep their lines."""
    objects: dict[str, dict[int, Any]] = {name: dict(stored(name)) for name in lines(paper)}
    for attempt in (each for each in attempts if each.id.partition("/")[0] == paper):
        parts = objects.setdefault(attempt.id, {})
        parts.pop(attempt.part, None)
        if attempt.object is not None:
            parts[attempt.part] = attempt.object
    return written({name: parts for name, parts in objects.items() if parts})
