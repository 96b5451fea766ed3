"""What several runs say together: e-processes over all draws ever made, so that the rates hold for a lifetime of looks."""

from __future__ import annotations

import numpy as np

from rftheory.errors import InputError
from rftheory.measured.engine.reductions import Totals
from rftheory.measured.inference.mean import Decision, DecisionOutcome, DecisionRule, MeanRule

FOREVER = "over all runs together, whenever they are looked at or ended: "


def decide_over_runs(rule: DecisionRule, totals: Totals) -> Decision:
    """The decision of `rule` on the totals of all runs, valid after every run; docs/inference.md, section 14.

    A rule valid at any stopping time decides as it does. One for a fixed number of draws gives four e-processes:
    refuted where the average of those against mean = claim reaches 1/alpha, pass where both of those against the ends
    of the margin reach 1/beta. InputError for a rule that is neither.
    """
    if getattr(rule, "anytime", False):
        return rule.decide(totals)
    if not isinstance(rule, MeanRule):
        raise InputError(
            f"runs of {type(rule).__name__} do not add up: it is valid at one number of draws only"
        )
    fixed = rule.decide(totals)
    # the rule's own thresholds are log 1/beta and log 2/alpha above the drift; each side of the claim weighs a half
    low, high, above, below = (excess for _, excess in fixed.excess)
    alarm = float(np.logaddexp(above, below))
    outcome = DecisionOutcome.UNDECIDED
    if alarm >= 0.0:
        outcome = DecisionOutcome.REFUTED
    elif low >= 0.0 and high >= 0.0:
        outcome = DecisionOutcome.PASS
    excess = (fixed.excess[0], fixed.excess[1], ("mean = claim", alarm))
    return Decision(
        outcome,
        totals.n,
        rule.claim,
        rule.margin,
        rule.alpha,
        rule.beta,
        excess,
        FOREVER + rule.guarantee,
    )
