"""Lemmas and derivations that several sections of simrf use."""
