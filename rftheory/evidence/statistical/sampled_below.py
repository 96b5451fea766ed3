"""SampledBelow: the mean of a drawn statistic stays below a bound at each point."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from rftheory.context import Context
from rftheory.evidence.statistical.adding_up import drawn_in, over_runs
from rftheory.evidence.statistical.points import shown, texts
from rftheory.evidence.statistical.test_design import (
    OUTCOMES,
    Found,
    NamedTest,
    carried_out,
    ratio,
    scaled,
)
from rftheory.exact.formula import Formula
from rftheory.statements import Statement
from rftheory.verdict import Outcome

DRAWS = 2**22


@dataclass(frozen=True)
class SampledBelow(NamedTest):
    """E of the drawn values is at most `limit` at each of `points`; a tail bound is the usual case.

    Fields as for `Sampled`. The values must be bounded (`Drawing` makes them so where it can): the test bets
    on their range alone, stops at the first look that decides, and gives up after `draws`, or what the
    profile's budget allows. A mean close to the limit stays undecided. A limit above every possible value
    holds, and one below every possible value fails, without a draw.
    """

    limit: Formula
    points: tuple[Mapping[str, object], ...]
    draws: int = DRAWS

    def decide(
        self, statement: Statement, context: Context, index: int, point: Mapping[str, object]
    ) -> Found:
        """The test at one point."""
        from rftheory.measured.engine.run import Task
        from rftheory.measured.inference.upper_bound import BelowRule

        experiment, facts = self.drawn(point), texts(point)
        where = shown(facts)
        low, high = experiment.support
        if not (math.isfinite(low) and math.isfinite(high)):
            return Found(Outcome.UNDECIDED, f"{where}: unbounded values", facts)
        limit = _limit(self.limit, point, experiment.log_scale)
        facts["method"] = f"e-process, {experiment.label}"
        if not low < limit < high:
            outcome = Outcome.HOLDS if limit >= high else Outcome.FAILS
            return Found(outcome, f"{where}: every value is on one side of the limit", facts)
        rule = BelowRule(limit, (low, high), *context.share)
        most = max(1, min(self.draws, int(context.profile.draws_budget / experiment.width)))
        task = Task(f"{statement.id}|below|{self.name}", index, experiment, rule, most)
        found = carried_out(task, context, where, str(facts["method"]), watched=True)
        if isinstance(found, Found):
            return found
        facts |= {"draws": found.totals.n, "alpha": rule.alpha, "beta": rule.beta}
        facts["ratio"] = ratio(found.totals.mean, limit)
        facts |= over_runs(found)
        decided = OUTCOMES[found.decision.outcome]
        text = (
            f"{where}: {drawn_in(found, f'{found.totals.n} draws')}, mean/limit {facts['ratio']}, {decided.value} at alpha "
            f"{rule.alpha:.1e}, beta {rule.beta:.1e} ({facts['method']})"
        )
        return Found(decided, text, facts, made=True)


def _limit(limit: Formula, point: Mapping[str, object], log_scale: float) -> float:
    try:
        return scaled(limit, point, log_scale)
    except OverflowError:
        return math.inf
