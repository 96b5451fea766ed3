"""Generalised exponential, optimal positive and discretely-induced features beyond crt."""
