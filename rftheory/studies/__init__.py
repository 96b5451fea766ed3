"""Experiments of the papers that need closed forms."""
