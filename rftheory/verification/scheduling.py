"""The work of a run in pieces, on workers, in an order that leaves none of them waiting. It changes nothing that is found."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from rftheory import registry
from rftheory.collecting import rarely_collecting
from rftheory.context import Context
from rftheory.results import Result
from rftheory.statements import Statement
from rftheory.verdict import Conclusion, Evidence
from rftheory.verification.examining import ahead, checks, concluded, examine, gather

if TYPE_CHECKING:
    from rftheory.measured.engine.workers import Executor

SHARE_OF_A_TASK = 1 / 32
"""Of the announced seconds of a run: what takes more is drawn in chunks, not as one task."""
_SHORT = 5.0  # announced seconds below which a check is one task anyhow
_APART = 0.25  # and below which it is not worth one of its own
_AHEAD = 2  # tasks that workers have while the next draw in chunks is planned here

Announcement = tuple[tuple[float | None, ...], ...]
"""Of a statement and of its correction: the seconds that every check says it draws, None where it draws nothing."""


@dataclass(frozen=True)
class Portion:
    """Some checks of one statement, or of its correction (`version` 1), that are gathered at once."""

    id: str
    version: int
    checks: tuple[int, ...]
    seconds: float = 0.0


Gathered = dict[tuple[str, int, int], Evidence]
"""By id, version and number of the check."""


def scheduled(
    chosen: Sequence[Statement], context: Context, store: str | Path | None, pool: Executor
) -> Iterator[Result]:
    """Results in the order of the statements.

    What computes goes first, since nobody knows how long it takes, then what draws, the longest first: so the last
    tasks are short. What is announced to draw for more than 1/32 of the whole, and for seconds, is drawn in chunks on all
    workers, which do something else while it is planned here. What checks announce is tried on the workers too.
    """
    from rftheory.measured.engine.workers import at_once

    told = _announced(chosen, context, pool)
    computed, drawn = _parts(told)
    most = max(_SHORT, SHARE_OF_A_TASK * sum(part.seconds for part in drawn))
    large = [part for part in drawn if part.seconds > most]
    small = [part for part in drawn if part.seconds <= most]
    there = registry.travelling(_gather_there)

    def begun(parts: Sequence[Portion]) -> Iterator[tuple[Portion, list[Evidence]]]:
        return at_once(pool, there, parts, lambda part: (part, context, store))

    flying, found = [begun(computed)], Gathered()
    for part in large:
        flying.append(begun(small[:_AHEAD]))
        small = small[_AHEAD:]
        with opened(replace(context, executor=pool), store) as chunked:
            _add(found, part, _gathered(part, chunked))
    coming = chain(*flying, begun(small))
    for statement in chosen:
        wanted = [
            (statement.id, version, number)
            for version, each in enumerate(told[statement.id])
            for number in range(len(each))
        ]
        while not all(key in found for key in wanted):
            _add(found, *next(coming))
        yield _assembled(statement, told[statement.id], found)


def whole(chosen: Sequence[Statement], context: Context, executor: Executor) -> Iterator[Result]:
    """Results in the order of the statements, each examined by one worker."""
    from rftheory.measured.engine.workers import in_order

    there = registry.travelling(_examine_there)
    for statement, found in in_order(executor, there, chosen, lambda each: (each.id, context), len(chosen)):
        yield _with_statement(statement, found)


@contextmanager
def opened(context: Context, store: str | Path | None) -> Iterator[Context]:
    """The context with its checkpoint file, if there is one."""
    if store is None:
        yield context
        return
    from rftheory.measured.engine.about import of_a_run
    from rftheory.measured.engine.checkpoints import Store

    with Store(store, of_a_run(context)) as chunks:
        yield replace(context, store=chunks)


def _announced(chosen: Sequence[Statement], context: Context, pool: Executor) -> dict[str, Announcement]:
    """What the checks of every statement say that they draw, by id; it decides the order alone."""
    from rftheory.measured.engine.workers import in_order

    tried = registry.travelling(_announced_there)
    found = in_order(pool, tried, chosen, lambda each: (each.id, context), len(chosen))
    return {statement.id: told for statement, told in found}


def _parts(told: Mapping[str, Announcement]) -> tuple[list[Portion], list[Portion]]:
    """What computes, in order, with draws that are not worth a task; and every other draw, the longest first."""
    computed: list[Portion] = []
    drawn: list[Portion] = []
    for identifier, versions in told.items():
        for version, each in enumerate(versions):
            alone = {
                i: seconds for i, seconds in enumerate(each) if seconds is not None and seconds >= _APART
            }
            together = tuple(i for i in range(len(each)) if i not in alone)
            if together:
                computed.append(Portion(identifier, version, together))
            drawn.extend(Portion(identifier, version, (i,), seconds) for i, seconds in alone.items())
    return computed, sorted(drawn, key=lambda part: -part.seconds)


def _versions(statement: Statement) -> list[Statement]:
    """The statement, its correction, and what corrects that."""
    return [statement, *(_versions(statement.correction) if statement.correction is not None else [])]


def _announced_there(identifier: str, context: Context) -> Announcement:
    """Run in a worker: what one statement announces."""
    return tuple(
        tuple(
            sum(test.seconds for test in ahead(check, each, context)) if check.tests else None
            for check in checks(each, context)
        )
        for each in _versions(registry.statement(identifier))
    )


def _gather_there(part: Portion, context: Context, store: str | Path | None) -> list[Evidence]:
    """Run in a worker: look the statement up by its id and gather that part of its evidence."""
    with rarely_collecting() as settled, opened(replace(context, workers=1), store) as here:
        settled()
        return _gathered(part, here)


def _gathered(part: Portion, context: Context) -> list[Evidence]:
    statement = _versions(registry.statement(part.id))[part.version]
    every = checks(statement, context)
    return [gather(every[i], statement, context) for i in part.checks]


def _add(found: Gathered, part: Portion, evidence: Sequence[Evidence]) -> None:
    found.update(((part.id, part.version, i), each) for i, each in zip(part.checks, evidence, strict=True))


def _assembled(statement: Statement, told: Announcement, found: Gathered) -> Result:
    """The result of a statement from its evidence, which is not needed any more."""
    result: Result | None = None
    for version, each in reversed([*enumerate(_versions(statement))]):
        gathered = [found.pop((statement.id, version, i)) for i in range(len(told[version]))]
        seconds = sum(evidence.seconds for evidence in gathered) + (result.seconds if result else 0.0)
        result = concluded(each, gathered, result, seconds)
    assert result is not None
    return result


@dataclass(frozen=True)
class _Found:
    """A Result without its statements, which do not travel between processes."""

    conclusion: Conclusion
    evidence: tuple[Evidence, ...]
    correction: _Found | None
    seconds: float


def _examine_there(identifier: str, context: Context) -> _Found:
    """Run in a worker: look the statement up by its id and gather its evidence."""
    with rarely_collecting() as settled:
        settled()
        return _without_statement(examine(registry.statement(identifier), replace(context, workers=1)))


def _without_statement(result: Result) -> _Found:
    fixed = None if result.correction is None else _without_statement(result.correction)
    return _Found(result.conclusion, result.evidence, fixed, result.seconds)


def _with_statement(statement: Statement, found: _Found) -> Result:
    fixed = None
    if found.correction is not None and statement.correction is not None:
        fixed = _with_statement(statement.correction, found.correction)
    recorded = registry.recorded_conclusion(statement.id)
    return Result(statement, found.conclusion, recorded, found.evidence, fixed, found.seconds)
