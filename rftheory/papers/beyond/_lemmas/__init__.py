"""Lemmas and derivations that several sections of beyond use."""
