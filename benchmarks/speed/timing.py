"""Ratios of processor times, measured side by side: what every row of the table is made of."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tracemalloc
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from math import log
from time import process_time
from typing import Any

ONE_THREAD = dict.fromkeys(
    ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS"), "1"
)
MIB = 2.0**20
_LEAST = 0.05


@dataclass(frozen=True)
class Row:
    """One figure with its goal; `low` and `high` are quartiles over rounds, `check` says what was compared before.

    `bound`: what stops the figure, where the goal is missed and the reason was measured.
    """

    what: str
    figure: float
    unit: str = ""
    goal: float | None = None
    at_least: bool = False
    low: float | None = None
    high: float | None = None
    check: str = ""
    bound: str = ""

    @property
    def met(self) -> bool | None:
        """Whether the goal is met; None without one."""
        if self.goal is None:
            return None
        return self.figure >= self.goal if self.at_least else self.figure <= self.goal

    def document(self) -> dict[str, Any]:
        """The row as JSON."""
        return asdict(self) | {"met": self.met}


def _once(work: Callable[[], object], number: int) -> float:
    start = process_time()
    for _ in range(number):
        work()
    return (process_time() - start) / number


def _calls(work: Callable[[], object]) -> int:
    """How many calls take _LEAST seconds. Where the clock of the processor ticks coarsely, one call may seem to take none."""
    number = 1
    while (took := _once(work, number) * number) < _LEAST / 4.0:
        number *= 2
    return max(1, int(_LEAST / took * number))


def rounds_of(contestants: Mapping[str, Callable[[], object]], rounds: int = 7) -> Iterator[dict[str, float]]:
    """Seconds of processor a call, contestant after contestant in every round; a first round only warms."""
    numbers = {}
    for name, work in contestants.items():
        work()
        numbers[name] = _calls(work)
    for _ in range(rounds):
        yield {name: _once(work, numbers[name]) for name, work in contestants.items()}


def quartiles(values: Sequence[float]) -> tuple[float, float, float]:
    """Median, lower and upper quartile."""
    if len(values) < 3:
        return statistics.median(values), min(values), max(values)
    low, middle, high = statistics.quantiles(values, n=4, method="inclusive")
    return middle, low, high


def compared(
    what: str,
    contestants: Mapping[str, Callable[[], object]],
    over: str,
    under: str,
    *,
    goal: float | None = None,
    at_least: bool = False,
    rounds: int = 7,
    check: str = "",
    bound: str = "",
) -> Row:
    """The ratio of two contestants' times, its median over rounds in which both run."""
    ratios = [times[over] / times[under] for times in rounds_of(contestants, rounds)]
    middle, low, high = quartiles(ratios)
    return Row(f"{what}: {over} / {under}", middle, "times", goal, at_least, low, high, check, bound)


def medians(contestants: Mapping[str, Callable[[], object]], rounds: int = 7) -> dict[str, float]:
    """The median seconds of each, interleaved."""
    found = list(rounds_of(contestants, rounds))
    return {name: statistics.median(times[name] for times in found) for name in contestants}


def exponent(what: str, work: Callable[[int], Callable[[], object]], small: int, large: int, goal: float | None = None,
             rounds: int = 5) -> Row:  # fmt: skip
    """The growth exponent of time between two sizes: log(t_large / t_small) / log(large / small)."""
    contestants = {"small": work(small), "large": work(large)}
    found = [log(t["large"] / t["small"]) / log(large / small) for t in rounds_of(contestants, rounds)]
    middle, low, high = quartiles(found)
    return Row(f"{what}, {small} to {large}: exponent", middle, "", goal, False, low, high)


@contextmanager
def allocated() -> Iterator[list[float]]:
    """Peak bytes that Python and NumPy allocated inside the block, put into the list."""
    found: list[float] = []
    tracemalloc.start()
    try:
        yield found
        found.append(float(tracemalloc.get_traced_memory()[1]))
    finally:
        tracemalloc.stop()


@dataclass(frozen=True)
class Ended:
    """A child process: processor seconds, seconds by the clock, MiB resident at most, exit status, output."""

    seconds: float
    clock: float
    resident: float
    status: int
    output: str


_LAUNCH = """
import json, os, subprocess, sys, time
start = time.perf_counter()
made = subprocess.Popen(sys.argv[2:])
_, status, used = os.wait4(made.pid, 0)
made.returncode = os.waitstatus_to_exitcode(status)
told = [used.ru_utime + used.ru_stime, time.perf_counter() - start, used.ru_maxrss, made.returncode]
os.write(int(sys.argv[1]), json.dumps(told).encode())
"""
"""Between us and the child: the kernel counts as resident also what the process held that starts it, and we hold arrays."""


def child(arguments: Sequence[str]) -> Ended:
    """`python ARGUMENTS` in a process of its own on one thread, with what the kernel says of it; bytecode is kept."""
    environment = os.environ | ONE_THREAD
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    answer, told = os.pipe()
    with subprocess.Popen(
        [sys.executable, "-c", _LAUNCH, str(told), sys.executable, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=environment,
        pass_fds=(told,),
    ) as process:
        os.close(told)
        assert process.stdout is not None
        output = process.stdout.read()
    with os.fdopen(answer) as said:
        seconds, clock, resident, status = json.load(said)
    unit = 1.0 if sys.platform == "darwin" else 1024.0
    return Ended(seconds, clock, resident * unit / MIB, status, output)
