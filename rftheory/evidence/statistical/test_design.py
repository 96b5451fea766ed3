"""One planned test of a mean at each of several points, run by the engine: what every statistical check shares."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from rftheory.context import Context
from rftheory.exact.formula import Formula
from rftheory.measured.engine.run import Measurement, Sampler, Task, measure
from rftheory.measured.inference.design import draws_per_second
from rftheory.measured.inference.mean import DecisionOutcome as Decided
from rftheory.measured.inference.mean import MeanRule, min_samples_mean
from rftheory.statements import Check, Statement
from rftheory.verdict import Evidence, EvidenceKind, Outcome

OUTCOMES = {
    Decided.PASS: Outcome.HOLDS,
    Decided.REFUTED: Outcome.FAILS,
    Decided.UNDECIDED: Outcome.UNDECIDED,
}
MISS = 1e-3


class Drawn(Sampler, Protocol):
    """I.i.d. values divided by exp(log_scale), inside `support`, whose ends may be infinite."""

    @property
    def support(self) -> tuple[float, float]:
        """Bounds of the divided values."""

    @property
    def log_scale(self) -> float:
        """The logarithm of what values are divided by."""

    @property
    def label(self) -> str:
        """How the values are drawn, for a report."""


@dataclass(frozen=True)
class Found:
    """What one point came to."""

    outcome: Outcome
    note: str
    facts: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Announced:
    """A test before its run: which one, where, the most it draws, how, at which error rates, in how many seconds."""

    statement: str
    check: str
    where: str
    draws: int
    method: str
    alpha: float
    beta: float
    seconds: float


class PointwiseTest(Check):
    """A statistical test at each of `points`, every one at its own share of the run's error budget."""

    points: tuple[Mapping[str, object], ...]
    kind = EvidenceKind.SIMULATION
    random = costly = True

    @property
    def tests(self) -> int:
        """One at each point."""
        return len(self.points)

    @property
    @abstractmethod
    def title(self) -> str:
        """What is tested, for a report."""

    @abstractmethod
    def decide(
        self, statement: Statement, context: Context, index: int, point: Mapping[str, object]
    ) -> Found:
        """Plan, draw and decide one point."""

    def run(self, statement: Statement, context: Context) -> Evidence:
        """Decide every point; one refuted point refutes, one undecided point leaves undecided."""
        found = [self.decide(statement, context, index, point) for index, point in enumerate(self.points)]
        return summarise(self.title, found)


def announce(
    context: Context, task: Task, where: str, method: str, rates: tuple[float, float]
) -> Found | None:
    """Tell `context.ahead` what the task will do, and leave it undecided; None where the run is to go on."""
    if context.ahead is None:
        return None
    statement, _, check = task.statement.partition("|")
    seconds = task.chunks * task.chunk_size / draws_per_second(task.sampler, task.rule)
    context.ahead(Announced(statement, check, where, task.n, method, *rates, seconds))
    return Found(Outcome.UNDECIDED, f"{where}: announced only")


def decide_mean(
    statement: Statement,
    context: Context,
    name: str,
    index: int,
    experiment: Drawn,
    rule: MeanRule,
    *,
    where: str,
    facts: Mapping[str, object],
    of: str = "",
) -> Found:
    """Size the draw from the rule alone, run it within the profile's budget, decide; streams come from `name`."""
    n, tolerance = min_samples_mean(rule, miss=MISS), context.profile.tolerance
    known = dict(facts) | {"draws": n, "delta": tolerance, "alpha": rule.alpha, "beta": rule.beta}
    known["method"] = experiment.label
    if n * experiment.width > context.profile.draws_budget:
        text = f"{where}: needs {n} draws, beyond the {context.profile.name} budget"
        return Found(Outcome.UNDECIDED, text, known)
    task = Task(f"{statement.id}|{name}", index, experiment, rule, n)
    only = announce(context, task, where, experiment.label, (rule.alpha, rule.beta))
    if only is not None:
        return only
    found: Measurement = measure(
        task, root_seed=context.seed, workers=context.workers, executor=context.executor, store=context.store
    )
    known["ratio"] = ratio(found.totals.mean, rule.claim)
    decided = OUTCOMES[found.decision.outcome]
    text = (
        f"{where}: {n} draws, mean/claim {known['ratio']}, {decided.value} within {tolerance:.0%}{of} "
        f"at alpha {rule.alpha:.1e}, beta {rule.beta:.1e} ({experiment.label})"
    )
    return Found(decided, text, known)


def summarise(what: str, found: Sequence[Found]) -> Evidence:
    """One refuted point refutes, one undecided point leaves undecided; the worst point is shown."""
    outcomes = [point.outcome for point in found]
    worst = next((o for o in (Outcome.FAILS, Outcome.UNDECIDED) if o in outcomes), Outcome.HOLDS)
    shown = next(point.note for point in found if point.outcome is worst)
    detail = f"{what} at {len(found)} points: {shown}"
    return Evidence(EvidenceKind.SIMULATION, worst, detail, data={"points": [point.facts for point in found]})


def scaled(formula: Formula, point: Mapping[str, object], log_scale: float) -> float:
    """The formula's value divided by exp(log_scale), through its logarithm (signs kept)."""
    exact = formula.point({name: point[name] for name in formula.names})
    sign = formula.at(exact, 5).sign
    return sign * math.exp(formula.log_at(exact) - log_scale) if sign else 0.0


def ratio(mean: float, claim: float) -> str:
    """mean / claim for the eye; the mean itself where the claim is zero."""
    return f"{mean / claim:.6f}" if claim else f"{mean:.3e} against 0"
