"""Proof scripts of the statements of beyond, one file a theme."""
