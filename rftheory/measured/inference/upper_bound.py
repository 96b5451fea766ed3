"""E X <= limit for X of a known range, decided either way at any look by betting."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np

from rftheory.errors import DomainError, InputError
from rftheory.measured.engine.reductions import Totals
from rftheory.measured.inference.eprocess import DEFAULT_STEPS
from rftheory.measured.inference.mean import Decision, DecisionOutcome
from rftheory.measured.inputs import Floats


@dataclass(frozen=True, slots=True)
class BelowRule:
    """The claim E X <= limit for X in `support`, low < limit < high.

    refuted: the average over b of prod (1 + b (X - limit) / (limit - low)) reaches 1/alpha, a supermartingale
    under the claim. pass: the average of prod (1 - b (X - limit) / (high - limit)) reaches 1/beta, one under
    E X >= limit. Both are non-negative, so both rates hold at every look (Ville). docs/inference.md, sections 3, 5.
    """

    limit: float
    support: tuple[float, float]
    alpha: float = 1e-6
    beta: float = 1e-6
    steps: tuple[float, ...] = field(default=DEFAULT_STEPS[1:])
    anytime: bool = field(default=True, init=False)

    def __post_init__(self) -> None:
        low, high = self.support
        if not (math.isfinite(low) and math.isfinite(high) and low < self.limit < high):
            raise DomainError("limit", self.limit, f"inside the finite support {self.support}")
        for name, rate in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < rate < 1:
                raise DomainError(name, rate, "0 < rate < 1")
        if not self.steps or not all(0 < step < 1 for step in self.steps):
            raise DomainError("steps", self.steps, "at least one, all > 0 and < 1")

    @property
    def guarantee(self) -> str:
        """Which error rate holds under which assumption."""
        return (
            f"at any stopping time: refuted with probability <= {self.alpha:.3g} if E X <= {self.limit:.6g}; pass "
            f"with probability <= {self.beta:.3g} if E X >= {self.limit:.6g}; X in {self.support}"
        )

    def scores(self, values: Floats) -> Floats:
        """(2 steps, n) log factors: bets on more than the limit, then bets on less."""
        low, high = self.support
        if not (low <= float(values.min()) and float(values.max()) <= high):
            raise InputError(f"values leave the declared support {self.support}")
        bets, gaps = np.asarray(self.steps)[:, None], values - self.limit
        above, under = bets * (gaps / (self.limit - low)), -bets * (gaps / (high - self.limit))
        scores: Floats = np.log1p(np.concatenate([above, under]))
        return scores

    def decide(self, totals: Totals) -> Decision:
        """Three-valued, valid at every look."""
        count = len(self.steps)
        sums = np.asarray(totals.scores)
        above, under = (
            float(np.logaddexp.reduce(part)) - math.log(count) for part in (sums[:count], sums[count:])
        )
        excess = (
            ("mean <= limit", above - math.log(1 / self.alpha)),
            ("mean >= limit", under - math.log(1 / self.beta)),
        )
        outcome = DecisionOutcome.UNDECIDED
        if excess[0][1] >= 0:
            outcome = DecisionOutcome.REFUTED
        elif excess[1][1] >= 0:
            outcome = DecisionOutcome.PASS
        return Decision(outcome, totals.n, self.limit, None, self.alpha, self.beta, excess, self.guarantee)
