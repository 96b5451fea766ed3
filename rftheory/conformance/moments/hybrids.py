"""Estimates held against the exact claims of a hybrid: where it is exact, signs, means, variances."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from rftheory.conformance.bands import identity
from rftheory.conformance.checks import ClientCheck
from rftheory.conformance.claim.declaration import Declaration
from rftheory.conformance.findings import Finding
from rftheory.conformance.moments import catoni
from rftheory.conformance.moments.measurements import (
    Alternatives,
    ErrorAt,
    HybridErrors,
    HybridMean,
    HybridVariance,
)
from rftheory.measured.hybrids.lambdas import AngleLambda
from rftheory.measured.inference.error_budget import ErrorBudget
from rftheory.measured.inputs import Floats
from rftheory.measured.protocol import Kernel
from rftheory.mechanisms._shelf import couplings
from rftheory.moments.catalogue import HYBRID_ENDS, HYBRID_MEAN, HYBRID_SIGN, HYBRID_VARIANCE
from rftheory.moments.coupled_bound import USUAL, largest_factor
from rftheory.moments.hybrid_moments import HybridMoments, exact_pairs
from rftheory.moments.pairs import Pair, kernel_value
from rftheory.verdict import Outcome

Estimate = Callable[[Floats, Floats, int], Floats]
FEW, MORE = 32, 1024
MANY = 1e3
"""Spreads beyond which an estimate with a variance that may be none is no rounding (Chebyshev: 1e-6)."""


@dataclass(frozen=True)
class HybridEstimates:
    """Estimates (n, p) that `draw` gave at the pairs, what a hybrid with m rows claims of them; m = None is m = 1.

    The variance that is claimed is then the largest of any m.
    """

    declaration: Declaration
    kernel: Kernel
    d: int
    m: int | None
    norm: float
    rounding: float
    ledger: ErrorBudget
    draw: Estimate
    values: Floats
    pairs: tuple[Pair, ...]
    seeds: tuple[int, ...]

    @cached_property
    def tags(self) -> frozenset[str]:
        """Whether it is exact somewhere, and never negative."""
        positive = all(self.claims.positive(pair.x, pair.y) for pair in self.pairs)
        found = {"exact pairs": bool(self.exact_pairs), "positive": positive}
        return frozenset(tag for tag, holds in found.items() if holds)

    @property
    def independent(self) -> bool:
        """Whether the rows are claimed to be."""
        coupling = self.declaration.coupling
        return coupling is not None and coupling.law.directions == "independent"

    @cached_property
    def claims(self) -> HybridMoments:
        """What the hybrid claims at any pair."""
        assert self.declaration.mixed is not None
        n = self.declaration.lambda_rows if self.independent else None
        return HybridMoments(self.declaration.mixed, self.m or 1, n)

    @cached_property
    def exact_pairs(self) -> list[tuple[str, Floats, Floats]]:
        """Where it claims no variance."""
        return exact_pairs(self.claims, self.d, self.norm)

    @property
    def judges_variance(self) -> bool:
        """Whether the variance is claimed: of independent rows whose number is known, as that of lambda's is."""
        known = self.claims.n is not None or all(part.deterministic for part in self.claims.hybrid.lambdas)
        return self.independent and known and self.m is not None

    @property
    def factor(self) -> float:
        """What a coupling can multiply a variance by."""
        return largest_factor(self.declaration.coupling, self.d, self.m or 1)

    def weight(self, x: Floats, y: Floats) -> float:
        """What the softmax kernel is multiplied by."""
        return kernel_value(self.kernel, x, y) / kernel_value("softmax", x, y)


@dataclass(frozen=True)
class HybridAt:
    """The estimates of a hybrid at one of its pairs."""

    hybrid: HybridEstimates
    index: int

    @property
    def tags(self) -> frozenset[str]:
        """Whether the variance is claimed."""
        return frozenset({"variance"}) if self.hybrid.judges_variance else frozenset()

    @property
    def pair(self) -> Pair:
        """The points."""
        return self.hybrid.pairs[self.index]

    @property
    def values(self) -> Floats:
        """The estimates, (n,)."""
        found: Floats = self.hybrid.values[:, self.index]
        return found

    @property
    def truth(self) -> float:
        """The kernel."""
        return kernel_value(self.hybrid.kernel, self.pair.x, self.pair.y)

    @property
    def weight(self) -> float:
        """What the softmax kernel is multiplied by."""
        return self.hybrid.weight(self.pair.x, self.pair.y)


def ends(hybrid: HybridEstimates) -> Finding:
    """Where the hybrid claims no variance its estimates are the kernel, whatever the seed."""
    gaps, over, wrong, held = [], 0.0, [], []
    angles = any(isinstance(part, AngleLambda) for part in hybrid.claims.hybrid.lambdas)
    for _, x, y in hybrid.exact_pairs:
        truth = kernel_value(hybrid.kernel, x, y)
        values = _drawn(hybrid, x, y, FEW)
        relative = math.sqrt(hybrid.claims.variance(x, y)) * hybrid.weight(x, y) / truth
        limit = 1e-9 + 256.0 * hybrid.rounding + MANY * relative
        limit += 64.0 * math.sqrt(hybrid.rounding) if angles else 0.0
        gap = float(np.max(np.abs(values / truth - 1.0))) if np.all(np.isfinite(values)) else math.inf
        gaps.append(gap)
        over = max(over, gap / limit)
        if gap > limit:
            wrong.append(_error(hybrid, x, y, truth))
        else:
            held.append((limit * truth / hybrid.weight(x, y), alternatives(hybrid, x, y)[0]))
    pairs = zip(gaps, hybrid.exact_pairs, strict=True)
    text = ", ".join(f"{gap:.3g} at {label}" for gap, (label, _, _) in pairs)
    text = f"relative errors {text}; effect: over what rounding explains"
    return identity(
        "exact pairs",
        HYBRID_ENDS,
        over,
        1.0,
        FEW,
        text,
        HybridErrors(tuple(wrong), tuple(held), hybrid.m is not None),
    )


def _drawn(hybrid: HybridEstimates, x: Floats, y: Floats, count: int) -> Floats:
    return np.array([float(hybrid.draw(x[None], y[None], seed)[0]) for seed in hybrid.seeds[:count]])


def _error(hybrid: HybridEstimates, x: Floats, y: Floats, truth: float) -> ErrorAt:
    """The error at a pair by more draws, and what mistakes in lambda make of it."""
    values = _drawn(hybrid, x, y, MORE)
    square = float(np.mean((values - truth) ** 2))
    wrong, exact = alternatives(hybrid, x, y)
    return ErrorAt(square / hybrid.weight(x, y) ** 2, wrong, exact, _off(values, truth, square))


def _off(values: Floats, truth: float, square: float) -> bool:
    """Whether the mean is off by half the root of the mean squared error."""
    return abs(float(np.mean(values)) - truth) > math.sqrt(square) / 2.0


def alternatives(hybrid: HybridEstimates, x: Floats, y: Floats) -> tuple[Alternatives, bool]:
    """Mean squared errors at a pair, of the hybrid and of mistakes in lambda, for few and many rows where n is not known.

    By every coupling that is usual, where none is declared; and whether the client's is among them, at an m that is known.
    """
    shelf, declared, n = couplings(), hybrid.declaration.coupling, hybrid.declaration.lambda_rows
    laws = [shelf[name] for name in USUAL] if declared is None else [declared]
    found = [one for law in laws if (one := hybrid.claims.coupled(law, x, y)) is not None]
    exact = hybrid.m is not None and (bool(found) or declared is None or hybrid.independent)
    found, counts = found or [hybrid.claims], (n,) if n else (1, 10**9)
    swapped = tuple(replace(one.swapped(), n=n).variance(x, y) for one in found for n in counts)
    separate = tuple(replace(one, n=n, separate=True).variance(x, y) for one in found for n in counts)
    return Alternatives(hybrid.claims.variance(x, y), swapped, separate), exact


def signs(hybrid: HybridEstimates) -> Finding:
    """No estimate is negative where bases are positive and lambdas a convex combination."""
    share, draws = float(np.mean(hybrid.values < 0.0)), len(hybrid.values)
    text = f"smallest estimate {np.min(hybrid.values):.4g}; effect: share of negative ones"
    return identity("positive estimates", HYBRID_SIGN, share, 0.0, draws, text)


def mean(subject: HybridAt) -> Finding:
    """The mean is the kernel, with the exact variance as its bound."""
    hybrid, pair, values, truth = subject.hybrid, subject.pair, subject.values, subject.truth
    name, weight = f"mean: {pair.label}", subject.weight
    share = hybrid.ledger.share(name)
    bound = hybrid.factor * weight**2 * hybrid.claims.variance(pair.x, pair.y)
    found, rule = catoni.tested(values, truth, bound, share, 64.0 * hybrid.rounding * truth)
    value, seen = float(np.mean(values)), None
    if found is Outcome.FAILS:
        seen = HybridMean(value - truth, weight * hybrid.claims.reuse_bias(pair.x, pair.y))
    detail = f"mean {value:.6g}, claimed {truth:.6g}"
    return catoni.finding(name, HYBRID_MEAN, found, rule, values, share, detail, truth, seen)


def variance(subject: HybridAt) -> Finding | None:
    """The mean squared error is the exact variance; its own spread is at most the bound of the fourth moment."""
    hybrid, pair, values, truth = subject.hybrid, subject.pair, subject.values, subject.truth
    name, weight = f"variance: {pair.label}", subject.weight
    share = hybrid.ledger.share(name)
    claim = weight**2 * hybrid.claims.variance(pair.x, pair.y)
    if claim <= 0.0:
        return None
    fourth = weight**4 * hybrid.claims.fourth(pair.x, pair.y)
    squares = (values - truth) ** 2
    budget = 256.0 * hybrid.rounding * truth**2
    found, rule = catoni.tested(squares, claim, max(fourth - claim**2, 0.0), share, budget)
    if rule is None or rule.margin - 2.0 * budget > catoni.VISIBLE * claim:
        return None
    square, seen = float(np.mean(squares)), None
    if found is Outcome.FAILS:
        wrong, _ = alternatives(hybrid, pair.x, pair.y)
        seen = HybridVariance(square / weight**2, wrong, _off(values, truth, square))
    detail = f"variance {square:.4g}, claimed {claim:.4g}; fourth moment at most {fourth / claim**2:.3g} of its square"
    statement = HYBRID_VARIANCE[hybrid.claims.hybrid.shared]
    return catoni.finding(name, statement, found, rule, squares, share, detail, claim, seen)


_VARIANCES = tuple(HYBRID_VARIANCE.values())
CHECKS = (
    ClientCheck("exact pairs", "hybrids", HybridEstimates, (HYBRID_ENDS,), ends, frozenset({"exact pairs"})),
    ClientCheck(
        "positive estimates", "hybrids", HybridEstimates, (HYBRID_SIGN,), signs, frozenset({"positive"})
    ),
    ClientCheck("mean", "hybrids", HybridAt, (HYBRID_MEAN,), mean),
    ClientCheck("variance", "hybrids", HybridAt, _VARIANCES, variance, frozenset({"variance"})),
)
