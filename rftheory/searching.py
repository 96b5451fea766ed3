"""Searches one statement for a violation, here or on many workers, each of which takes its share of the points."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING

from rftheory import registry
from rftheory.claims import Below, Equal
from rftheory.context import Context, profile
from rftheory.errors import DomainError
from rftheory.evidence.deterministic.conjunction import evaluable_parts
from rftheory.evidence.deterministic.search import Search
from rftheory.evidence.reduction import by_sides
from rftheory.statements import Check, Statement
from rftheory.verdict import Evidence, EvidenceKind, Outcome, part
from rftheory.verification import whole_number

if TYPE_CHECKING:
    from rftheory.measured.engine.workers import Executor

SHARES = 4  # of the points, on an executor that does not say how many workers it has


def search(
    identifier: str, seconds: float = 20.0, *, workers: int = 1, executor: Executor | None = None
) -> Evidence:
    """Adversarial search for a violation of one statement over its printed domain, certified.

    `workers` > 1 shares the points out to processes (call it from an importable main guarded by __name__), an
    `executor`, any object with `submit` whose workers have rftheory, to its workers, `workers` of them (4 unless
    said); each has `seconds`. Of several violations the one with the earliest share is given. Raises DomainError for
    seconds that are no finite number > 0, UnknownIdError for an unknown id.
    """
    statement = registry.statement(identifier)
    if not 0 < seconds < float("inf"):
        raise DomainError("seconds", seconds, "a finite number > 0")
    shares = whole_number("workers", workers, 1)
    if executor is not None and shares == 1:
        shares = SHARES
    searches = _searches(statement)
    if not searches:
        detail = f"{statement.id} makes no pointwise claim that a search can break"
        return Evidence(EvidenceKind.SEARCH, Outcome.UNDECIDED, detail)
    jobs = [
        (statement.id, which, seconds / len(searches), (share, shares))
        for which in range(len(searches))
        for share in range(shares)
    ]
    found = _first_failure(_found(jobs, shares, executor))
    return found if isinstance(found, Evidence) else _together(found, len(searches))


def _searches(statement: Statement) -> Sequence[Check]:
    """What can be searched of the claim: the claim itself where it is one relation of sides, else its parts."""
    claim = statement.claim
    if isinstance(claim, (Equal, Below)) and by_sides(claim, statement.sides):
        return (Search(),)
    parts = (part for part in evaluable_parts(statement) if isinstance(part.claim, (Equal, Below)))
    return tuple(replace(part, check=Search()) for part in parts)


def _share(identifier: str, which: int, seconds: float, share: tuple[int, int]) -> Evidence:
    """Run in a worker: one share of the points of one search."""
    statement = registry.statement(identifier)
    context = Context(profile=profile("deep"), search_seconds=seconds, search_share=share)
    return _searches(statement)[which].run(statement, context)


def _found(
    jobs: Sequence[tuple[str, int, float, tuple[int, int]]], shares: int, executor: Executor | None
) -> Iterable[Evidence]:
    if executor is None and shares == 1:
        yield from (_share(*job) for job in jobs)
        return
    from rftheory.measured.engine.workers import Processes, in_order

    with ExitStack() as stack:
        if executor is None:
            executor = stack.enter_context(Processes(shares))
        for _, evidence in in_order(executor, registry.travelling(_share), jobs, lambda job: job, shares):
            yield evidence


def _first_failure(found: Iterable[Evidence]) -> Evidence | list[Evidence]:
    """The first violation, after which nothing is searched any more; without one all that was found."""
    gathered: list[Evidence] = []
    for evidence in found:
        if evidence.outcome is Outcome.FAILS:
            return evidence
        gathered.append(evidence)
    return gathered


def _together(found: Sequence[Evidence], parts: int) -> Evidence:
    """What searches without a violation found, as one: points add up, and where none was tried nothing is decided."""
    if len(found) == 1:
        return found[0]
    counts = {name: sum(_count(each, name) for each in found) for name in ("tried", "undecided")}
    of = f"{parts} parts of the claim searched; " if parts > 1 else ""
    return replace(
        found[0],
        outcome=Outcome.HOLDS if counts["tried"] else Outcome.UNDECIDED,
        detail=f"{of}no violation at {counts['tried']} certified points over the printed domain, "
        f"{counts['undecided']} undecided",
        data=counts,
        scope=part("the parts of the claim that are searched") if parts > 1 else found[0].scope,
    )


def _count(evidence: Evidence, name: str) -> int:
    found = evidence.data[name]
    assert isinstance(found, int)
    return found
