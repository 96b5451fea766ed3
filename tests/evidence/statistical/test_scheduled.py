"""The tasks of a run on workers: counted, their order, and that neither changes what is found."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from typing import Any

import pytest

from rftheory import registry, verification
from rftheory.context import Context, profile
from rftheory.evidence.statistical import error_order
from rftheory.evidence.statistical.error_order import ErrorOrder
from rftheory.evidence.statistical.test_design import Announced

IDS = ("orf/sec1/map", "orf/sec1/cost", "orf/sec3/kernel")


class Here:
    """An executor that runs what it gets at once, and keeps a list of it."""

    def __init__(self) -> None:
        self.asked: list[tuple[Any, ...]] = []

    @property
    def tasks(self) -> list[tuple[Any, ...]]:
        """Statements, without the trials of their pace."""
        return [arguments for arguments in self.asked if len(arguments) > 2]

    def submit(self, function: Callable[..., Any], /, *arguments: Any) -> Future[Any]:
        """Run it."""
        self.asked.append(arguments)
        found: Future[Any] = Future()
        found.set_result(function(*arguments))
        return found


@pytest.fixture
def announced(monkeypatch: pytest.MonkeyPatch) -> Callable[[dict[str, float]], None]:
    """Seconds that statements announce, by id."""

    def say(seconds: dict[str, float]) -> None:
        def ahead(statement: Any, _: Context) -> list[Announced]:
            return [Announced(statement.id, "", "", 1, "", 0.1, 0.1, seconds[statement.id])]

        monkeypatch.setattr(verification, "_ahead", ahead)

    return say


def test_the_longest_goes_first_and_results_keep_their_order(
    announced: Callable[[dict[str, float]], None],
) -> None:
    chosen = registry.statements(IDS)
    found = [each.id for each in chosen]
    announced(dict(zip(found, (1.0, 3.0, 2.0), strict=True)))
    pool = Here()
    results = list(verification.scheduled(chosen, Context(), None, pool))
    assert [result.statement.id for result in results] == found
    assert [task[-3] for task in pool.tasks] == [found[1], found[2], found[0]]
    assert [task[0] for task in pool.asked[:3]] == found


def test_what_takes_too_large_a_share_is_no_single_task(
    announced: Callable[[dict[str, float]], None],
) -> None:
    chosen = registry.statements(IDS[:2])
    announced({chosen[0].id: 1.0, chosen[1].id: 1000.0})
    pool = Here()
    results = list(verification.scheduled(chosen, Context(), None, pool))
    assert [result.statement.id for result in results] == [each.id for each in chosen]
    assert [task[-3] for task in pool.tasks] == [chosen[0].id]


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
    assert len(pool.tasks) == -(-draws // error_order.CHUNK) > 2
    assert [task[-2:] for task in pool.tasks][:2] == [
        (0, error_order.CHUNK),
        (error_order.CHUNK, 2 * error_order.CHUNK),
    ]
