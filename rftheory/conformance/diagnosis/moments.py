"""Failing means and variances: an earlier mistake explains them, else their factor or their size names one."""

from __future__ import annotations

import math
from collections.abc import Sequence

from rftheory.conformance.causes import BANDWIDTHS
from rftheory.conformance.diagnosis.rules import NamingRule, measured
from rftheory.conformance.findings import Finding
from rftheory.conformance.moments.measurements import (
    Alternatives,
    FamiliarVariances,
    HybridErrors,
    HybridMean,
    HybridVariance,
    MeanValue,
)

FACTORS = frozenset(cause for _, cause, _ in BANDWIDTHS)
"""Mistakes that change all means and variances: one pair that shows their name explains the others."""
ROWS = {"gerf": "gerf-constant", "poisson": "poisson-weight"}
"""The constant that means of these rows carry."""


def _mean(found: Finding) -> str:
    """The mistake whose factor of the mean this is."""
    seen = measured(found, MeanValue)
    m, ratio = seen.m, seen.value / seen.claim
    scales = ((float(m), "missing-1/sqrt-m"), (1.0 / m, "extra-1/sqrt-m"), (m / seen.d, "d-and-m-swapped"))
    for factor, cause in scales:
        if factor not in (1.0, 0.0) and abs(ratio / factor - 1.0) < 0.1:
            return cause
    return _constant(seen, ratio) if seen.rows else _bandwidth(seen)


def _constant(seen: MeanValue, ratio: float) -> str:
    """D, or the weight of Poisson features, forgotten, half or doubled."""
    if seen.rows not in ROWS or ratio <= 0.0 or abs(seen.level) < 0.2:
        return "biased"
    powers = (-1.0, -0.5, 0.5, 1.0, -2.0)
    near = any(abs(math.log(ratio) / seen.level - k) < 0.05 for k in powers)
    return ROWS[seen.rows] if near else "biased"


def _bandwidth(seen: MeanValue) -> str:
    """The factor of a logarithm."""
    for log, whole in seen.powers:
        if abs(whole) > 0.05:
            for factor, cause, _ in BANDWIDTHS:
                if abs(log / whole / factor - 1.0) < 0.1:
                    return cause
    return "biased"


def _variance(found: Finding) -> str:
    seen = measured(found, FamiliarVariances)
    return "uncoupled" if seen.coupled and seen.rows == ("iid",) else "variance"


RULES = {
    "mean": NamingRule(_mean, explained=True, explains=False),
    "variance": NamingRule(_variance, explained=True, explains=False),
}


def factor(findings: Sequence[Finding]) -> str | None:
    """The first factor of the bandwidth that a failing mean shows."""
    means = (f for f in findings if f.fails and isinstance(f.measurements, MeanValue))
    return next((cause for f in means if (cause := _mean(f)) in FACTORS), None)


def _lambda(seen: Alternatives, square: float, otherwise: str) -> str:
    """The mistake whose mean squared error is nearest to the one seen, within a factor 2."""
    wrong = [(value, "lambda-swapped") for value in seen.swapped]
    wrong += [(value, "lambda-projections") for value in seen.separate]
    gaps = [
        (abs(math.log(square / value)), cause)
        for value, cause in wrong
        if min(square, value) > 0.0 and (seen.right <= 0.0 or abs(math.log(value / seen.right)) > 0.2)
    ]
    best = min(gaps, default=(math.inf, otherwise))
    return best[1] if best[0] < math.log(2.0) else otherwise


def _ends(found: Finding) -> str:
    """What most of the exact pairs show."""
    seen = measured(found, HybridErrors)
    causes = [_lambda(pair, square, "zero-variance") for square, pair in seen.pairs]
    return max(dict.fromkeys(causes), key=causes.count)


def _hybrid_mean(found: Finding) -> str:
    """lambda-reused where its bias is nearer than none."""
    seen = measured(found, HybridMean)
    reused = seen.reused != 0.0 and abs(seen.error - seen.reused) < 0.5 * abs(seen.error)
    return "lambda-reused" if reused else "biased"


def _hybrid_variance(found: Finding) -> str:
    seen = measured(found, HybridVariance)
    return "biased" if seen.biased else _lambda(seen.alternatives, seen.square, "variance")


HYBRIDS = {
    "exact pairs": NamingRule(_ends),
    "positive estimates": NamingRule("negative", explained=True, explains=False),
    "mean": NamingRule(_hybrid_mean, explained=True, explains=False),
    "variance": NamingRule(_hybrid_variance, explained=True, explains=False),
}
