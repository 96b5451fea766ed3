"""The tasks of a run on workers: counted, their order, and that neither changes what is found."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, replace
from typing import Any

import pytest

from rftheory import registry
from rftheory.context import Context, profile
from rftheory.evidence.statistical import error_order
from rftheory.evidence.statistical.error_order import ErrorOrder
from rftheory.evidence.statistical.test_design import Announced
from rftheory.measured.engine.workers import at_once
from rftheory.results import Result
from rftheory.statements import Check, Randomness, Statement
from rftheory.verdict import Evidence, EvidenceKind, Outcome
from rftheory.verification import examine, planned, scheduling
from rftheory.verification.scheduling import Portion, scheduled

IDS = ("orf/sec1/map", "orf/sec1/cost", "simrf/seca.8/continuation")
CORRECTED = IDS[2]


class Here:
    """An executor that runs what it gets at once, and keeps a list of it."""

    def __init__(self) -> None:
        self.asked: list[tuple[Any, ...]] = []

    @property
    def tasks(self) -> list[tuple[Any, ...]]:
        """What is gathered, by id, version and numbers of checks, without the trials of their pace."""
        parts = [
            argument for arguments in self.asked for argument in arguments if isinstance(argument, Portion)
        ]
        return [(part.id, part.version, part.checks) for part in parts]

    def submit(self, function: Callable[..., Any], /, *arguments: Any) -> Future[Any]:
        """Run it."""
        self.asked.append(arguments)
        found: Future[Any] = Future()
        found.set_result(function(*arguments))
        return found


@dataclass(frozen=True)
class Drawing(Check):
    """A check that says how long it draws, and where it ran; without seconds it draws nothing."""

    name: str
    announces: float | None

    @property
    def kind(self) -> EvidenceKind:
        """A simulation."""
        return EvidenceKind.SIMULATION

    @property
    def random(self) -> Randomness:
        """Samples where it draws."""
        return "" if self.announces is None else "samples"

    @property
    def tests(self) -> int:
        """One where it draws."""
        return int(self.announces is not None)

    def run(self, statement: Statement, context: Context) -> Evidence:
        """Holds."""
        if context.ahead is not None:
            assert self.announces is not None
            context.ahead(Announced(statement.id, "", "", 1, "", 0.1, 0.1, self.announces))
        where = "in one task" if context.executor is None else "in chunks"
        return Evidence(self.kind, Outcome.HOLDS, f"{self.name} {where}")


@pytest.fixture
def declared(monkeypatch: pytest.MonkeyPatch) -> Callable[[dict[str, list[float | None]]], None]:
    """Checks with these seconds, by id of a statement or of a correction, in place of what statements declare."""

    def say(seconds: dict[str, list[float | None]]) -> None:
        def of(statement: Statement, _: Context) -> tuple[Check, ...]:
            return tuple(Drawing(f"{statement.id} {i}", s) for i, s in enumerate(seconds[statement.id]))

        monkeypatch.setattr(scheduling, "checks", of)

    return say


def test_what_computes_goes_first_then_the_longest_draw_and_results_keep_their_order(
    declared: Callable[[dict[str, list[float | None]]], None],
) -> None:
    chosen = registry.statements(IDS)
    one, two, three = (each.id for each in chosen)
    assert chosen[2].correction is not None
    fixed = chosen[2].correction.id
    declared({one: [1.0, None], two: [0.01, 3.0], three: [None, None], fixed: [2.0, None]})
    pool = Here()
    results = list(scheduled(chosen, Context(), None, pool))
    assert [result.statement.id for result in results] == [one, two, three]
    assert pool.tasks == [
        (one, 0, (1,)), (two, 0, (0,)), (three, 0, (0, 1)), (three, 1, (1,)),
        (two, 0, (1,)), (three, 1, (0,)), (one, 0, (0,)),
    ]  # fmt: skip
    for result in (*results, results[2].correction):
        assert result is not None
        said = [evidence.detail for evidence in result.evidence]
        assert said == [f"{result.statement.id} {i} in one task" for i in range(len(said))]
        assert len(said) == 2


def test_what_takes_too_large_a_share_is_drawn_in_chunks_and_planned_while_workers_work(
    declared: Callable[[dict[str, list[float | None]]], None],
) -> None:
    chosen = registry.statements(IDS[:2])
    one, two = (each.id for each in chosen)
    declared({one: [1.0, None, 2.0, 3.0], two: [1000.0]})
    pool = Here()
    results = list(scheduled(chosen, Context(), None, pool))
    assert pool.tasks == [(one, 0, (1,)), (one, 0, (3,)), (one, 0, (2,)), (one, 0, (0,))]
    assert [evidence.detail for evidence in results[1].evidence] == [f"{two} 0 in chunks"]


def test_pieces_come_to_the_results_of_whole_statements() -> None:
    chosen = registry.statements((*IDS, "simrf/fig4", "simrf/sec3.2/marginal"))
    context = planned(selection=("simrf",))
    pieces = list(scheduled(chosen, context, None, Here()))
    for found, expected in zip(pieces, (examine(each, context) for each in chosen), strict=True):
        assert timeless(found) == timeless(expected)
    assert pieces[[each.id for each in chosen].index(CORRECTED)].correction is not None


def timeless(result: Result | None) -> object:
    """All of a result but its seconds."""
    if result is None:
        return None
    evidence = [replace(each, seconds=0.0) for each in result.evidence]
    return result.statement.id, result.conclusion, result.recorded, evidence, timeless(result.correction)


def test_jobs_at_once_are_submitted_before_a_result_is_asked_for() -> None:
    pool = Here()
    found = at_once(pool, abs, [-1, -2, -3], lambda job: (job,))
    assert pool.asked == [(-1,), (-2,), (-3,)]
    assert list(found) == [(-1, 1), (-2, 2), (-3, 3)]


def test_an_order_of_errors_is_drawn_in_tasks_that_change_nothing() -> None:
    check = ErrorOrder(("orthogonal", "positive"), ("iid", "positive"), (4, 8), 12, dimension=4)
    statement = registry.statement(IDS[0])
    context = Context(profile=profile("full"))
    pool = Here()
    alone = check.run(statement, context)
    shared = check.run(statement, replace(context, executor=pool))
    draws = alone.data["draws"]
    assert isinstance(draws, int)
    assert alone == shared
    assert len(pool.asked) == -(-draws // error_order.CHUNK) > 2
    assert [task[-2:] for task in pool.asked][:2] == [
        (0, error_order.CHUNK),
        (error_order.CHUNK, 2 * error_order.CHUNK),
    ]
