"""Estimates of a map that is not known here: their means against a declared kernel, under a bound of their kurtosis."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rftheory.battery.rows.draws import DrawnRows
from rftheory.conformance.checks import CATALOGUE, ClientCheck
from rftheory.conformance.findings import Finding
from rftheory.conformance.moments import spread
from rftheory.conformance.moments.catoni import finding, tested
from rftheory.conformance.moments.kurtosis_bound import KURTOSIS, bound, needed, shares
from rftheory.conformance.moments.measurements import MeanValue
from rftheory.conformance.moments.mending import mending
from rftheory.conformance.references import SPECTRAL_ROWS
from rftheory.measured.inference.error_budget import ErrorBudget
from rftheory.measured.inputs import Floats
from rftheory.measured.protocol import Kernel
from rftheory.moments.catalogue import mean_statement
from rftheory.moments.pairs import Pair, kernel_value
from rftheory.moments.radial_kernels import StationaryKernel
from rftheory.verdict import Outcome


@dataclass(frozen=True)
class EstimatesOfUnknown:
    """Estimates (n, p) of which no variance is known, at the pairs; the kernel that is declared, if one is; all are required.

    rounding: relative, that is granted to a mean. rows, map: what they were made of, where that was read off.
    """

    values: Floats
    pairs: tuple[Pair, ...]
    kernel: Kernel | None
    m: int
    rounding: float
    ledger: ErrorBudget
    required: int | None = None
    rows: DrawnRows | None = None
    map: str = ""
    stationary: StationaryKernel | None = None


@dataclass(frozen=True)
class UnknownAt:
    """The estimates at one of the pairs."""

    estimates: EstimatesOfUnknown
    index: int

    @property
    def beside(self) -> bool:
        """Whether it is a pair whose mean is checked only where it is decided."""
        return self.estimates.required is not None and self.index >= self.estimates.required

    @property
    def tags(self) -> frozenset[str]:
        """Whether there is a kernel to hold them against."""
        return frozenset({"claimed"} if self.estimates.kernel is not None else ())


def mean(subject: UnknownAt) -> Finding | None:
    """The mean is the kernel, by Catoni's test: at its rates wherever the kurtosis of an estimate is at most KURTOSIS.

    Stationary kernels may be as small as they like: errors are relative to k(x - y) + k(0).
    """
    whole = subject.estimates
    lift = 0.0 if whole.stationary is None else 1.0
    pair, values = whole.pairs[subject.index], whole.values[:, subject.index] + lift
    assert whole.kernel is not None
    name, statement = f"mean: {pair.label}", mean_statement(None, whole.kernel, None)
    claim, share = kernel_value(whole.kernel, pair.x, pair.y), whole.ledger.share(name)
    if whole.stationary is not None:
        claim, statement = float(whole.stationary.value(pair.x - pair.y)), SPECTRAL_ROWS
    truth, claim = claim, claim + lift
    ours, test = shares(share)
    limit, near = bound(values, claim, ours), spread.mean(values - lift)
    text = f"mean {near.value:.6g}, claimed {truth:.6g}"
    text += f"; errors relative to {claim:.4g}" if lift else ""
    if limit is None and subject.beside:
        return None
    if limit is None:
        reason = f"no variance is known, and {needed(ours)} draws bound one, of estimates that vary less"
        return Finding(name, statement, Outcome.UNDECIDED, f"{text}; {reason}", draws=len(values))

    def judged(drawn: Floats) -> Outcome:
        drawn = drawn + lift
        most = bound(drawn, claim, ours)
        if most is None:
            return Outcome.UNDECIDED
        return tested(drawn, claim, most, test, whole.rounding * abs(claim))[0]

    outcome, rule = tested(values, claim, limit, test, whole.rounding * abs(claim))
    seen = MeanValue(near.value, (near.low, near.high), truth, whole.m, len(pair.x))
    text = f"{text}; for estimates of kurtosis at most {KURTOSIS:g}"
    made = finding(name, statement, outcome, rule, values, test, text, claim, seen)
    if subject.beside and made.outcome is Outcome.UNDECIDED:
        return None
    if made.fails:
        made = replace(made, mending=mending(whole.rows, whole.map, whole.kernel, pair, values, judged))
    return replace(made, alpha=share.alpha, beta=share.beta) if made.alpha is not None else made


CHECKS = (ClientCheck("mean", "moments", UnknownAt, CATALOGUE, mean, frozenset({"claimed"})),)
