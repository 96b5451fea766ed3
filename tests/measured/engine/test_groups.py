"""Chunks are handed out in groups that lose none, keep the order, and follow what the work takes."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import dataclass, field

import pytest

from rftheory.errors import InputError
from rftheory.measured.engine.checkpoints import Store
from rftheory.measured.engine.groups import SECONDS, Groups
from rftheory.measured.engine.run import Task, measure, run_chunk, watch
from rftheory.measured.inference.mean import mean_rule
from rftheory.measured.inference.sequential import SequentialRule


@dataclass(frozen=True)
class Coin:
    """Zeros and ones; so wide that a chunk is a few draws."""

    width: int = 2**17

    def draw(self, n, *, rng):
        return (rng.random(n) < 0.5).astype(float)


@dataclass
class Listening:
    """An executor that notes how many chunks it is handed at once."""

    sizes: list[int] = field(default_factory=list)

    def submit(self, function, /, *arguments):
        self.sizes.append(len(arguments[2]))
        done = Future()
        done.set_result(function(*arguments))
        return done


RULE = mean_rule(claim=0.5, delta=0.02, support=(0.0, 1.0))


def sizes(each: float, jobs: int, window: int) -> list[int]:
    """The lengths of the groups of so many jobs that each take so many seconds."""
    groups = Groups(range(jobs), window)
    found = []
    for group in groups:
        found.append(list(group))
        groups.took(len(group), each * len(group))
    assert [job for group in found for job in group] == list(range(jobs))
    return [len(group) for group in found]


@pytest.mark.parametrize("each", [0.0, 1e-5, 1e-3, 0.02, 0.3])
@pytest.mark.parametrize(("jobs", "window"), [(1, 4), (7, 4), (1000, 4), (1000, 64)])
def test_every_job_once_in_order_and_no_group_too_long(each: float, jobs: int, window: int) -> None:
    found = sizes(each, jobs, window)
    assert found[0] == found[-1] == 1
    assert all(size == 1 or size * each <= SECONDS for size in found)
    assert all(size == 1 or size <= jobs / (2 * window) for size in found)


def test_quick_jobs_travel_together_and_slow_ones_alone() -> None:
    assert len(sizes(1e-3, 10_000, 4)) < 10_000 / 50
    assert set(sizes(0.06, 500, 4)) == {1}


def test_jobs_that_become_slower_travel_alone_again() -> None:
    groups = Groups(range(1000), 4)
    handed = iter(groups)
    for _ in range(8):
        groups.took(len(next(handed)), 1e-6)
    assert len(next(handed)) > 50
    groups.took(64, 64.0)
    assert len(next(handed)) == 1


def test_groups_change_no_result_and_all_chunks_are_kept(tmp_path) -> None:
    task = Task("engine/groups", 0, Coin(), RULE, 16 * 300)
    alone, listening = measure(task, root_seed=3), Listening()
    with Store(tmp_path / "run.sqlite") as store:
        assert measure(task, root_seed=3, executor=listening, store=store) == alone
        assert measure(task, root_seed=3, store=store).reused_chunks == task.chunks
    assert max(listening.sizes) > 1
    assert sum(listening.sizes) == task.chunks


def test_looks_are_the_same_whatever_the_groups(tmp_path) -> None:
    rule = SequentialRule(claim=0.5, margin=0.05, variance=0.25, variance_bound=0.3)
    task = Task("engine/watched", 0, Coin(), rule, 16 * 1000)
    alone = watch(task, root_seed=3)
    with Store(tmp_path / "run.sqlite") as store:
        assert watch(task, root_seed=3, executor=Listening(), store=store) == alone
        assert watch(task, root_seed=3, store=store) == alone


def test_a_group_is_written_whole_or_not_at_all(tmp_path) -> None:
    task = Task("engine/groups", 0, Coin(), RULE, 16 * 3)
    totals = [run_chunk(task, 1, chunk) for chunk in range(3)]
    with Store(tmp_path / "run.sqlite") as store:
        store.save_all("key", list(enumerate(totals[:2])))
        assert store.load("key") == dict(enumerate(totals[:2]))
        with pytest.raises(InputError, match="other totals for chunk 1"):
            store.save_all("key", [(1, totals[2]), (2, totals[2])])
        assert store.load("key")[1] == totals[1]
