"""Sequential: a mean and the variance that the theory implies, watched while it is drawn."""

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


@dataclass(frozen=True)
class Sequential(NamedTest):
    """The drawn values have mean `expected` and variance at most `variance`, tested by e-processes.

    Fields as for `Sampled`; `variance` is the variance of the undivided values that the theory implies. A
    wrong mean, or a variance that is claimed too small, refutes at any look; a pass is the equivalence of the mean
    within the profile's tolerance under every variance up to twice the claimed one. Looks are after 1, 2, 4,
    .. chunks, up to the draws that the test at a fixed number needs. A variance claimed too large is never
    refuted: test the second moment on bounded values for that.
    """

    expected: Formula
    variance: Formula
    points: tuple[Mapping[str, object], ...]

    def decide(
        self, statement: Statement, context: Context, index: int, point: Mapping[str, object]
    ) -> Found:
        """The test at one point."""
        from rftheory.measured.engine.run import Task
        from rftheory.measured.inference.sequential import SequentialRule

        experiment, facts = self.drawn(point), texts(point)
        where, tolerance = shown(facts), context.profile.tolerance
        claim = scaled(self.expected, point, experiment.log_scale)
        variance = scaled(self.variance, point, 2 * experiment.log_scale)
        if not (0.0 < abs(claim) < math.inf and 0.0 < variance < math.inf):
            reason = "the claimed mean or variance is zero or beyond floats at this scale"
            return Found(Outcome.UNDECIDED, f"{where}: {reason}", facts)
        alpha, beta = context.share
        rule = SequentialRule(claim, tolerance * abs(claim), variance, 2 * variance, alpha, beta)
        facts |= {"most": rule.most, "delta": tolerance, "alpha": alpha, "beta": beta}
        facts["method"] = f"e-process, {experiment.label}"
        if rule.most * experiment.width > context.profile.draws_budget:
            text = f"{where}: may need {rule.most} draws, beyond the {context.profile.name} budget"
            return Found(Outcome.UNDECIDED, text, facts)
        task = Task(f"{statement.id}|sequential|{self.name}", index, experiment, rule, rule.most)
        found = carried_out(task, context, where, str(facts["method"]), watched=True)
        if isinstance(found, Found):
            return found
        facts |= {"draws": found.totals.n, "ratio": ratio(found.totals.mean, claim)}
        facts |= over_runs(found)
        decided = OUTCOMES[found.decision.outcome]
        text = (
            f"{where}: {drawn_in(found, f'{found.totals.n} of at most {rule.most} draws')}, mean/claim {facts['ratio']}, {decided.value} "
            f"within {tolerance:.0%} at alpha {alpha:.1e}, beta {beta:.1e} ({facts['method']})"
        )
        return Found(decided, text, facts, made=True)
