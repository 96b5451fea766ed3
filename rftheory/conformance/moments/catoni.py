"""Catoni's test of a mean as a finding: the smallest margin that the draws decide, the interval."""

from __future__ import annotations

import math

import numpy as np

from rftheory.conformance.findings import Finding, Measurements
from rftheory.conformance.moments import spread
from rftheory.errors import BudgetError
from rftheory.measured.inference.error_budget import Share
from rftheory.measured.inference.mean import DecisionOutcome as Decided
from rftheory.measured.inference.mean import MeanRule, decide_mean, mean_rule, min_discrepancy_mean, psi
from rftheory.measured.inputs import Floats
from rftheory.verdict import Outcome

HOPELESS = 0.5
"""A relative margin of a mean beyond which a check that holds says too little."""
FAR = 1e100
"""Margins beyond which a value is cut: psi grows, so no rate of the test is raised by it, and no square overflows."""
MISS = 1e-6
VISIBLE = 1.0
"""A relative margin of a variance beyond which it is not checked."""
OUTCOMES = {Decided.PASS: Outcome.HOLDS, Decided.REFUTED: Outcome.FAILS, Decided.UNDECIDED: Outcome.UNDECIDED}


def tested(
    values: Floats, claim: float, bound: float, share: Share, budget: float
) -> tuple[Outcome, MeanRule | None]:
    """Catoni's test with the smallest margin that this many draws decide; the rounding budget widens the margin.

    None in place of a rule says that no margin up to HOPELESS times the claim can be decided (for a mean): so
    wherever the claim itself is below the smallest number, or none.
    """
    if not 0.0 < abs(claim) < math.inf:
        return Outcome.UNDECIDED, None
    bound = max(bound, (budget + 1e-15 * abs(claim)) ** 2, 1e-300)
    try:
        delta = min_discrepancy_mean(
            len(values), claim=claim, variance=bound, alpha=share.alpha, beta=share.beta, miss=MISS
        )
    except BudgetError:
        return Outcome.UNDECIDED, None
    margin = delta * abs(claim) + 2.0 * budget
    rule = mean_rule(claim=claim, delta=1.0, scale=margin, variance=bound, alpha=share.alpha, beta=share.beta)
    kept = np.clip(np.where(np.isnan(values), np.inf, values), claim - FAR * margin, claim + FAR * margin)
    decided = decide_mean(kept, rule)
    outcome = OUTCOMES[decided.outcome]
    if outcome is Outcome.FAILS and abs(float(np.mean(kept)) - claim) <= budget:
        outcome = Outcome.HOLDS
    return outcome, rule


def finding(
    name: str,
    statement: str,
    outcome: Outcome,
    rule: MeanRule | None,
    values: Floats,
    share: Share,
    detail: str,
    claim: float,
    measurements: Measurements | None = None,
) -> Finding:
    """The finding of a test whose values claim the mean `claim`: effects are relative to it."""
    if rule is None:
        return Finding(
            name, statement, Outcome.UNDECIDED, f"{detail}; hopeless at this norm", draws=len(values)
        )
    delta = rule.margin / abs(claim)
    if outcome is Outcome.HOLDS and delta > HOPELESS and name.startswith("mean"):
        outcome, detail = (
            Outcome.UNDECIDED,
            f"{detail}; only errors above {delta:.0%} would be seen: more draws or features",
        )
    low, high = interval(values, rule, share.alpha)
    effect = float(np.mean(values))
    # The interval rests on the variance bound: where the mean lies outside, that bound does not hold, and the
    # draws' own spread describes it.
    if not low <= effect <= high:
        described = spread.mean(values, level=share.alpha)
        low, high = described.low, described.high
        detail = f"{detail}; interval by the spread of the draws" if outcome is Outcome.FAILS else detail
    return Finding(
        name,
        statement,
        outcome,
        detail,
        effect / claim - 1.0,
        _ordered(low / claim - 1.0, high / claim - 1.0),
        "relative",
        delta,
        share.alpha,
        share.beta,
        len(values),
        measurements=measurements,
    )


def _ordered(low: float, high: float) -> tuple[float, float]:
    return (low, high) if low <= high else (high, low)


def interval(values: Floats, rule: MeanRule, alpha: float) -> tuple[float, float]:
    """Catoni's interval of the mean at rate alpha, under the variance bound of the rule."""
    step, n = rule.steps[0], len(values)
    need = math.log(2.0 / alpha) + n * math.log1p(step**2 * rule.variance_bound / 2.0)

    def solve(target: float) -> float:
        low, high = float(np.min(values)) - 1e3 * rule.margin, float(np.max(values)) + 1e3 * rule.margin
        for _ in range(60):
            middle = (low + high) / 2.0
            if float(np.sum(psi(step * (values - middle)))) > target:
                low = middle
            else:
                high = middle
        return (low + high) / 2.0

    return solve(need), solve(-need)
