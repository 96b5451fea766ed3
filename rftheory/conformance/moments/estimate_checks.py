"""Means and variances of estimates against the closed forms of the mechanism, by Catoni's test."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from rftheory.conformance.checks import Check
from rftheory.conformance.claim.declaration import (
    MEANS,
    VARIANCES,
    Pair,
    kernel_value,
    mean_statement,
)
from rftheory.conformance.claim.row_maps import Counts, Exponential
from rftheory.conformance.findings import Finding
from rftheory.conformance.moments.catoni import finding, tested
from rftheory.conformance.moments.measurements import MeanValue
from rftheory.conformance.moments.moment_claims import Estimates, law_of, variance_bound, variance_of
from rftheory.conformance.moments.variance import variance
from rftheory.measured.inputs import Floats
from rftheory.measured.protocol import Kernel
from rftheory.measured.rowmaps.laws import PoissonLaw
from rftheory.moments.projection_moments import Law, claimed, weight
from rftheory.verdict import Outcome


def names(pairs: Sequence[Pair]) -> list[str]:
    """The tests that the checks make, known before any draw."""
    return [f"{what}: {pair.label}" for what in ("mean", "variance") for pair in pairs]


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

    @cached_property
    def law(self) -> Law:
        """The law of one projection's share."""
        return law_of(self.estimates, self.pair)

    @cached_property
    def exact(self) -> float | None:
        """The variance by a closed form."""
        return variance_of(self.estimates, self.pair, self.law) if math.isfinite(self.law.fourth) else None

    @cached_property
    def tags(self) -> frozenset[str]:
        """Whether a variance bounds the mean, and whether there is one to check."""
        bounded = "bounded" if math.isfinite(self.law.variance) else "unbounded"
        return frozenset({bounded, *(("variance",) if self.exact is not None and self.exact > 0.0 else ())})


def untestable(subject: EstimatesAt) -> Finding:
    """A mean that no number of draws bounds, since one estimate has an infinite variance."""
    text = "the variance of an estimate is infinite or overflows: no number of draws bounds its mean"
    statement = VARIANCES.get(subject.estimates.declaration.map or "", "crt/thm3.2")
    name, draws = f"mean: {subject.pair.label}", len(subject.values)
    return Finding(name, statement, Outcome.UNDECIDED, text, draws=draws)


def mean_of(subject: EstimatesAt) -> Finding:
    """The mean of the estimates is the mechanism's."""
    estimates, pair, values, law = subject.estimates, subject.pair, subject.values, subject.law
    name, declaration = f"mean: {pair.label}", estimates.declaration
    share = estimates.ledger.share(name)
    bound = variance_bound(estimates, pair, law)
    statement = mean_statement(declaration.map, estimates.kernel)
    if declaration.coupling is not None and declaration.coupling.law.norm == "sqrt(d)":
        statement = "orf/thm2/bias" if declaration.map == "trigonometric" else "performer/sec2.3/smreg"
    found, rule = tested(values, law.mean, bound, share, estimates.rounding * abs(law.mean))
    detail = f"mean {np.mean(values):.6g}, claimed {law.mean:.6g}"
    seen = _seen(estimates, pair, float(np.mean(values)), law.mean)
    return finding(name, statement, found, rule, values, share, detail, law.mean, seen)


def _seen(estimates: Estimates, pair: Pair, value: float, claim: float) -> MeanValue:
    """What a factor of the mean can be told by.

    A bandwidth shows as a power: of the whole kernel where the points are scaled, of the part that the projections
    make where these are.
    """
    m, d, row = estimates.m or 1, len(pair.x), estimates.declaration.row
    if isinstance(row, Exponential) and row.a is not None and row.a.imag == 0.0:
        return MeanValue(value, claim, m, d, rows="gerf", level=0.5 * d * math.log(1.0 - 4.0 * row.a.real))
    if isinstance(row, Counts) and isinstance(row.law, PoissonLaw):
        level = float(np.sum(np.broadcast_to(row.law.rates, (d,))))
        return MeanValue(value, claim, m, d, rows="poisson", level=level)
    if row is not None or value <= 0.0:
        return MeanValue(value, claim, m, d, rows="" if row is None else "other")
    g, square = weight(estimates.declaration.map or "positive", estimates.kernel, pair)
    exponent = math.log(kernel_value(estimates.kernel, pair.x, pair.y))
    return MeanValue(value, claim, m, d, ((math.log(value / g), square / 2.0), (math.log(value), exponent)))


def variance_at(subject: EstimatesAt) -> Finding | None:
    """The variance of the estimates is the closed form."""
    assert subject.exact is not None
    return variance(subject.estimates, subject.pair, subject.values, subject.law, subject.exact)


def preflight(name: str | None, kernel: Kernel, d: int, m: int | None) -> str:
    """How large the relative error of one estimate is for orthogonal points of norm 1, 2, 4, and what 10 % needs."""
    parts = []
    for norm in (1.0, 2.0, 4.0):
        pair = Pair("", norm * np.eye(max(d, 2))[0], norm * np.eye(max(d, 2))[1])
        law = claimed(name or "positive", kernel, pair, False)
        relative = law.variance / law.mean**2
        error = math.sqrt(relative / (m or 1))
        hopeless = ", hopeless" if relative > 1e7 else ""
        parts.append(
            f"|x| = |y| = {norm:g}: {error:.2g} (10 % needs {100.0 * relative:.2g} projections{hopeless})"
        )
    return f"relative error of one estimate, {name or 'positive'} features, x orthogonal to y: {'; '.join(parts)}"


_MEANS = tuple(dict.fromkeys((*MEANS.values(), "simrf/eq1", "orf/thm2/bias", "performer/sec2.3/smreg")))
_VARIANCES = tuple(
    dict.fromkeys((*VARIANCES.values(), "orf/thm1/decomposition", "simrf/thm3.2/formula", "crt/thm4.1"))
)
CHECKS = (
    Check("mean", "moments", EstimatesAt, _VARIANCES, untestable, frozenset({"unbounded"})),
    Check("mean", "moments", EstimatesAt, _MEANS, mean_of, frozenset({"bounded"})),
    Check("variance", "moments", EstimatesAt, _VARIANCES, variance_at, frozenset({"variance"})),
)
