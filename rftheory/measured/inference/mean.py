"""Equivalence tests of a mean with both error rates bounded at fixed n: by Catoni's scores, or by betting on a range."""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from rftheory.compatibility import StrEnum
from rftheory.errors import BudgetError, DomainError, InputError
from rftheory.measured.engine.reductions import Totals, reduce_values
from rftheory.measured.inputs import Floats, integer

LARGEST_DELTA = 1e6  # a margin that tests nothing
SMALLEST_DELTA = 1e-12  # a margin that would take 10^24 draws


class DecisionOutcome(StrEnum):
    """pass: |E X - claim| < margin; refuted: E X = claim is rejected; undecided: neither, and never a pass."""

    PASS = "pass"
    REFUTED = "refuted"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Decision:
    """The outcome, what it rests on, and by how much each part is (>= 0) or is not (< 0) rejected, in nats."""

    outcome: DecisionOutcome
    n: int
    claim: float
    margin: float | None
    alpha: float
    beta: float | None
    excess: tuple[tuple[str, float], ...]
    guarantee: str


class DecisionRule(Protocol):
    """A decision made from sums alone: scores of each value (k, n), then a decision from the Totals."""

    def scores(self, values: Floats) -> Floats: ...

    def decide(self, totals: Totals) -> Decision: ...


def psi(x: Floats) -> Floats:
    """Catoni's influence function sign(x) log(1 + |x| + x^2/2): odd, increasing, and
    -log(1 - x + x^2/2) <= psi(x) <= log(1 + x + x^2/2) (Catoni 2012)."""
    size = np.abs(x)
    with np.errstate(over="ignore"):
        scores: Floats = np.copysign(np.log1p(size + 0.5 * size * size), x)
    return scores


@dataclass(frozen=True, slots=True)
class MeanRule:
    """Equivalence test of E X = claim within +-margin (absolute, in the units of X); build it by `mean_rule`.

    Four sums decide, with s = psi (Catoni: support is None) or s = log1p (betting: X in `support`):
    sum s(+step (X - theta)) at theta = claim - margin and claim, sum s(-step (X - theta)) at
    claim + margin and claim. Proofs: docs/inference.md, sections 2 and 3.
    """

    claim: float
    margin: float
    alpha: float
    beta: float
    steps: tuple[float, float]
    variance: float
    variance_bound: float
    support: tuple[float, float] | None

    @property
    def guarantee(self) -> str:
        """Which error rate holds under which assumption."""
        if self.support is None:
            alarm = f"E X = claim and Var X <= {self.variance:.6g}"
            passing = f" with Var X <= {self.variance_bound:.6g}"
        else:
            alarm = f"E X = claim and X in [{self.support[0]:.6g}, {self.support[1]:.6g}]"
            passing = f" on [{self.support[0]:.6g}, {self.support[1]:.6g}]"
        return (
            f"refuted with probability <= {self.alpha:.3g} if {alarm}; pass with probability <= "
            f"{self.beta:.3g} under every law{passing} whose mean is off by >= {self.margin:.3g}"
        )

    def scores(self, values: Floats) -> Floats:
        """(4, n) scores of values (n,): against the low null, the high null, the claim from above, below."""
        up, down = self.steps
        bets = np.stack(
            [
                up * (values - (self.claim - self.margin)),
                -down * (values - (self.claim + self.margin)),
                up * (values - self.claim),
                -down * (values - self.claim),
            ]
        )
        if self.support is None:
            return psi(bets)
        self._check_support(float(values.min()), float(values.max()))
        scores: Floats = np.log1p(bets)
        return scores

    def decide(self, totals: Totals) -> Decision:
        """Three-valued: a rejected claim is refuted even where it also lies within the margin."""
        low, high, above, below = totals.scores
        alarm, passing = math.log(2 / self.alpha), math.log(1 / self.beta)
        if self.support is None:
            alarm += totals.n * math.log1p(self.steps[0] ** 2 * self.variance / 2)
            passing += totals.n * math.log1p(self.steps[0] ** 2 * self.variance_bound / 2)
            empty = impossible = (False, False)
        else:
            self._check_support(totals.low, totals.high)
            empty = (self.claim - self.margin < self.support[0], self.claim + self.margin > self.support[1])
            impossible = (self.claim < self.support[0], self.claim > self.support[1])
        excess = (
            ("mean <= claim - margin", math.inf if empty[0] else low - passing),
            ("mean >= claim + margin", math.inf if empty[1] else high - passing),
            ("mean = claim, from above", math.inf if impossible[0] else above - alarm),
            ("mean = claim, from below", math.inf if impossible[1] else below - alarm),
        )
        rejected = [value >= 0 for _, value in excess]
        outcome = DecisionOutcome.UNDECIDED
        if rejected[2] or rejected[3]:
            outcome = DecisionOutcome.REFUTED
        elif rejected[0] and rejected[1]:
            outcome = DecisionOutcome.PASS
        return Decision(
            outcome, totals.n, self.claim, self.margin, self.alpha, self.beta, excess, self.guarantee
        )

    def _check_support(self, low: float, high: float) -> None:
        if self.support is not None and not (self.support[0] <= low and high <= self.support[1]):
            raise InputError(f"values in [{low}, {high}] leave the declared support {self.support}")


def mean_rule(
    *,
    claim: float,
    delta: float,
    scale: float | None = None,
    variance: float | None = None,
    variance_bound: float | None = None,
    support: tuple[float, float] | None = None,
    alpha: float = 1e-6,
    beta: float = 1e-6,
) -> MeanRule:
    """The test of E X = claim to within margin = delta * scale (scale: |claim| unless given).

    claim, variance, variance_bound, support: in the units of X. With a finite `support` the test bets and
    needs nothing else: both error rates hold for every law on it (`variance` then only sharpens the
    predicted sample size). Without it, `variance` (what the theory claims, or a bound) carries the
    false-alarm rate alpha, and `variance_bound` (default: `variance`) carries the false-pass rate beta:
    only alternatives with Var X <= variance_bound are excluded. Raises DomainError.
    """
    margin = _positive("delta", delta) * _positive("scale", abs(claim) if scale is None else scale)
    for name, rate in (("alpha", alpha), ("beta", beta)):
        if not 0 < rate < 1:
            raise DomainError(name, rate, "0 < rate < 1")
    if not (math.isfinite(claim) and _positive("margin", margin)):
        raise DomainError("claim", claim, "finite")
    for name, size in (("variance", variance), ("variance_bound", variance_bound)):
        if size is not None and not 0 <= size < math.inf:
            raise DomainError(name, size, "finite and >= 0")
    if support is not None and all(math.isfinite(end) for end in support):
        return _betting(claim, margin, alpha, beta, variance, support)
    if variance is None:
        raise DomainError("variance", variance, "given, where the support is not a finite interval")
    bound = variance if variance_bound is None else variance_bound
    if bound < variance:
        raise DomainError("variance_bound", bound, f">= variance = {variance}")
    step = margin / (variance + bound + margin**2)
    return MeanRule(claim, margin, alpha, beta, (step, step), variance, bound, None)


def _betting(
    claim: float,
    margin: float,
    alpha: float,
    beta: float,
    variance: float | None,
    support: tuple[float, float],
) -> MeanRule:
    low, high = support
    if not low < high:
        raise DomainError("support", support, "low < high")
    reach = (max(claim - low, 0.0), max(high - claim, 0.0))
    spread = reach[0] * reach[1]
    known = spread if variance is None else min(variance, spread)
    second = known + margin**2
    up, down = (margin / (2 * second + 2 * margin * side) for side in reach)
    inside = low <= claim <= high
    steps = (up, down) if inside else (0.0, 0.0)
    return MeanRule(claim, margin, alpha, beta, steps, known, spread, support)


def decide_mean(values: Floats, rule: MeanRule) -> Decision:
    """Decide `rule` on i.i.d. values (n,); n must not have been chosen by looking at them."""
    sample = np.asarray(values, dtype=np.float64)
    return rule.decide(reduce_values(sample, rule.scores(sample)))


def min_samples_mean(rule: MeanRule, *, miss: float = 1e-3) -> int:
    """Draws after which a true claim with Var X <= variance is undecided with probability <= miss.

    (Plus alpha for being refuted.) Proof: docs/inference.md, section 4. Cost about 4 variance / margin^2 nats.
    Raises BudgetError where variance / margin^2 is beyond the largest number.
    """
    if not 0 < miss < 1:
        raise DomainError("miss", miss, "0 < miss < 1")
    need = math.log(1 / rule.beta) + math.log(2 / miss)
    gains = _gains(rule)
    if gains and not need < sys.float_info.max * min(gains):
        raise BudgetError(
            f"a margin of {rule.margin:.3g} is decided by no draws of variance {rule.variance:.3g}"
        )
    return max(1, math.ceil(need / min(gains))) if gains else 1


def _gains(rule: MeanRule) -> list[float]:
    margin, second = rule.margin, rule.variance + rule.margin**2
    if rule.support is None:
        step = rule.steps[0]
        drop = step * margin - step**2 * second / 2
        return [-math.log1p(-drop) - math.log1p(step**2 * rule.variance_bound / 2)]
    reach = (rule.claim - rule.support[0], rule.support[1] - rule.claim)
    needed = [side for side in reach if side >= margin] if min(reach) >= 0 else []
    return [-math.log1p(-(margin**2) / (2 * (2 * second + margin * side))) for side in needed]


def min_discrepancy_mean(
    n: int,
    *,
    claim: float,
    scale: float | None = None,
    variance: float | None = None,
    variance_bound: float | None = None,
    support: tuple[float, float] | None = None,
    alpha: float = 1e-6,
    beta: float = 1e-6,
    miss: float = 1e-3,
) -> float:
    """The smallest delta whose `min_samples_mean` is at most n: the inverse of it, to 1e-9 relative.

    Raises BudgetError where no delta up to 1e6 can be decided with n draws.
    """
    n = integer("n", n, 1)

    def enough(delta: float) -> bool:
        rule = mean_rule(
            claim=claim,
            delta=delta,
            scale=scale,
            variance=variance,
            variance_bound=variance_bound,
            support=support,
            alpha=alpha,
            beta=beta,
        )
        try:
            return min_samples_mean(rule, miss=miss) <= n
        except BudgetError:
            return False

    low, high = SMALLEST_DELTA, LARGEST_DELTA
    if not enough(high):
        raise BudgetError(f"{n} draws decide no margin at alpha = {alpha}, beta = {beta}, miss = {miss}")
    while high > low * (1 + 1e-9):
        middle = math.sqrt(low * high)
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


def _positive(name: str, value: float) -> float:
    if not 0 < value < math.inf:
        raise DomainError(name, value, "finite and > 0")
    return value
