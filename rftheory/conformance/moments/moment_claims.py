"""What the mechanism claims of estimates at a pair: mean, variance, a bound where no closed form is known. Nothing is tested here."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from rftheory.conformance.claim.declaration import Declaration, Pair
from rftheory.measured.inference.error_budget import ErrorBudget
from rftheory.measured.inputs import Floats
from rftheory.measured.protocol import Kernel
from rftheory.moments import row_moments
from rftheory.moments.block_covariance import block_share, positive_gap, trigonometric_gap
from rftheory.moments.coupled_bound import largest_factor
from rftheory.moments.projection_moments import Law, claimed, estimate


@dataclass(frozen=True)
class Subject:
    """n estimates at each pair (n, p), what they claim, their rounding, the ledger, and a cause found earlier."""

    values: Floats
    pairs: tuple[Pair, ...]
    declaration: Declaration
    kernel: Kernel
    m: int | None
    rounding: float
    ledger: ErrorBudget
    cause: str | None = None


def variance_of(subject: Subject, pair: Pair, law: Law) -> float | None:
    """The variance of an estimate of m projections by the closed form, None where there is none."""
    coupling, name, m = subject.declaration.coupling, subject.declaration.couples_as, subject.m
    if coupling is None or name is None or m is None:
        return None
    if coupling.law.directions == "independent":
        return law.variance / m
    if subject.declaration.row is None:
        found = estimate(coupling, name, subject.kernel, pair, m)
        if found is not None:
            return found.variance
    if coupling.name not in ("orthogonal", "simplex") or name == "phase":
        return None
    d = len(pair.x)
    cosine = 0.0 if coupling.name == "orthogonal" else -1.0 / (d - 1)
    if name == "trigonometric":
        minus = np.array([float((pair.x - pair.y) @ (pair.x - pair.y))])
        square = law.mean**2 * math.exp(float(minus[0]))
        gap = float(trigonometric_gap(minus, d, cosine)[0]) * square
    else:
        plus = np.array([float((pair.x + pair.y) @ (pair.x + pair.y))])
        cosines = (cosine, -cosine) if name == "hyperbolic" and cosine else (cosine,)
        gap = float(positive_gap(plus, d, cosines)[0]) * law.mean**2
    return (law.variance + block_share(d, m) * gap) / m


def law_of(subject: Subject, pair: Pair) -> Law:
    """The law of one projection's share of an estimate."""
    coupling = subject.declaration.coupling
    fixed = coupling is not None and coupling.law.norm == "sqrt(d)"
    if subject.declaration.row is not None:
        return Law(*row_moments.law(subject.declaration.row, subject.kernel, pair.x, pair.y, fixed))
    return claimed(subject.declaration.map or "positive", subject.kernel, pair, fixed)


def variance_bound(subject: Subject, pair: Pair, law: Law) -> float:
    """At least the variance of an estimate: exact where it is known, else the proved factor of its coupling.

    Never below that of independent rows, so that rows without the claimed coupling are not taken for a bias.
    """
    m = subject.m or 1
    exact = variance_of(subject, pair, law)
    if exact is not None:
        return max(exact, law.variance / m)
    return max(1.0, largest_factor(subject.declaration.coupling, len(pair.x), m)) * law.variance / m
