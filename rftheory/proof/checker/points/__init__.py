"""Refutations: terms at a point, in intervals."""
