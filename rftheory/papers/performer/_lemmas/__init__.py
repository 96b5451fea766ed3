"""Lemmas and derivations that several sections of performer use."""
