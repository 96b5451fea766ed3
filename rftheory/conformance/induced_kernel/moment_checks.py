"""Estimates held against the kernel that their map induces: means, and variances of independent rows."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from rftheory.battery.rows.draws import DrawnRows
from rftheory.conformance.checks import ClientCheck
from rftheory.conformance.findings import Finding
from rftheory.conformance.induced_kernel.measurements import InducedMean, InducedVariance
from rftheory.conformance.moments import catoni
from rftheory.conformance.moments.mending import mending
from rftheory.conformance.references import INDUCED_KERNEL
from rftheory.measured.inference.error_budget import ErrorBudget
from rftheory.measured.inference.mean import MeanRule
from rftheory.measured.inputs import Floats
from rftheory.measured.protocol import AbstractCoupling
from rftheory.moments.coupled_bound import largest_factor
from rftheory.moments.induced_kernels import induced_moments, kernel
from rftheory.moments.pairs import Pair
from rftheory.verdict import Outcome


@dataclass(frozen=True)
class InducedEstimates:
    """Estimates (n,) at a pair of m rows of a coupling under the map of that name, their rounding, the ledger.

    Kernels of odd functions vanish at orthogonal points, so errors are relative to k(x, y) + 2 sqrt(k(x, x) k(y, y)).
    """

    values: Floats
    pair: Pair
    name: str
    coupling: AbstractCoupling | None
    m: int | None
    rounding: float
    ledger: ErrorBudget
    rows: DrawnRows | None = None

    @cached_property
    def tags(self) -> frozenset[str]:
        """Whether the variance of independent rows is claimed."""
        independent = self.coupling is not None and self.coupling.law.directions == "independent"
        known = independent and self.m is not None and self.law[1] > 0.0
        return frozenset({"variance"}) if known else frozenset()

    @cached_property
    def law(self) -> tuple[float, float, float]:
        """Mean, variance and fourth central moment of one row's share."""
        fixed = self.coupling is not None and self.coupling.law.norm == "sqrt(d)"
        return induced_moments(self.name, self.pair.x, self.pair.y, fixed=fixed)

    @property
    def lift(self) -> float:
        """What makes relative errors mean something where the kernel vanishes."""
        x, y = self.pair.x, self.pair.y
        return 2.0 * math.sqrt(kernel(self.name, x, x) * kernel(self.name, y, y))


def mean(subject: InducedEstimates) -> Finding:
    """The mean of the estimates is the kernel."""
    (claimed, spread, _), lift, m = subject.law, subject.lift, subject.m or 1
    label, d, value = f"mean: {subject.pair.label}", len(subject.pair.x), float(np.mean(subject.values))
    share, claim, lifted = subject.ledger.share(label), claimed + lift, subject.values + lift
    bound = largest_factor(subject.coupling, d, m) * spread / m

    def judged(drawn: Floats) -> tuple[Outcome, MeanRule | None]:
        return catoni.tested(drawn + lift, claim, bound, share, subject.rounding * claim)

    found, rule = judged(subject.values)
    text = f"mean {value:.6g}, claimed {claimed:.6g}; errors relative to {claim:.4g}"
    seen = InducedMean(value / claimed if abs(claimed) > 1e-6 * lift else None, m, d)
    made = catoni.finding(label, INDUCED_KERNEL, found, rule, lifted, share, text, claim, seen)
    if not made.fails:
        return made
    repair = mending(
        subject.rows, subject.name, "own", subject.pair, subject.values, lambda drawn: judged(drawn)[0]
    )
    return replace(made, mending=repair)


def variance(subject: InducedEstimates) -> Finding | None:
    """The mean squared error of m independent rows, of exact kurtosis; None where this many draws do not resolve it."""
    (claimed, spread, fourth), m = subject.law, subject.m or 1
    name = f"variance: {subject.pair.label}"
    share, claim = subject.ledger.share(name), spread / m
    beyond = (2.0 + max(fourth / spread**2 - 3.0, -2.0) / m) * claim**2
    squares = (subject.values - claimed) ** 2
    budget = 4.0 * subject.rounding * (claimed**2 + spread)
    found, rule = catoni.tested(squares, claim, beyond, share, budget)
    if rule is None or rule.margin - 2.0 * budget > catoni.VISIBLE * claim:
        return None
    text = f"variance {np.mean(squares):.4g}, claimed {claim:.4g}; kurtosis {beyond / claim**2 + 1.0:.3g}"
    seen = InducedVariance(float(np.mean(squares)) > claim)
    made = catoni.finding(name, INDUCED_KERNEL, found, rule, squares, share, text, claim, seen)
    if not made.fails:
        return made

    def judged(drawn: Floats) -> Outcome:
        return catoni.tested((drawn - claimed) ** 2, claim, beyond, share, budget)[0]

    return replace(
        made, mending=mending(subject.rows, subject.name, "own", subject.pair, subject.values, judged)
    )


def preflight(name: str, d: int, m: int | None) -> str:
    """How large the error of one estimate is, over the root of k(x, x) k(y, y), for orthogonal points of norm 1."""
    x, y = np.eye(max(d, 2))[:2]
    spread = induced_moments(name, x, y)[1] / (kernel(name, x, x) * kernel(name, y, y))
    error = math.sqrt(spread / (m or 1))
    return f"error of one estimate over sqrt(k(x,x) k(y,y)), |x| = |y| = 1, x orthogonal to y: {error:.2g}"


CHECKS = (
    ClientCheck("mean", "induced moments", InducedEstimates, (INDUCED_KERNEL,), mean),
    ClientCheck(
        "variance", "induced moments", InducedEstimates, (INDUCED_KERNEL,), variance, frozenset({"variance"})
    ),
)
