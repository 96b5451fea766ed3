"""Certified values as documents and as text: optima, comparisons, tables."""
