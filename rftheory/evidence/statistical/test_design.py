"""One planned test of a mean at each of several points, run by the engine: what every statistical check shares."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Protocol

from rftheory.context import Context
from rftheory.evidence.declared import TESTS
from rftheory.evidence.statistical.adding_up import drawn_in, over_runs
from rftheory.exact.formula import Formula
from rftheory.measured.engine.sampler import Sampler
from rftheory.statements import Check, Statement
from rftheory.verdict import Evidence, EvidenceKind, Outcome

if TYPE_CHECKING:  # what draws is loaded by a draw: most commands ask for none
    from rftheory.measured.engine.run import Measurement, Task
    from rftheory.measured.inference.mean import MeanRule

OUTCOMES = {"pass": Outcome.HOLDS, "refuted": Outcome.FAILS, "undecided": Outcome.UNDECIDED}
"""What each word of `measured.inference.mean.DecisionOutcome` says of a check."""

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
    """What one point came to, and whether its test was `made`: some points are decided, or given up, without a draw."""

    outcome: Outcome
    note: str
    facts: dict[str, object] = field(default_factory=dict)
    made: bool = False


@dataclass(frozen=True)
class Announced:
    """A test before its run: which one, where, the most it draws, how, at which error rates, in how many seconds.

    One that is decided, or given up, without a draw has none.
    """

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
    random = "samples"
    costly = True

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
        if context.ahead is not None:
            return self._announced(statement, context, context.ahead)
        found = [self.decide(statement, context, index, point) for index, point in enumerate(self.points)]
        return summarise(self.title, found)

    def _announced(
        self, statement: Statement, context: Context, ahead: Callable[[Announced], None]
    ) -> Evidence:
        """Every test is announced, those also that are going to draw nothing, with the reason."""
        for index, point in enumerate(self.points):
            heard: list[Announced] = []
            found = self.decide(statement, replace(context, ahead=heard.append), index, point)
            silent = Announced(statement.id, self.title, found.note, 0, "no draw", *context.share, 0.0)
            ahead(heard[0] if heard else silent)
        return Evidence(self.kind, Outcome.UNDECIDED, f"{self.title}: announced only")


@dataclass(frozen=True)
class NamedTest(PointwiseTest):
    """A pointwise test of what `drawn` makes of a point.

    `name` keys the random streams: two checks of one statement need two names.
    """

    name: str
    drawn: Callable[[Mapping[str, object]], Drawn]

    @property
    def title(self) -> str:
        """Its name."""
        return self.name


def carried_out(
    task: Task, context: Context, where: str, method: str, *, watched: bool = False
) -> Measurement | Found:
    """What the task draws, looked at while it is drawn where `watched`; undecided where it is only announced.

    In a lifetime the draws are those of the open run, and the decision is that of all runs together.
    """
    if context.ahead is None:
        from rftheory.measured.engine.run import measure, watch

        run = watch if watched else measure

        def made(seed: int) -> Measurement:
            return run(
                task,
                root_seed=seed,
                workers=context.workers,
                executor=context.executor,
                store=context.store,
            )

        if context.lifetime is None:
            return made(context.seed)
        added: Measurement = context.lifetime.adding(task, made)
        return added
    from rftheory.measured.inference.design import draws_per_second

    statement, _, check = task.statement.partition("|")
    seconds = task.chunks * task.chunk_size / draws_per_second(task.sampler, task.rule)
    context.ahead(Announced(statement, check, where, task.n, method, *context.share, seconds))
    return Found(Outcome.UNDECIDED, f"{where}: announced only")


def rule_within(
    context: Context,
    claim: float,
    support: tuple[float, float],
    *,
    scale: float | None,
    planned: float | None,
    spread: float | None,
) -> MeanRule | None:
    """The rule of a claimed mean at the test's share of the budget, the profile's tolerance relative to `scale`.

    A bounded support needs no more (`planned`, a variance, sizes the draw); else the variance `spread` is needed, and
    there is no rule without it: variances above twice that are excluded.
    """
    from rftheory.measured.inference.mean import mean_rule

    bounded = all(map(math.isfinite, support))
    if not bounded and spread is None:
        return None
    return mean_rule(
        claim=claim,
        delta=context.profile.tolerance,
        scale=scale,
        alpha=context.share[0],
        beta=context.share[1],
        support=support if bounded else None,
        variance=planned if bounded else spread,
        variance_bound=None if bounded or spread is None else 2 * spread,
    )


def spread_about(claim: float, second: Formula, point: Mapping[str, object], log_scale: float) -> float:
    """The variance that a mean and a mean square imply, never quite zero."""
    return max(scaled(second, point, 2 * log_scale) - claim**2, 1e-12 * claim**2)


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
    from rftheory.measured.engine.run import Task
    from rftheory.measured.inference.mean import min_samples_mean

    n, tolerance = min_samples_mean(rule, miss=MISS), context.profile.tolerance
    known = dict(facts) | {"draws": n, "delta": tolerance, "alpha": rule.alpha, "beta": rule.beta}
    known["method"] = experiment.label
    if n * experiment.width > context.profile.draws_budget:
        text = f"{where}: needs {n} draws, beyond the {context.profile.name} budget"
        return Found(Outcome.UNDECIDED, text, known)
    task = Task(f"{statement.id}|{name}", index, experiment, rule, n)
    found = carried_out(task, context, where, experiment.label)
    if isinstance(found, Found):
        return found
    known |= {"ratio": ratio(found.totals.mean, rule.claim), **over_runs(found)}
    decided = OUTCOMES[found.decision.outcome]
    text = (
        f"{where}: {drawn_in(found, f'{n} draws')}, mean/claim {known['ratio']}, {decided.value} within {tolerance:.0%}{of} "
        f"at alpha {rule.alpha:.1e}, beta {rule.beta:.1e} ({experiment.label})"
    )
    return Found(decided, text, known, made=True)


def summarise(what: str, found: Sequence[Found]) -> Evidence:
    """One refuted point refutes, one undecided point leaves undecided; the worst point is shown."""
    outcomes = [point.outcome for point in found]
    worst = next((o for o in (Outcome.FAILS, Outcome.UNDECIDED) if o in outcomes), Outcome.HOLDS)
    shown = next(point.note for point in found if point.outcome is worst)
    detail = f"{what} at {len(found)} points: {shown}"
    data = {"points": [point.facts for point in found], TESTS: sum(point.made for point in found)}
    return Evidence(EvidenceKind.SIMULATION, worst, detail, data=data)


def scaled(formula: Formula, point: Mapping[str, object], log_scale: float) -> float:
    """The formula's value divided by exp(log_scale), through its logarithm (signs kept)."""
    exact = formula.point({name: point[name] for name in formula.names})
    sign = formula.at(exact, 5).sign
    return sign * math.exp(formula.log_at(exact) - log_scale) if sign else 0.0


def ratio(mean: float, claim: float) -> str:
    """mean / claim for the eye; the mean itself where the claim is zero."""
    return f"{mean / claim:.6f}" if claim else f"{mean:.3e} against 0"
