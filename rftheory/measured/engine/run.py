"""Runs a task in chunks: here, on processes, or on anything with `submit`. Samples never leave their worker."""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import numpy as np

from rftheory.errors import DomainError, InputError
from rftheory.measured.engine.checkpoints import FORMAT, Store
from rftheory.measured.engine.groups import Groups
from rftheory.measured.engine.reductions import Totals, combine, reduce_values
from rftheory.measured.engine.sampler import Sampler
from rftheory.measured.engine.streams import chunk_size, stream
from rftheory.measured.engine.watching import handed_out
from rftheory.measured.engine.workers import Executor, Processes, in_order
from rftheory.measured.inference.mean import Decision, DecisionOutcome, DecisionRule
from rftheory.measured.inputs import integer

PACKAGE = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class Task:
    """Draw at least n values (rounded up to full chunks) for one point of one statement and apply one rule."""

    statement: str
    point: int
    sampler: Sampler
    rule: DecisionRule
    n: int

    @property
    def chunk_size(self) -> int:
        """Draws per chunk, from the sampler's width alone."""
        return chunk_size(self.sampler.width)

    @property
    def chunks(self) -> int:
        """Number of chunks; the run draws chunks * chunk_size values."""
        return -(-integer("n", self.n, 1) // self.chunk_size)


@dataclass(frozen=True, slots=True)
class Measurement:
    """Totals and decision of a task. Equal for equal (task, seed): how it was run is not compared.

    `runs` says how many runs of a lifetime it adds up; 0 where it stands alone.
    """

    task: Task
    root_seed: int
    totals: Totals
    decision: Decision
    reused_chunks: int = field(compare=False)
    seconds: float = field(compare=False)
    runs: int = 0


def run_chunk(task: Task, root_seed: int, chunk: int) -> Totals:
    """Draw and reduce one chunk: a pure function of its arguments, run by workers."""
    rng = stream(root_seed, task.statement, task.point, chunk)
    values = task.sampler.draw(task.chunk_size, rng=rng)
    if values.shape != (task.chunk_size,):
        raise InputError(f"a sampler must return ({task.chunk_size},) values, got {values.shape}")
    return reduce_values(values, task.rule.scores(values))


def run_chunks(task: Task, root_seed: int, chunks: Sequence[int]) -> tuple[list[Totals], float]:
    """The totals of several chunks, and the seconds of its processor that they took a worker."""
    start = time.thread_time()
    return [run_chunk(task, root_seed, chunk) for chunk in chunks], time.thread_time() - start


def measure(
    task: Task,
    *,
    root_seed: int,
    executor: Executor | None = None,
    workers: int = 1,
    store: Store | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Measurement:
    """Run every chunk, combine exactly in chunk order, decide.

    The result is bit-identical for any executor, worker count, order of completion and resume (one
    platform and NumPy). workers > 1 starts processes (forkserver or spawn: call from an importable main
    guarded by __name__). With an `executor`, `workers` is how many groups of chunks it runs at once; 2
    workers groups are in flight, each the work of a tenth of a second or one chunk, waited for in submission order.
    Finished chunks go to `store` and are taken from it; a killed run loses those in flight, a killed worker nothing:
    its chunks are drawn again. progress(done, total) is called after every chunk.
    """
    start = time.perf_counter()
    workers = integer("workers", workers, 1)
    key = run_key(task, root_seed)
    found = _stored(task, key, store)
    reused = len(found)
    missing = [chunk for chunk in range(task.chunks) if chunk not in found]
    for group in _results(task, root_seed, missing, executor, workers):
        if store is not None:
            store.save_all(key, group)
        for chunk, totals in group:
            found[chunk] = totals
            if progress is not None:
                progress(len(found), task.chunks)
    totals = combine([found[chunk] for chunk in range(task.chunks)])
    decision = task.rule.decide(totals)
    return Measurement(task, root_seed, totals, decision, reused, time.perf_counter() - start)


def watch(
    task: Task,
    *,
    root_seed: int,
    executor: Executor | None = None,
    workers: int = 1,
    store: Store | None = None,
) -> Measurement:
    """Run chunks in order and look after 1, 2, 4, .. and all of them; stop at the first look that decides.

    Only for a rule that says `anytime`, whose error rates hold at every look (DomainError otherwise). Looks are at
    fixed numbers of chunks, so the result is bit-identical for any executor and worker count, as for
    `measure`; chunks in flight beyond the deciding look are dropped.
    """
    if not getattr(task.rule, "anytime", False):
        raise DomainError("rule", type(task.rule).__name__, "a rule valid at any stopping time")
    start = time.perf_counter()
    workers = integer("workers", workers, 1)
    key = run_key(task, root_seed)
    stored = _stored(task, key, store)
    missing = [chunk for chunk in range(task.chunks) if chunk not in stored]
    drawn = _results(task, root_seed, missing, executor, workers)
    fresh: dict[int, Totals] = {}
    done: list[Totals] = []
    try:
        for chunk in range(task.chunks):
            if chunk not in stored and chunk not in fresh:
                group = next(drawn)
                if store is not None:
                    store.save_all(key, group)
                fresh.update(group)
            done.append(stored[chunk] if chunk in stored else fresh.pop(chunk))
            count = chunk + 1
            if count & chunk == 0 or count == task.chunks:
                totals = combine(done)
                decision = task.rule.decide(totals)
                if decision.outcome is not DecisionOutcome.UNDECIDED:
                    break
    finally:
        drawn.close()
    reused = sum(index in stored for index in range(len(done)))
    return Measurement(task, root_seed, totals, decision, reused, time.perf_counter() - start)


def run_key(task: Task, root_seed: int) -> str:
    """SHA-256 of all that decides a chunk: task without n, seed, source text, NumPy and store format."""
    parts = (
        FORMAT,
        np.__version__,
        source_digest(),
        task.statement,
        task.point,
        task.sampler,
        task.rule,
        root_seed,
    )
    text = repr(parts)
    if " object at 0x" in text:
        raise InputError("a sampler and a rule need a repr that tells them apart: use frozen dataclasses")
    return hashlib.sha256(text.encode()).hexdigest()


def sources(folders: Sequence[str] = ("measured", "mechanisms", "studies")) -> list[Path]:
    """Every module that a draw of this package can run through, or that is in `folders`, relative to the package."""
    return [
        path.relative_to(PACKAGE) for folder in folders for path in sorted((PACKAGE / folder).rglob("*.py"))
    ]


@cache
def source_digest(folders: Sequence[str] = ("measured", "mechanisms", "studies")) -> str:
    """SHA-256 of the names and the texts of `sources`."""
    digest = hashlib.sha256()
    for path in sources(folders):
        digest.update(str(path).encode() + b"\0" + (PACKAGE / path).read_bytes() + b"\0")
    return digest.hexdigest()


def _stored(task: Task, key: str, store: Store | None) -> dict[int, Totals]:
    found = {} if store is None else store.load(key, task.chunk_size)
    return {chunk: totals for chunk, totals in found.items() if chunk < task.chunks}


def _results(
    task: Task, root_seed: int, missing: Sequence[int], executor: Executor | None, workers: int
) -> Generator[list[tuple[int, Totals]], None, None]:
    """(chunk, totals) of every missing chunk in order, as many at once as came back from a worker."""
    if executor is not None:
        yield from _in_groups(task, root_seed, missing, executor, 2 * max(workers, os.cpu_count() or 1))
    elif workers == 1 or len(missing) < 2:
        for chunk in missing:
            yield [(chunk, run_chunk(task, root_seed, chunk))]
    else:
        with Processes(min(workers, len(missing))) as pool:
            yield from _in_groups(task, root_seed, missing, pool, 2 * workers)


def _in_groups(
    task: Task, root_seed: int, missing: Sequence[int], executor: Executor, window: int
) -> Generator[list[tuple[int, Totals]], None, None]:
    def arguments(chunks: Sequence[int]) -> tuple[Task, int, Sequence[int]]:
        handed_out(task.statement)
        return task, root_seed, chunks

    groups = Groups(missing, window)
    for chunks, (found, seconds) in in_order(executor, run_chunks, groups, arguments, window):
        groups.took(len(chunks), seconds)
        yield list(zip(chunks, found, strict=True))
