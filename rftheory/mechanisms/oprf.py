"""Optimal positive random features: the generalised exponential map of the least variance among the positive ones."""

from __future__ import annotations

from rftheory.measured.rowmaps.exponential import optimal_positive

MECHANISMS = (optimal_positive(4.0, 8),)
