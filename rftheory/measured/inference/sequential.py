"""An equivalence test that may stop at any look: e-processes for the claim and against both ends."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np

from rftheory.errors import DomainError
from rftheory.measured.engine.reductions import Totals
from rftheory.measured.inference.eprocess import DEFAULT_STEPS, QuadraticBets, log_evidence
from rftheory.measured.inference.mean import (
    Decision,
    DecisionOutcome,
    MeanRule,
    mean_rule,
    min_samples_mean,
    psi,
)
from rftheory.measured.inputs import Floats


@dataclass(frozen=True, slots=True)
class SequentialRule:
    """The joint claim E X = claim, Var X <= variance, at any number of draws, with margin around the claim.

    refuted: the quadratic e-process reaches 1/alpha. pass: not refuted, and both Catoni e-processes
    prod exp psi(+-step (X - (claim -+ margin))) / (1 + step^2 variance_bound / 2) reach 1/beta. All are
    non-negative supermartingales under what they reject, so by Ville's inequality both rates hold for every
    rule of stopping. docs/inference.md, section 5.
    """

    claim: float
    margin: float
    variance: float
    variance_bound: float
    alpha: float = 1e-6
    beta: float = 1e-6
    steps: tuple[float, ...] = field(default=DEFAULT_STEPS)
    anytime: bool = field(default=True, init=False)

    def __post_init__(self) -> None:
        if not self.variance <= self.variance_bound < math.inf:
            raise DomainError("variance_bound", self.variance_bound, f">= variance = {self.variance}")
        _ = self.fixed, self._bets()

    @property
    def fixed(self) -> MeanRule:
        """The test with the same margins at a fixed number of draws."""
        return mean_rule(
            claim=self.claim,
            delta=1.0,
            scale=self.margin,
            variance=self.variance,
            variance_bound=self.variance_bound,
            alpha=self.alpha,
            beta=self.beta,
        )

    @property
    def most(self) -> int:
        """Draws after which a true claim is undecided with probability <= 1/1000 (plus alpha for refuted)."""
        return min_samples_mean(self.fixed, miss=1e-3)

    @property
    def guarantee(self) -> str:
        """Which error rate holds under which assumption."""
        return (
            f"at any stopping time: refuted with probability <= {self.alpha:.3g} if E X = claim and Var X <= "
            f"{self.variance:.6g}; pass with probability <= {self.beta:.3g} under every law with Var X <= "
            f"{self.variance_bound:.6g} whose mean is off by >= {self.margin:.3g}"
        )

    def scores(self, values: Floats) -> Floats:
        """(2 + 2 steps, n): Catoni's scores against the low and the high end, then the bets on the claim."""
        step = self.fixed.steps[0]
        ends = np.stack(
            [
                step * (values - (self.claim - self.margin)),
                -step * (values - (self.claim + self.margin)),
            ]
        )
        return np.concatenate([psi(ends), self._bets().scores(values)])

    def decide(self, totals: Totals) -> Decision:
        """Three-valued, valid at every look; a rejected claim is refuted whatever the margins say."""
        low, high, *bets = totals.scores
        drift = totals.n * math.log1p(self.fixed.steps[0] ** 2 * self.variance_bound / 2)
        need = math.log(1 / self.beta) + drift
        joint = Totals(totals.n, tuple(bets), totals.total, totals.square_total, totals.low, totals.high)
        alarm = log_evidence(self._bets(), joint) - math.log(1 / self.alpha)
        excess = (
            ("mean <= claim - margin", low - need),
            ("mean >= claim + margin", high - need),
            ("mean = claim and variance <= claimed", alarm),
        )
        outcome = DecisionOutcome.UNDECIDED
        if alarm >= 0:
            outcome = DecisionOutcome.REFUTED
        elif low >= need and high >= need:
            outcome = DecisionOutcome.PASS
        return Decision(
            outcome, totals.n, self.claim, self.margin, self.alpha, self.beta, excess, self.guarantee
        )

    def _bets(self) -> QuadraticBets:
        return QuadraticBets(self.claim, self.variance, self.alpha, self.steps)
