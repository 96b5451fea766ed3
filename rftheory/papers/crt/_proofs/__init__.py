"""Proof scripts of the statements of crt, one file a theme."""
