"""Lemmas and derivations that several sections of hrf use."""
