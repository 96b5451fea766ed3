"""What a study of very many draws takes: `python -m benchmarks.draws --draws 1e7`; exit 1 above 600 MiB a process.

Measured are the processor time a chunk, here and in workers, and the memory of every process: once over so many full
chunks with 1 and with 2 processes, once over as many chunks as 10^9 draws have, of 16 draws each. The speed-up is the one of the clock, and the one that the processor times allow where 2 cores are free: the work
of one process over the larger of what stays in the parent and half of what the workers do.
"""

from __future__ import annotations

import argparse
import resource
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from rftheory.measured.engine.run import Task, measure, run_chunks
from rftheory.measured.engine.streams import MAX_CHUNK
from rftheory.measured.engine.workers import Processes
from rftheory.measured.estimators.experiments import Experiment
from rftheory.measured.inference.mean import mean_rule
from rftheory.measured.inputs import Floats
from rftheory.mechanisms.orthogonal import Orthogonal

MOST = 600 << 20
STUDY = 10**9


@dataclass(frozen=True)
class Coin:
    """Zeros and ones; so wide that a chunk is 16 draws."""

    width: int = 2**17

    def draw(self, n: int, *, rng: np.random.Generator) -> Floats:
        return (rng.random(n) < 0.5).astype(np.float64)


EXPERIMENT = Experiment(Orthogonal(), "trigonometric", "mean", 8, 8, 1.0)
RULE = mean_rule(claim=float(np.exp(-0.5)), delta=0.02, support=EXPERIMENT.support, variance=0.1)


def _watched(function: Callable[..., Any], *arguments: Any) -> tuple[Any, float, int]:
    """In a worker: what the function returns, the processor seconds that it took, and the memory until now."""
    before = time.process_time()
    found = function(*arguments)
    return found, time.process_time() - before, _resident()


def _resident() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


class Watched:
    """Processes whose time and memory are added up; `largest` is the most that one of them took."""

    def __init__(self, processes: Processes) -> None:
        self._processes = processes
        self.seconds, self.largest = 0.0, 0

    def submit(self, function: Callable[..., Any], /, *arguments: Any) -> Any:
        """As of an executor."""
        future = self._processes.submit(_watched, function, *arguments)
        outer, inner = self, future.result

        class Answer:
            def result(self) -> Any:
                found, seconds, resident = inner()
                outer.seconds += seconds
                outer.largest = max(outer.largest, resident)
                return found

        return Answer()


@dataclass(frozen=True)
class Cost:
    """Seconds of the clock, of the parent's and of its workers' processors, and the memory of the largest worker."""

    chunks: int
    clock: float
    parent: float
    workers: float
    largest: int


def alone(task: Task) -> Cost:
    """The task in this process."""
    start, before = time.perf_counter(), time.process_time()
    measure(task, root_seed=1)
    return Cost(task.chunks, time.perf_counter() - start, time.process_time() - before, 0.0, 0)


def on_two(task: Task) -> Cost:
    """The task on two processes, which are there before the clock starts."""
    with Processes(2) as processes:
        for future in [processes.submit(run_chunks, task, 1, [k]) for k in range(4)]:
            future.result()
        watched = Watched(processes)
        start, before = time.perf_counter(), time.process_time()
        measure(task, root_seed=1, executor=watched, workers=2)
        clock, own = time.perf_counter() - start, time.process_time() - before
    return Cost(task.chunks, clock, own, watched.seconds, watched.largest)


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--draws", type=float, default=1e7)
    given = parser.parse_args()
    task = Task("benchmark/draws", 0, EXPERIMENT, RULE, int(given.draws))
    one, two = alone(task), on_two(task)
    allowed = one.parent / max(two.parent, two.workers / 2)
    each = one.parent / one.chunks
    print(f"{one.chunks} chunks of {task.chunk_size} draws: {1e3 * each:.2f} ms of processor a chunk")
    print(f"1 process {one.clock:.1f} s ({one.parent:.1f} s of processor)")
    print(
        f"2 processes {two.clock:.1f} s (parent {two.parent:.2f}, workers {two.workers:.1f} s of processor; "
        f"{1e3 * two.parent / two.chunks:.2f} ms a chunk to hand out and add up)"
    )
    print(f"speed-up by the clock {one.clock / two.clock:.2f}, with 2 free cores {allowed:.2f}")
    print(f"{STUDY:.0e} draws: {STUDY / MAX_CHUNK * each / 3600:.2f} hours of one core")
    coin = mean_rule(claim=0.5, delta=0.02, support=(0.0, 1.0))
    kept = on_two(Task("benchmark/coin", 0, Coin(), coin, 16 * (STUDY // MAX_CHUNK + 1)))
    print(f"{kept.chunks} small chunks: {kept.parent:.1f} s of the parent's processor")
    sizes = (_resident(), max(two.largest, kept.largest))
    print(f"resident: parent {sizes[0] >> 20} MiB, largest worker {sizes[1] >> 20} MiB")
    return int(max(sizes) > MOST)


if __name__ == "__main__":
    sys.exit(main())
