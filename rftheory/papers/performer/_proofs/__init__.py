"""Proof scripts of the statements of performer, one file a theme."""
