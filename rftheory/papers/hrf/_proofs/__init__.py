"""Proof scripts of the statements of hrf, one file a theme."""
