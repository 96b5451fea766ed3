"""Proof scripts of the statements of simrf, one file a theme."""
