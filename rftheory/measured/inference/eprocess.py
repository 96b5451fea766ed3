"""Anytime-valid refutation: e-processes that may be watched at every draw. They refute or stay undecided."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from rftheory.errors import DomainError
from rftheory.measured.engine.reductions import Totals
from rftheory.measured.inference.mean import Decision, DecisionOutcome
from rftheory.measured.inputs import Floats

DEFAULT_STEPS = tuple(
    2.0**-k for k in range(10)
)  # one within a factor 2 of the best for any effect from 1/512 on
NEVER = "an e-process refutes or stays undecided; it never passes a claim"


class Bets(Protocol):
    """Several bets on one claim, each a martingale factor per value, averaged with equal weights."""

    def scores(self, values: Floats) -> Floats: ...

    def compensator(self) -> Floats: ...


@dataclass(frozen=True, slots=True)
class QuadraticBets:
    """Against the joint claim E X = claim, Var X <= variance:
    M_t = mean over lambda of prod (1 + u + u^2/2) / (1 + lambda^2 variance / 2), u = lambda (X - claim).

    steps: values of |lambda| sqrt(variance); each is bet with both signs. A non-negative supermartingale
    under the claim (a martingale where Var X = variance), with no other moment needed, hence
    P(ever log M >= log 1/alpha) <= alpha (Ville). Detects a wrong mean and a variance claimed too small;
    a variance claimed too large is never refuted by it. Source: verification notes B6; Howard et al. 2021.
    """

    claim: float
    variance: float
    alpha: float = 1e-6
    steps: tuple[float, ...] = field(default=DEFAULT_STEPS)

    def __post_init__(self) -> None:
        _check(self.alpha, self.steps, limit=math.inf)
        if not 0 < self.variance < math.inf:
            raise DomainError("variance", self.variance, "finite and > 0")

    def _slopes(self) -> Floats:
        positive = np.asarray(self.steps) / math.sqrt(self.variance)
        return np.concatenate([positive, -positive])

    def scores(self, values: Floats) -> Floats:
        """(2 steps, n) log factors before compensation, for values (n,)."""
        bets = self._slopes()[:, None] * (values - self.claim)
        with np.errstate(over="ignore"):
            scores: Floats = np.log1p(bets * (1 + 0.5 * bets))
        return scores

    def compensator(self) -> Floats:
        """(2 steps,) log E of a factor under the claim."""
        logs: Floats = np.log1p(self._slopes() ** 2 * self.variance / 2)
        return logs

    def decide(self, totals: Totals) -> Decision:
        """Refuted iff the evidence after totals.n draws reaches 1/alpha."""
        return _decide(self, self.claim, self.alpha, totals, "E X = claim and Var X <= variance")


@dataclass(frozen=True, slots=True)
class FloorBets:
    """Against E X <= claim for X >= floor: M_t = mean over b of prod (1 + b (X - claim) / (claim - floor)).

    steps: fractions 0 < b < 1. A non-negative supermartingale with no moment assumed, so a second moment (X
    a square, floor 0) that is claimed too small is refuted freely; one claimed too large never is.
    Source: Waudby-Smith and Ramdas 2024.
    """

    claim: float
    floor: float = 0.0
    alpha: float = 1e-6
    steps: tuple[float, ...] = field(default=DEFAULT_STEPS[1:])

    def __post_init__(self) -> None:
        _check(self.alpha, self.steps, limit=1.0)
        if not self.floor < self.claim < math.inf:
            raise DomainError("claim", self.claim, f"finite and > floor = {self.floor}")

    def scores(self, values: Floats) -> Floats:
        """(steps, n) log factors for values (n,) that are all >= floor."""
        if float(values.min()) < self.floor:
            raise DomainError("values", float(values.min()), f">= floor = {self.floor}")
        bets = np.asarray(self.steps)[:, None] * ((values - self.claim) / (self.claim - self.floor))
        scores: Floats = np.log1p(bets)
        return scores

    def compensator(self) -> Floats:
        """(steps,) zeros: a factor has expectation at most 1 under the claim."""
        return np.zeros(len(self.steps))

    def decide(self, totals: Totals) -> Decision:
        """Refuted iff the evidence after totals.n draws reaches 1/alpha."""
        return _decide(self, self.claim, self.alpha, totals, f"E X <= claim and X >= {self.floor:.6g}")


def log_evidence(bets: Bets, totals: Totals) -> float:
    """log M_n from the exact score sums of n values."""
    return float(_log_mean_exp(np.asarray(totals.scores) - totals.n * bets.compensator()))


def evidence_path(bets: Bets, values: Floats) -> Floats:
    """(n,) log M_t after each of the values (n,): its running maximum may be compared with log 1/alpha."""
    return _log_mean_exp(np.cumsum(bets.scores(values) - bets.compensator()[:, None], axis=1))


def _log_mean_exp(logs: Floats) -> Floats:
    mixed: Floats = np.logaddexp.reduce(logs, axis=0) - math.log(logs.shape[0])
    return mixed


def _decide(bets: Bets, claim: float, alpha: float, totals: Totals, null: str) -> Decision:
    excess = log_evidence(bets, totals) - math.log(1 / alpha)
    outcome = DecisionOutcome.REFUTED if excess >= 0 else DecisionOutcome.UNDECIDED
    guarantee = f"refuted at any time with probability <= {alpha:.3g} if {null}; {NEVER}"
    return Decision(outcome, totals.n, claim, None, alpha, None, ((null, excess),), guarantee)


def _check(alpha: float, steps: tuple[float, ...], limit: float) -> None:
    if not 0 < alpha < 1:
        raise DomainError("alpha", alpha, "0 < alpha < 1")
    if not steps or not all(0 < step < limit for step in steps):
        raise DomainError("steps", steps, f"at least one, all > 0 and < {limit}")
