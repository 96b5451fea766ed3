"""Proof scripts of the statements of orf, one file a theme."""
