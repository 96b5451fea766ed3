"""Sampled: any drawn statistic held against a formula of its mean."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rftheory.context import Context
from rftheory.evidence.statistical.points import shown, texts
from rftheory.evidence.statistical.test_design import (
    Drawn,
    Found,
    NamedTest,
    decide_mean,
    rule_within,
    scaled,
    spread_about,
)
from rftheory.exact.formula import Formula
from rftheory.statements import Statement
from rftheory.verdict import Outcome

if TYPE_CHECKING:
    from rftheory.measured.inference.mean import MeanRule


@dataclass(frozen=True)
class Sampled(NamedTest):
    """E of the drawn values equals `expected` at each of `points`, tested as an equivalence.

    `drawn` makes the experiment of a point: anything with draw(n, rng=), support, log_scale, label and
    width, whose values are divided by exp(log_scale) (measured.estimates.Estimate is one). `expected` is a
    Formula of the undivided mean in names that each point gives. The tolerance, the profile's, is relative
    to `scale` (its absolute value at the point), or to `expected` without one. Values on a finite support are
    decided by betting, which needs no moment; otherwise `second`, the mean of the squared undivided values as
    the theory has it, is required and Catoni's rule is used, whose false-pass rate excludes variances above
    twice that.
    """

    expected: Formula
    points: tuple[Mapping[str, object], ...]
    second: Formula | None = None
    scale: Formula | None = None

    def decide(
        self, statement: Statement, context: Context, index: int, point: Mapping[str, object]
    ) -> Found:
        """The test at one point."""
        experiment, facts = self.drawn(point), texts(point)
        where = shown(facts)
        rule = rule_of_mean(experiment, self.expected, self.second, self.scale, point, context)
        if isinstance(rule, str):
            return Found(Outcome.UNDECIDED, f"{where}: {rule}", facts)
        of = "" if self.scale is None else " of the stated scale"
        return decide_mean(
            statement,
            context,
            f"sampled|{self.name}",
            index,
            experiment,
            rule,
            where=where,
            facts=facts,
            of=of,
        )


def rule_of_mean(
    experiment: Drawn,
    expected: Formula,
    second: Formula | None,
    scale: Formula | None,
    point: Mapping[str, object],
    context: Context,
) -> MeanRule | str:
    """The rule for one point at its share of the run's error budget, or why there is none."""
    claim = scaled(expected, point, experiment.log_scale)
    margin = abs(claim if scale is None else scaled(scale, point, experiment.log_scale))
    if not 0.0 < margin < math.inf:
        return "the claim is zero or beyond floats at this scale, so no relative tolerance exists"
    spread = None if second is None else spread_about(claim, second, point, experiment.log_scale)
    rule = rule_within(context, claim, experiment.support, scale=margin, planned=spread, spread=spread)
    return "unbounded values and no second moment given" if rule is None else rule
