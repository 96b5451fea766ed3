"""Sample size, time and feasibility of a test, all known before its run."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass

from rftheory.errors import BudgetError, DomainError
from rftheory.measured.engine.run import Task, run_chunk
from rftheory.measured.engine.sampler import Sampler
from rftheory.measured.inference.mean import DecisionRule, MeanRule, min_samples_mean

CALIBRATION_SECONDS = 0.05  # long beside the grain of the clock, short beside any test
CALIBRATION_STATEMENT = "calibration of the speed, never of a result"


@dataclass(frozen=True, slots=True)
class Plan:
    """What a test will draw and how long it will take on `workers` cores; `feasible` within its budget."""

    task: Task
    n: int
    miss: float
    draws_per_second: float
    seconds: float
    budget: float

    @property
    def feasible(self) -> bool:
        """Whether the predicted time fits the budget."""
        return self.seconds <= self.budget

    @property
    def text(self) -> str:
        """One line for the report."""
        verb = "fits" if self.feasible else "exceeds"
        return (
            f"{self.n} draws at {self.draws_per_second:.3g}/s: {self.seconds:.3g} s, {verb} the budget of "
            f"{self.budget:.3g} s; {self.task.rule.guarantee if isinstance(self.task.rule, MeanRule) else ''}"
        )

    def require(self) -> Task:
        """The task, or BudgetError where it is not feasible."""
        if not self.feasible:
            raise BudgetError(self.text)
        return self.task


def plan(
    sampler: Sampler,
    rule: MeanRule,
    *,
    statement: str,
    point: int = 0,
    miss: float = 1e-3,
    budget: float = 60.0,
    workers: int = 1,
) -> Plan:
    """Size the task so that a true claim is decided with probability >= 1 - miss, and predict its seconds.

    The size depends on the rule alone; the speed is measured for about 0.05 s on a stream that no result
    uses. `budget` in seconds. Nothing is refused here: see `Plan.feasible` and `Plan.require`.
    """
    if not 0 < budget < math.inf:
        raise DomainError("budget", budget, "finite and > 0 seconds")
    task = Task(statement, point, sampler, rule, min_samples_mean(rule, miss=miss))
    speed = draws_per_second(sampler, rule)
    n = task.chunks * task.chunk_size
    return Plan(task, n, miss, speed, n / (speed * workers), budget)


def draws_per_second(sampler: Sampler, rule: DecisionRule) -> float:
    """Draws, scores and sums per second of one core, from the fastest chunk of about 0.05 s of them."""
    task = Task(CALIBRATION_STATEMENT, 0, sampler, rule, 1)
    best, spent, chunk = math.inf, 0.0, 0
    while spent < CALIBRATION_SECONDS or chunk < 2:
        start = time.perf_counter()
        run_chunk(task, 0, chunk)
        elapsed = time.perf_counter() - start
        best, spent, chunk = min(best, elapsed), spent + elapsed, chunk + 1
    return task.chunk_size / best
