"""Generalised exponential features for real and complex A and both signs. Complex ones have different query and key maps."""

from __future__ import annotations

from rftheory.measured.rowmaps.exponential import GeneralisedExponential

MECHANISMS = (
    GeneralisedExponential(-0.2, 1, "gerf"),
    GeneralisedExponential(0.1, -1, "gerf-negative", "Generalised exponential features, s = -1"),
    GeneralisedExponential(-0.15 + 0.2j, 1, "gerf-complex", "Generalised exponential features, complex A"),
    GeneralisedExponential(
        0.05 - 0.1j, -1, "gerf-complex-negative", "Generalised exponential features, complex A, s = -1"
    ),
)
