"""Estimates of a stationary kernel by rows of a declared coupling: means and variances, both of known spread."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from rftheory.conformance.checks import ClientCheck
from rftheory.conformance.findings import Finding
from rftheory.conformance.moments import catoni, spread
from rftheory.conformance.moments.estimate_checks import judged_mean
from rftheory.conformance.moments.measurements import FamiliarVariances, MeanValue
from rftheory.conformance.references import SPECTRAL_ROWS, SPECTRAL_VARIANCE
from rftheory.measured.inference.error_budget import ErrorBudget
from rftheory.measured.inputs import Floats
from rftheory.measured.protocol import AbstractCoupling
from rftheory.moments.block_powers import Spread
from rftheory.moments.pairs import Pair
from rftheory.moments.radial_kernels import StationaryKernel
from rftheory.moments.term_moments import TermMoments
from rftheory.moments.waves.wave_moments import RadialBlock, Sharing, wave_spread, wave_term
from rftheory.verdict import Outcome

UNIT = 1.0
"""k(0): errors of means are relative to k(x - y) + k(0), since a kernel may be as small as it likes."""


@dataclass(frozen=True)
class Claimed:
    """What is claimed of estimates: the kernel, the coupling of m rows and who shares tau, random phases or sines."""

    kernel: StationaryKernel
    coupling: AbstractCoupling
    sharing: Sharing
    m: int
    phase: bool

    @property
    def known(self) -> bool:
        """Whether the variance has a closed form here."""
        directions = self.coupling.law.directions
        shared = self.sharing == "block" and directions == "orthogonal"
        return directions in SPECTRAL_VARIANCE and (self.sharing == "row" or shared)

    def term(self, pair: Pair) -> TermMoments:
        """Moments of what one row adds."""
        return wave_term(self.kernel, pair.x - pair.y, phase=self.phase)

    def spread(self, pair: Pair) -> Spread | None:
        """Of an estimate."""
        d = len(pair.x)
        rows = d if self.coupling.law.directions == "orthogonal" else 1
        block = RadialBlock(d, rows, self.sharing == "block")
        return wave_spread(self.kernel, pair.x - pair.y, self.m, block, phase=self.phase)

    def independent(self, pair: Pair) -> Spread | None:
        """Of an estimate by independent rows."""
        return wave_spread(self.kernel, pair.x - pair.y, self.m, RadialBlock(len(pair.x)), phase=self.phase)


@dataclass(frozen=True)
class SpectralEstimatesAt:
    """Estimates (n,) at a pair, what is claimed of them, their rounding and the ledger; beside: not required to be decided."""

    values: Floats
    pair: Pair
    claimed: Claimed
    rounding: float
    ledger: ErrorBudget
    beside: bool

    @cached_property
    def exact(self) -> Spread | None:
        """What theory says of their spread."""
        return self.claimed.spread(self.pair)

    @cached_property
    def tags(self) -> frozenset[str]:
        """Whether there is a variance to check."""
        return frozenset({"variance"} if self.exact is not None and not self.beside else ())


def mean(subject: SpectralEstimatesAt) -> Finding | None:
    """The mean is the kernel. The variance is at most the larger of the claimed one and that of independent rows."""
    pair, term, claimed = subject.pair, subject.claimed.term(subject.pair), subject.claimed
    share, values = subject.ledger.share(f"mean: {pair.label}"), subject.values + UNIT
    own = 0.0 if subject.exact is None else subject.exact.variance
    bound, claim = max(own, term.variance / claimed.m, 1e-18), term.mean + UNIT
    outcome, rule = judged_mean(values, claim, bound, share, subject.rounding * claim)
    near = spread.mean(subject.values)
    text = f"mean {near.value:.6g}, claimed {term.mean:.6g}; errors relative to {claim:.4g}"
    seen = MeanValue(near.value, (near.low, near.high), term.mean, claimed.m, len(pair.x))
    made = catoni.finding(
        f"mean: {pair.label}", SPECTRAL_ROWS, outcome, rule, values, share, text, claim, seen
    )
    return None if subject.beside and made.outcome is Outcome.UNDECIDED else made


def variance(subject: SpectralEstimatesAt) -> Finding | None:
    """The mean of (estimate - kernel)^2 is the closed form; None where this many draws see no error below a factor 2."""
    exact, pair, claimed = subject.exact, subject.pair, subject.claimed
    assert exact is not None
    name, centre = f"variance: {pair.label}", claimed.term(pair).mean
    share, squares = subject.ledger.share(name), (subject.values - centre) ** 2
    budget = 4.0 * subject.rounding
    outcome, rule = catoni.tested(squares, exact.variance, exact.fourth - exact.variance**2, share, budget)
    if rule is None or rule.margin - 2.0 * budget > catoni.VISIBLE * exact.variance:
        return None
    directions, value = claimed.coupling.law.directions, float(np.mean(squares))
    text = f"variance {value:.4g}, claimed {exact.variance:.4g}; kurtosis {exact.kurtosis:.3g}"
    rows: tuple[str, ...] = ()
    other = claimed.independent(pair) if outcome is Outcome.FAILS else None
    if other is not None:
        spare = other.fourth - other.variance**2
        if catoni.tested(squares, other.variance, spare, share, budget)[0] is not Outcome.FAILS:
            rows, text = ("iid",), f"{text}; that of independent rows ({other.variance:.4g})"
    seen = FamiliarVariances(rows, directions != "independent", value > exact.variance)
    statement = SPECTRAL_VARIANCE[directions]
    return catoni.finding(name, statement, outcome, rule, squares, share, text, exact.variance, seen)


CHECKS = (
    ClientCheck("mean", "moments", SpectralEstimatesAt, (SPECTRAL_ROWS,), mean),
    ClientCheck(
        "variance",
        "moments",
        SpectralEstimatesAt,
        tuple(SPECTRAL_VARIANCE.values()),
        variance,
        frozenset({"variance"}),
    ),
)
