"""Means and variances of estimates against the closed forms of the mechanism, by Catoni's test."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from rftheory.conformance.checks import CATALOGUE, ClientCheck
from rftheory.conformance.findings import Finding
from rftheory.conformance.moments import kurtosis_bound, spread
from rftheory.conformance.moments.catoni import finding, tested
from rftheory.conformance.moments.measurements import MeanValue
from rftheory.conformance.moments.mending import mending
from rftheory.conformance.moments.moment_claims import Estimates
from rftheory.conformance.moments.spread import Described
from rftheory.conformance.moments.variance import variance
from rftheory.measured.inference.error_budget import Share
from rftheory.measured.inference.mean import MeanRule
from rftheory.measured.inputs import Floats
from rftheory.measured.rowmaps.laws import PoissonLaw
from rftheory.moments.catalogue import INFINITE, maps, mean_statement
from rftheory.moments.pairs import Pair, kernel_value
from rftheory.moments.row_maps import Counts, Exponential
from rftheory.moments.term_moments import WAVES, TermMoments, weight
from rftheory.verdict import Outcome

WIDER = 2.0
"""Times the mechanism's variance: estimates that spread more violate it, and with it what a test of their mean rests on."""


def names(pairs: Sequence[Pair], beside: Sequence[str]) -> list[str]:
    """The tests that the checks make, known before any draw."""
    means = [f"mean: {label}" for label in beside]
    return [*(f"{what}: {pair.label}" for what in ("mean", "variance") for pair in pairs), *means]


@dataclass(frozen=True)
class EstimatesAt:
    """The estimates at one of the pairs."""

    estimates: Estimates
    index: int

    @property
    def pair(self) -> Pair:
        """The points."""
        return self.estimates.pairs[self.index]

    @property
    def values(self) -> Floats:
        """The estimates, (n,)."""
        found: Floats = self.estimates.values[:, self.index]
        return found

    @property
    def beside(self) -> bool:
        """Whether the pair is one whose mean is checked only where it is decided."""
        required = self.estimates.required
        return required is not None and self.index >= required

    @cached_property
    def term(self) -> TermMoments:
        """The moments of one projection's share."""
        return self.estimates.theory.term(self.pair)

    @cached_property
    def exact(self) -> float | None:
        """The variance by a closed form."""
        return self.estimates.variance(self.pair, self.term) if math.isfinite(self.term.fourth) else None

    @cached_property
    def tags(self) -> frozenset[str]:
        """Whether a variance bounds the mean, and whether there is one to check."""
        if self.beside:
            small = 1e-12 * self.term.mean**2
            return frozenset({"bounded"} if small < self.term.variance < math.inf else ())
        bounded = "bounded" if math.isfinite(self.term.variance) else "unbounded"
        return frozenset({bounded, *(("variance",) if self.exact is not None and self.exact > 0.0 else ())})


def untestable(subject: EstimatesAt) -> Finding:
    """A mean that no number of draws bounds, since one estimate has an infinite variance."""
    text = "the variance of an estimate is infinite or overflows: no number of draws bounds its mean"
    known = maps().get(subject.estimates.declaration.map or "")
    statement, draws = INFINITE if known is None else known.variance, len(subject.values)
    return Finding(f"mean: {subject.pair.label}", statement, Outcome.UNDECIDED, text, draws=draws)


def mean_of(subject: EstimatesAt) -> Finding | None:
    """The mean of the estimates is the mechanism's; None at places beside the pairs where it is not decided."""
    estimates, pair, values, term = subject.estimates, subject.pair, subject.values, subject.term
    name, declared = f"mean: {pair.label}", estimates.declaration
    share = estimates.ledger.share(name)
    bound = estimates.variance_bound(pair, term)
    statement = mean_statement(declared.map, estimates.kernel, declared.coupling)

    def judged(drawn: Floats) -> tuple[Outcome, MeanRule | None]:
        return judged_mean(drawn, term.mean, bound, share, estimates.rounding * abs(term.mean))

    found, rule = judged(values)
    detail = f"mean {np.mean(values):.6g}, claimed {term.mean:.6g}"
    seen = _seen(estimates, pair, spread.mean(values), term.mean)
    made = finding(name, statement, found, rule, values, share, detail, term.mean, seen)
    if not made.fails:
        return None if subject.beside and made.outcome is Outcome.UNDECIDED else made
    repair = mending(
        estimates.rows, estimates.map, estimates.kernel, pair, values, lambda drawn: judged(drawn)[0]
    )
    return replace(made, mending=repair)


def judged_mean(
    values: Floats, claim: float, bound: float, share: Share, budget: float
) -> tuple[Outcome, MeanRule | None]:
    """A mean is refuted under the mechanism's variance; where draws spread more, under what they bound themselves as well.

    The second test is made only after the first one has refuted, so that no rate is raised by it. Fewer draws than bound
    a variance leave the mean undecided within the reach of their own spread.
    """
    outcome, rule = tested(values, claim, bound, share, budget)
    if outcome is not Outcome.FAILS or float(np.var(values)) <= WIDER * bound:
        return outcome, rule
    ours, test = kurtosis_bound.shares(share)
    most = kurtosis_bound.bound(values, claim, ours)
    if most is None:
        own = spread.mean(values, level=share.alpha)
        return (Outcome.UNDECIDED if own.low <= claim <= own.high else outcome), rule
    return tested(values, claim, max(most, bound), test, budget)


def _seen(estimates: Estimates, pair: Pair, found: Described, claim: float) -> MeanValue:
    """What a factor of the mean can be told by.

    A bandwidth shows as a power: of the whole kernel where the points are scaled, of the part that the projections
    make where these are.
    """
    m, d, row, value = estimates.m or 1, len(pair.x), estimates.declaration.row, found.value
    ends = (found.low, found.high)
    if isinstance(row, Exponential) and row.a is not None and row.a.imag == 0.0:
        level = 0.5 * d * math.log(1.0 - 4.0 * row.a.real) if row.a.real < 0.25 else 0.0
        return MeanValue(value, ends, claim, m, d, rows="gerf", level=level)
    if isinstance(row, Counts) and isinstance(row.law, PoissonLaw):
        level = float(np.sum(np.broadcast_to(row.law.rates, (d,))))
        return MeanValue(value, ends, claim, m, d, rows="poisson", level=level)
    kernel = kernel_value(estimates.kernel, pair.x, pair.y)
    if row is not None or estimates.map not in WAVES or claim == 0.0 or not 0.0 < kernel < math.inf:
        return MeanValue(value, ends, claim, m, d)
    g, square = weight(estimates.map, estimates.kernel, pair.x, pair.y)
    powers = ((g, square / 2.0), (1.0, math.log(kernel)))
    return MeanValue(value, ends, claim, m, d, powers, others=_others(estimates, pair))


def _others(estimates: Estimates, pair: Pair) -> tuple[tuple[str, float], ...]:
    """Means of a sum over coordinates, and of waves that lack one half: (k(x, y) +- k(x, -y)) / 2."""
    kernel, x, y = estimates.kernel, pair.x, pair.y
    apart = sum(kernel_value(kernel, x[i : i + 1], y[i : i + 1]) for i in range(len(x)))
    found = [("additive-kernel", float(apart))]
    if estimates.map in ("trigonometric", "phase"):
        one, other = kernel_value(kernel, x, y), kernel_value(kernel, x, -y)
        found += [("cosine-without-sine", (one + other) / 2.0), ("sine-without-cosine", (one - other) / 2.0)]
    return tuple(found)


def variance_at(subject: EstimatesAt) -> Finding | None:
    """The variance of the estimates is the closed form."""
    assert subject.exact is not None
    return variance(subject.estimates, subject.pair, subject.values, subject.term, subject.exact)


CHECKS = (
    ClientCheck("mean", "moments", EstimatesAt, CATALOGUE, untestable, frozenset({"unbounded"})),
    ClientCheck("mean", "moments", EstimatesAt, CATALOGUE, mean_of, frozenset({"bounded"})),
    ClientCheck("variance", "moments", EstimatesAt, CATALOGUE, variance_at, frozenset({"variance"})),
)
