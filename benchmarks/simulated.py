"""The tests that simulated statements make, taken out of their verification, to be made again from any seed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rftheory import registry
from rftheory.context import Context, profile
from rftheory.evidence.plan import applicable
from rftheory.measured.engine.run import Measurement, Task, measure, watch
from rftheory.measured.inference.mean import DecisionOutcome, MeanRule, mean_rule

# of several papers, cheap: independent, orthogonal and simplex rows, both kinds of features, means, squares and pairs
STATEMENTS = ("beyond/decoupling", "simrf/eq7", "performer/eq53", "simrf/thm4.3/orf", "orf/lemma2")


@dataclass
class Taken:
    """Stands where a file of a lifetime would: keeps every task that is carried out."""

    tasks: list[Task]
    seed: int = 0

    def adding(self, task: Task, made: Callable[[int], Measurement]) -> Measurement:
        """The test as it is made, and kept."""
        self.tasks.append(task)
        return made(self.seed)


def tasks(alpha: float, beta: float, names: Sequence[str] = STATEMENTS) -> list[Task]:
    """Every test of the statements at these rates a test, sized as a verification of profile `full` sizes it."""
    taken = Taken([])
    context = Context(profile=profile("full"), alpha=alpha, beta=beta, lifetime=taken)
    for name in names:
        statement = registry.statement(name)
        for check in applicable(statement):
            if check.tests:
                check.run(statement, context)
    return taken.tasks


def outcome(task: Task, seed: int) -> DecisionOutcome:
    """What the test says from that seed."""
    run = watch if getattr(task.rule, "anytime", False) else measure
    return run(task, root_seed=seed).decision.outcome


def off_by(task: Task, margins: float) -> Task:
    """The same test of a claim that is wrong by so many margins."""
    rule: Any = task.rule
    if not isinstance(rule, MeanRule):
        raise TypeError(f"deviations are planted in tests of a mean, not in {type(rule).__name__}")
    known: dict[str, Any] = {"variance": rule.variance}
    known |= {"support": rule.support} if rule.support else {"variance_bound": rule.variance_bound}
    claim = rule.claim + margins * rule.margin
    wrong = mean_rule(claim=claim, delta=1.0, scale=rule.margin, alpha=rule.alpha, beta=rule.beta, **known)
    return replace(task, rule=wrong)
