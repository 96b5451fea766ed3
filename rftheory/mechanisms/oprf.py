"""Optimal positive random features: the positive generalised exponential map of the least variance at one |x + y|^2 in R^d.

Which A is optimal is theory (`moments.tuning.optimal_positive`); the map of the shelf is that for |x + y|^2 = 4, d = 8,
where rho* of crt, (7), is sqrt(2) - 1.
"""

from __future__ import annotations

from math import sqrt

from rftheory.measured.rowmaps.exponential import GeneralisedExponential

MECHANISMS = (
    GeneralisedExponential(
        -0.25 / sqrt(2.0),
        name="oprf",
        title="Optimal positive random features (OPRF)",
        reference="crt, Theorem 3.3",
    ),
)
